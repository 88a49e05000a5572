import { isProhibition } from '#rules/alerts/prohibitions.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { isSanctionsItem, ratingItemCode } from '#rules/cdd-rule-packs/item-codes.ts';
import type { CddStatus, ClientStatus } from '#rules/clients/client-types.ts';
import { isEndedClient } from '#rules/lifecycles/clients.ts';

/** Whether CDD of the client can become due again: it is approved, and the relationship has not ended. NZ s31; AU s30. */
export function canBecomeDue({ status, cddStatus }: { status: ClientStatus; cddStatus: CddStatus }): boolean {
  return (cddStatus === 'verified' || cddStatus === 'exceptionApproved') && !isEndedClient(status);
}

const ownTasks = [ratingItemCode, 'client.assessmentNotApproved', 'client.matchesUndecided'];

/**
 * Of the outstanding requirements of a verified client those by which its CDD is due again. Screening, its matches and the risk assessment have
 * statuses and tasks of their own, and are repeated without a new approval of CDD.
 */
export function dueRequirements(outstanding: readonly Blocker[]): Blocker[] {
  return outstanding.filter(
    (blocker) =>
      !isSanctionsItem(blocker.code) && !ownTasks.includes(blocker.code) && !isProhibition(blocker),
  );
}
