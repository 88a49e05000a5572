import { recordNonCooperation, withdrawNonCooperation } from '#contract/cdd/non-cooperation.ts';
import { allowsNonCooperation } from '#rules/firm/non-cooperation.ts';
import { partyStatement } from './party-statements.ts';
import { nonCooperationStore } from './party-statements-store.ts';

/**
 * POST /activities/:id/non-cooperation. Records the steps taken, the difficulties and that a report was considered: CDD on the other party
 * of a brokered sale then counts as complete. Excludes the outcome of the consideration. AU Rules 6-33(2), (3), 9-4A.
 *
 * POST /activities/:id/non-cooperation/withdrawal. The record stays in the history; CDD on the party is required again.
 */
export const nonCooperation = partyStatement({
  endpoints: { record: recordNonCooperation, withdraw: withdrawNonCooperation },
  store: nonCooperationStore,
  actions: { recorded: 'activity.nonCooperationRecorded', withdrawn: 'activity.nonCooperationWithdrawn' },
  audit: {
    party: 'otherParty',
    steps: 'stepsTaken',
    difficulties: 'difficulties',
    reportConsidered: 'reportConsidered',
  },
  allows: allowsNonCooperation,
  messages: {
    notAllowed:
      'Only CDD on the other party of a sale that you broker can be replaced by this record (AU Rules 6-33). Complete CDD instead.',
    exists: (by, party) => `${by} has recorded this of ${party} already. Withdraw that record first.`,
    absent: 'There is no such record, or it was withdrawn already.',
  },
});
