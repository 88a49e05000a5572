import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { invitationInput, inviteMember, inviteMemberAgain } from '#contract/members.ts';
import { addDays } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { type Identity, isIdentityUnavailable } from '../accounts/identity.ts';
import { slowDown } from '../accounts/sign-in-limits.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { sqlState } from '../database/sql-state.ts';
import { asTenant } from '../database/tenancy.ts';
import { endOfDay } from '../document-requests/link-days.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { hashOfInvite, inviteEnd, inviteUrl, newInviteSecret } from './invitation-links.ts';
import { refuseStaleMember } from './stale-member.ts';
import {
  changeMemberRow,
  holderOf,
  insertInvited,
  type MemberRow,
  readTeamRow,
  teamMemberOf,
} from './team-store.ts';

export interface TeamDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
  /** The address that people open. */
  appUrl: string;
}

type Trx = Transaction<Schema>;
type Rights = Pick<z.output<typeof invitationInput>, 'role' | 'designations' | 'accessEndsOn'>;

const fieldProblem = (field: string, sentence: string) =>
  refuse('request.invalid', { fields: { [field]: [sentence] } });

const taken = {
  team: 'This person is on your team already. Find them in the list, or send their invitation again there',
  member:
    'This address signs in to another company’s Assay. One address belongs to one company: invite the person by another address',
  admin: 'This address cannot be invited. Use another one',
} as const;

/** Further away than anybody plans; a day must be one that calendars of all time zones can count. */
const longestAccessDays = 3660;

/** The instant at which access ends after its last day by the company's calendar. Refuses a day that is over, or years away. */
export function accessEnd(
  { accessEndsOn }: Pick<Rights, 'accessEndsOn'>,
  { timeZone }: { timeZone: string },
  now: Date,
): string | null {
  if (accessEndsOn === undefined) return null;
  const today = companyDay(now, timeZone);
  if (accessEndsOn < today) throw fieldProblem('accessEndsOn', 'Choose today or a later day');
  if (accessEndsOn > addDays(today, longestAccessDays))
    throw fieldProblem('accessEndsOn', 'Choose a day within the next ten years');
  return endOfDay(accessEndsOn, timeZone).toISOString();
}

/** Mails a link; false when the identity service does not answer or will not, and the invitation waits to be sent again. */
export async function mailInvitation(deps: TeamDeps, loginId: string, secret: string): Promise<boolean> {
  try {
    return (await deps.identity.invite(loginId, inviteUrl(deps.appUrl, secret))).taken;
  } catch (error) {
    if (isIdentityUnavailable(error)) return false;
    throw error;
  }
}

type Written = { row: MemberRow; secret: string };

/**
 * Writes an invitation in one transaction, then mails it. The mail goes out when the row is there to stay, and once: a form sent
 * again gives what the first one gave, and mails nothing.
 */
async function writeAndMail(
  deps: TeamDeps,
  caller: MemberCaller,
  once: { record?: string; body: unknown; status: 200 | 201 },
  write: (trx: Trx) => Promise<Written>,
): Promise<EndpointAnswer<typeof inviteMember>> {
  const mine: { written?: Written } = {};
  const answer = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, once, async () => {
      const written = await write(trx);
      mine.written = written;
      return { member: teamMemberOf(written.row, caller.company.timeZone), mailed: true };
    }),
  );
  if (mine.written === undefined) return answer;
  const { row, secret } = mine.written;
  return { ...answer, mailed: await mailInvitation(deps, row.login_id, secret) };
}

async function reread(trx: Trx, id: string): Promise<MemberRow> {
  const row = await readTeamRow(trx, id, false);
  if (row === undefined) throw new Error('A member who was just written cannot be read.');
  return row;
}

/**
 * POST /team/invitations. Refuses, beside its field, an address that is somebody's sign-in already, here or elsewhere. The answer says
 * whether the identity service took the mail.
 */
export async function invite(
  deps: TeamDeps,
  caller: MemberCaller,
  input: z.output<typeof invitationInput>,
): Promise<EndpointAnswer<typeof inviteMember>> {
  const { company, member } = caller;
  await slowDown(deps, [{ limit: 'invitations.company', subject: company.id }]);
  try {
    return await writeAndMail(deps, caller, { body: input, status: 201 }, async (trx) => {
      const now = deps.now();
      const accessEndsAt = accessEnd(input, company, now);
      const holder = await holderOf(trx, input.loginId);
      if (holder !== null) throw fieldProblem('loginId', taken[holder]);
      const secret = newInviteSecret();
      const id = uuidv7();
      await insertInvited(trx, {
        id,
        companyId: company.id,
        loginId: input.loginId,
        role: input.role,
        designations: input.designations,
        accessEndsAt,
        inviteHash: hashOfInvite(secret),
        at: now.toISOString(),
        expiresAt: inviteEnd(now),
        by: member.id,
      });
      const row = await reread(trx, id);
      await recordMemberEvent(trx, deps, caller, {
        action: 'member.invited',
        resourceType: 'member',
        resourceId: id,
        detail: {
          loginId: input.loginId,
          role: input.role,
          designations: input.designations,
          accessEndsOn: input.accessEndsOn ?? null,
        },
      });
      return { row, secret };
    });
  } catch (error) {
    // Invited by another request, here or elsewhere, between the look and the writing.
    if (sqlState(error) === '23505') throw fieldProblem('loginId', taken.member);
    throw error;
  }
}

/** POST /team/:id/invitation: a new link for 72 hours more; the one before works no more. Refuses whoever is not invited. */
export async function inviteAgain(
  deps: TeamDeps,
  caller: MemberCaller,
  id: string,
  { version }: { version: number },
): Promise<EndpointAnswer<typeof inviteMemberAgain>> {
  await slowDown(deps, [{ limit: 'invitations.company', subject: caller.company.id }]);
  return writeAndMail(deps, caller, { record: id, body: { version }, status: 200 }, async (trx) => {
    const before = await readTeamRow(trx, id, true);
    if (before === undefined) throw refuse('record.notFound');
    refuseStaleMember(before, version, caller.company.timeZone);
    if (before.status !== 'invited') {
      throw refuse('request.invalid', {
        detail: 'Only an invitation that nobody has accepted yet can be sent again.',
      });
    }
    const now = deps.now();
    const secret = newInviteSecret();
    await changeMemberRow(
      trx,
      id,
      {
        invite_hash: hashOfInvite(secret),
        invited_at: now.toISOString(),
        invite_expires_at: inviteEnd(now),
      },
      now.toISOString(),
    );
    const row = await reread(trx, id);
    await recordMemberEvent(trx, deps, caller, {
      action: 'member.invitedAgain',
      resourceType: 'member',
      resourceId: id,
      detail: { loginId: before.login_id },
    });
    return { row, secret };
  });
}
