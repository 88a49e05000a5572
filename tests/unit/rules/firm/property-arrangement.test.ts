import { describe, expect, it } from 'vitest';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { missingBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import {
  allowsArrangement,
  arrangementProblem,
  isArranged,
  outstandingUnderArrangement,
} from '#rules/firm/property-arrangement.ts';
import { assessed, owner } from '../cdd-rule-packs/client-facts.ts';

/** Exchange and settlement of worked case 21: CDD by 3 August, data by 14 August. */
const sale = { exchangeOn: '2026-07-06', settlementOn: '2026-08-17', settlementFirstAgreedOn: '2026-08-17' };
const arrangement = {
  participant: 'Example Conveyancing',
  responsibilities: 'Example Conveyancing does CDD on the buyer and sends the data.',
  agreedOn: '2026-07-06',
  cddDoneOn: '2026-08-03',
  receivedOn: '2026-08-14',
};

describe('an arrangement between participants of a sale (AU Rules 6-33(1))', () => {
  it('counts with CDD 28 days after exchange and data 3 days before settlement, and not a day later', () => {
    expect(arrangementProblem(arrangement, sale)).toBeNull();
    expect(arrangementProblem({ ...arrangement, cddDoneOn: '2026-08-04' }, sale)).toMatchObject({
      field: 'cddDoneOn',
      text: 'CDD had to be done by 3 Aug 2026, 28 days after exchange. Complete CDD yourself',
    });
    const late = arrangementProblem({ ...arrangement, receivedOn: '2026-08-15' }, sale);
    expect(late?.field).toBe('receivedOn');
    expect(late?.text).toContain('received by 14 Aug 2026');
  });

  it('counts from the settlement agreed first, or an earlier one', () => {
    const moved = { ...sale, settlementOn: '2026-10-30' };
    expect(arrangementProblem({ ...arrangement, receivedOn: '2026-08-15' }, moved)?.field).toBe('receivedOn');
    const earlier = { ...sale, settlementOn: '2026-08-10' };
    expect(arrangementProblem(arrangement, earlier)?.field).toBe('receivedOn');
  });

  it('rejects days before the law, out of order, or without the dates of the sale', () => {
    const field = (more: object, dates: object = sale) =>
      arrangementProblem({ ...arrangement, ...more }, dates)?.field;
    expect(field({ cddDoneOn: '2026-06-30' })).toBe('cddDoneOn');
    expect(field({ cddDoneOn: '2026-07-01' })).toBeUndefined();
    expect(field({ agreedOn: '2026-08-15' })).toBe('agreedOn');
    expect(field({ receivedOn: '2026-08-02' })).toBe('receivedOn');
    expect(field({}, { exchangeOn: '2026-07-06' })).toBe('dates');
    expect(field({}, { settlementOn: '2026-08-17' })).toBe('dates');
    expect([isArranged(null, sale), isArranged(arrangement, sale)]).toEqual([false, true]);
    expect(isArranged({ ...arrangement, responsibilities: ' ' }, sale)).toBe(false);
  });

  it('is for brokers on both sides, and for who acts in the sale on the own customer', () => {
    const allowed = (
      capacity: 'customer' | 'otherParty' | 'onBehalfOf',
      code: 'au.t5.1' | 'au.t6.1' | 'au.t5.2',
    ) => allowsArrangement({ capacity, designatedServiceAu: code, jurisdictions: ['NZL', 'AUS'] });
    expect([allowed('customer', 'au.t5.1'), allowed('otherParty', 'au.t5.1')]).toEqual([true, true]);
    expect([allowed('customer', 'au.t6.1'), allowed('otherParty', 'au.t6.1')]).toEqual([true, false]);
    expect([allowed('customer', 'au.t5.2'), allowed('onBehalfOf', 'au.t5.1')]).toEqual([false, false]);
    const nowhere = { capacity: 'customer', designatedServiceAu: 'au.t5.1', jurisdictions: ['NZL'] } as const;
    expect(allowsArrangement(nowhere)).toBe(false);
  });

  it('is a rule in force from 1 July 2026 for a firm of the second tranche', () => {
    const inForce = (on: string) =>
      activityRulesOn('AUS', '2026-07-01', on).filter(({ code }) => code === 'au.property.share');
    expect(inForce('2026-06-30')).toEqual([]);
    expect(inForce('2026-07-01')).toMatchObject([{ provision: 'AU Rules 6-33(1), 5-20', certainty: 'A' }]);
  });
});

describe('what an arrangement leaves outstanding', () => {
  const notDone: Blocker = {
    code: 'client.cddNotDone',
    text: 'CDD is not complete.',
    provision: 'AU s28',
    fix: { target: 'client.diligence' },
  };
  const isUnfinished = ({ code }: Blocker) => code === 'client.cddNotDone';
  const left = (countries: readonly ('NZL' | 'AUS')[], laws = countries) => {
    const client = assessed(
      { clientType: 'company', parties: [{ ...owner, pepStatus: 'notChecked' }] },
      { in: countries, company: { sector: 'conveyancing' }, on: '2026-08-10' },
    );
    const outstanding = [notDone, ...missingBlockers(client)];
    return {
      before: outstanding.map(({ code }) => code),
      after: outstandingUnderArrangement(outstanding, { laws, isUnfinished }).map(({ code }) => code),
    };
  };

  it('is identity, purpose, rating, information and screening, without owners and PEP status', () => {
    const { before, after } = left(['AUS']);
    for (const code of ['owners.determined', 'party.pepChecked', 'party.verified']) {
      expect(before).toContain(code);
      expect(after).not.toContain(code);
    }
    for (const code of ['client.cddNotDone', 'identity.verified', 'relationship.purpose', 'risk.rated']) {
      expect(after).toContain(code);
    }
    expect(after).toContain('sanctions.checked');
  });

  it('is everything that New Zealand requires as well, where its law requires CDD on the party', () => {
    const { after } = left(['NZL', 'AUS']);
    expect(after).toContain('owners.determined');
    expect(after).toContain('party.verified');
    const { after: asOtherParty } = left(['NZL', 'AUS'], ['AUS']);
    for (const code of ['owners.determined', 'party.verified', 'party.pepChecked']) {
      expect(asOtherParty).not.toContain(code);
    }
    expect(asOtherParty).toContain('identity.verified');
  });

  it('no longer says that CDD is incomplete once the company’s own part is done', () => {
    const owners: Blocker = { ...notDone, code: 'owners.determined', provision: 'AU s28(2)(d)' };
    const screening: Blocker = { ...notDone, code: 'sanctions.checked', provision: 'AU s28(2)(e)(ii)' };
    const under = (...blockers: Blocker[]) =>
      outstandingUnderArrangement(blockers, { laws: ['AUS'], isUnfinished }).map(({ code }) => code);
    expect(under(notDone, owners)).toEqual([]);
    expect(under(notDone, owners, screening)).toEqual(['sanctions.checked']);
    const undecided: Blocker = { ...notDone, code: 'client.matchesUndecided', provision: 'AU s28(2)(e)' };
    expect(under(notDone, owners, undecided)).toEqual(['client.matchesUndecided']);
    const acting: Blocker = { ...notDone, code: 'party.verified', provision: 'AU s28(2)(d), AU s28(2)(c)' };
    expect(under(notDone, owners, acting)).toEqual(['client.cddNotDone', 'party.verified']);
  });
});
