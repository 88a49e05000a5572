import type { Kysely } from 'kysely';
import {
  checkSession as checkEndpoint,
  endAllSessions as endAllEndpoint,
  endSession as endEndpoint,
  endOneSession as endOneEndpoint,
  endOtherSessions as endOthersEndpoint,
  listSessions as listEndpoint,
} from '#contract/company/accounts.ts';
import type { AccountChange } from '../../integrations/email/emails.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork, type WorkActor } from '../../kernel/command/work.ts';
import { endSessionsBefore, endSessionToken, membershipsOf } from '../../kernel/database/people-store.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { IdentityCaller, PersonCaller, RequestContext } from '../../kernel/http/bind-endpoint.ts';
import {
  adminSessionLimits,
  hashSessionSecret,
  isWithinLimits,
  newSessionSecret,
} from '../../kernel/http/browser-sessions.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import {
  endBrowserSession,
  endBrowserSessions,
  endSessionOfSecret,
  findBrowserSession,
  insertBrowserSession,
  listBrowserSessions,
} from '../../kernel/sessions/browser-session-store.ts';
import { enqueueAccountEmail } from './emails.ts';
import type { Identity } from './identity.ts';
import { enforceSignInLimits } from './sign-in-limits.ts';
import { type NonceDeps, spendSignInNonce } from './sign-in-nonces.ts';
import { findAdmin, findMember } from './store.ts';

export interface SessionDeps {
  db: Kysely<Schema>;
  now: () => Date;
}

type SessionHandlerDeps = SessionDeps & NonceDeps & { identity: Identity; wakeOutbox: () => void };

const handler = handlersFor<SessionHandlerDeps>();

/** Difference between the clocks of the identity service and the API that sessions may have. */
const clockToleranceSeconds = 5;

/**
 * Starts a session for a person who has signed in, in the company to be used. In none for a platform admin, and for a member who has yet
 * to select one.
 * @returns its secret, which is stored nowhere
 */
export async function startSession(
  { db, now }: SessionDeps,
  session: {
    id: string;
    subject: string;
    companyId: string | null;
    /** Its member has yet to select a company. */
    isChoosing?: boolean;
    address: string;
    device: string | undefined;
  },
): Promise<{ secret: string }> {
  const secret = newSessionSecret();
  const { id, subject, companyId, isChoosing = false, address, device = '' } = session;
  await insertBrowserSession(db, {
    id,
    subject,
    secretHash: hashSessionSecret(secret),
    companyId,
    isChoosing,
    at: now().toISOString(),
    address,
    device,
  });
  return { secret };
}

/** Whether a secret's hash is that of a session, of the person if one is given, that has not ended. */
export async function isSessionOpen(
  { db, now }: SessionDeps,
  secretHash: string,
  subject?: string,
): Promise<boolean> {
  const row = await findBrowserSession(db, secretHash, now().toISOString());
  if (row === undefined || (subject !== undefined && row.subject !== subject)) return false;
  return isWithinLimits(
    {
      startedAt: row.started_at,
      lastSeenAt: row.last_seen_at,
      idleMinutes: row.idle_minutes ?? adminSessionLimits.idleMinutes,
      maxHours: row.max_hours ?? adminSessionLimits.maxHours,
    },
    now(),
  );
}

/** POST /sessions/check. Nothing but the secret, which only the browser has, tells a session. @throws `rate.limited` */
export const checkSession = handler(checkEndpoint, async (deps, { body: { secret } }, { request }) => {
  await enforceSignInLimits(deps, [{ limit: 'sessionCheck.ip', subject: request.clientIp }]);
  return { isOpen: await isSessionOpen(deps, hashSessionSecret(secret)) };
});

/** A signed-in member or platform admin as actor in the audit log. */
export function toActor({ who }: PersonCaller): Pick<WorkActor, 'companyId' | 'actor'> {
  return who.realm === 'member'
    ? { companyId: who.company.id, actor: { type: 'user', id: who.member.id, role: who.member.role } }
    : { companyId: null, actor: { type: 'admin', id: who.admin.id, role: 'admin' } };
}

