import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { memberChangeInput, memberMoveInput, moveMember, TeamMember } from '#contract/members.ts';
import { type MemberChange, memberChangeBlockers } from '#rules/guards/member.ts';
import { memberLifecycle } from '#rules/lifecycles/company.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { handOver, refuseHandOver, type Taker } from './hand-over.ts';
import { enableFirst, followAtIdentityService } from './identity-follows.ts';
import { accessEnd, type TeamDeps } from './invitations.ts';
import { refuseStaleMember } from './stale-member.ts';
import {
  activeOwners,
  changeMemberRow,
  lockTeam,
  type MemberRow,
  readTeamRow,
  teamMemberOf,
} from './team-store.ts';

type Trx = Transaction<Schema>;
type Move = z.output<typeof memberMoveInput>;

/**
 * The person of a command with the whole team held, so that what is decided on it stays true. The caller's own rights are looked at
 * again: two owners who take each other's role at the same instant must not both succeed.
 */
async function lockPerson(
  trx: Trx,
  caller: MemberCaller,
  id: string,
  change: MemberChange,
): Promise<MemberRow> {
  await lockTeam(trx, caller.company.id);
  const owners = await activeOwners(trx, caller.company.id);
  if (!owners.some((owner) => owner.id === caller.member.id)) {
    throw refuse('role.forbidden', { detail: 'You are no longer an owner of this company.' });
  }
  const row = await readTeamRow(trx, id, true);
  if (row === undefined) throw refuse('record.notFound');
  const [blocker] = memberChangeBlockers(owners, id, change);
  if (blocker !== undefined) throw refuse('request.invalid', { fields: { '': [blocker.text] } });
  return row;
}

const told = ({ role, designations, accessEndsOn }: TeamMember) => ({ role, designations, accessEndsOn });

async function present(trx: Trx, caller: MemberCaller, id: string): Promise<TeamMember> {
  const row = await readTeamRow(trx, id, false);
  if (row === undefined) throw new Error('A member who was just written cannot be read.');
  return teamMemberOf(row, caller.company.timeZone);
}

/**
 * PUT /team/:id: role, designations and last day of access. Refuses a stale version with `record.stale`; with `request.invalid` the
 * demotion of the last active owner, and a person who was removed.
 */
export function changeRights(
  deps: TeamDeps,
  caller: MemberCaller,
  id: string,
  input: z.output<typeof memberChangeInput>,
): Promise<TeamMember> {
  const { company } = caller;
  return asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: input, status: 200 }, async () => {
      const row = await lockPerson(trx, caller, id, { role: input.role });
      refuseStaleMember(row, input.version, company.timeZone);
      const before = teamMemberOf(row, company.timeZone);
      if (row.status === 'removed') {
        throw refuse('request.invalid', { detail: 'This person was removed. Invite them again.' });
      }
      const now = deps.now();
      // A day that stays as it was may be over by now.
      const kept = input.accessEndsOn !== undefined && input.accessEndsOn === before.accessEndsOn;
      await changeMemberRow(
        trx,
        id,
        {
          role: input.role,
          designations: input.designations,
          access_ends_at: kept ? row.access_ends_at : accessEnd(input, company, now),
        },
        now.toISOString(),
      );
      const after = await present(trx, caller, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'member.roleChanged',
        resourceType: 'member',
        resourceId: id,
        reason: input.reason,
        detail: { name: before.name, changes: changesBetween(told(before), told(after)) },
      });
      return after;
    }),
  );
}

const actionOf = (from: MemberRow['status'], to: Move['to']) => {
  if (to === 'suspended') return 'member.suspended';
  if (to === 'active') return 'member.reactivated';
  return from === 'invited' ? 'member.invitationWithdrawn' : 'member.removed';
};

function requireMove(row: MemberRow, to: Move['to']): void {
  const move = mayMove(memberLifecycle, row.status, to);
  // Nobody accepts an invitation for somebody else.
  if (move.allowed && move.by === 'person') return;
  const sentence = move.allowed ? 'Only the person who was invited can accept the invitation.' : move.reason;
  throw refuse('request.invalid', { detail: sentence, fields: { to: [sentence] } });
}

const nothing = { clients: 0, activities: 0, alerts: 0 };

/**
 * POST /team/:id/moves. Work is handed over first, in short transactions that can be gone through again; the move itself is one.
 * Refuses a stale version with `record.stale`; with `request.invalid` a move that the lifecycle does not have, the last active owner,
 * and a taker who cannot take over.
 */
export async function move(
  deps: TeamDeps,
  caller: MemberCaller,
  id: string,
  input: Move,
): Promise<EndpointAnswer<typeof moveMember>> {
  const { company } = caller;
  const once = { record: id, body: input, status: 200 };
  const mine: { before?: MemberRow } = {};
  const check = async (trx: Trx): Promise<{ row: MemberRow; taker: Taker | undefined }> => {
    const row = await lockPerson(trx, caller, id, { status: input.to });
    refuseStaleMember(row, input.version, company.timeZone);
    requireMove(row, input.to);
    return { row, taker: await refuseHandOver(trx, id, input) };
  };
  const prepared =
    input.to === 'active' || input.handOverTo !== undefined
      ? await rehearse(deps, caller, once, check)
      : undefined;
  if (input.to === 'active') await enableFirst(deps, prepared?.row.identity_user_id ?? null);
  const handedOver =
    prepared?.taker === undefined ? nothing : await handOver(deps, caller, id, prepared.taker);
  const answer = await asTenant(deps.db, company.id, (trx) =>
    answerOnce(trx, deps, caller, once, async () => {
      const { row } = await check(trx);
      mine.before = row;
      await changeMemberRow(
        trx,
        id,
        // A removed person's sign-in is free for another company, or for an invitation to this one.
        { status: input.to, ...(input.to === 'removed' ? { identity_user_id: null } : {}) },
        deps.now().toISOString(),
      );
      const member = await present(trx, caller, id);
      await recordMemberEvent(trx, deps, caller, {
        action: actionOf(row.status, input.to),
        resourceType: 'member',
        resourceId: id,
        reason: input.reason,
        detail: { name: row.name, loginId: row.login_id, handedOver, handedOverTo: input.handOverTo ?? null },
      });
      return { member, handedOver };
    }),
  );
  if (mine.before !== undefined) await followAtIdentityService(deps, mine.before, input.to);
  return answer;
}

/** Looks at a command before what it does outside its transaction; undefined when the same form was answered before. */
async function rehearse<T>(
  deps: TeamDeps,
  caller: MemberCaller,
  { record }: { record: string },
  check: (trx: Trx) => Promise<T>,
): Promise<T | undefined> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const { requestKey, endpointId } = caller.request;
    if (requestKey !== undefined) {
      const before = await trx
        .selectFrom('request_keys')
        .select('key')
        .where('subject', '=', caller.member.id)
        .where('endpoint', '=', `${endpointId} ${record}`)
        .where('key', '=', requestKey)
        .where('status', 'is not', null)
        .executeTakeFirst();
      if (before !== undefined) return undefined;
    }
    return check(trx);
  });
}
