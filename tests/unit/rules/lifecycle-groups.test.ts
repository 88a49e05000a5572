import { describe, expect, it } from 'vitest';
import * as activities from '#rules/lifecycles/activities.ts';
import * as checks from '#rules/lifecycles/checks.ts';
import * as clients from '#rules/lifecycles/clients.ts';
import * as company from '#rules/lifecycles/company.ts';
import { getStates, type Lifecycle, transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import * as monitoring from '#rules/lifecycles/monitoring.ts';
import * as risk from '#rules/lifecycles/risk.ts';

/** Whether two groups have no state in common and have all states between them. */
function expectParted<State extends string>(
  lifecycle: Lifecycle<State>,
  ...groups: readonly (readonly State[])[]
): void {
  expect(groups.flat().toSorted()).toEqual(getStates(lifecycle).toSorted());
}

describe('groups of states', () => {
  it('partition all states of their lifecycle', () => {
    expectParted(
      activities.activityLifecycle,
      activities.openActivityStatuses,
      activities.finalActivityStatuses,
    );
    expectParted(
      checks.verificationLifecycle,
      checks.openIdentityVerificationStatuses,
      checks.decidedIdentityVerificationStatuses,
    );
    expectParted(checks.requestLifecycle, checks.openRequestStatuses, [
      'draft',
      'completed',
      'expired',
      'cancelled',
    ]);
    expectParted(
      clients.clientLifecycle,
      clients.prospectiveClientStatuses,
      clients.currentClientStatuses,
      clients.endedClientStatuses,
    );
    expectParted(monitoring.alertLifecycle, monitoring.openAlertStatuses, ['closed']);
    expectParted(
      monitoring.reviewLifecycle,
      monitoring.plannedReviewStatuses,
      ['inProgress'],
      monitoring.finalReviewStatuses,
    );
  });

  it('include as final exactly the states without transitions', () => {
    for (const state of activities.finalActivityStatuses)
      expect(transitionsFrom(activities.activityLifecycle, state)).toEqual([]);
    for (const state of monitoring.finalReviewStatuses)
      expect(transitionsFrom(monitoring.reviewLifecycle, state)).toEqual([]);
  });

  it('match their predicates', () => {
    expect(getStates(clients.clientLifecycle).filter(clients.isEndedClient).toSorted()).toEqual(
      [...clients.endedClientStatuses].toSorted(),
    );
    expect(getStates(checks.requestLifecycle).filter(checks.waitsForRecipient).toSorted()).toEqual(
      [...checks.waitingForRecipient].toSorted(),
    );
    expect(company.billedSubscriptionStatuses).not.toContain('paused');
    expect(risk.editableAssessmentStatuses).toEqual(['draft', 'returned']);
  });
});