type Actor = Pick<WorkActor, 'companyId' | 'actor'>;

/**
 * A person as actor in the audit log of each of their companies, the one in use first: what concerns their sign-in concerns all of them.
 * Without a company, as platform admin; empty for other people.
 */
export async function actorsEverywhere(
  { db, now }: SessionDeps,
  { subject, secretHash }: { subject: string; secretHash?: string | undefined },
): Promise<Actor[]> {
  const found = await findMember(db, subject, { secretHash, now: now() });
  if (found === undefined) {
    const known = await findAdmin(db, subject);
    return known ? [{ companyId: null, actor: { type: 'admin', id: known.admin.id, role: 'admin' } }] : [];
  }
  const { member, company } = found;
  const first: Actor = { companyId: company.id, actor: { type: 'user', id: member.id, role: member.role } };
  if (member.otherCompanies === 0) return [first];
  const others = await membershipsOf(db, subject, now().toISOString());
  return [
    first,
    ...others
      .filter(({ company_id }) => company_id !== company.id)
      .map(
        ({ company_id, member_id, role }): Actor => ({
          companyId: company_id,
          actor: { type: 'user', id: member_id, role },
        }),
      ),
  ];
}

/** The actor of an event in the company in use; undefined while a person with several has yet to select one. */
async function actorInUse(deps: SessionDeps, caller: IdentityCaller): Promise<Actor | undefined> {
  const { subject, secretHash } = caller;
  const found = await findMember(deps.db, subject, { secretHash, now: deps.now() });
  const isKnown = found === undefined || found.isCompanyChosen || found.member.otherCompanies === 0;
  return isKnown ? (await actorsEverywhere(deps, caller))[0] : undefined;
}

/**
 * Records a change of a person's sessions in the audit log of the company or the platform; people who belong to neither are not
 * recorded.
 */
async function recordSessionEvent(
  deps: SessionDeps & { wakeOutbox?: () => void },
  caller: IdentityCaller | PersonCaller,
  event: 'sessionsEnded' | 'passwordChanged',
): Promise<void> {
  if (event === 'passwordChanged') {
    const { subject, secretHash, request } = caller;
    return recordEverywhere(deps, await actorsEverywhere(deps, { subject, secretHash }), event, { request });
  }
  await recordInUse(
    deps,
    caller.kind === 'person' ? toActor(caller) : await actorInUse(deps, caller),
    event,
    caller.request,
  );
}

async function recordInUse(
  deps: SessionDeps,
  by: Actor | undefined,
  event: 'sessionsEnded' | 'signedOut',
  request: RequestContext,
): Promise<void> {
  if (by === undefined) return;
  const resourceType = by.companyId === null ? 'admin' : 'member';
  const { id } = by.actor;
  await inWork(deps, { ...by, ...ofRequest(request) }, async ({ record }) =>
    record({ action: `${resourceType}.${event}`, resourceType, resourceId: id, detail: {} }),
  );
}

/** Records a change of a person's sign-in in the audit log of each of their companies, and emails them once. */
export async function recordEverywhere(
  deps: SessionDeps & { wakeOutbox?: (() => void) | undefined },
  actors: readonly Actor[],
  change: AccountChange,
  { request, detail = {} }: { request: RequestContext; detail?: Record<string, string> },
): Promise<void> {
  for (const [index, by] of actors.entries()) {
    const resourceType = by.companyId === null ? 'admin' : 'member';
    const { id } = by.actor;
    await inWork(deps, { ...by, ...ofRequest(request) }, async (work) => {
      work.record({ action: `${resourceType}.${change}`, resourceType, resourceId: id, detail });
      if (index > 0) return;
      const { label } = detail;
      const about = { memberId: id, change, ...(label === undefined ? {} : { label }) };
      await enqueueAccountEmail(work, deps, about, request);
    });
  }
}

/**
 * POST /sessions/end-others: all servers reject the person's other sessions, and session tokens issued before the caller's own, from now
 * on. Refresh tokens are ended by the identity service. Idempotent, except that each change of a password is recorded and emailed.
 */
