import { sql } from 'kysely';
import type { z } from 'zod';
import type { MemberSession } from '#contract/accounts.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { acceptInvitation, readInvitation } from '#contract/members.ts';
import { isIdentityUnavailable } from '../accounts/identity.ts';
import { slowDown } from '../accounts/sign-in-limits.ts';
import { findAdmin, findMember } from '../accounts/store.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { MembersTable } from '../database/foundation-tables.ts';
import { asTenant } from '../database/tenancy.ts';
import type { IdentityCaller, OpenCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { hashOfInvite } from './invitation-links.ts';
import type { TeamDeps } from './invitations.ts';
import { changeMemberRow, readTeamRow } from './team-store.ts';

interface Invited {
  id: string;
  company_id: string;
  company_name: string;
  login_id: string;
  role: MembersTable['role'];
  status: MembersTable['status'];
  invite_expires_at: string;
}

const ended = (detail: string) => refuse('link.ended', { detail });

const askAgain = 'Ask an owner of the company to send you a new one.';

/** The invitation behind a link that still works. Refuses with 404 a link that never was or was replaced, with 410 one that is over. */
async function invitedBy(deps: TeamDeps, secret: string): Promise<Invited> {
  const { rows } = await sql<Invited>`SELECT * FROM member_by_invite(${hashOfInvite(secret)})`.execute(
    deps.db,
  );
  const [found] = rows;
  if (found === undefined) {
    throw refuse('record.notFound', {
      detail:
        'This link is not complete, or a newer one was sent after it. Open the link in the newest email.',
    });
  }
  if (found.status === 'removed') throw ended(`This invitation was withdrawn. ${askAgain}`);
  if (found.status !== 'invited') throw ended('This invitation was used already. Sign in instead.');
  if (Date.parse(found.invite_expires_at) <= deps.now().getTime())
    throw ended(`This invitation has run out. ${askAgain}`);
  return found;
}

/** POST /invitations/read: what an invitation's page says. Uses nothing up. */
export async function showInvitation(
  deps: TeamDeps,
  { invite }: { invite: string },
  { request }: OpenCaller,
): Promise<EndpointAnswer<typeof readInvitation>> {
  await slowDown(deps, [{ limit: 'invitation.ip', subject: request.clientIp }]);
  const { company_name, login_id, role, invite_expires_at } = await invitedBy(deps, invite);
  return { companyName: company_name, loginId: login_id, role, expiresAt: invite_expires_at };
}

async function requireAddress(deps: TeamDeps, subject: string, loginId: string): Promise<void> {
  const user = await deps.identity.userById(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw refuse('server.unavailable', {
      detail: 'Your address cannot be checked at the moment. Try again shortly.',
    });
  });
  if (user?.verifiedLoginIds.includes(loginId) === true) return;
  throw refuse('role.forbidden', {
    detail: 'This invitation is for another email address. Open it from the mailbox that it was sent to.',
  });
}

/**
 * POST /invitations/accept: joins, once, whoever has proved to the identity service that the invited address is theirs. Refuses a link
 * that is over with 404 or 410, another address with `role.forbidden`, and somebody who belongs to a company already with
 * `signup.exists`.
 */
export async function accept(
  deps: TeamDeps,
  { invite, name }: z.output<typeof acceptInvitation.body>,
  { subject, request }: IdentityCaller,
): Promise<MemberSession> {
  await slowDown(deps, [{ limit: 'invitation.ip', subject: request.clientIp }]);
  const invited = await invitedBy(deps, invite);
  const [member, admin] = await Promise.all([findMember(deps.db, subject), findAdmin(deps.db, subject)]);
  if (member !== undefined || admin !== undefined) {
    throw refuse('signup.exists', {
      detail:
        'You belong to another company on Assay already. One sign-in belongs to one company: ask to be invited by another address.',
    });
  }
  await requireAddress(deps, subject, invited.login_id);
  await asTenant(deps.db, invited.company_id, async (trx) => {
    const row = await readTeamRow(trx, invited.id, true);
    // Of two who use a link at once the second finds it used.
    if (row?.status !== 'invited' || row.invite_hash !== hashOfInvite(invite))
      throw ended('This invitation was used already. Sign in instead.');
    const at = deps.now().toISOString();
    if (row.access_ends_at !== null && row.access_ends_at <= at)
      throw ended(`The day until which you were given access is over. ${askAgain}`);
    const changes = { status: 'active', identity_user_id: subject, name, last_sign_in_at: at } as const;
    await changeMemberRow(trx, row.id, changes, at);
    await recordEvent(trx, deps, {
      companyId: invited.company_id,
      actor: { type: 'user', id: row.id, role: row.role },
      action: 'member.joined',
      resourceType: 'member',
      resourceId: row.id,
      detail: { name, loginId: row.login_id, role: row.role },
      requestId: request.id,
    });
  });
  const joined = await findMember(deps.db, subject);
  if (joined === undefined) throw new Error('A member who just joined cannot be read.');
  return { member: joined.member, company: joined.company };
}
