import type { CompanyState, SignedInAdmin, SignedInMember } from '#contract/company/accounts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { can } from '#rules/permissions.ts';
import {
  isProofRecent,
  requiresSecondFactor,
  type SecondFactorPolicy,
  secondFactorState,
} from '#rules/second-factor.ts';
import { apiError } from './api-error.ts';
import type { AnyCaller, PersonCaller, RequestContext } from './bind-endpoint.ts';
import { type BrowserSession, isTouchDue, requireBrowserSession, toSessionHash } from './browser-sessions.ts';
import {
  bearerToken,
  type CheckSessionToken,
  getSessionId,
  rejectEnded,
  type SessionEnds,
  type SessionToken,
} from './session-tokens.ts';

/** Whether a person has a second factor, and who must have one. */
interface SecondFactorFacts {
  isEnrolled: boolean;
  /** The strictest of the person's companies. */
  policy: SecondFactorPolicy;
  /** The person is an owner of any of their companies. */
  ownsCompany: boolean;
}

/** A member found by the identity service's user id, in any status. */
export interface MemberRecord {
  status: 'invited' | 'active' | 'suspended' | 'removed';
  member: SignedInMember;
  company: CompanyState;
  sessions: SessionEnds;
  /** That of the secret sent; undefined without one, and for an ended one. */
  session: BrowserSession | undefined;
  /** The session is in this company; false if its person has yet to select one. */
  isCompanyChosen: boolean;
  secondFactor: SecondFactorFacts;
}

