import { describe, expect, it } from 'vitest';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { type Blocker, type FixTarget, fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import { cite, getProvisionKind, jurisdictions, ownRules } from '#rules/legal-provisions.ts';
import { fixPermission, whoCanFix } from '#rules/resolution-rights.ts';
import { activityCompletionBlockers } from '#rules/transition-guards/activity-status.ts';
import { approvalBlockers } from '#rules/transition-guards/assessment.ts';
import { exceptionBlockers } from '#rules/transition-guards/cdd-exception.ts';
import { exitBlockers } from '#rules/transition-guards/client-status.ts';
import { memberChangeBlockers } from '#rules/transition-guards/member.ts';
import { checkRunBlockers, decisionBlockers } from '#rules/transition-guards/verification.ts';

const on = '2026-11-21';

/** Blockers of records without anything, under the given laws. */
const blockersUnder = (applying: readonly ('NZL' | 'AUS')[]): Blocker[] => [
  ...activityCompletionBlockers({
    fields: { name: null, activityType: null, capturedService: null, nature: null, purpose: null },
    services: [],
    offersServices: true,
    formerNoServiceReason: null,
    assessmentOutdatedBy: ['parties'],
    outcomeOutdatedBy: null,
    parties: [],
    assessmentStatus: null,
    assessmentId: null,
    outcome: null,
    noun: toActivityNoun('legal'),
    jurisdictions: applying,
    riskLevel: 'high',
    assessmentProhibited: true,
    seniorManagerApproved: false,
    sanctions: [],
    on,
  }),
  ...exitBlockers({ endedOn: null, on, jurisdictions: applying }),
  ...exitBlockers({ endedOn: '2026-11-22', on, jurisdictions: applying }),
  ...exceptionBlockers({ reason: null, endsOn: null, on }),
  ...exceptionBlockers({ reason: 'Because', endsOn: on, on }),
  ...checkRunBlockers({
    method: 'documentSighted',
    consentAt: null,
    documents: [],
    dataSources: [],
    bureauStatement: null,
    checks: [],
    hasDateOfBirth: false,
    jurisdictions: applying,
  }),
  ...(['documentSighted', 'exception', 'reliance', 'distf'] as const).flatMap((method) =>
    decisionBlockers({
      decision: 'verified',
      reason: null,
      machineResult: null,
      rulePassed: false,
      sharesDocument: false,
      method,
      exceptionApproved: false,
      hasEvidence: false,
      needsSecondPerson: true,
      startedBy: 'a',
      decidedBy: 'a',
      jurisdictions: applying,
    }),
  ),
  ...approvalBlockers({
    finalLevel: null,
    computedLevel: null,
    loweredFrom: null,
    politicallyExposed: false,
    fourEyes: 'off',
    eligiblePeople: 2,
    prohibited: true,
    outdatedBy: ['parties'],
    floorsSince: [{ level: 'high', reason: 'a sanctions match is confirmed' }],
    assessedBy: 'a',
    approver: { memberId: 'b', role: 'auditor', designations: [] },
  }),
  ...memberChangeBlockers([{ id: 'a', role: 'owner', status: 'active' }], 'a', { status: 'suspended' }),
];

describe('the provision of a blocker', () => {
  it.each([[['NZL']], [['AUS']], [['NZL', 'AUS']]] as const)(
    'is a law of the company, or its own rule: %s',
    (applying) => {
      const found = blockersUnder(applying);
      const others = jurisdictions.filter(
        (jurisdiction) => !(applying as readonly string[]).includes(jurisdiction),
      );
      for (const { code, provision } of found) {
        const isLaw = getProvisionKind(provision) === 'law';
        expect([code, provision, isLaw ? /^(NZ|AU) /.test(provision) : true]).toEqual([
          code,
          provision,
          true,
        ]);
        for (const other of others) expect(provision).not.toContain(other === 'NZL' ? 'NZ ' : 'AU ');
      }
      const kinds = new Map(found.map(({ code, provision }) => [code, getProvisionKind(provision)]));
      expect(Object.fromEntries(kinds)).toMatchObject({
        'activity.fieldMissing': 'law',
        'activity.assessmentNotSubmitted': 'companyPolicy',
        'activity.outcomeMissing': 'companyPolicy',
        'activity.prohibited': 'companyPolicy',
        'client.endMissing': 'law',
        'client.endInFuture': 'law',
        'exception.reasonMissing': 'companyPolicy',
        'exception.endNotInFuture': 'companyPolicy',
        'verification.consentMissing': 'law',
        'verification.noEvidence': 'law',
        'verification.secondPersonNeeded': 'companyPolicy',
        'assessment.notScorable': 'companyPolicy',
        'assessment.floorSince': 'companyPolicy',
        'assessment.approverReadsOnly': 'account',
        'member.lastOwner': 'account',
      });
    },
  );

  it('is the company’s programme where none of its laws requires it', () => {
    expect(cite(['NZL'], { AUS: 'AU s28' })).toEqual(ownRules.programme);
    expect(cite(['AUS', 'NZL'], { AUS: 'AU s28', NZL: 'NZ s11' })).toEqual({ provision: 'NZ s11, AU s28' });
  });
});

describe('who can resolve a blocker', () => {
  it('is said of settings only, because all but readers can change records', () => {
    expect(whoCanFix('settings.lists')).toBe(
      'An owner or a compliance officer can change this under Settings, Screening lists.',
    );
    expect(whoCanFix('settings.team')).toBe('An owner can change this under Settings, Team.');
    for (const target of Object.keys(fixTargetLabels) as FixTarget[]) {
      expect(whoCanFix(target) === null).toBe(fixPermission(target) === 'records.write');
    }
  });
});
