import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type {
  inviteUserAgain,
  listUsers,
  PlatformUser,
  UserFilters,
  userInvitationInput,
  userMoveInput,
} from '#contract/platform.ts';
import { memberChangeBlockers } from '#rules/guards/member.ts';
import { memberLifecycle } from '#rules/lifecycles/company.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import type { Schema } from '../database/schema.ts';
import { asPlatform } from '../database/tenancy.ts';
import type { AdminCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { enableFirst, followAtIdentityService } from '../members/identity-follows.ts';
import { hashOfInvite, inviteEnd, newInviteSecret } from '../members/invitation-links.ts';
import { mailInvitation, type TeamDeps } from '../members/invitations.ts';
import {
  activeOwners,
  changeMemberRow,
  lockTeam,
  type MemberRow,
  readTeamRow,
} from '../members/team-store.ts';
import { recordAdminAct } from './admin-event.ts';
import { rowsPerPage } from './companies.ts';
import { adminOnce } from './once.ts';
import { companyName, countUsers, platformUserOf, readUserRow, userPageQuery } from './user-store.ts';

type Trx = Transaction<Schema>;

/** GET /admin/users. Refuses with 404 a company that there is not. */
export function showUsers(
  deps: TeamDeps,
  { before, ...filters }: UserFilters & { before?: string | undefined },
): Promise<EndpointAnswer<typeof listUsers>> {
  return asPlatform(deps.db, async (trx) => {
    const company = filters.company === undefined ? null : await companyName(trx, filters.company);
    if (company === undefined) throw refuse('record.notFound');
    const rows = await userPageQuery(trx, filters, { before, limit: rowsPerPage + 1 }).execute();
    const items = rows.slice(0, rowsPerPage).map(platformUserOf);
    const nextBefore = rows.length > rowsPerPage ? (items.at(-1)?.id ?? null) : null;
    return { items, total: await countUsers(trx, filters), nextBefore, company };
  });
}

/** GET /admin/users/:userId. */
export function showUser(deps: TeamDeps, userId: string): Promise<PlatformUser> {
  return asPlatform(deps.db, (trx) => requireUser(trx, userId));
}

async function requireUser(trx: Trx, userId: string): Promise<PlatformUser> {
  const user = await readUserRow(trx, userId);
  if (user === undefined) throw refuse('record.notFound');
  return user;
}

const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

/** A person whose company's team is held until the transaction ends. Refuses what was decided on a version that is no more. */
async function lockUser(
  trx: Trx,
  userId: string,
  version: number,
): Promise<{ user: PlatformUser; row: MemberRow }> {
  const user = await requireUser(trx, userId);
  await lockTeam(trx, user.company.id);
  const row = await readTeamRow(trx, userId, true);
  if (row === undefined) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: 'This person was changed after you opened the page. Look at them as they are now, then decide.',
      current: await requireUser(trx, userId),
    });
  }
  return { user, row };
}

type Move = z.output<typeof userMoveInput>;

async function checkMove(trx: Trx, userId: string, { version, to }: Move) {
  const { user, row } = await lockUser(trx, userId, version);
  const move = mayMove(memberLifecycle, row.status, to);
  if (!move.allowed || move.by !== 'person') {
    throw invalid(
      move.allowed ? 'Only the person who was invited can accept the invitation.' : move.reason,
      'to',
    );
  }
  const [blocker] = memberChangeBlockers(await activeOwners(trx, user.company.id), userId, { status: to });
  if (blocker !== undefined) {
    throw invalid(`${blocker.text.split('.')[0]}. To close the company’s records, restrict the company.`);
  }
  return { user, row };
}

/**
 * POST /admin/users/:userId/moves. Refuses with `record.stale` a version that is no more; with `request.invalid` the last active owner of
 * a company, and a move that the lifecycle does not have.
 */
export async function moveUserTo(
  deps: TeamDeps,
  caller: AdminCaller,
  userId: string,
  input: Move,
): Promise<PlatformUser> {
  const mine: { before?: MemberRow } = {};
  if (input.to === 'active') {
    const subject = await asPlatform(deps.db, async (trx) => {
      const row = await readTeamRow(trx, userId, false);
      return row?.status === 'suspended' && row.version === input.version ? row.identity_user_id : null;
    });
    await enableFirst(deps, subject);
  }
  const answer = await asPlatform(deps.db, (trx) =>
    adminOnce(trx, deps, caller, { record: userId, body: input }, async () => {
      const { user, row } = await checkMove(trx, userId, input);
      mine.before = row;
      await changeMemberRow(trx, userId, { status: input.to }, deps.now().toISOString());
      const after = await requireUser(trx, userId);
      await recordAdminAct(trx, deps, caller, {
        companyId: user.company.id,
        action: input.to === 'suspended' ? 'member.suspended' : 'member.reactivated',
        member: { id: userId, name: user.name },
        reason: input.reason,
        detail: { changes: { status: { before: user.status, after: input.to } } },
      });
      return after;
    }),
  );
  if (mine.before !== undefined) await followAtIdentityService(deps, mine.before, input.to);
  return answer;
}

/** POST /admin/users/:userId/invitation: a new link for 72 hours more; the one before works no more. */
export async function inviteAgainFor(
  deps: TeamDeps,
  caller: AdminCaller,
  userId: string,
  input: z.output<typeof userInvitationInput>,
): Promise<EndpointAnswer<typeof inviteUserAgain>> {
  const mine: { secret?: string } = {};
  const answer = await asPlatform(deps.db, (trx) =>
    adminOnce(trx, deps, caller, { record: userId, body: input }, async () => {
      const { user, row } = await lockUser(trx, userId, input.version);
      if (row.status !== 'invited') {
        throw invalid('Only an invitation that nobody has accepted yet can be sent again.');
      }
      const now = deps.now();
      mine.secret = newInviteSecret();
      const invitation = {
        invite_hash: hashOfInvite(mine.secret),
        invited_at: now.toISOString(),
        invite_expires_at: inviteEnd(now),
      };
      await changeMemberRow(trx, userId, invitation, now.toISOString());
      const after = await requireUser(trx, userId);
      await recordAdminAct(trx, deps, caller, {
        companyId: user.company.id,
        action: 'member.invitedAgain',
        member: { id: userId, name: user.name },
        reason: input.reason,
        detail: { loginId: user.loginId },
      });
      return { user: after, mailed: true };
    }),
  );
  if (mine.secret === undefined) return answer;
  return { ...answer, mailed: await mailInvitation(deps, answer.user.loginId, mine.secret) };
}
