import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import {
  type DelayBasis,
  type DelayTerms,
  delayBases,
  delayDaysProblem,
  isWithinTerms,
} from '#rules/firm/cdd-delay.ts';
import { delayedBlockers, followsUntil } from '#rules/transition-guards/activity-cdd.ts';
import type { ActivityCompletionFacts, ActivityPartyFacts } from '#rules/transition-guards/activity-facts.ts';
import {
  activityCompletionBlockers,
  activityStartBlockers,
} from '#rules/transition-guards/activity-status.ts';

/*
 * Siblings tried of each rule: the days of the form and the days first recorded; every basis, at start and at completion; both sides of a sale; the
 * last day and the day after it; with and without an approval; a party added, replaced or moved to the delayed side.
 */

const on = '2026-11-28';
const limits = { today: on, maxDays: 30, firstDueOn: null };
const days = {
  basis: 'relationship',
  exchangeOn: null,
  serviceStartedOn: '2026-11-20',
  ownDay: null,
} as const;
const noDays = { exchangeOn: null, serviceStartedOn: null };

describe('days of a delay', () => {
  it.each([
    ['an exchange to come', days, { ...noDays, exchangeOn: '2026-11-29' }, {}, 'exchangeOn'],
    ['an exchange first recorded to come', { ...days, exchangeOn: '2099-01-01' }, noDays, {}, 'exchangeOn'],
    ['a start to come', days, { ...noDays, serviceStartedOn: '2026-11-29' }, {}, 'serviceStartedOn'],
    [
      'a start first recorded to come',
      { ...days, serviceStartedOn: '2099-01-01' },
      noDays,
      {},
      'serviceStartedOn',
    ],
    ['an own day far off', { ...days, ownDay: '2099-12-31' }, noDays, {}, 'delayedCddDueOn'],
    ['the day after the policy’s', { ...days, ownDay: '2026-12-21' }, noDays, {}, 'delayedCddDueOn'],
    [
      'a day after a shorter policy’s',
      { ...days, ownDay: '2026-12-20' },
      noDays,
      { maxDays: 29 },
      'delayedCddDueOn',
    ],
    [
      'a day after the first due day',
      { ...days, ownDay: '2026-12-10' },
      noDays,
      { firstDueOn: '2026-12-09' },
      'delayedCddDueOn',
    ],
  ] as const)('are refused with %s', (_, counted, entered, more, field) => {
    expect(delayDaysProblem(counted, entered, { ...limits, ...more })?.field).toBe(field);
  });

  it('are today’s exchange and start, and the policy’s last day', () => {
    const counted = { ...days, exchangeOn: on, serviceStartedOn: on, ownDay: '2026-12-28' };
    expect(
      delayDaysProblem(counted, { exchangeOn: on, serviceStartedOn: on }, { ...limits, firstDueOn: null }),
    ).toBeUndefined();
    const first = { ...limits, firstDueOn: '2026-12-28' };
    expect(delayDaysProblem(counted, noDays, first)).toBeUndefined();
    // The law fixes the day of the others, whatever was typed.
    expect(delayDaysProblem({ ...counted, basis: 'general', ownDay: null }, noDays, limits)).toBeUndefined();
  });

  it('say the last day that is allowed', () => {
    const late = { ...days, ownDay: '2099-12-31' };
    expect(delayDaysProblem(late, noDays, limits)?.message).toContain('up to 20 Dec 2026');
    const first = { ...limits, firstDueOn: '2026-12-09' };
    expect(delayDaysProblem({ ...days, ownDay: '2026-12-10' }, noDays, first)?.message).toContain(
      'first due on 9 Dec 2026',
    );
  });
});

describe('terms of an approved delay', () => {
  const approved: DelayTerms = {
    basis: 'property',
    ground: 'The buyer signed at an auction',
    riskLimits: 'The deposit stays in trust',
    ownDay: null,
    activityType: 'propertySale',
    designatedServiceAu: 'au.t5.1',
    capturedActivityNz: null,
    parties: [
      { clientId: 's', capacity: 'customer' },
      { clientId: 'b', capacity: 'otherParty' },
    ],
  };

  it.each([
    ['another basis', { basis: 'general' }],
    ['another ground', { ground: 'Other' }],
    ['other limits', { riskLimits: 'Other' }],
    ['no limits', { riskLimits: null }],
    ['an own day', { ownDay: '2026-12-01' }],
    ['another type', { activityType: 'propertyPurchase' }],
    ['another service, and so another side', { designatedServiceAu: 'au.t6.1' }],
    ['another captured activity', { capturedActivityNz: 'nz.a5' }],
    ['another party on its side', { parties: [{ clientId: 'x', capacity: 'otherParty' }] }],
    ['a customer moved to its side', { parties: [{ clientId: 's', capacity: 'otherParty' }] }],
  ] as const)('are left by %s', (_, change) => {
    expect(isWithinTerms({ ...approved, ...change }, approved)).toBe(false);
  });

  it('hold with fewer parties, and others on the other side', () => {
    expect(isWithinTerms(approved, approved)).toBe(true);
    expect(isWithinTerms({ ...approved, parties: [] }, approved)).toBe(true);
    const seller = { clientId: 'y', capacity: 'customer' } as const;
    expect(isWithinTerms({ ...approved, parties: [seller] }, approved)).toBe(true);
  });
});

