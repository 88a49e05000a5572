import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { Coverage } from '#rules/source-of-funds/coverage.ts';
import { delayedBlockers } from '#rules/transition-guards/activity-cdd.ts';
import type {
  ActivityCompletionFacts,
  ActivityPartyFacts,
  DelayedCdd,
} from '#rules/transition-guards/activity-facts.ts';
import { activityReviewBlockers } from '#rules/transition-guards/activity-review.ts';
import { activityCompletionBlockers } from '#rules/transition-guards/activity-status.ts';
import { sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';

const customer: ActivityPartyFacts = {
  clientId: 'c1',
  name: 'Example Holdings Limited',
  capacity: 'customer',
  outstanding: [],
  pepStatus: 'none',
};

/** A client's record before CDD is complete. */
const notDone: Blocker = {
  code: 'client.cddNotDone',
  text: 'CDD is not complete.',
  provision: 'NZ s11',
  fix: { target: 'client.diligence' },
};
const unfinished: ActivityPartyFacts = { ...customer, outstanding: [notDone] };

const ready: ActivityCompletionFacts = {
  fields: {
    name: 'Sale of 1 Example Street',
    activityType: 'conveyance',
    capturedService: 'realEstate.sale',
    nature: 'Sale of a house',
    purpose: 'To buy a smaller one',
  },
  parties: [customer],
  assessmentStatus: 'approved',
  assessmentId: 'a1',
  outcome: 'approved',
  services: [],
  offersServices: false,
  formerNoServiceReason: null,
  assessmentOutdatedBy: null,
  outcomeOutdatedBy: null,
  delayedCdd: null,
  propertyDates: { exchangeOn: '2026-11-02' },
  riskLevel: 'medium',
  assessmentProhibited: false,
  seniorManagerApproved: false,
  sanctions: [],
  noun: toActivityNoun('conveyancing'),
  jurisdictions: ['NZL'],
  on: '2026-11-21',
};

/** Delayed CDD on the other party of a sale of property. */
const delayedUntil = (dueOn: string): DelayedCdd => ({
  basis: 'property',
  side: 'otherParty',
  dueOn,
  isApproved: true,
});

const reviewCodes = (facts: Partial<ActivityCompletionFacts>) =>
  activityReviewBlockers({ ...ready, ...facts }).map(({ code }) => code);
const codes = (facts: Partial<ActivityCompletionFacts>) =>
  activityCompletionBlockers({ ...ready, ...facts }).map(({ code }) => code);

describe('an activity goes to review', () => {
  it('with its fields, a customer and an assessment submitted or approved', () => {
    expect(reviewCodes({})).toEqual([]);
    expect(reviewCodes({ assessmentStatus: 'submitted' })).toEqual([]);
  });

  it.each(['draft', 'returned', 'superseded', 'void', null] as const)(
    'is blocked with the assessment status %s',
    (status) =>
      expect(reviewCodes({ assessmentStatus: status })).toEqual(['activity.assessmentNotSubmitted']),
  );

  it.each(['name', 'activityType', 'capturedService', 'nature', 'purpose'] as const)(
    'not without %s',
    (name) => {
      for (const empty of [null, '', '   ']) {
        const blockers = activityReviewBlockers({ ...ready, fields: { ...ready.fields, [name]: empty } });
        expect(blockers.map(({ code, fix }) => [code, fix])).toEqual([
          ['activity.fieldMissing', { target: 'activity.edit', id: name }],
        ]);
      }
    },
  );

  it('not for other parties alone', () => {
    expect(reviewCodes({ parties: [{ ...customer, capacity: 'otherParty' }] })).toEqual([
      'activity.customerMissing',
    ]);
  });

  it('lists all blockers at once', () => {
    const nothing = { name: null, activityType: null, capturedService: null, nature: null, purpose: null };
    expect(reviewCodes({ fields: nothing, parties: [], assessmentStatus: null })).toEqual([
      ...Array(5).fill('activity.fieldMissing'),
      'activity.customerMissing',
      'activity.assessmentNotSubmitted',
    ]);
  });
});

describe('an activity is completed', () => {
  it('without blockers', () => expect(activityCompletionBlockers(ready)).toEqual([]));

  it('not without an outcome or an approved assessment', () => {
    expect(codes({ outcome: null })).toEqual(['activity.outcomeMissing']);
    expect(codes({ assessmentStatus: 'submitted' })).toEqual(['activity.assessmentNotApproved']);
    expect(activityCompletionBlockers({ ...ready, assessmentStatus: 'submitted' })[0]?.fix).toEqual({
      target: 'activity.assessment',
      id: 'a1',
    });
    expect(codes({ assessmentStatus: null })).toEqual(['activity.assessmentNotSubmitted']);
    expect(codes({ assessmentProhibited: true })).toEqual(['activity.prohibited']);
    const sanction = { clientId: 'c1', name: 'Ngaio Example', listName: 'List', regimes: ['un'] as const };
    expect(codes({ sanctions: [sanction] })).toEqual(['rule.prohibition']);
    expect(codes({ sanctions: [{ ...sanction, regimes: ['dfat'] }] })).toEqual([]);
    expect(codes({ sanctions: [sanction], outcome: 'declined' })).toEqual([]);
  });

  it('with CDD complete on customers and persons on whose behalf they act, and on other parties where required', () => {
    expect(codes({ parties: [unfinished] })).toEqual(['activity.partyNotVerified']);
    expect(codes({ parties: [customer, { ...unfinished, capacity: 'onBehalfOf' }] })).toEqual([
      'activity.partyNotVerified',
    ]);
    expect(codes({ parties: [customer, { ...unfinished, capacity: 'otherParty' }] })).toEqual([]);
    expect(
      codes({ parties: [customer, { ...unfinished, capacity: 'otherParty', mustVerify: true }] }),
    ).toEqual(['activity.partyNotVerified']);
  });

  it('with its value covered by its own lines where a customer’s rules require source of funds', () => {
    const asking: ActivityPartyFacts = { ...customer, fundsProvision: 'NZ s24(1)(b)' };
    const target = { amount: 70_000_000, currency: 'NZD' };
    const funds: Coverage = { target, sums: [], evidence: 'obtained', uncovered: 63_000_000 };
    expect(activityCompletionBlockers({ ...ready, parties: [asking, customer], funds })).toEqual([
      {
        code: 'activity.fundsNotCovered',
        text: expect.stringMatching(
          /NZD 630,000\.00 of NZD 700,000\.00 still has to be covered by verified lines\. Required for Example Holdings Limited\.$/,
        ),
        provision: 'NZ s24(1)(b)',
        fix: { target: 'client.funds', of: 'c1' },
      },
    ]);
    const withoutValue: Coverage = { ...funds, target: null, uncovered: null };
    expect(
      activityCompletionBlockers({ ...ready, parties: [asking], funds: withoutValue })[0]?.text,
    ).toContain('not every line is verified');
    const of = (more: Partial<ActivityCompletionFacts>) => codes({ parties: [asking], funds, ...more });
    expect(of({ funds: { ...funds, evidence: 'verified', uncovered: 0 } })).toEqual([]);
    expect(of({ funds: null })).toEqual([]);
    expect(of({ parties: [customer] })).toEqual([]);
    expect(of({ parties: [customer, { ...asking, capacity: 'otherParty' }] })).toEqual([]);
    expect(of({ outcome: 'declined' })).toEqual([]);
  });

  it('with all requirements of a customer’s own record, each fixed on that record', () => {
    const outstanding: Blocker[] = [
      notDone,
      {
        code: 'identity.verified',
        text: 'Verify the client’s identity.',
        provision: 'NZ s16',
        fix: { target: 'client.verifications' },
      },
      {
        code: 'sanctions.checked',
        text: 'Screen the client against sanctions lists.',
        provision: 'AU s28(2)(e)',
        fix: { target: 'client.screening' },
      },
      {
        code: 'risk.rated',
        text: 'Assess the client’s risk.',
        provision: 'NZ reg 12AC',
        fix: { target: 'client.assessments' },
      },
    ];
    const found = activityCompletionBlockers({ ...ready, parties: [{ ...customer, outstanding }] });
    expect(found.map(({ text, provision, fix }) => [text, provision, fix])).toEqual([
      [
        'CDD on Example Holdings Limited is not complete. Complete it, or end the relationship.',
        'NZ s37',
        { target: 'client.diligence', id: 'c1' },
      ],
      [
        'Example Holdings Limited: Verify the client’s identity.',
        'NZ s16',
        { target: 'client.verifications', of: 'c1' },
      ],
      [
        'Example Holdings Limited: Screen the client against sanctions lists.',
        'AU s28(2)(e)',
        { target: 'client.screening', of: 'c1' },
      ],
      [
        'Example Holdings Limited: Assess the client’s risk.',
        'NZ reg 12AC',
        { target: 'client.assessments', of: 'c1' },
      ],
    ]);
  });

  it('lists a prohibition once, as the activity’s own', () => {
    const sanctions = [{ clientId: 'c1', name: 'Ngaio Example', listName: 'List', regimes: ['un'] as const }];
    const outstanding: Blocker[] = sanctionsBlockers(sanctions, ['NZL']);
    expect(codes({ parties: [{ ...customer, outstanding }] })).toEqual([]);
    expect(codes({ parties: [{ ...customer, outstanding }], sanctions })).toEqual(['rule.prohibition']);
  });

  it('later for other parties, while delayed CDD is in date', () => {
    const parties = [customer, { ...unfinished, capacity: 'otherParty', mustVerify: true } as const];
    const jurisdictions = ['AUS'] as const;
    expect(codes({ parties, delayedCdd: delayedUntil('2026-11-21'), jurisdictions })).toEqual([]);
    const facts = { ...ready, parties, delayedCdd: delayedUntil('2026-11-20'), jurisdictions };
    expect(activityCompletionBlockers(facts)).toEqual([
      {
        code: 'activity.partyNotVerified',
        text: 'CDD on Example Holdings Limited is not complete. Delayed CDD was due on 20 Nov 2026. Complete it, or end the relationship.',
        provision: 'AU s28, Rules 6-32',
        fix: { target: 'client.diligence', id: 'c1' },
      },
    ]);
  });

  it.each(['customer', 'onBehalfOf'] as const)(
    'is blocked without CDD on a party in the capacity %s, even if delayed',
    (capacity) => {
      const parties = [customer, { ...unfinished, clientId: 'c2', capacity }];
      const found = activityCompletionBlockers({ ...ready, parties, delayedCdd: delayedUntil('2027-01-31') });
      expect(found.map(({ code, fix, text }) => [code, fix.id, text])).toEqual([
        [
          'activity.partyNotVerified',
          'c2',
          'CDD on Example Holdings Limited is not complete. Complete it, or end the relationship.',
        ],
      ]);
    },
  );

  it('though delayed CDD on other parties remains due after it', () => {
    const parties = [
      unfinished,
      { ...unfinished, clientId: 'c2', capacity: 'otherParty', mustVerify: true } as const,
      { ...customer, clientId: 'c3', capacity: 'otherParty', mustVerify: true } as const,
      { ...unfinished, clientId: 'c4', capacity: 'otherParty' } as const,
    ];
    const left = (delayedCdd: DelayedCdd | null) =>
      delayedBlockers({ parties, delayedCdd, jurisdictions: ['AUS'], services: [], on: '2026-11-21' });
    expect(left(delayedUntil('2026-12-01')).map(({ fix }) => fix.id)).toEqual(['c2']);
    expect(left(delayedUntil('2026-11-01'))[0]?.text).toContain('was due on 1 Nov 2026');
    expect(left(null)).toEqual([]);
  });

  it('by a senior manager’s approval where the risk is high or a customer a foreign PEP', () => {
    const exposed = (pepStatus: ActivityPartyFacts['pepStatus'], more: Partial<ActivityPartyFacts> = {}) =>
      codes({ parties: [customer, { ...customer, clientId: 'c2', pepStatus, ...more }] });
    expect(codes({ riskLevel: 'high' })).toEqual(['activity.seniorManagerMissing']);
    expect(codes({ riskLevel: 'high', seniorManagerApproved: true })).toEqual([]);
    expect(exposed('foreign')).toEqual(['activity.seniorManagerMissing']);
    expect(exposed('relativeOrAssociate')).toEqual(['activity.seniorManagerMissing']);
    expect(exposed('relativeOrAssociate', { pepOf: 'domestic' })).toEqual([]);
    expect(exposed('domestic')).toEqual([]);
    expect(exposed('foreign', { capacity: 'otherParty' })).toEqual([]);
    // The law requires a senior manager for PEPs alone; for other high risk it is the company's own rule.
    const provision = (more: Parameters<typeof codes>[0]) =>
      activityCompletionBlockers({ ...ready, ...more })[0]?.provision;
    expect(provision({ riskLevel: 'high' })).toBe('Your AML/CFT programme');
    const foreign = { parties: [{ ...customer, pepStatus: 'foreign' }] } as const;
    for (const riskLevel of ['low', 'high'] as const) {
      expect(provision({ ...foreign, riskLevel, jurisdictions: ['NZL', 'AUS'] })).toBe(
        'NZ s26(2)(a), AU Rules 5-5',
      );
    }
    // In Australia the law names a senior manager for a PEP of any kind at high risk, of the work or of the client.
    for (const pepStatus of ['domestic', 'internationalOrganisation'] as const) {
      const party = { ...customer, pepStatus };
      const [risky, parties] = [[{ ...party, riskLevel: 'high' as const }], [party]];
      expect(provision({ parties, riskLevel: 'high', jurisdictions: ['NZL', 'AUS'] })).toBe('AU Rules 5-5');
      expect(provision({ parties: risky, jurisdictions: ['AUS'] })).toBe('AU Rules 5-5');
      expect(provision({ parties, jurisdictions: ['AUS'] })).toBeUndefined();
      expect(provision({ parties, riskLevel: 'high', jurisdictions: ['NZL'] })).toBe(
        'Your AML/CFT programme',
      );
      expect(provision({ parties: risky, jurisdictions: ['NZL'] })).toBeUndefined();
    }
  });

  it('as declined with requirements outstanding: work not carried out needs no CDD', () => {
    expect(
      codes({
        outcome: 'declined',
        parties: [unfinished],
        assessmentStatus: 'submitted',
        assessmentProhibited: true,
        riskLevel: 'high',
      }),
    ).toEqual([]);
  });

  it('lists all blockers at once', () => {
    expect(
      codes({
        fields: { ...ready.fields, purpose: '' },
        outcome: null,
        parties: [unfinished, { ...unfinished, clientId: 'c2' }],
        assessmentStatus: 'submitted',
        assessmentProhibited: true,
        riskLevel: 'high',
      }),
    ).toEqual([
      'activity.fieldMissing',
      'activity.outcomeMissing',
      'activity.partyNotVerified',
      'activity.partyNotVerified',
      'activity.assessmentNotApproved',
      'activity.prohibited',
      'activity.seniorManagerMissing',
    ]);
  });
});
