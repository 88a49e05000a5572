import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  BillingCountry,
  login,
  MemberSession,
  SignedInAdmin,
  signInSession,
  signup,
} from '#contract/company/accounts.ts';
import { isAbsentMember } from '#rules/lifecycles/company.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { inWork } from '../../kernel/command/work.ts';
import { sqlState } from '../../kernel/database/postgres-errors.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import { hasAccessEnded } from '../../kernel/http/authenticate.ts';
import type { IdentityCaller, RequestContext } from '../../kernel/http/bind-endpoint.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import { type CheckSessionToken, getSessionId, rejectEnded } from '../../kernel/http/session-tokens.ts';
import type { Identity, IdentityUser } from './identity.ts';
import { type AttemptDeps, attemptForLog, countAttempt } from './sign-in-attempts.ts';
import { enforceSignInLimits } from './sign-in-limits.ts';
import { findAdmin, findMember, findSessionEnds, insertCompanyWithOwner, setLastSignIn } from './store.ts';

export interface AccountDeps extends AttemptDeps {
  identity: Identity;
  checkSessionToken: CheckSessionToken;
}

type LoginForm = z.output<typeof signInSession>;
type LoginResponse = z.output<typeof login.response>;
type SignupForm = z.output<typeof signup.body>;

/** The same message for an unknown login id, the other sign-in page, or another person's login id. */
function noAccount() {
  return apiError('login.noAccount', {
    detail: 'No account found. Check the email address, or ask an owner of your company.',
  });
}

async function identityUser(identity: Identity, subject: string): Promise<IdentityUser | undefined> {
  return identity.userById(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw apiError('server.unavailable', {
      detail: 'Sign-in cannot be checked at the moment. Try again shortly.',
    });
  });
}

/** Whether a login id belongs to the person: the stored one, or another that the service knows. */
async function ownsLoginId(
  identity: Identity,
  subject: string,
  storedLoginId: string,
  enteredLoginId: string,
): Promise<boolean> {
  if (storedLoginId === enteredLoginId) return true;
  const user = await identityUser(identity, subject);
  return user?.loginIds.includes(enteredLoginId) === true;
}

async function loginMember(
  deps: AccountDeps,
  form: LoginForm,
  subject: string,
  request: RequestContext,
): Promise<MemberSession> {
  const record = await findMember(deps.db, subject);
  if (record === undefined || isAbsentMember(record.status)) throw noAccount();
  const { member, company, status } = record;
  if (!(await ownsLoginId(deps.identity, subject, member.loginId, form.loginId))) throw noAccount();
  if (status === 'suspended') {
    throw apiError('login.suspended', { detail: 'Ask an owner of your company to reactivate you.' });
  }
  if (hasAccessEnded(member, deps.now())) {
    throw apiError('login.accessEnded', {
      detail: 'Ask an owner of the company if you still need access.',
    });
  }
  const actor = { type: 'user', id: member.id, role: member.role } as const;
  await inWork(deps, { companyId: company.id, actor, ...ofRequest(request) }, async ({ trx, at, record }) => {
    await setLastSignIn(trx, member.id, at);
    record({ action: 'member.signedIn', resourceType: 'member', resourceId: member.id, detail: {} });
  });
  return { member, company };
}

async function loginAdmin(
  deps: AccountDeps,
  form: LoginForm,
  subject: string,
  request: RequestContext,
): Promise<SignedInAdmin> {
  const record = await findAdmin(deps.db, subject);
  if (record === undefined) throw noAccount();
  const { admin, status } = record;
  if (!(await ownsLoginId(deps.identity, subject, admin.loginId, form.loginId))) throw noAccount();
  if (status === 'suspended') throw apiError('login.suspended', { detail: 'Ask another platform admin.' });
  const actor = { type: 'admin', id: admin.id, role: 'admin' } as const;
  await inWork(deps, { companyId: null, actor, ...ofRequest(request) }, async ({ record }) =>
    record({ action: 'admin.signedIn', resourceType: 'admin', resourceId: admin.id, detail: {} }),
  );
  return admin;
}

/**
 * POST /login. Counts an attempt, with an empty response; with a session token, signs the person in. Failures are logged, with login
 * id and IP address as hashes.
 */
export async function logIn(
  deps: AccountDeps,
  form: z.output<typeof login.body>,
  request: RequestContext,
): Promise<LoginResponse | undefined> {
  if (form.kind !== undefined) {
    await countAttempt(deps, form, request);
    return undefined;
  }
  try {
    return await letIn(deps, form, request);
  } catch (error) {
    if (isApiError(error)) {
      const { loginId, realm } = form;
      const who = attemptForLog(deps.webSecret, { loginId, clientIp: request.clientIp });
      deps.log.warn({ requestId: request.id, realm, code: error.code, ...who }, 'sign-in refused');
    }
    throw error;
  }
}