/** A platform admin found by the identity service's user id, in any status. */
export interface AdminRecord {
  status: 'active' | 'suspended';
  admin: SignedInAdmin;
  sessions: SessionEnds;
  session: BrowserSession | undefined;
  secondFactor: SecondFactorFacts;
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
  memberBySubject: (
    subject: string,
    secretHash: string | undefined,
    now: Date,
  ) => Promise<MemberRecord | undefined>;
  adminBySubject: (subject: string, secretHash: string | undefined) => Promise<AdminRecord | undefined>;
  /** Records a request as the session's last. */
  touchSession: (id: string, at: string, clientIp: string) => Promise<void>;
  /** For any subject, whether known here or not. */
  getSessionEnds: (subject: string) => Promise<SessionEnds>;
  /** Whether a secret's hash is that of a session of the person that has not ended. */
  isSessionOpen: (secretHash: string, subject: string) => Promise<boolean>;
  /** Whether a token is of a sign-in that has yet to be presented at `login`. */
  isSignInUnused: (token: SessionToken) => Promise<boolean>;
  /** The recipient of the link in an Authorization header. */
  findRecipient: (authorization: string | undefined, now: Date) => Promise<FoundRecipient | undefined>;
  /** Counts a call without a session, by address. */
  countRecipientCall: (clientIp: string) => Promise<{ allowed: boolean; retryAfterSeconds: number }>;
  now: () => Date;
  /** In the sandbox, owners and platform admins may sign in without a second factor. */
  isSandbox: boolean;
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

/** Credentials of a request: a verified token, and the hash of the secret of the browser's session. */
interface Credentials {
  token: SessionToken;
  secretHash: string | undefined;
  /** The company that the request is meant for, if it says so. */
  companyId?: string | undefined;
}

const factorDetails = {
  verify: 'Enter the code of your second factor to continue.',
  enrol: 'Set up a second factor to continue.',
};

/** Where the person's second factor stands in a session. */
function getSecondFactor(
  deps: CallerDeps,
  record: MemberRecord | AdminRecord,
  session: BrowserSession,
): PersonCaller['secondFactor'] {
  const { isEnrolled, policy, ownsCompany } = record.secondFactor;
  const role = 'admin' in record ? 'admin' : ownsCompany ? 'owner' : record.member.role;
  const isRequired = requiresSecondFactor(role, policy, deps);
  const state = secondFactorState({ isEnrolled, isRequired, isVerified: session.factorAt !== null });
  return { isEnrolled, isRequired, state };
}

/**
 * The session of a person whose token is not revoked, and who has proved the second factor that they need; recorded as seen.
 * @throws `token.invalid`, `session.secondFactor`
 */
async function requireSession(
  deps: CallerDeps,
  endpoint: Endpoint,
  { token }: Credentials,
  record: MemberRecord | AdminRecord,
  { clientIp }: RequestContext,
): Promise<Pick<PersonCaller, 'session' | 'secondFactor'>> {
  const { sessions, session } = record;
  rejectEnded(token, sessions);
  const now = deps.now();
  const living = requireBrowserSession(session, now);
  if (isTouchDue(living, now)) await deps.touchSession(living.id, now.toISOString(), clientIp);
  const secondFactor = getSecondFactor(deps, record, living);
  const { state } = secondFactor;
  if ((state === 'verify' || state === 'enrol') && endpoint.beforeSecondFactor !== true) {
    throw apiError('session.secondFactor', { detail: factorDetails[state] });
  }
  return { session: living, secondFactor };
}

/** @throws `session.confirm` or `session.secondFactor` unless the endpoint wants no recent proof, or the session has one */
function requireRecentProof(
  { now }: CallerDeps,
  endpoint: Endpoint,
  { session, secondFactor: { isEnrolled, state } }: Pick<PersonCaller, 'session' | 'secondFactor'>,
): void {
  if (endpoint.recentProof !== true || isProofRecent(session, { isEnrolled, now: now() })) return;
  if (state === 'verify') throw apiError('session.secondFactor', { detail: factorDetails.verify });
  const how = isEnrolled ? 'Verify your second factor' : 'Enter your password';
  throw apiError('session.confirm', { detail: `${how} to continue. Nothing was changed.` });
}

/** @throws `company.notInUse` unless the session is in a company, and in the one that the request is meant for */
function requireCompany({ isCompanyChosen, company }: MemberRecord, meantFor: string | undefined): void {
  if (!isCompanyChosen) throw apiError('company.notInUse', { detail: 'Select a company to continue.' });
  if (meantFor === undefined || meantFor === company.id) return;
  throw apiError('company.notInUse', {
    detail: 'You are working in another company now. Switch companies to continue. Nothing was changed.',
  });
}

async function asMember(
  deps: CallerDeps,
  endpoint: Endpoint,
  credentials: Credentials,
  request: RequestContext,
): Promise<AnyCaller> {
  const { token, secretHash } = credentials;
  const { subject } = token;
  const record = await deps.memberBySubject(subject, secretHash, deps.now());
  if (record === undefined) {
    const admin = await deps.adminBySubject(subject, secretHash);
    if (admin?.status !== 'active') throw signInAgain();
    await requireSession(deps, endpoint, credentials, admin, request);
    throw apiError('role.forbidden', { detail: 'A platform admin works in the /admin area only.' });
  }
  if (!isPresent(record, deps.now())) throw signInAgain();
  const proved = await requireSession(deps, endpoint, credentials, record, request);
  requireCompany(record, credentials.companyId);
  const { session } = proved;
  const { member, company } = record;
  if (endpoint.permission === undefined) throw new Error(`${endpoint.id} has no permission`);
  const decision = can({ kind: 'member', ...member }, endpoint.permission, company, deps.now().toISOString());
  if (!decision.allowed) throw apiError(decision.code, { detail: decision.reason });
  requireRecentProof(deps, endpoint, proved);
  return { kind: 'member', subject, member, company, request: { ...request, sessionId: session.id } };
}

async function asAdmin(
  deps: CallerDeps,
  endpoint: Endpoint,
  credentials: Credentials,
  request: RequestContext,
): Promise<AnyCaller> {
  const { token, secretHash } = credentials;
  const { subject } = token;
  const record = await deps.adminBySubject(subject, secretHash);
  if (record?.status === 'active') {
    const proved = await requireSession(deps, endpoint, credentials, record, request);
    requireRecentProof(deps, endpoint, proved);
    const { session } = proved;
    return { kind: 'admin', subject, admin: record.admin, request: { ...request, sessionId: session.id } };
  }
  const member =
    record === undefined ? await deps.memberBySubject(subject, secretHash, deps.now()) : undefined;
  if (member === undefined || !isPresent(member, deps.now())) throw signInAgain();
  await requireSession(deps, endpoint, credentials, member, request);
  throw apiError('role.forbidden', { detail: 'This is for platform admins.' });
}

/** An active member, whatever their role and the state of their company, or an active platform admin. */
async function asPerson(
  deps: CallerDeps,
  endpoint: Endpoint,
  credentials: Credentials,
  request: RequestContext,
): Promise<AnyCaller> {
  const { token, secretHash } = credentials;
  const { subject } = token;
  const record = await deps.memberBySubject(subject, secretHash, deps.now());
  const person = (
    { session, secondFactor }: Pick<PersonCaller, 'session' | 'secondFactor'>,
    who: PersonCaller['who'],
  ): PersonCaller => ({
    kind: 'person',
    subject,
    token,
    session,
    secretHash,
    secondFactor,
    who,
    request: { ...request, sessionId: session.id },
  });
  if (record !== undefined && isPresent(record, deps.now())) {
    const { member, company, isCompanyChosen } = record;
    const proved = await requireSession(deps, endpoint, credentials, record, request);
    // Their account can be managed before a company is selected.
    if (isCompanyChosen) requireCompany(record, credentials.companyId);
    requireRecentProof(deps, endpoint, proved);
    return person(proved, { realm: 'member', member, company, isCompanyChosen });
  }
  const found = record === undefined ? await deps.adminBySubject(subject, secretHash) : undefined;
  if (found?.status !== 'active') throw signInAgain();
  const proved = await requireSession(deps, endpoint, credentials, found, request);
  requireRecentProof(deps, endpoint, proved);
  return person(proved, { realm: 'admin', admin: found.admin });
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
 * A token lasts longer than its session, and can be refreshed for weeks: it says who the caller is only right after the sign-in, or in a
 * session that has not ended.
 * @throws `token.invalid`
 */
async function requireSignInOrSession(deps: CallerDeps, { token, secretHash }: Credentials): Promise<void> {
  if (secretHash !== undefined && (await deps.isSessionOpen(secretHash, token.subject))) return;
  if (!(await deps.isSignInUnused(token))) throw signInAgain();
}

/**
 * Identifies the caller on every request: the token by its signature; permissions, the browser's session and revocation by the database.
 * @param headers `Authorization`, `Assay-Session` with the secret of the browser's session, and `Assay-Company` with the id of the company
 * that the request is meant for
 * @throws `token.invalid` for callers who cannot be signed in, and a specific code for members without the permission.
 */
export async function identifyCaller(
  deps: CallerDeps,
  endpoint: Endpoint,
  headers: {
    authorization: string | undefined;
    browserSession: string | undefined;
    company?: string | undefined;
  },
  request: RequestContext,
): Promise<AnyCaller> {
  const { authorization } = headers;
  if (endpoint.caller === 'open') return { kind: 'open', request };
  if (endpoint.caller === 'recipient') return asRecipient(deps, endpoint, authorization, request);
  const token = await deps.checkSessionToken(bearerToken(authorization));
  const credentials = {
    token,
    secretHash: toSessionHash(headers.browserSession),
    companyId: headers.company,
  };
  switch (endpoint.caller) {
    case 'identity':
      rejectEnded(token, await deps.getSessionEnds(token.subject));
      if (endpoint.ownProof !== true) await requireSignInOrSession(deps, credentials);
      return {
        kind: 'identity',
        subject: token.subject,
        session: token,
        secretHash: credentials.secretHash,
        request: { ...request, sessionId: getSessionId(token) },
      };
    case 'member':
      return asMember(deps, endpoint, credentials, request);
    case 'admin':
      return asAdmin(deps, endpoint, credentials, request);
    case 'person':
      return asPerson(deps, endpoint, credentials, request);
  }
}
