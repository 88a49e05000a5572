import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { dueFor } from '#rules/dates/clocks.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import { areCashBuyersCustomers, isAgencyWork } from '#rules/firm/cash-buyers.ts';
import {
  type DelayFacts,
  delayDue,
  delayedSide,
  delayProblem,
  delayProvisions,
  offeredBases,
  propertyDelaySide,
} from '#rules/firm/cdd-delay.ts';
import { customersByLaw } from '#rules/firm/customers-by-law.ts';
import { sanctionsReports } from '#rules/firm/sanctions-reports.ts';
import { delayedBlockers } from '#rules/transition-guards/activity-cdd.ts';
import type { ActivityCompletionFacts } from '#rules/transition-guards/activity-facts.ts';
import {
  activityCompletionBlockers,
  activityStartBlockers,
} from '#rules/transition-guards/activity-status.ts';
import { sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';
import { assessed } from '../cdd-rule-packs/client-facts.ts';

const notDone: Blocker = {
  code: 'client.cddNotDone',
  text: 'CDD is not complete.',
  provision: 'AU s28',
  fix: { target: 'client.diligence' },
};
const seller = {
  clientId: 's',
  name: 'Seller',
  capacity: 'customer',
  outstanding: [],
  pepStatus: 'none',
} as const;
const buyer = { ...seller, clientId: 'b', name: 'Buyer', outstanding: [notDone] } as const;

const sale: DelayFacts = {
  basis: 'property',
  activityType: 'propertySale',
  designatedServiceAu: 'au.t5.1',
  capturedActivityNz: null,
  serviceStartedOn: '2026-07-06',
  ownDay: null,
  exchangeOn: '2026-07-06',
  settlementFirstAgreedOn: '2026-08-17',
  settlementOn: '2026-08-17',
};

const getProblem = (delay: DelayFacts) =>
  delayProblem(delay, { sector: 'legal', regulatedIn: ['NZL', 'AUS'] });

const facts = (more: Partial<ActivityCompletionFacts>): ActivityCompletionFacts => ({
  fields: {
    name: 'Sale',
    activityType: 'propertySale',
    capturedService: null,
    nature: 'Sale',
    purpose: 'Move',
  },
  services: ['au.t5.1'],
  offersServices: true,
  formerNoServiceReason: null,
  assessmentOutdatedBy: null,
  outcomeOutdatedBy: null,
  parties: [seller, { ...buyer, capacity: 'otherParty', mustVerify: true }],
  assessmentStatus: 'approved',
  assessmentId: 'a',
  outcome: 'approved',
  delayedCdd: { basis: 'property', side: 'otherParty', dueOn: '2026-08-03', isApproved: true },
  propertyDates: { exchangeOn: '2026-07-06' },
  riskLevel: 'low',
  assessmentProhibited: false,
  seniorManagerApproved: false,
  sanctions: [],
  noun: toActivityNoun('realEstate'),
  jurisdictions: ['AUS'],
  on: '2026-08-03',
  ...more,
});
const complete = (more: Partial<ActivityCompletionFacts>) =>
  activityCompletionBlockers(facts(more)).map(({ code }) => code);
const start = (more: Partial<ActivityCompletionFacts>) =>
  activityStartBlockers(facts(more)).map(({ code }) => code);

describe('worked cases of Australian law, company and activities', () => {
  it('17, 18: a law firm of the second tranche has no pack on 30 June 2026, and s28 on 1 July', () => {
    const packs = (on: string) => assessed({}, { in: ['AUS'], company: { sector: 'legal' }, on }).packs;
    expect(packs('2026-06-30')).toEqual([]);
    expect(packs('2026-07-01')).toHaveLength(1);
    const unverified = { services: ['au.t6.1'], parties: [buyer], delayedCdd: null } as const;
    expect(start({ ...unverified, on: '2026-07-01' })).toEqual(['activity.partyNotVerified']);
  });

  it('19, 20: a conveyancer’s client of 2019 is waived until the purpose changes at medium risk', () => {
    const client = {
      preCommencement: true,
      relationshipStartedOn: '2019-05-01',
      preCommencementShownOn: '2019-05-01',
    } as const;
    const options = {
      in: ['AUS'],
      company: { sector: 'conveyancing', firstServiceAu: '2015-01-01' },
    } as const;
    expect(assessed(client, { ...options, on: '2026-07-01' }).initialCddRequired).toBe(false);
    const changed = { ...client, significantChange: true, riskLevel: 'medium' } as const;
    expect(assessed(changed, { ...options, on: '2026-08-03' }).initialCddRequired).toBe(true);
    const started = { ...options, company: { ...options.company, firstServiceAu: '2026-07-01' } };
    expect(assessed(client, { ...started, on: '2026-07-01' }).initialCddRequired).toBe(true);
  });

  it('21: an agent’s buyer is due by 3 August, and completion is blocked on the 4th', () => {
    expect(propertyDelaySide(sale)).toBe('otherParty');
    expect(getProblem(sale)).toBeUndefined();
    expect(delayDue(sale)).toMatchObject({ by: 'day', dueOn: '2026-08-03' });
    expect(complete({ on: '2026-08-03' })).toEqual([]);
    expect(complete({ on: '2026-08-04' })).toEqual(['activity.partyNotVerified']);
    // The seller comes before the listing, so the delay does not cover them.
    const unverifiedSeller = [{ ...seller, outstanding: [notDone] }];
    expect(start({ parties: unverifiedSeller })).toEqual(['activity.partyNotVerified']);
  });

  it('22: the buyer’s conveyancer delays its own client by the same dates', () => {
    const purchase: DelayFacts = {
      ...sale,
      designatedServiceAu: 'au.t6.1',
      activityType: 'propertyPurchase',
    };
    expect(propertyDelaySide(purchase)).toBe('customer');
    expect(delayedSide('property', purchase)).toBe('customer');
    expect(delayDue(purchase)).toMatchObject({ dueOn: '2026-08-03' });
    const delayed = {
      services: ['au.t6.1'],
      parties: [buyer],
      delayedCdd: { basis: 'property', side: 'customer', dueOn: '2026-08-03', isApproved: true },
    } as const;
    expect([start(delayed), complete(delayed)]).toEqual([[], []]);
    const late = { ...delayed, on: '2026-08-04' };
    expect([start(late), complete(late)]).toEqual([
      ['activity.partyNotVerified'],
      ['activity.partyNotVerified'],
    ]);
  });

  it('23: Rules 6-32 do not fit the seller’s conveyancer; by 6-12 work starts and nothing is transferred', () => {
    const own: DelayFacts = { ...sale, designatedServiceAu: 'au.t6.1' };
    expect(propertyDelaySide(own)).toBeNull();
    expect(getProblem(own)?.field).toBe('delayedCddBasis');
    const general: DelayFacts = { ...own, basis: 'general' };
    expect(getProblem(general)).toBeUndefined();
    expect(delayDue(general)).toMatchObject({ dueOn: '2026-08-03', row: { rule: 'au.delay.general' } });
    const delayed = {
      services: ['au.t6.1'],
      parties: [{ ...seller, outstanding: [notDone] }],
      delayedCdd: { basis: 'general', side: 'customer', dueOn: '2026-08-03', isApproved: true },
    } as const;
    expect(start(delayed)).toEqual([]);
    expect(complete(delayed)).toEqual(['activity.partyNotVerified']);
    expect(activityCompletionBlockers(facts(delayed))[0]?.text).toContain('nothing may be transferred');
    expect(getProblem({ ...sale, basis: 'general' })?.field).toBe('delayedCddBasis');
    expect(getProblem({ ...general, capturedActivityNz: 'nz.a6' })?.message).toContain('NZ s37');
  });

  it('24: an agent’s buyer who refuses all papers on 20 August is deemed done by the records, which block while one is missing', () => {
    const record = {
      steps: 'Asked by telephone on 3 August and in writing on 10 and 17 August.',
      difficulties: 'The buyer declines to hand over any papers.',
      reportConsidered: true,
    };
    const refusing = { ...buyer, capacity: 'otherParty', mustVerify: true } as const;
    const with24 = (nonCooperation: typeof record | null, more: Partial<ActivityCompletionFacts> = {}) =>
      complete({
        parties: [seller, { ...refusing, nonCooperation }],
        delayedCdd: null,
        on: '2026-08-20',
        ...more,
      });
    expect(with24(record)).toEqual([]);
    for (const missing of [
      null,
      { ...record, steps: ' ' },
      { ...record, difficulties: '' },
      { ...record, reportConsidered: false },
    ]) {
      expect(with24(missing)).toEqual(['activity.partyNotVerified']);
    }
    // An overdue delay is resolved with it, and not outstanding once the sale is completed.
    const overdue = { basis: 'property', side: 'otherParty', dueOn: '2026-08-03', isApproved: true } as const;
    expect(with24(record, { delayedCdd: overdue })).toEqual([]);
    const owed = (nonCooperation: typeof record | null) =>
      delayedBlockers(facts({ parties: [{ ...refusing, nonCooperation }], delayedCdd: overdue }));
    expect(owed(null)).toHaveLength(1);
    expect(owed(record)).toEqual([]);
    // Only the other party, only of a brokered sale, only under Australian law.
    const own = [{ ...buyer, nonCooperation: record }];
    expect(complete({ parties: own, on: '2026-08-20' })).toEqual(['activity.partyNotVerified']);
    expect(start({ parties: own, delayedCdd: null, on: '2026-08-20' })).toEqual([
      'activity.partyNotVerified',
    ]);
    expect(with24(record, { services: ['au.t6.1'] })).toEqual(['activity.partyNotVerified']);
    expect(with24(record, { jurisdictions: ['NZL'] })).toEqual(['activity.partyNotVerified']);
    // Screening needs no cooperation, and a confirmed match prohibits the dealing whatever is recorded.
    const unscreened = {
      ...notDone,
      code: 'sanctions.checked',
      fix: { target: 'client.screening' },
    } as const;
    expect(
      complete({
        parties: [seller, { ...refusing, outstanding: [notDone, unscreened], nonCooperation: record }],
        on: '2026-08-20',
      }),
    ).toEqual(['activity.partyOutstanding']);
    const listed = { clientId: 'b', name: 'Buyer', listName: 'DFAT', regimes: ['dfat'] } as const;
    expect(with24(record, { sanctions: [listed] })).toEqual(['rule.prohibition']);
  });

  it('25: who sets a company up for F has F, G and H as customers', () => {
    const related = [
      { clientId: 'f', name: 'F', roles: ['director', 'shareholder'] },
      { clientId: 'g', name: 'G', roles: ['director'] },
      { clientId: 'h', name: 'H', roles: ['shareholder'] },
      { clientId: 'x', name: 'X', roles: ['authorisedRepresentative'] },
    ] as const;
    const parties = [
      { clientId: 'f', name: 'F', capacity: 'customer' },
      { clientId: 'co', name: 'New Pty Ltd', capacity: 'formedEntity', related },
    ] as const;
    expect(customersByLaw('au.t6.6', parties).map(({ clientId }) => clientId)).toEqual(['g', 'h']);
    expect(customersByLaw('au.t6.7', parties)).toEqual([]);
    expect(customersByLaw(null, parties)).toEqual([]);
  });

  it('the rows on what is captured change on their days', () => {
    const texts = (country: 'NZL' | 'AUS', start: string, on: string) =>
      activityRulesOn(country, start, on)
        .filter(({ code }) => code.includes('.scope.'))
        .map(({ code, effectiveFrom }) => [code, effectiveFrom]);
    expect(texts('NZL', '2018-07-01', '2018-06-30')).toEqual([]);
    expect(texts('NZL', '2018-07-01', '2026-05-18')).toEqual([['nz.scope.activity', '2013-06-30']]);
    expect(texts('NZL', '2018-07-01', '2026-05-19')).toEqual([['nz.scope.activity', '2026-05-19']]);
    expect(texts('AUS', '2026-07-01', '2026-06-30')).toEqual([]);
    expect(texts('AUS', '2026-07-01', '2026-07-01').map(([code]) => code)).toEqual([
      'au.scope.geo',
      'au.scope.out',
    ]);
  });

  it('a real estate agent’s work in New Zealand starts after CDD on its client, from 1 January 2019', () => {
    const work = {
      capturedActivityNz: 'nz.a5',
      isRealEstateAgent: true,
      activityType: 'propertySale',
    } as const;
    const is = (more: object, on = '2026-11-29') => isAgencyWork({ ...work, ...more }, on);
    expect([is({}, '2018-12-31'), is({}, '2019-01-01')]).toEqual([false, true]);
    expect(is({ isRealEstateAgent: false })).toBe(true);
    expect(is({ capturedActivityNz: 'nz.a6' })).toBe(true);
    expect(is({ capturedActivityNz: 'nz.a6', isOfOtherSector: true })).toBe(false);
    expect(is({ capturedActivityNz: 'nz.a6', activityType: 'engagement' })).toBe(false);
    expect(is({ capturedActivityNz: null })).toBe(true);
    expect(is({ capturedActivityNz: null, activityType: 'engagement' })).toBeNull();
    expect(is({ capturedActivityNz: null, isRealEstateAgent: false })).toBe(false);

    const agency = {
      services: ['nz.a5'],
      jurisdictions: ['NZL'],
      delayedCdd: null,
      isAgencyWorkNz: true,
      on: '2026-11-29',
    } as const;
    const blockers = (more: Partial<ActivityCompletionFacts>) =>
      activityStartBlockers(facts({ ...agency, ...more })).map(({ code, provision }) => [code, provision]);
    const client = [{ ...buyer, capacity: 'customer' as const }];
    expect(blockers({ parties: client })).toEqual([['activity.partyNotVerified', 'NZ s14(3)']]);
    expect(blockers({ parties: [seller] })).toEqual([]);
    // A buyer, even one who pays in cash, becomes a customer later.
    expect(blockers({})).toEqual([]);
    expect(blockers({ parties: client, isAgencyWorkNz: false })).toEqual([]);
    expect(blockers({ parties: client, outcome: 'declined' })).toEqual([]);
    expect(blockers({ services: [], isAgencyWorkNz: null })).toEqual([['activity.fieldMissing', 'NZ s5(1)']]);
    // Under both laws each counts, and a delay lets verification follow under its own law alone.
    const both = { services: ['nz.a5', 'au.t6.2'], jurisdictions: ['NZL', 'AUS'], parties: client } as const;
    expect(blockers(both)).toEqual([['activity.partyNotVerified', 'NZ s14(3), AU s28']]);
    const delay = { side: 'customer', dueOn: '2026-12-01', isApproved: true } as const;
    expect(blockers({ ...both, delayedCdd: { basis: 'general', ...delay } })).toEqual([
      ['activity.partyNotVerified', 'NZ s14(3)'],
    ]);
    expect(blockers({ ...both, delayedCdd: { basis: 'relationship', ...delay } })).toEqual([
      ['activity.partyNotVerified', 'AU s28'],
    ]);
    const own = { parties: client, delayedCdd: { basis: 'relationship', ...delay } } as const;
    expect(blockers(own)).toEqual([]);
    expect(blockers({ ...own, on: '2026-12-02' })).toEqual([['activity.partyNotVerified', 'NZ s14(3)']]);
  });

  it('a real estate agent’s buyer in New Zealand is a customer only on NZ$10,000 or more in cash', () => {
    const sold = {
      capturedActivityNz: 'nz.a5',
      isRealEstateAgent: true,
      activityType: 'propertySale',
      cashExpected: true,
      maxTransactionValue: 1_000_000,
      currency: 'NZD',
    } as const;
    const counts = (more: object, on = '2026-11-24') => areCashBuyersCustomers({ ...sold, ...more }, on);
    expect(counts({})).toBe(true);
    expect(counts({ maxTransactionValue: 999_999 })).toBe(false);
    expect(counts({ cashExpected: false })).toBe(false);
    // Another activity counts only where the company has a sector that provides it.
    expect(counts({ capturedActivityNz: 'nz.a6', isOfOtherSector: true })).toBe(false);
    expect(counts({ capturedActivityNz: 'nz.a6' })).toBe(true);
    expect(counts({ capturedActivityNz: null })).toBe(true);
    expect(counts({ capturedActivityNz: null, isRealEstateAgent: false })).toBe(false);
    expect(counts({ capturedActivityNz: null, activityType: 'engagement' })).toBe(false);
    // The stricter reading where the amount in New Zealand dollars is not on record.
    expect(counts({ maxTransactionValue: null })).toBe(true);
    expect(counts({ maxTransactionValue: 1, currency: 'AUD' })).toBe(true);
    expect([counts({}, '2018-12-31'), counts({}, '2019-01-01')]).toEqual([false, true]);
    const parties = [
      { clientId: 's', name: 'Seller', capacity: 'customer' },
      { clientId: 'b', name: 'Buyer', capacity: 'otherParty' },
    ] as const;
    expect(customersByLaw(null, parties, { payInCash: true })).toMatchObject([
      { clientId: 'b', provision: 'NZ s14(3)' },
    ]);
    const required = { ...buyer, capacity: 'otherParty', mustVerify: true, requiredBy: ['NZL'] } as const;
    for (const jurisdictions of [['NZL'], ['NZL', 'AUS']] as const) {
      expect(
        activityCompletionBlockers({
          ...facts({ parties: [seller, required], delayedCdd: null, on: '2026-11-24' }),
          jurisdictions,
        }),
      ).toMatchObject([{ code: 'activity.partyNotVerified', provision: 'NZ s14(3)' }]);
    }
  });

  it('29: a client on the UN and DFAT lists is prohibited in both countries, with reports to both polices', () => {
    const listed = { clientId: 'c', name: 'Listed', listName: 'Both', regimes: ['un', 'dfat'] } as const;
    for (const country of ['NZL', 'AUS'] as const) {
      expect(sanctionsBlockers([listed], [country])).toHaveLength(1);
    }
    const company = { regulatedIn: ['NZL', 'AUS'], sector: 'legal' } as const;
    const reports = sanctionsReports(['un', 'dfat'], company, '2026-11-02');
    expect(reports.map(({ id, due }) => [id, due.by])).toEqual([
      ['afp', 'practicable'],
      ['police', 'day'],
    ]);
    expect(sanctionsReports(['dfat'], { ...company, regulatedIn: ['NZL'] }, '2026-11-02')).toEqual([]);
  });

  it('30: a New Zealand law firm’s suspicion of 23 December 2026 shows as the assessor’s decision, due 8 January', () => {
    const outside = assessed(
      { suspicionReported: true },
      { in: ['NZL'], company: { sector: 'legal' }, on: '2026-12-23' },
    );
    expect(outside.level).toBe('enhanced');
    expect(outside.reasons.map(({ code }) => code)).toEqual(['nz.cdd.assessor']);
    expect(dueFor('nz.sar', { on: '2026-12-23', sector: 'legal' })).toMatchObject({ dueOn: '2027-01-08' });
  });

  it('31: a lawyer’s suspicion of 30 September 2026 in NSW is due 8 October if partly privileged, else 6 October', () => {
    const event = { on: '2026-09-30', sector: 'legal', state: 'NSW' } as const;
    expect(dueFor('au.smr', { ...event, facts: { privilege: 'some' } })).toMatchObject({
      dueOn: '2026-10-08',
    });
    expect(dueFor('au.smr', event)).toMatchObject({ dueOn: '2026-10-06' });
    const outside = assessed(
      { suspicionReported: true },
      { in: ['AUS'], company: { sector: 'legal' }, on: '2026-09-30' },
    );
    expect(outside.level).toBe('enhanced');
    expect(outside.reasons.map(({ code }) => code)).toEqual(['au.cdd.assessor']);
  });

  describe('NZ ss16(3), 20(3), 24(3): verification that follows in a business relationship', () => {
    const firm = { sector: 'legal', regulatedIn: ['NZL'] } as const;
    const delay: DelayFacts = {
      ...sale,
      basis: 'relationship',
      activityType: 'matter',
      capturedActivityNz: 'nz.a6',
      designatedServiceAu: null,
      serviceStartedOn: '2026-11-16',
      ownDay: '2026-11-30',
    };

    it('is due by the company’s own day, of the customer’s side', () => {
      expect(delayProblem(delay, firm)).toBeUndefined();
      expect(delayDue(delay)).toMatchObject({ by: 'day', dueOn: '2026-11-30', row: { rule: 'nz.delay' } });
      expect(delayedSide('relationship', delay)).toBe('customer');
    });

    it.each([
      ['an occasional transaction', { ...delay, activityType: 'transaction' }, firm, 'delayedCddBasis'],
      ['no day of its own', { ...delay, ownDay: null }, firm, 'delayedCddDueOn'],
      ['a day before the service', { ...delay, ownDay: '2026-11-15' }, firm, 'delayedCddDueOn'],
      ['no day of the start', { ...delay, serviceStartedOn: null }, firm, 'serviceStartedOn'],
      ['no captured activity', { ...delay, capturedActivityNz: null }, firm, 'capturedActivityNz'],
      [
        'a company that New Zealand’s law does not bind',
        delay,
        { ...firm, regulatedIn: ['AUS'] },
        'delayedCddBasis',
      ],
      [
        'work that Australia captures too',
        { ...delay, designatedServiceAu: 'au.t6.3' },
        { ...firm, regulatedIn: ['NZL', 'AUS'] },
        'delayedCddBasis',
      ],
    ] as const)('is refused with %s', (_, facts, company, field) => {
      expect(delayProblem(facts as DelayFacts, company)?.field).toBe(field);
    });

    it('lets work be completed with verification outstanding until its day, and not after it', () => {
      const open = (code: string) => ({ ...notDone, code });
      const verification = ['identity.verified', 'address.verified', 'source.verified', 'party.verified'];
      const delayedCdd = {
        basis: 'relationship',
        side: 'customer',
        dueOn: '2026-11-30',
        isApproved: true,
      } as const;
      const on = (day: string, codes: string[]) =>
        complete({
          services: ['nz.a6'],
          jurisdictions: ['NZL'],
          parties: [{ ...buyer, outstanding: [notDone, ...codes.map(open)] }],
          delayedCdd,
          on: day,
        });
      expect(on('2026-11-30', verification)).toEqual([]);
      expect(on('2026-12-01', verification)).toEqual([
        'activity.partyNotVerified',
        ...verification.map(() => 'activity.partyOutstanding'),
      ]);
      // What is collected comes first, and so does screening.
      expect(on('2026-11-30', ['record.dateOfBirth', 'sanctions.checked'])).toEqual([
        'activity.partyOutstanding',
        'activity.partyOutstanding',
      ]);
      // The duty stays, before its day and after completion.
      const party = { ...buyer, outstanding: [notDone] };
      const [owed] = delayedBlockers(facts({ jurisdictions: ['NZL'], parties: [party], delayedCdd }));
      expect(owed?.text).toContain('Verification may follow until 30 Nov 2026');
      expect(owed?.provision).toBe('NZ s37');
    });
  });

  describe('Rules 6-13 to 6-15: delays of financial services', () => {
    const bank = { sector: 'finance', regulatedIn: ['AUS'] } as const;
    const account: DelayFacts = {
      ...sale,
      basis: 'account',
      activityType: 'transaction',
      designatedServiceAu: null,
      serviceStartedOn: '2026-12-01',
      ownDay: '2026-12-11',
    };
    const market: DelayFacts = { ...account, basis: 'market', ownDay: null };

    it('are offered to who gives financial services, as a main or another sector', () => {
      expect(offeredBases({ sector: 'legal' }, ['AUS'])).toEqual(['property', 'general']);
      expect(offeredBases({ sector: 'legal' }, ['NZL'])).toEqual(['relationship']);
      expect(offeredBases({ sector: 'legal' }, ['NZL', 'AUS'])).toEqual([
        'property',
        'general',
        'relationship',
      ]);
      for (const company of [
        { sector: 'finance' },
        { sector: 'legal', otherSectors: ['finance'] },
      ] as const) {
        expect(offeredBases(company, ['AUS'])).toEqual([
          'property',
          'general',
          'account',
          'market',
          'foreign',
        ]);
      }
    });

    it('an account by the company’s own day, a market trade in 5 business days, a foreign establishment by its own day', () => {
      for (const basis of ['account', 'foreign'] as const) {
        const delay = { ...account, basis };
        expect(delayProblem(delay, bank)).toBeUndefined();
        expect(delayDue(delay)).toMatchObject({ by: 'day', dueOn: '2026-12-11' });
        expect(delayedSide(basis, delay)).toBe('customer');
      }
      expect(delayProblem(market, bank)).toBeUndefined();
      expect(delayDue(market)).toMatchObject({
        by: 'day',
        dueOn: '2026-12-08',
        row: { provision: 'AU s29, Rules 6-14' },
      });
      // Finance was bound three months before the second tranche.
      expect(delayDue({ ...market, serviceStartedOn: '2026-03-31' })).toMatchObject({ dueOn: '2026-04-09' });
      expect(delayProblem({ ...market, serviceStartedOn: '2026-03-30' }, bank)?.field).toBe(
        'serviceStartedOn',
      );
    });

    it.each([
      ['a company of another sector', account, { sector: 'legal', regulatedIn: ['AUS'] }, 'delayedCddBasis'],
      [
        'a service of tables 5 and 6',
        { ...account, designatedServiceAu: 'au.t6.3' },
        bank,
        'designatedServiceAu',
      ],
      ['no day of its own', { ...account, ownDay: null }, bank, 'delayedCddDueOn'],
      ['a day before the service', { ...account, ownDay: '2026-11-30' }, bank, 'delayedCddDueOn'],
      [
        'a day of its own where the Rules fix it',
        { ...market, ownDay: '2026-12-20' },
        bank,
        'delayedCddDueOn',
      ],
      ['no day of the start', { ...market, serviceStartedOn: null }, bank, 'serviceStartedOn'],
      [
        'work that New Zealand may capture',
        market,
        { sector: 'finance', regulatedIn: ['NZL', 'AUS'] },
        'delayedCddBasis',
      ],
    ] as const)('are rejected with %s', (_, delay, company, field) => {
      expect(delayProblem(delay as DelayFacts, company)?.field).toBe(field);
    });

    it('let work start, and prohibit transfers before CDD is complete', () => {
      const unverified = {
        fields: { ...facts({}).fields, capturedService: 'Opening an account' },
        services: [],
        offersServices: false,
        parties: [buyer],
        on: '2026-12-08',
      } as const;
      expect(start({ ...unverified, delayedCdd: null })).toEqual(['activity.partyNotVerified']);
      for (const basis of ['account', 'market', 'foreign'] as const) {
        const delayed = {
          ...unverified,
          delayedCdd: { basis, side: 'customer', dueOn: '2026-12-08', isApproved: true },
        } as const;
        expect(start(delayed)).toEqual([]);
        expect(complete(delayed)).toEqual(['activity.partyNotVerified']);
        expect(activityCompletionBlockers(facts(delayed))[0]).toMatchObject({
          text: expect.stringContaining('nothing may be transferred'),
          provision: `AU s28, ${delayProvisions[basis].replace('AU ', '')}`,
        });
        expect(start({ ...delayed, on: '2026-12-09' })).toEqual(['activity.partyNotVerified']);
      }
      // New Zealand has no rule about the start of work.
      expect(start({ ...unverified, delayedCdd: null, jurisdictions: ['NZL'] })).toEqual([]);
    });
  });
});
