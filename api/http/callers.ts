import type { CompanyState, SignedInAdmin, SignedInMember } from '#contract/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { mayAct } from '#rules/access.ts';
import type { AnyCaller, RequestContext } from './bind.ts';
import { refuse } from './problems.ts';
import { bearerToken, type CheckSessionToken } from './session-tokens.ts';

/** A member as found by the identity service's user id, whatever its status. */
export interface MemberRecord {
  status: 'invited' | 'active' | 'suspended' | 'removed';
  member: SignedInMember;
  company: CompanyState;
}

/** A platform admin as found by the identity service's user id, whatever its status. */
export interface AdminRecord {
  status: 'active' | 'suspended';
  admin: SignedInAdmin;
}

/** The holder of a link that is known, whether or not it still works. */
export interface FoundRecipient {
  companyId: string;
  requestId: string;
  linkHash: string;
  /** What the link is about waits for its holder, and the link has not run out. */
  isLive: boolean;
  company: Pick<CompanyState, 'accessRestricted' | 'subscriptionActive'>;
}

export interface CallerDeps {
  checkSessionToken: CheckSessionToken;
  memberBySubject: (subject: string) => Promise<MemberRecord | undefined>;
  adminBySubject: (subject: string) => Promise<AdminRecord | undefined>;
  /** Whose link an Authorization header carries. */
  findRecipient: (authorization: string | undefined, now: Date) => Promise<FoundRecipient | undefined>;
  /** Counts a call of somebody without a session, by their address. */
  countRecipientCall: (clientIp: string) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
  now: () => Date;
}

/** True while a member with this record may be signed in at all. */
export function isPresent({ status, member }: MemberRecord, now: Date): boolean {
  return status === 'active' && !hasAccessEnded(member, now);
}

/** True from the instant that a member's access ends. */
export function hasAccessEnded({ accessEndsAt }: SignedInMember, now: Date): boolean {
  return accessEndsAt !== null && Date.parse(accessEndsAt) <= now.getTime();
}

function signInAgain() {
  return refuse('token.invalid', { detail: 'Sign in again to go on.' });
}

async function asMember(
  deps: CallerDeps,
  endpoint: Endpoint,
  subject: string,
  request: RequestContext,
): Promise<AnyCaller> {
  const record = await deps.memberBySubject(subject);
  if (record === undefined) {
    const admin = await deps.adminBySubject(subject);
    if (admin?.status !== 'active') throw signInAgain();
    throw refuse('role.forbidden', { detail: 'A platform admin works in the /admin area only.' });
  }
  if (!isPresent(record, deps.now())) throw signInAgain();
  const { member, company } = record;
  if (endpoint.act === undefined) throw new Error(`${endpoint.id} has no act`);
  const decision = mayAct({ kind: 'member', ...member }, endpoint.act, company, deps.now().toISOString());
  if (!decision.allowed) throw refuse(decision.code, { detail: decision.reason });
  return { kind: 'member', subject, member, company, request };
}

async function asAdmin(deps: CallerDeps, subject: string, request: RequestContext): Promise<AnyCaller> {
  const record = await deps.adminBySubject(subject);
  if (record?.status === 'active') return { kind: 'admin', subject, admin: record.admin, request };
  const member = record === undefined ? await deps.memberBySubject(subject) : undefined;
  if (member === undefined || !isPresent(member, deps.now())) throw signInAgain();
  throw refuse('role.forbidden', { detail: 'This is for platform admins.' });
}

/**
 * The holder of a document request's link. Counted first, whatever the link is, so that going through many tells nothing; then nothing
 * is said of a link but that it is unknown, or that it is over.
 */
async function asRecipient(
  deps: CallerDeps,
  endpoint: Endpoint,
  authorization: string | undefined,
  request: RequestContext,
): Promise<AnyCaller> {
  const { allowed, retryAfterSeconds } = await deps.countRecipientCall(request.clientIp);
  if (!allowed) {
    throw refuse('rate.limited', { detail: 'Wait a moment, then try again.', retryAfterSeconds });
  }
  const now = deps.now();
  const found = await deps.findRecipient(authorization, now);
  if (found === undefined) throw refuse('record.notFound');
  if (endpoint.act === undefined) throw new Error(`${endpoint.id} has no act`);
  const { companyId, requestId, linkHash, isLive, company } = found;
  const decision = mayAct({ kind: 'recipient' }, endpoint.act, company, now.toISOString());
  if (!decision.allowed || !isLive) throw refuse('link.ended');
  return { kind: 'recipient', companyId, requestId, linkHash, request };
}

/**
 * Who calls an endpoint, decided anew on every request: the token by its signature, the person's rights by the
 * database. Refuses with `token.invalid` whoever may not be signed in, and with the code of the reason whoever
 * is signed in but may not do this.
 */
export async function identifyCaller(
  deps: CallerDeps,
  endpoint: Endpoint,
  authorization: string | undefined,
  request: RequestContext,
): Promise<AnyCaller> {
  if (endpoint.caller === 'open') return { kind: 'open', request };
  if (endpoint.caller === 'recipient') return asRecipient(deps, endpoint, authorization, request);
  const { subject } = await deps.checkSessionToken(bearerToken(authorization));
  if (endpoint.caller === 'identity') return { kind: 'identity', subject, request };
  return endpoint.caller === 'member'
    ? asMember(deps, endpoint, subject, request)
    : asAdmin(deps, subject, request);
}