export const endOtherSessions = handler(
  endOthersEndpoint,
  async (deps, { body: { passwordChanged } }, caller) => {
    const { subject, session, secretHash } = caller;
    // Of a session that goes on with this token, which must not begin another one.
    if (secretHash !== undefined) await spendSignInNonce(deps, session);
    await endSessionsBefore(deps.db, subject, session.issuedAtSeconds);
    await endBrowserSessions(deps.db, { subject, exceptHash: secretHash, at: deps.now().toISOString() });
    await recordSessionEvent(deps, caller, passwordChanged ? 'passwordChanged' : 'sessionsEnded');
    return { ended: true } as const;
  },
);

/** POST /sessions/end: all servers reject the caller's session and session token from now on. */
export const endSession = handler(endEndpoint, async (deps, _input, caller) => {
  const { subject, hash, expiresAtMs } = caller.session;
  const at = deps.now().toISOString();
  // While the session still names the company.
  const by = await actorInUse(deps, caller);
  await endSessionToken(deps.db, { subject, hash, expiresAt: new Date(expiresAtMs).toISOString(), at });
  await spendSignInNonce(deps, caller.session);
  await endSessionOfSecret(deps.db, { subject, secretHash: caller.secretHash, at });
  await recordInUse(deps, by, 'signedOut', caller.request);
  return { ended: true } as const;
});

/** GET /sessions: the caller's own, of all companies. Those past the limits of the caller's session are left out. */
export const listSessions = handler(listEndpoint, async ({ db, now }, _input, { subject, session, who }) => {
  const since = new Date(now().getTime() - session.idleMinutes * 60_000).toISOString();
  const isShared = who.realm === 'member' && who.member.otherCompanies > 0;
  const [rows, memberships] = await Promise.all([
    listBrowserSessions(db, subject, since),
    isShared ? membershipsOf(db, subject, now().toISOString()) : [],
  ]);
  const names = new Map(memberships.map(({ company_id, company_name }) => [company_id, company_name]));
  const sessions = rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at,
    lastSeenAt: row.last_seen_at,
    address: row.address,
    device: row.device,
    companyName: names.get(row.company_id ?? '') ?? null,
    isCurrent: row.id === session.id,
  }));
  const { idleMinutes, maxHours } = session;
  return {
    idleMinutes,
    maxHours,
    sessions: sessions.filter((each) => isWithinLimits({ ...session, ...each }, now())),
  };
});

/** POST /sessions/:id/end. @throws `record.notFound` for another person's session, and for one that has ended */
export const endOneSession = handler(endOneEndpoint, async (deps, { params: { id } }, caller) => {
  const at = deps.now().toISOString();
  const isEnded = await endBrowserSession(deps.db, { subject: caller.subject, id, at });
  if (!isEnded) throw apiError('record.notFound');
  await recordSessionEvent(deps, caller, 'sessionsEnded');
  return { ended: true } as const;
});

/**
 * POST /sessions/end-all: signs the caller out everywhere, here included, and ends their refresh tokens at the identity service.
 * @throws `server.unavailable` if that service did not respond; the sessions themselves are ended all the same
 */
export const endAllSessions = handler(endAllEndpoint, async (deps, _input, caller) => {
  const { subject, token } = caller;
  const at = deps.now();
  await endBrowserSessions(deps.db, { subject, at: at.toISOString() });
  await endSessionToken(deps.db, {
    subject,
    hash: token.hash,
    expiresAt: new Date(token.expiresAtMs).toISOString(),
    at: at.toISOString(),
  });
  // Other tokens could otherwise start a session until they expire.
  await endSessionsBefore(deps.db, subject, Math.floor(at.getTime() / 1000) - clockToleranceSeconds);
  await recordSessionEvent(deps, caller, 'sessionsEnded');
  await deps.identity.endSessions(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw apiError('server.unavailable', {
      detail:
        'You were signed out everywhere, but the sign-in service did not respond. Sign in and sign out everywhere again shortly.',
    });
  });
  return { ended: true } as const;
});
