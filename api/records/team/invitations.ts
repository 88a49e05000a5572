import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  type invitationInput,
  inviteMember as inviteEndpoint,
  inviteMemberAgain as resendEndpoint,
} from '#contract/company/members.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { sqlState } from '../../kernel/database/postgres-errors.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import type { Identity } from '../sign-in/identity.ts';
import { enforceSignInLimits } from '../sign-in/sign-in-limits.ts';
import type { NonceDeps } from '../sign-in/sign-in-nonces.ts';
import { hashInvite, inviteEnd, inviteUrl, newInviteSecret } from './invitation-links.ts';
import { reloadRecord, staleMember } from './person.ts';
import { changeMemberRow, getHolder, insertInvited, readTeamRow } from './team-store.ts';

export interface TeamDeps extends NonceDeps {
  db: Kysely<Schema>;
  identity: Identity;
  /** Public URL of the app. */
  appUrl: string;
}

/** A committed invitation whose email is not sent yet. */
interface WrittenInvitation {
  loginId: string;
  /** The secret of its link; the database has only the hash. */
  secret: string;
}

/** Dependencies of commands that write an invitation; see `runThenEmail`. */
export interface InvitationDeps extends TeamDeps {
  onWritten: (invitation: WrittenInvitation) => void;
}

type Rights = Pick<z.output<typeof invitationInput>, 'role' | 'designations' | 'accessEndsOn'>;

const taken = {
  team: 'This person is already on your team. Find them in the list, or resend their invitation there',
  admin: 'This address cannot be invited. Use another one',
} as const;

/** Beyond realistic plans, and within the calendars of all time zones. */
const maxAccessDays = 3660;

/** Problem with a last day of access: past, or too far ahead. Undefined if valid. */
export function accessProblem(
  { accessEndsOn }: Pick<Rights, 'accessEndsOn'>,
  { timeZone }: { timeZone: string },
  now: Date,
): string | undefined {
  if (accessEndsOn === undefined) return undefined;
  const today = companyDay(now, timeZone);
  if (accessEndsOn < today) return 'Select today or a later day';
  if (accessEndsOn > addDays(today, maxAccessDays)) return 'Select a day within the next ten years';
  return undefined;
}

/** Instant at which access ends, after its last day in the company's time zone; null without an end. */
export function accessEnd(
  { accessEndsOn }: Pick<Rights, 'accessEndsOn'>,
  { timeZone }: { timeZone: string },
): string | null {
  return accessEndsOn === undefined ? null : endOfDay(accessEndsOn, timeZone).toISOString();
}

/** Enables the sign-in of a person whom another company suspended, so that they can accept. Their access to that company stays suspended. */
async function enableInvited(identity: Identity, loginId: string): Promise<void> {
  const user = await identity.userByLoginId(loginId);
  if (user !== undefined && !user.enabled) await identity.enable(user.userId);
}

/**
 * Emails a link; false if the identity service is unavailable or rejects the address, and the invitation has to be resent.
 */
async function emailInvitation(
  { identity, appUrl }: TeamDeps,
  { loginId, secret }: WrittenInvitation,
): Promise<boolean> {
  try {
    await enableInvited(identity, loginId);
    return (await identity.invite(loginId, inviteUrl(appUrl, secret))).taken;
  } catch (error) {
    if (isIdentityUnavailable(error)) return false;
    throw error;
  }
}

/**
 * Runs a command that writes an invitation, then emails it. Sent after the commit and only once: a repeated form sends nothing.
 */
export async function runThenEmail<Answer extends { mailed: boolean }>(
  deps: TeamDeps,
  run: (deps: InvitationDeps) => Promise<Answer>,
): Promise<Answer> {
  const written: WrittenInvitation[] = [];
  const response = await run({ ...deps, onWritten: (invitation) => void written.push(invitation) });
  const [invitation] = written;
  return invitation === undefined
    ? response
    : { ...response, mailed: await emailInvitation(deps, invitation) };
}