/**
 * Returns the person of a session token, identified by its `sub` only, in the realm of the login page. Rejects an invalid token
 * with 401; a login page of another realm, an unknown user or a login id of another user with the same `login.noAccount`; a
 * suspended or removed account with its own code; too many attempts with 429.
 */
async function letIn(deps: AccountDeps, form: LoginForm, request: RequestContext): Promise<LoginResponse> {
  await enforceSignInLimits(deps, [{ limit: 'login.ip', subject: request.clientIp }]);
  const session = await deps.checkSessionToken(form.sessionToken);
  const { subject } = session;
  const within = { ...request, sessionId: getSessionId(session) };
  rejectEnded(session, await findSessionEnds(deps.db, subject));
  // Counted only with a valid token: no one can lock out another person by trying in their name.
  await enforceSignInLimits(deps, [{ limit: 'login.loginId', subject: form.loginId }]);
  return form.realm === 'member'
    ? { realm: 'member', ...(await loginMember(deps, form, subject, within)) }
    : { realm: 'admin', admin: await loginAdmin(deps, form, subject, within) };
}

const timeZones: Record<BillingCountry, string> = { AUS: 'Australia/Sydney', NZL: 'Pacific/Auckland' };

function signedUpBefore() {
  return apiError('signup.exists', {
    detail: 'Sign in instead. If you cannot, ask an owner of your company.',
  });
}

/** Result of an earlier identical sign-up of the same person; undefined if there was none. */
async function earlierSignup(
  deps: AccountDeps,
  form: SignupForm,
  subject: string,
): Promise<MemberSession | undefined> {
  if ((await findAdmin(deps.db, subject)) !== undefined) throw signedUpBefore();
  const record = await findMember(deps.db, subject);
  if (record === undefined) return undefined;
  const { member, company, status } = record;
  const same =
    status === 'active' &&
    member.role === 'owner' &&
    member.loginId === form.loginId &&
    member.name === form.name &&
    company.name === form.companyName &&
    company.billingCountryCode === form.billingCountryCode;
  if (!same) throw signedUpBefore();
  return { member, company };
}

async function createCompany(
  deps: AccountDeps,
  form: SignupForm,
  subject: string,
  request: RequestContext,
): Promise<void> {
  const companyId = uuidv7();
  const memberId = uuidv7();
  const actor = { type: 'user', id: memberId, role: 'owner' } as const;
  await inWork(deps, { companyId, actor, ...ofRequest(request) }, async ({ trx, at, record }) => {
    await insertCompanyWithOwner(trx, {
      companyId,
      memberId,
      subject,
      loginId: form.loginId,
      ownerName: form.name,
      companyName: form.companyName,
      billingCountryCode: form.billingCountryCode,
      timeZone: timeZones[form.billingCountryCode],
      at,
    });
    record(
      {
        action: 'company.created',
        resourceType: 'company',
        resourceId: companyId,
        detail: { name: form.companyName, billingCountryCode: form.billingCountryCode },
      },
      {
        action: 'member.joined',
        resourceType: 'member',
        resourceId: memberId,
        detail: { name: form.name, loginId: form.loginId, role: 'owner' },
      },
    );
  });
}

/**
 * POST /signup: creates a company and its owner for a person known to the identity service. Idempotent: repeated by the
 * same person with the same details, it creates one company and returns the same response.
 * @throws `signup.exists` for existing members with other details, `request.invalid` for an unconfirmed email address.
 */
export async function signUp(
  deps: AccountDeps,
  form: SignupForm,
  caller: IdentityCaller,
): Promise<MemberSession> {
  const { subject, request } = caller;
  const earlier = await earlierSignup(deps, form, subject);
  if (earlier !== undefined) return earlier;
  // After checking for an earlier sign-up, so that a repeated form is never rate-limited.
  await enforceSignInLimits(deps, [{ limit: 'signup.ip', subject: request.clientIp }]);
  const user = await identityUser(deps.identity, subject);
  if (user?.verifiedLoginIds.includes(form.loginId) !== true) {
    throw invalid(
      'Confirm this email address with the code that was sent to it, then sign up again',
      'loginId',
    );
  }
  try {
    await createCompany(deps, form, subject, request);
  } catch (error) {
    // The login id is in use, or a concurrent request of the same person was faster.
    if (sqlState(error) !== '23505') throw error;
  }
  const made = await earlierSignup(deps, form, subject);
  if (made === undefined) throw signedUpBefore();
  return made;
}
