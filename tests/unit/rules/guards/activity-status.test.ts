import { describe, expect, it } from 'vitest';
import {
  type ActivityCompletionFacts,
  type ActivityPartyFacts,
  activityCompletionBlockers,
  activityReviewBlockers,
} from '#rules/guards/activity-status.ts';

const customer: ActivityPartyFacts = {
  clientId: 'c1',
  name: 'Example Holdings Limited',
  capacity: 'customer',
  cddStatus: 'verified',
  pepStatus: 'none',
};

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
  outcome: 'approved',
  delayedCdd: null,
  riskLevel: 'medium',
  assessmentProhibited: false,
  seniorManagerApproved: false,
  ruleBlockers: [],
  jurisdictions: ['NZL'],
  on: '2026-11-21',
};

const reviewCodes = (facts: Partial<ActivityCompletionFacts>) =>
  activityReviewBlockers({ ...ready, ...facts }).map(({ code }) => code);
const codes = (facts: Partial<ActivityCompletionFacts>) =>
  activityCompletionBlockers({ ...ready, ...facts }).map(({ code }) => code);

describe('an activity goes to review', () => {
  it('with its fields, a customer and an assessment submitted or approved', () => {
    expect(reviewCodes({})).toEqual([]);
    expect(reviewCodes({ assessmentStatus: 'submitted' })).toEqual([]);
  });

  it.each(['draft', 'returned', 'superseded', 'void', null] as const)('not with an assessment %s', (status) =>
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

  it('is told everything at once', () => {
    const nothing = { name: null, activityType: null, capturedService: null, nature: null, purpose: null };
    expect(reviewCodes({ fields: nothing, parties: [], assessmentStatus: null })).toEqual([
      ...Array(5).fill('activity.fieldMissing'),
      'activity.customerMissing',
      'activity.assessmentNotSubmitted',
    ]);
  });
});

describe('an activity is completed', () => {
  it('when nothing is in the way', () => expect(activityCompletionBlockers(ready)).toEqual([]));

  it('not without an outcome or an approved assessment', () => {
    expect(codes({ outcome: null })).toEqual(['activity.outcomeMissing']);
    expect(codes({ assessmentStatus: 'submitted' })).toEqual(['activity.assessmentNotApproved']);
    expect(codes({ assessmentStatus: null })).toEqual(['activity.assessmentNotSubmitted']);
    expect(codes({ assessmentProhibited: true })).toEqual(['activity.prohibited']);
    const rule = (code: string) => ({ code, text: 'Do not.', fix: { target: 'client.screening' } as const });
    expect(codes({ ruleBlockers: [rule('rule.prohibition'), rule('rule.seniorManagerApproval')] })).toEqual([
      'rule.prohibition',
    ]);
  });

  it('with due diligence done on customers and those on whose behalf it is; on other parties where a rule says so', () => {
    const unfinished = { ...customer, cddStatus: 'inProgress' } as const;
    expect(codes({ parties: [unfinished] })).toEqual(['activity.partyNotVerified']);
    expect(codes({ parties: [customer, { ...unfinished, capacity: 'onBehalfOf' }] })).toEqual([
      'activity.partyNotVerified',
    ]);
    expect(codes({ parties: [customer, { ...unfinished, capacity: 'otherParty' }] })).toEqual([]);
    expect(
      codes({ parties: [customer, { ...unfinished, capacity: 'otherParty', mustVerify: true }] }),
    ).toEqual(['activity.partyNotVerified']);
    expect(
      codes({ parties: [{ ...customer, cddStatus: 'exceptionApproved', exceptionEndsOn: '2026-11-21' }] }),
    ).toEqual([]);
  });

  it('later, while delayed due diligence is in date', () => {
    const parties = [{ ...customer, cddStatus: 'inProgress' } as const];
    expect(codes({ parties, delayedCdd: { dueOn: '2026-11-21' } })).toEqual([]);
    const late = activityCompletionBlockers({ ...ready, parties, delayedCdd: { dueOn: '2026-11-20' } });
    expect(late).toEqual([
      {
        code: 'activity.partyNotVerified',
        text: 'Due diligence on Example Holdings Limited is not finished. The time for doing it later ended on 20 Nov 2026. Finish it, or end the relationship.',
        provision: 'NZ s37',
        fix: { target: 'client.diligence', id: 'c1' },
      },
    ]);
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
  });

  it('as declined, whatever is missing: what is not carried out needs no diligence', () => {
    expect(
      codes({
        outcome: 'declined',
        parties: [{ ...customer, cddStatus: 'unableToComplete' }],
        assessmentStatus: 'submitted',
        assessmentProhibited: true,
        riskLevel: 'high',
      }),
    ).toEqual([]);
  });

  it('is told everything at once', () => {
    expect(
      codes({
        fields: { ...ready.fields, purpose: '' },
        outcome: null,
        parties: [
          { ...customer, cddStatus: 'inProgress' },
          { ...customer, clientId: 'c2', cddStatus: 'notStarted' },
        ],
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
