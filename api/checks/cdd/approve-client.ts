import { approveClient as approveEndpoint } from '#contract/cdd/cdd.ts';
import type { ClientStatus } from '#rules/clients/client-types.ts';
import { isEndedClient, movesToApproval } from '#rules/lifecycles/clients.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { WorkEvent } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { rejectBlocked } from '../../kernel/http/refuse-blocked.ts';
import { type LockedClient, lockWithCdd, staleCdd } from './locked-client.ts';
import { getApproval, toDiligenceDto } from './requirements.ts';
import type { DiligenceDeps } from './service.ts';
import { applyTransition, type TransitionContext, transitionEvents } from './transitions.ts';

/** Why there is nothing to approve. */
const alreadyDone = (status: ClientStatus) =>
  isEndedClient(status)
    ? 'The relationship with this client has ended. Re-onboard the client before you approve it.'
    : 'CDD on this client is approved already.';

/** Takes a client as far as the caller may, one transition after the other, each as by its own endpoint. */
async function moveToApproval(context: TransitionContext, locked: LockedClient, note: string | undefined) {
  const { caller, time } = context;
  const { status, cddStatus } = locked.client;
  const approval = getApproval(locked.input, caller, time());
  if (approval === null) throw invalid(alreadyDone(status));
  rejectBlocked('Approve client', approval.blockers);
  const moves = movesToApproval({ status, cddStatus }, approval.reaches);
  const events: WorkEvent[] = [];
  let now = locked;
  for (const [index, move] of moves.entries()) {
    const { version } = now.client;
    const transition = { ...move, version, reason: index === moves.length - 1 ? note : undefined };
    const done = await applyTransition(context, now, transition);
    events.push(...transitionEvents(now, transition, done));
    const { input } = done.level;
    now = { client: input.client, input, version: input.client.version };
  }
  return { input: now.input, events };
}

const command = commandsFor<DiligenceDeps>();

/**
 * POST /clients/:id/approval. Starts onboarding and CDD, sends CDD for review and approves it, as far as the caller may; the response
 * says who can approve instead. Outstanding requirements, and a client in review that the caller cannot approve, are rejected with
 * `request.invalid` and all blockers; nothing is changed then. A note is the reason of the last transition.
 */
export const approveClient = command(approveEndpoint, {
  lock: lockWithCdd,
  stale: staleCdd,
  change: (context, locked) => moveToApproval(context, locked, context.body.note),
  read: async ({ caller, time }, _, { input }) => toDiligenceDto(input, caller, time()),
  events: (_, { done }) => done.events,
});
