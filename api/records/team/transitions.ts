import { type MemberWork, transitionMember as transitionEndpoint } from '#contract/company/members.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { memberLifecycle } from '#rules/lifecycles/company.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { leaveCompany } from '../../kernel/sessions/browser-session-store.ts';
import type { TeamDeps } from './invitations.ts';
import { lockPerson, reloadRecord, staleMember } from './person.ts';
import { type Assignee, assertCanReassign, reassignWork } from './reassign-work.ts';
import { enableIdentityUser, syncIdentityServiceStatus } from './sync-identity-service.ts';
import { changeMemberRow, type MemberRow, wasAnswered } from './team-store.ts';

type Transition = EndpointInput<typeof transitionEndpoint>['body'];

const getAction = (from: MemberRow['status'], to: Transition['to']) => {
  if (to === 'suspended') return 'member.suspended';
  if (to === 'active') return 'member.reactivated';
  return from === 'invited' ? 'member.invitationWithdrawn' : 'member.removed';
};

function requireTransition(row: MemberRow, to: Transition['to']): void {
  const move = canTransition(memberLifecycle, row.status, to);
  // An invitation can only be accepted by the invited person.
  if (move.allowed && move.by === 'person') return;
  const message = move.allowed ? 'Only the person who was invited can accept the invitation.' : move.reason;
  throw invalid(message, 'to');
}

/** Dependencies of a transition besides the team's: the reassignment of work before it. */
interface TransitionDeps extends TeamDeps {
  handedOver: MemberWork;
}

const command = commandsFor<TransitionDeps>();
const handler = handlersFor<TeamDeps>();

const runTransition = command(transitionEndpoint, {
  lock: ({ trx, caller, params, body }) => lockPerson(trx, caller, params.id, { status: body.to }),
  stale: staleMember,
  async check({ trx, body }, before) {
    requireTransition(before, body.to);
    await assertCanReassign(trx, before.id, body);
  },
  async change({ trx, at, deps, caller, body: { to }, afterCommit }, before) {
    // A removed person can be invited to this company again.
    const freed = to === 'removed' ? { identity_user_id: null } : {};
    await changeMemberRow(trx, before.id, { status: to, ...freed }, at);
    const subject = before.identity_user_id;
    const belongsElsewhere =
      to !== 'active' && subject !== null
        ? await leaveCompany(trx, { subject, companyId: caller.company.id, at })
        : false;
    afterCommit(() => syncIdentityServiceStatus(deps, before, to, { belongsElsewhere }));
  },
  read: async ({ trx, caller, deps }, { id }) => ({
    member: await reloadRecord(trx, caller, id),
    handedOver: deps.handedOver,
  }),
  again: async ({ trx, caller, params }, { handedOver }) => ({
    member: await reloadRecord(trx, caller, params.id),
    handedOver,
  }),
  events: ({ deps: { handedOver }, body }, { before }) => ({
    action: getAction(before.status, body.to),
    resourceType: 'member',
    resourceId: before.id,
    reason: body.reason,
    detail: {
      name: before.name,
      loginId: before.login_id,
      handedOver,
      handedOverTo: body.handOverTo ?? null,
    },
  }),
});

const nothing = { clients: 0, activities: 0, alerts: 0 };

/**
 * POST /team/:id/transitions. Reassigns work first, in short repeatable transactions; the transition itself is one.
 * @throws `record.versionConflict` for a stale version; `request.invalid` for a transition that the lifecycle does not have, for the last
 * active owner, and for an assignee who cannot take over.
 */
export const transitionMember = handler(transitionEndpoint, async (deps, input, caller) => {
  const {
    params: { id },
    body,
  } = input;
  const prepared =
    body.to === 'active' || body.handOverTo !== undefined
      ? await rehearse(deps, caller, id, body)
      : undefined;
  if (body.to === 'active') await enableIdentityUser(deps, prepared?.row.identity_user_id ?? null);
  const handedOver =
    prepared?.taker === undefined ? nothing : await reassignWork(deps, caller, id, prepared.taker);
  return runTransition.run({ ...deps, handedOver }, caller, input);
});

/** Runs the command's checks before the work outside its transaction. Undefined if the same form was already processed. */
async function rehearse(
  deps: TeamDeps,
  caller: MemberCaller,
  id: string,
  body: Transition,
): Promise<{ row: MemberRow; taker: Assignee | undefined } | undefined> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    if (await wasAnswered(trx, caller, id)) return undefined;
    const row = await lockPerson(trx, caller, id, { status: body.to });
    if (row === null) throw apiError('record.notFound');
    if (row.version !== body.version) {
      const current = staleMember.current({ caller }, row);
      throw apiError('record.versionConflict', { detail: staleMember.message, current });
    }
    requireTransition(row, body.to);
    return { row, taker: await assertCanReassign(trx, id, body) };
  });
}