const command = commandsFor<InvitationDeps>();
const handler = handlersFor<TeamDeps>();

const writeInvitation = command(inviteEndpoint, {
  async check({ trx, time, caller: { company }, body, problems }) {
    const problem = accessProblem(body, company, time());
    if (problem !== undefined) problems.add('accessEndsOn', problem);
    const holder = await getHolder(trx, body.loginId);
    if (holder !== null) problems.add('loginId', taken[holder]);
  },
  async change({ trx, at, time, afterCommit, deps, caller: { company, member }, body }) {
    const secret = newInviteSecret();
    const id = uuidv7();
    await insertInvited(trx, {
      id,
      companyId: company.id,
      loginId: body.loginId,
      role: body.role,
      designations: body.designations,
      accessEndsAt: accessEnd(body, company),
      inviteHash: hashInvite(secret),
      at,
      expiresAt: inviteEnd(time()),
      by: member.id,
    });
    afterCommit(() => deps.onWritten({ loginId: body.loginId, secret }));
    return id;
  },
  read: async ({ trx, caller }, _before, id) => ({
    member: await reloadRecord(trx, caller, id),
    mailed: true,
  }),
  again: async ({ trx, caller }, { member, mailed }) => ({
    member: await reloadRecord(trx, caller, member.id),
    mailed,
  }),
  events: ({ body }, { done: id }) => ({
    action: 'member.invited',
    resourceType: 'member',
    resourceId: id,
    detail: {
      loginId: body.loginId,
      role: body.role,
      designations: body.designations,
      accessEndsOn: body.accessEndsOn ?? null,
    },
  }),
});

/**
 * POST /team/invitations. A field error for an address on the team already; nothing is said of other companies. The response states
 * whether the identity service accepted the email.
 */
export const inviteMember = handler(inviteEndpoint, async (deps, input, caller) => {
  await enforceSignInLimits(deps, [{ limit: 'invitations.company', subject: caller.company.id }]);
  try {
    return await runThenEmail(deps, (withEmail) => writeInvitation.run(withEmail, caller, input));
  } catch (error) {
    // Invited by a concurrent request between check and insert.
    if (sqlState(error) === '23505') throw invalid(taken.team, 'loginId');
    throw error;
  }
});

const renewInvitation = command(resendEndpoint, {
  lock: async ({ trx, params }) => (await readTeamRow(trx, params.id, true)) ?? null,
  stale: staleMember,
  check(_, { status }) {
    if (status !== 'invited') {
      throw apiError('request.invalid', {
        detail: 'Only a pending invitation can be resent.',
      });
    }
  },
  async change({ trx, at, time, afterCommit, deps }, { id, login_id }) {
    const secret = newInviteSecret();
    await changeMemberRow(
      trx,
      id,
      { invite_hash: hashInvite(secret), invited_at: at, invite_expires_at: inviteEnd(time()) },
      at,
    );
    afterCommit(() => deps.onWritten({ loginId: login_id, secret }));
  },
  read: async ({ trx, caller }, { id }) => ({ member: await reloadRecord(trx, caller, id), mailed: true }),
  again: async ({ trx, caller, params }, { mailed }) => ({
    member: await reloadRecord(trx, caller, params.id),
    mailed,
  }),
  events: (_, { before: { id, login_id } }) => ({
    action: 'member.invitationResent',
    resourceType: 'member',
    resourceId: id,
    detail: { loginId: login_id },
  }),
});

/**
 * POST /team/:id/invitation/resend: a new link for another 72 hours; the previous one stops working. Rejects members who are not
 * invited.
 */
export const inviteMemberAgain = handler(resendEndpoint, async (deps, input, caller) => {
  await enforceSignInLimits(deps, [{ limit: 'invitations.company', subject: caller.company.id }]);
  return runThenEmail(deps, (withEmail) => renewInvitation.run(withEmail, caller, input));
});
