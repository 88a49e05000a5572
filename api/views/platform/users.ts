import {
  type PlatformUser,
  inviteUserAgain as resendEndpoint,
  transitionUser as transitionEndpoint,
} from '#contract/platform/platform.ts';
import { memberLifecycle } from '#rules/lifecycles/company.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { memberChangeBlockers } from '#rules/transition-guards/member.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Work } from '../../kernel/command/work.ts';
import { asPlatform } from '../../kernel/database/tenancy.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { leaveCompany } from '../../kernel/sessions/browser-session-store.ts';
import { hashInvite, inviteEnd, newInviteSecret } from '../../records/team/invitation-links.ts';
import { type InvitationDeps, runThenEmail, type TeamDeps } from '../../records/team/invitations.ts';
import { enableIdentityUser, syncIdentityServiceStatus } from '../../records/team/sync-identity-service.ts';
import {
  activeOwners,
  changeMemberRow,
  lockTeam,
  type MemberRow,
  readTeamRow,
} from '../../records/team/team-store.ts';
import { requireUser } from './queries.ts';
import { toAdminEvents } from './record-admin-event.ts';
import { readUserRow } from './user-store.ts';

const handler = handlersFor<TeamDeps>();

interface LockedUser {
  version: number;
  user: PlatformUser;
  row: MemberRow;
}

type UserWork = Pick<Work, 'trx'> & { params: { userId: string } };

/** Locks the company's team, then the member; null if there is none. */
async function lock({ trx, params: { userId } }: UserWork): Promise<LockedUser | null> {
  const user = await readUserRow(trx, userId);
  if (user === undefined) return null;
  await lockTeam(trx, user.company.id);
  const row = await readTeamRow(trx, userId, true);
  return row === undefined ? null : { version: row.version, user, row };
}

const stale = {
  message: 'This user has changed. Review the user and try again.',
  current: ({ trx, params }: UserWork) => requireUser(trx, params.userId),
};

const transition = commandsFor<TeamDeps>()(transitionEndpoint, {
  lock,
  stale,
  async check({ trx, params: { userId }, body: { to } }, { user, row }) {
    const move = canTransition(memberLifecycle, row.status, to);
    if (!move.allowed || move.by !== 'person') {
      throw invalid(
        move.allowed ? 'Only the person who was invited can accept the invitation.' : move.reason,
        'to',
      );
    }
    const owners = await activeOwners(trx, user.company.id);
    const [blocker] = memberChangeBlockers(owners, userId, { status: to });
    if (blocker !== undefined) {
      throw invalid(`${blocker.text.split('.')[0]}. To close the company’s records, restrict the company.`);
    }
  },
  async change({ trx, at, deps, body: { to }, afterCommit }, { row, user }) {
    await changeMemberRow(trx, row.id, { status: to }, at);
    const subject = row.identity_user_id;
    const belongsElsewhere =
      to === 'suspended' && subject !== null
        ? await leaveCompany(trx, { subject, companyId: user.company.id, at })
        : false;
    afterCommit(() => syncIdentityServiceStatus(deps, row, to, { belongsElsewhere }));
  },
  read: ({ trx }, { row }) => requireUser(trx, row.id),
  again: ({ trx, params }) => requireUser(trx, params.userId),
  events: ({ body }, { before: { user, row } }) =>
    toAdminEvents({
      companyId: user.company.id,
      action: body.to === 'suspended' ? 'member.suspended' : 'member.reactivated',
      member: { id: row.id, name: user.name },
      reason: body.reason,
      detail: { changes: { status: { before: row.status, after: body.to } } },
    }),
});

/**
 * POST /admin/users/:userId/transitions.
 * @throws `record.versionConflict` for a stale version; `request.invalid` for the last active owner of a company, and for a transition that
 * the lifecycle does not have.
 */
export const transitionUser = handler(transitionEndpoint, async (deps, input, caller) => {
  const { params, body } = input;
  if (body.to === 'active') {
    const subject = await asPlatform(deps.db, async (trx) => {
      const row = await readTeamRow(trx, params.userId, false);
      return row?.status === 'suspended' && row.version === body.version ? row.identity_user_id : null;
    });
    await enableIdentityUser(deps, subject);
  }
  return transition.run(deps, caller, input);
});

const renewInvitation = commandsFor<InvitationDeps>()(resendEndpoint, {
  lock,
  stale,
  check(_, { row }) {
    if (row.status !== 'invited') {
      throw invalid('Only a pending invitation can be resent.');
    }
  },
  async change({ trx, at, time, deps, afterCommit }, { row }) {
    const secret = newInviteSecret();
    const invitation = {
      invite_hash: hashInvite(secret),
      invited_at: at,
      invite_expires_at: inviteEnd(time()),
    };
    await changeMemberRow(trx, row.id, invitation, at);
    afterCommit(() => deps.onWritten({ loginId: row.login_id, secret }));
  },
  read: async ({ trx }, { row }) => ({ user: await requireUser(trx, row.id), mailed: true }),
  again: async ({ trx, params }, { mailed }) => ({ user: await requireUser(trx, params.userId), mailed }),
  events: ({ body }, { before: { user, row } }) =>
    toAdminEvents({
      companyId: user.company.id,
      action: 'member.invitationResent',
      member: { id: row.id, name: user.name },
      reason: body.reason,
      detail: { loginId: row.login_id },
    }),
});

/** POST /admin/users/:userId/invitation/resend: a new link for another 72 hours; the previous one stops working. */
export const inviteUserAgain = handler(resendEndpoint, (deps, input, caller) =>
  runThenEmail(deps, (withEmail) => renewInvitation.run(withEmail, caller, input)),
);
