import {
  acceptInvitation as acceptEndpoint,
  readInvitation as readEndpoint,
} from '#contract/company/members.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { sqlState } from '../../kernel/database/postgres-errors.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import { enforceSignInLimits } from '../sign-in/sign-in-limits.ts';
import { newSignInNonce } from '../sign-in/sign-in-nonces.ts';
import { findAdmin, findMember } from '../sign-in/store.ts';
import { hashInvite } from './invitation-links.ts';
import type { TeamDeps } from './invitations.ts';
import { changeMemberRow, type Invited, memberByInvite, readTeamRow } from './team-store.ts';

const handler = handlersFor<TeamDeps>();

const ended = (detail: string) => apiError('link.expired', { detail });

const retry = 'Ask an owner of the company to send you a new one.';

/** The invitation of a valid link. 404 for an unknown or replaced link, 410 for an expired one. */
async function invitedBy(deps: TeamDeps, secret: string): Promise<Invited> {
  const found = await memberByInvite(deps.db, hashInvite(secret));
  if (found === undefined) {
    throw apiError('record.notFound', {
      detail: 'This link is incomplete or has been replaced. Open the link in the most recent email.',
    });
  }
  if (found.status === 'removed') throw ended(`This invitation was withdrawn. ${retry}`);
  if (found.status !== 'invited') throw ended('This invitation has already been used. Sign in instead.');
  if (Date.parse(found.invite_expires_at) <= deps.now().getTime())
    throw ended(`This invitation has expired. ${retry}`);
  return found;
}

/** POST /invitations/lookup: data of an invitation's page. Does not use up the link. */
export const readInvitation = handler(readEndpoint, async (deps, { body }, { request }) => {
  await enforceSignInLimits(deps, [{ limit: 'invitation.ip', subject: request.clientIp }]);
  const { company_name, login_id, role, invite_expires_at, known } = await invitedBy(deps, body.invite);
  return {
    companyName: company_name,
    loginId: login_id,
    role,
    expiresAt: invite_expires_at,
    isKnown: known,
  };
});

/** A person is a member of a company once, under whichever of their addresses. */
function rejectSecondMembership(error: unknown): never {
  if (sqlState(error) !== '23505') throw error;
  throw apiError('signup.exists', { detail: 'You already belong to this company. Sign in instead.' });
}

async function requireAddress(deps: TeamDeps, subject: string, loginId: string): Promise<void> {
  const user = await deps.identity.userById(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw apiError('server.unavailable', {
      detail: 'Your address cannot be checked at the moment. Try again shortly.',
    });
  });
  if (user?.verifiedLoginIds.includes(loginId) === true) return;
  throw apiError('role.forbidden', {
    detail:
      'This invitation is for another email address. Open it with the account for the address it was sent to.',
  });
}

/**
 * The name of a new member: the entered one, or that of the person's other membership.
 * @throws `request.invalid` for a person without either, `signup.exists` for a platform admin
 */
async function requireName(deps: TeamDeps, subject: string, entered: string | undefined): Promise<string> {
  const [member, admin] = await Promise.all([
    findMember(deps.db, subject, { now: deps.now() }),
    findAdmin(deps.db, subject),
  ]);
  if (admin !== undefined) {
    throw apiError('signup.exists', {
      detail: 'A platform admin cannot join a company. Ask to be invited with a different email address.',
    });
  }
  const name = entered ?? member?.member.name;
  if (name === undefined) throw invalid('Enter your name', 'name');
  return name;
}

/**
 * POST /invitations/accept: adds the person who has proved to the identity service that they hold the invited address, whether or not they
 * belong to other companies; works once. Returns a nonce with which they sign in, because the link in the email writes none into its
 * tokens. 404 or 410 for ended links, `role.forbidden` for another address, `signup.exists` for members of
 * this company and for platform admins.
 */
export const acceptInvitation = handler(
  acceptEndpoint,
  async (deps, { body: { invite, name: entered } }, { subject, request }) => {
    await enforceSignInLimits(deps, [{ limit: 'invitation.ip', subject: request.clientIp }]);
    const invited = await invitedBy(deps, invite);
    const name = await requireName(deps, subject, entered);
    await requireAddress(deps, subject, invited.login_id);
    const by = {
      companyId: invited.company_id,
      actor: { type: 'user', id: invited.id, role: invited.role },
      ...ofRequest(request),
    } as const;
    await inWork(deps, by, async ({ trx, at, record }) => {
      const row = await readTeamRow(trx, invited.id, true);
      // Of two concurrent requests the second finds the link used.
      if (row?.status !== 'invited' || row.invite_hash !== hashInvite(invite))
        throw ended('This invitation has already been used. Sign in instead.');
      if (row.access_ends_at !== null && row.access_ends_at <= at)
        throw ended(`Your access period has ended. ${retry}`);
      const changes = { status: 'active', identity_user_id: subject, name, last_sign_in_at: at } as const;
      await changeMemberRow(trx, row.id, changes, at).catch(rejectSecondMembership);
      record({
        // The role may have changed since the link was read.
        actor: { type: 'user', id: row.id, role: row.role },
        action: 'member.joined',
        resourceType: 'member',
        resourceId: row.id,
        detail: { name, loginId: row.login_id, role: row.role },
      });
    });
    // Of several memberships it is the one last signed in to.
    const joined = await findMember(deps.db, subject, { now: deps.now() });
    if (joined?.company.id !== invited.company_id)
      throw new Error('A member who just joined cannot be read.');
    return { member: joined.member, company: joined.company, nonce: newSignInNonce(deps, subject) };
  },
);