describe('while CDD is delayed', () => {
  const open = (code: string): Blocker => ({
    code,
    text: `${code}.`,
    provision: 'AU s28',
    fix: { target: 'client.diligence' },
  });
  const verification = [
    'client.cddNotDone',
    'identity.verified',
    'address.verified',
    'source.verified',
    'party.verified',
    'client.partyNotVerified',
  ];
  /** All else: collection, authority, owners, screening and matches, exposure, rating, sources, approvals. */
  const due = [
    'record.dateOfBirth',
    'relationship.purpose',
    'entity.existence',
    'trust.trustees',
    'beneficiaries.known',
    'owners.determined',
    'acting.authority',
    'party.information',
    'sanctions.checked',
    'party.sanctionsChecked',
    'client.matchesUndecided',
    'pep.checked',
    'party.pepChecked',
    'source.obtained',
    'source.wealth',
    'source.funds',
    'findings.written',
    'risk.rated',
    'client.assessmentNotApproved',
    'rule.seniorManagerApproval',
    'client.exceptionEnded',
  ];
  const party = (codes: readonly string[], more: Partial<ActivityPartyFacts> = {}): ActivityPartyFacts => ({
    clientId: 'c',
    name: 'Customer',
    capacity: 'customer',
    outstanding: codes.map(open),
    pepStatus: 'none',
    ...more,
  });
  const facts = (
    basis: DelayBasis,
    parties: readonly ActivityPartyFacts[],
    more: Partial<ActivityCompletionFacts> = {},
  ): ActivityCompletionFacts => ({
    fields: {
      name: 'Purchase',
      activityType: 'propertyPurchase',
      capturedService: 'Conveyancing',
      nature: 'Purchase',
      purpose: 'Home',
    },
    services: basis === 'relationship' ? ['nz.a6'] : ['au.t6.1'],
    offersServices: true,
    formerNoServiceReason: null,
    assessmentOutdatedBy: null,
    outcomeOutdatedBy: null,
    parties,
    assessmentStatus: 'approved',
    assessmentId: 'a',
    outcome: 'approved',
    delayedCdd: { basis, side: 'customer', dueOn: on, isApproved: true },
    propertyDates: { exchangeOn: '2026-11-02' },
    riskLevel: 'low',
    assessmentProhibited: false,
    seniorManagerApproved: false,
    sanctions: [],
    noun: toActivityNoun('conveyancing'),
    jurisdictions: basis === 'relationship' ? ['NZL'] : ['AUS'],
    isAgencyWorkNz: basis === 'relationship',
    on,
    ...more,
  });
  const start = (given: ActivityCompletionFacts) => activityStartBlockers(given);
  const complete = (given: ActivityCompletionFacts) => activityCompletionBlockers(given);
  const acts = delayBases.flatMap((basis) => [
    ['start', basis, start] as const,
    ...(basis === 'relationship' || basis === 'property' ? [['complete', basis, complete] as const] : []),
  ]);

  it.each(acts)('verification may follow, and all else is due: %s, %s', (_, basis, act) => {
    expect(act(facts(basis, [party(verification)]))).toEqual([]);
    for (const code of due) {
      const left = act(facts(basis, [party([...verification, code])]));
      expect([code, left.length]).toEqual([code, 1]);
    }
  });

  it.each(acts)('nothing follows without an approval, which is asked for: %s, %s', (_, basis, act) => {
    const waiting = { basis, side: 'customer', dueOn: on, isApproved: false } as const;
    const left = act(facts(basis, [party(['client.cddNotDone'])], { delayedCdd: waiting }));
    expect(left.map(({ code }) => code)).toEqual(['activity.partyNotVerified', 'activity.delayNotApproved']);
    expect(left[1]?.text).toContain('awaiting approval by someone who may grant exceptions from CDD');
    expect(left[1]?.fix).toEqual({ target: 'activity.delay' });
    // Nor is it asked for where there is nothing to follow.
    expect(act(facts(basis, [party([])], { delayedCdd: waiting }))).toEqual([]);
  });

  it.each(acts)(
    'nothing follows after the last day, nor where CDD cannot be completed: %s, %s',
    (_, basis, act) => {
      expect(act(facts(basis, [party(verification)]))).toEqual([]);
      const late = act(facts(basis, [party(['client.cddNotDone'])], { on: '2026-11-29' }));
      expect(late.map(({ code }) => code)).toEqual(['activity.partyNotVerified']);
      const unable = act(facts(basis, [party(['client.cddNotDone'], { isUnable: true })]));
      expect(unable.map(({ code }) => code)).toEqual(['activity.partyNotVerified']);
    },
  );

  it.each(['general', 'account', 'market', 'foreign'] as const)('nothing is completed under %s', (basis) => {
    const [blocker, ...others] = complete(facts(basis, [party(['client.cddNotDone'])]));
    expect(others).toEqual([]);
    expect(blocker?.text).toContain('nothing may be transferred');
  });

  it('a sale is not completed before its exchange is recorded, though it starts', () => {
    const sale = facts('property', [party(['client.cddNotDone'])], {
      propertyDates: { settlementOn: '2090-01-01' },
    });
    expect(start(sale)).toEqual([]);
    const [, missing] = complete(sale);
    expect(missing).toEqual({
      code: 'activity.exchangeMissing',
      text: 'Enter the day of exchange: until then a delay of CDD covers starting, not completing.',
      provision: 'AU Rules 6-32',
      fix: { target: 'activity.edit', id: 'exchangeOn' },
    });
    expect(complete(sale)).toHaveLength(2);
    expect(followsUntil(sale)).toBeNull();
    const done = facts('property', [party([])], { propertyDates: {} });
    expect(complete(done)).toEqual([]);
  });

  it('the other party of a sale is screened, checked and rated too', () => {
    const other = (codes: readonly string[]) => [
      party([]),
      party(codes, { clientId: 'o', capacity: 'otherParty', mustVerify: true }),
    ];
    const delayedCdd = { basis: 'property', side: 'otherParty', dueOn: on, isApproved: true } as const;
    const left = (codes: readonly string[]) =>
      complete(facts('property', other(codes), { services: ['au.t5.1'], delayedCdd })).length;
    expect(left(verification)).toBe(0);
    for (const code of due) expect([code, left([...verification, code])]).toEqual([code, 1]);
    // The seller is not on the delayed side.
    const seller = facts('property', [party(['client.cddNotDone'])], { services: ['au.t5.1'], delayedCdd });
    expect(complete(seller)).toHaveLength(1);
  });

  it('a confirmed sanctions match prohibits every act', () => {
    const listed = { clientId: 'c', name: 'Customer', listName: 'DFAT', regimes: ['dfat'] } as const;
    const sale = facts('property', [party(verification)], { sanctions: [listed] });
    expect(complete(sale).map(({ code }) => code)).toEqual(['rule.prohibition']);
  });

  it('funds are obtained, and in New Zealand their verification follows', () => {
    const funds = (claimed: number) => ({
      target: { amount: 100, currency: 'NZD' },
      sums: [{ currency: 'NZD', claimed, evidenced: 0, verified: 0 }],
      evidence: 'obtained' as const,
      uncovered: 100,
    });
    const nz = (claimed: number, fundsProvision = 'NZ s24(1)(b)') =>
      complete(
        facts('relationship', [party(['source.verified'], { fundsProvision })], { funds: funds(claimed) }),
      ).map(({ code }) => code);
    expect(nz(100)).toEqual([]);
    expect(nz(99)).toEqual(['activity.fundsNotCovered']);
    expect(nz(100, 'NZ s24(1)(b), AU Rules 6-21')).toEqual(['activity.fundsNotCovered']);
    const au = facts('property', [party([], { fundsProvision: 'AU Rules 6-21' })], { funds: funds(100) });
    expect(complete(au).map(({ code }) => code)).toEqual(['activity.fundsNotCovered']);
  });

  it('the progress shows the last day while verification follows, and what remains due stays after completion', () => {
    const sale = facts('property', [party(verification)]);
    expect(followsUntil(sale)).toBe(on);
    expect(followsUntil(facts('property', [party(['sanctions.checked'])]))).toBeNull();
    expect(followsUntil(facts('general', [party(verification)]))).toBeNull();
    expect(followsUntil({ ...sale, on: '2026-11-29' })).toBeNull();
    expect(delayedBlockers(sale)).toHaveLength(verification.length);
  });

  it('declined work needs none of it', () => {
    const sale = facts('property', [party(due)], { outcome: 'declined' });
    expect([start(sale), complete(sale)]).toEqual([[], []]);
  });
});
