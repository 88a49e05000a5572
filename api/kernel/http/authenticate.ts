import type { CompanyState, SignedInAdmin, SignedInMember } from '#contract/company/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { can } from '#rules/permissions.ts';
import { apiError } from './api-error.ts';
import type { AnyCaller, RequestContext } from './bind-endpoint.ts';
import {
  bearerToken,
  type CheckSessionToken,
  getSessionId,
  rejectEnded,
  type SessionEnds,
  type SessionToken,
} from './session-tokens.ts';

/** A member found by the identity service's user id, in any status. */
export interface MemberRecord {
  status: 'invited' | 'active' | 'suspended' | 'removed';
  member: SignedInMember;
  company: CompanyState;
  sessions: SessionEnds;
}

/** A platform admin found by the identity service's user id, in any status. */
export interface AdminRecord {
  status: 'active' | 'suspended';
  admin: SignedInAdmin;
  sessions: SessionEnds;
}

/** Holder of a known link, active or not. */
export interface FoundRecipient {
  companyId: string;
  requestId: string;
  linkHash: string;
  /** The request is still open, and the link has not expired. */
  isLive: boolean;
  company: Pick<CompanyState, 'accessRestricted' | 'subscriptionActive'>;
}

export interface CallerDeps {
  checkSessionToken: CheckSessionToken;
  memberBySubject: (subject: string) => Promise<MemberRecord | undefined>;
  adminBySubject: (subject: string) => Promise<AdminRecord | undefined>;
  /** For any subject, whether known here or not. */
  getSessionEnds: (subject: string) => Promise<SessionEnds>;
  /** The recipient of the link in an Authorization header. */
  findRecipient: (authorization: string | undefined, now: Date) => Promise<FoundRecipient | undefined>;
  /** Counts a call without a session, by address. */
  countRecipientCall: (clientIp: string) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
  now: () => Date;
}

/** Whether the member may be signed in at all. */
function isPresent({ status, member }: MemberRecord, now: Date): boolean {
  return status === 'active' && !hasAccessEnded(member, now);
}

/** True from the instant at which a member's access ends. */
export function hasAccessEnded({ accessEndsAt }: SignedInMember, now: Date): boolean {
  return accessEndsAt !== null && Date.parse(accessEndsAt) <= now.getTime();
}

function signInAgain() {
  return apiError('token.invalid', { detail: 'Sign in again to continue.' });
}

async function asMember(
  deps: CallerDeps,
  endpoint: Endpoint,
  session: SessionToken,
  request: RequestContext,
): Promise<AnyCaller> {
  const { subject } = session;
  const record = await deps.memberBySubject(subject);
  if (record === undefined) {
    const admin = await deps.adminBySubject(subject);
    if (admin?.status !== 'active') throw signInAgain();
    rejectEnded(session, admin.sessions);
    throw apiError('role.forbidden', { detail: 'A platform admin works in the /admin area only.' });
  }
  if (!isPresent(record, deps.now())) throw signInAgain();
  rejectEnded(session, record.sessions);
  const { member, company } = record;
  if (endpoint.permission === undefined) throw new Error(`${endpoint.id} has no permission`);
  const decision = can({ kind: 'member', ...member }, endpoint.permission, company, deps.now().toISOString());
  if (!decision.allowed) throw apiError(decision.code, { detail: decision.reason });
  return { kind: 'member', subject, member, company, request };
}

async function asAdmin(deps: CallerDeps, session: SessionToken, request: RequestContext): Promise<AnyCaller> {
  const { subject } = session;
  const record = await deps.adminBySubject(subject);
  if (record?.status === 'active') {
    rejectEnded(session, record.sessions);
    return { kind: 'admin', subject, admin: record.admin, request };
  }
  const member = record === undefined ? await deps.memberBySubject(subject) : undefined;
  if (member === undefined || !isPresent(member, deps.now())) throw signInAgain();
  rejectEnded(session, member.sessions);
  throw apiError('role.forbidden', { detail: 'This is for platform admins.' });
}

/**
 * The recipient of a document request's link. Calls are counted first, for any link, so that guessing reveals nothing;
 * the response only states that a link is unknown, or that it has ended.
 */
async function asRecipient(
  deps: CallerDeps,
  endpoint: Endpoint,
  authorization: string | undefined,
  request: RequestContext,
): Promise<AnyCaller> {
  const { allowed, retryAfterSeconds } = await deps.countRecipientCall(request.clientIp);
  if (!allowed) {
    throw apiError('rate.limited', { detail: 'Wait a moment, then try again.', retryAfterSeconds });
  }
  const now = deps.now();
  const found = await deps.findRecipient(authorization, now);
  if (found === undefined) throw apiError('record.notFound');
  if (endpoint.permission === undefined) throw new Error(`${endpoint.id} has no permission`);
  const { companyId, requestId, linkHash, isLive, company } = found;
  const decision = can({ kind: 'recipient' }, endpoint.permission, company, now.toISOString());
  if (!decision.allowed || !isLive) throw apiError('link.expired');
  return { kind: 'recipient', companyId, requestId, linkHash, request };
}

/**
 * Identifies the caller on every request: the token by its signature, permissions and revocation by the database.
 * @throws `token.invalid` for callers who cannot be signed in, and a specific code for members without the permission.
 */
export async function identifyCaller(
  deps: CallerDeps,
  endpoint: Endpoint,
  authorization: string | undefined,
  request: RequestContext,
): Promise<AnyCaller> {
  if (endpoint.caller === 'open') return { kind: 'open', request };
  if (endpoint.caller === 'recipient') return asRecipient(deps, endpoint, authorization, request);
  const session = await deps.checkSessionToken(bearerToken(authorization));
  const within = { ...request, sessionId: getSessionId(session) };
  if (endpoint.caller === 'identity') {
    rejectEnded(session, await deps.getSessionEnds(session.subject));
    return { kind: 'identity', subject: session.subject, session, request: within };
  }
  return endpoint.caller === 'member'
    ? asMember(deps, endpoint, session, within)
    : asAdmin(deps, session, within);
}
