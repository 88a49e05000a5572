import { recordArrangement, withdrawArrangement } from '#contract/cdd/property-arrangements.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { allowsArrangement, arrangementProblem } from '#rules/firm/property-arrangement.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { partyStatement } from './party-statements.ts';
import { arrangementsStore } from './party-statements-store.ts';

/**
 * POST /activities/:id/arrangements. Records a written arrangement with another participant of the sale, who did CDD on the party: owners, persons on
 * whose behalf it acts and PEP status then count as established. Identity, representatives and purpose stay required. AU Rules 6-33(1), 5-20.
 *
 * POST /activities/:id/arrangements/withdrawal. The record stays in the history; all CDD on the party is required again.
 */
export const arrangements = partyStatement({
  endpoints: { record: recordArrangement, withdraw: withdrawArrangement },
  store: arrangementsStore,
  actions: { recorded: 'activity.arrangementRecorded', withdrawn: 'activity.arrangementWithdrawn' },
  audit: {
    party: 'party',
    participant: 'participant',
    responsibilities: 'responsibilities',
    agreedOn: 'agreedOn',
    cddDoneOn: 'cddDoneOn',
    receivedOn: 'receivedOn',
  },
  allows: allowsArrangement,
  /** Rejects days that are in the future or outside the law's limits, beside their field. */
  check({ time, caller, body }, { details }) {
    const today = companyDay(time(), caller.company.timeZone);
    for (const field of ['agreedOn', 'cddDoneOn', 'receivedOn'] as const) {
      if (body[field] > today) throw invalid('Enter today or an earlier date', field);
    }
    const problem = arrangementProblem(body, details);
    if (problem !== null) throw invalid(problem.text, problem.field === 'dates' ? '' : problem.field);
  },
  messages: {
    notAllowed:
      'Only CDD on a party of a sale that you broker, or on your own customer in a sale, can rest on an arrangement between participants (AU Rules 6-33). Complete CDD instead.',
    exists: (by, party) => `${by} has recorded an arrangement about ${party} already. Withdraw it first.`,
    absent: 'There is no such arrangement, or it was withdrawn already.',
  },
});
