import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { capacities } from '#rules/activity-types.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { pepStatuses } from '#rules/clients/client-types.ts';
import { delayBases } from '#rules/firm/cdd-delay.ts';
import type { ActivityCompletionFacts, ActivityPartyFacts } from '#rules/transition-guards/activity-facts.ts';
import { activityCompletionBlockers } from '#rules/transition-guards/activity-status.ts';
import { anyCountries } from '../cdd-rule-packs/any-facts.ts';

const outstanding: readonly Blocker[] = [
  {
    code: 'client.cddNotDone',
    text: 'CDD is not complete.',
    provision: 'NZ s11',
    fix: { target: 'client.diligence' },
  },
  {
    code: 'sanctions.checked',
    text: 'Screen the client.',
    provision: 'NZ Russia Sanctions Act 2022',
    fix: { target: 'client.screening' },
  },
  {
    code: 'source.funds',
    text: 'Verify the source of funds.',
    provision: 'NZ s24(1)(b)',
    fix: { target: 'client.funds' },
  },
  {
    code: 'owners.determined',
    text: 'Determine the beneficial owners.',
    provision: 'AU s28(2)(d)',
    fix: { target: 'client.findings' },
  },
];

const anyParty: fc.Arbitrary<ActivityPartyFacts> = fc.record({
  clientId: fc.uuid(),
  name: fc.constant('Ngaio Example'),
  capacity: fc.constantFrom(...capacities),
  outstanding: fc.subarray([...outstanding]),
  pepStatus: fc.constantFrom(...pepStatuses),
  mustVerify: fc.boolean(),
  fundsProvision: fc.constantFrom(null, 'AU Rules 6-21'),
  hasRelated: fc.boolean(),
  nonCooperation: fc.constantFrom(null, {
    steps: 'Asked',
    difficulties: 'No answer',
    reportConsidered: true,
  }),
  arrangement: fc.constantFrom(null, {
    participant: 'Example Conveyancing',
    responsibilities: 'Example Conveyancing does CDD',
    agreedOn: '2026-11-02',
    cddDoneOn: '2026-11-10',
    receivedOn: '2026-11-11',
  }),
});

const anyActivity: fc.Arbitrary<ActivityCompletionFacts> = fc.record({
  fields: fc.constant({
    name: 'Sale of 1 Example Street',
    activityType: 'conveyance',
    capturedService: 'Sale',
    nature: 'Sale of a house',
    purpose: null,
  }),
  services: fc.subarray(['nz.a6', 'au.t5.1', 'au.t6.1', 'au.t6.6'] as const),
  propertyDates: fc.constantFrom({}, { exchangeOn: '2026-11-02', settlementOn: '2026-12-14' }),
  offersServices: fc.boolean(),
  formerNoServiceReason: fc.constantFrom(null, 'Advice on a lease'),
  assessmentOutdatedBy: fc.constantFrom(null, ['maxTransactionValue']),
  outcomeOutdatedBy: fc.constant(null),
  parties: fc.array(anyParty, { maxLength: 4 }),
  assessmentStatus: fc.constantFrom('approved' as const, 'submitted' as const, null),
  assessmentId: fc.constant('a1'),
  outcome: fc.constantFrom('approved' as const, null),
  noun: fc.constant(toActivityNoun('conveyancing')),
  jurisdictions: anyCountries,
  delayedCdd: fc.option(
    fc.record({
      basis: fc.constantFrom(...delayBases),
      side: fc.constantFrom('otherParty' as const, 'customer' as const),
      dueOn: fc.constantFrom('2026-11-20', '2026-11-21'),
      isApproved: fc.boolean(),
    }),
  ),
  riskLevel: fc.constantFrom('low' as const, 'high' as const, null),
  assessmentProhibited: fc.boolean(),
  seniorManagerApproved: fc.boolean(),
  funds: fc.constantFrom(null, {
    target: { amount: 100, currency: 'NZD' as const },
    sums: [],
    evidence: 'obtained' as const,
    uncovered: 100,
  }),
  sanctions: fc.constant([]),
  on: fc.constant('2026-11-21'),
});

const listed = { clientId: 'c9', name: 'Ngaio Example', listName: 'UN', regimes: ['un'] } as const;

const ofParties =
  (change: Partial<ActivityPartyFacts>) =>
  ({ parties }: ActivityCompletionFacts): Partial<ActivityCompletionFacts> => ({
    parties: parties.map((party) => ({ ...party, ...change })),
  });

/** What adds risk to an activity, one thing each. */
const risks: Record<string, (facts: ActivityCompletionFacts) => Partial<ActivityCompletionFacts>> = {
  pep: ofParties({ pepStatus: 'foreign' }),
  outdatedAssessment: () => ({ assessmentOutdatedBy: ['maxTransactionValue'] }),
  outdatedOutcome: () => ({ outcome: null, outcomeOutdatedBy: ['parties'] }),
  open: ofParties({ outstanding }),
  required: ofParties({ mustVerify: true }),
  funds: ofParties({ fundsProvision: 'AU Rules 6-21' }),
  cooperates: ofParties({ nonCooperation: null }),
  ownWork: ofParties({ arrangement: null }),
  // Recording an exchange that is missing is asked for, and no risk.
  moved: ({ propertyDates }) => ({
    propertyDates: {
      ...(propertyDates?.exchangeOn ? { exchangeOn: '2026-10-01' } : {}),
      settlementOn: '2026-11-05',
    },
  }),
  sanctions: () => ({ sanctions: [listed] }),
  rating: () => ({ riskLevel: 'high' }),
  answer: () => ({ assessmentProhibited: true }),
};

/** Which thing blocks: the party that a funds blocker links to is only the first of those it names. */
const toSubject = ({ code, fix }: Blocker) =>
  code === 'activity.fundsNotCovered' ? code : `${code} ${fix.of ?? ''} ${fix.id ?? ''}`;
const getBlockers = (facts: ActivityCompletionFacts) => activityCompletionBlockers(facts).map(toSubject);

/** Blockers that adding a party settles, by the capacity that they ask for. */
const metByAdding = ['activity.customerMissing', 'activity.formedEntityMissing'];

describe('more risk never removes what blocks completing an activity', () => {
  it('by any of the things that add it', () => {
    fc.assert(
      fc.property(
        anyActivity,
        fc.subarray(Object.keys(risks), { minLength: 1, maxLength: 3 }),
        (facts, chosen) => {
          let riskier = facts;
          for (const name of chosen) riskier = { ...riskier, ...risks[name]?.(riskier) };
          const left = getBlockers(riskier);
          expect(getBlockers(facts).filter((thing) => !left.includes(thing))).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('by a party in any capacity, but for the capacity that was missing', () => {
    fc.assert(
      fc.property(anyActivity, anyParty, (facts, party) => {
        const left = getBlockers({ ...facts, parties: [...facts.parties, party] });
        const lifted = getBlockers(facts).filter((thing) => !left.includes(thing));
        expect(lifted.filter((thing) => !metByAdding.includes(thing.split(' ')[0] ?? ''))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
