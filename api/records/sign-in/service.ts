import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  type BillingCountry,
  login,
  type MemberSession,
  type SignedInAdmin,
  type signInSession,
  signup,
} from '#contract/company/accounts.ts';
import { describeBrowser } from '#rules/format/browser-name.ts';
import { isAbsentMember } from '#rules/lifecycles/company.ts';
import { ofRequest } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { membershipsOf } from '../../kernel/database/people-store.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import { hasAccessEnded, type MemberRecord } from '../../kernel/http/authenticate.ts';
import type { RequestContext } from '../../kernel/http/bind-endpoint.ts';
import { hashSessionSecret } from '../../kernel/http/browser-sessions.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import { type CheckSessionToken, rejectEnded, type SessionToken } from '../../kernel/http/session-tokens.ts';
import { listDevices } from '../../kernel/sessions/browser-session-store.ts';
import { enqueueAccountEmail } from './emails.ts';
import type { Identity, IdentityUser } from './identity.ts';
import { knownDeviceToken } from './known-devices.ts';
import { recordSignIn } from './memberships.ts';
import { startSession } from './sessions.ts';
import { type AttemptDeps, attemptForLog, countAttempt } from './sign-in-attempts.ts';
import { enforceSignInLimits } from './sign-in-limits.ts';
import { consumeSignInNonce, isFirstFactorAlone, newSignInNonce, readSignInNonce } from './sign-in-nonces.ts';
import { requireSso } from './single-sign-on.ts';
import { findAdmin, findMember, findSessionEnds, insertCompanyWithOwner, isNewcomer } from './store.ts';

export interface AccountDeps extends AttemptDeps {
  identity: Identity;
  checkSessionToken: CheckSessionToken;
  wakeOutbox: () => void;
}

const handler = handlersFor<AccountDeps>();

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

/** Whether a person signs in with a browser that they have not used for 30 days, while they used others. */
async function isNewDevice({ db }: AccountDeps, subject: string, device: string): Promise<boolean> {
  const known = await listDevices(db, subject);
  const name = describeBrowser(device);
  return known.length > 0 && known.every((each) => describeBrowser(each) !== name);
}

/**
 * The member of a person who may sign in. Of several memberships one that is open, if there is one.
 * @throws `login.noAccount`, `login.suspended`, `login.accessEnded`
 */
async function requirePresentMember(
  deps: AccountDeps,
  form: LoginForm,
  subject: string,
): Promise<MemberRecord> {
  const record = await findMember(deps.db, subject, { now: deps.now() });
  if (record === undefined || isAbsentMember(record.status)) throw noAccount();
  const { member, status } = record;
  if (!(await ownsLoginId(deps.identity, subject, member.loginId, form.loginId))) throw noAccount();
  if (status === 'suspended') {
    throw apiError('login.suspended', { detail: 'Ask an owner of your company to reactivate you.' });
  }
  if (hasAccessEnded(member, deps.now())) {
    throw apiError('login.accessEnded', {
      detail: 'Ask an owner of the company if you still need access.',
    });
  }
  return record;
}

/** The id of the company to work in: the requested one, or the only one; undefined for a person who has to select one. */
async function getCompanyToUse(
  { db, now }: AccountDeps,
  { member, company }: MemberRecord,
  subject: string,
  requested: string | undefined,
): Promise<string | undefined> {
  if (member.otherCompanies === 0) return company.id;
  const memberships = await membershipsOf(db, subject, now().toISOString());
  return memberships.find(({ company_id }) => company_id === requested)?.company_id;
}

/** Signs a member in to the requested or only company. With several companies and no request, no company is in use yet. */
async function loginMember(
  deps: AccountDeps,
  form: LoginForm,
  started: { id: string; subject: string; address: string; device: string | undefined },
  token: SessionToken,
  request: RequestContext,
): Promise<MemberSession & { session: { secret: string; needsCompany: boolean } }> {
  const { subject, device = '' } = started;
  const known = await requirePresentMember(deps, form, subject);
  const sso = await requireSso(deps, token);
  const isNew = await isNewDevice(deps, subject, device);
  const companyId = await getCompanyToUse(deps, known, subject, form.companyId);
  const needsCompany = companyId === undefined;
  const session = await startSession(deps, {
    ...started,
    companyId: companyId ?? null,
    isChoosing: needsCompany,
  });
  const secretHash = hashSessionSecret(session.secret);
  const record = await findMember(deps.db, subject, { secretHash, now: deps.now() });
  if (record === undefined) throw noAccount();
  const { member, company } = record;
  const actor = { type: 'user', id: member.id, role: member.role } as const;
  await inWork(deps, { companyId: company.id, actor, ...ofRequest(request) }, async (work) => {
    if (!needsCompany) await recordSignIn(work, member.id, sso);
    if (isNew)
      await enqueueAccountEmail(work, deps, { memberId: member.id, change: 'newDevice', device }, request);
  });
  return { session: { ...session, needsCompany }, member, company };
}

/**
 * Signs a platform admin in. Tokens of single sign-on are rejected: a company's identity provider can assert any address.
 * @throws `login.noAccount`, `login.suspended`
 */
async function loginAdmin(
  deps: AccountDeps,
  form: LoginForm,
  { subject, methods }: SessionToken,
  request: RequestContext,
): Promise<SignedInAdmin> {
  const record = await findAdmin(deps.db, subject);
  if (record === undefined || methods.includes('fed')) throw noAccount();
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
 * POST /login. Counts an attempt, and returns the nonce of the sign-in; with its session token, signs the person in. Failures are logged
 * with their reason, login id and IP address as hashes.
 */
export const logIn = handler(login, async (deps, { body: form }, { request }) => {
  if (form.kind !== undefined) {
    await countAttempt(deps, form, request);
    return { realm: 'none', nonce: newSignInNonce(deps) } as const;
  }
  try {
    return await letIn(deps, form, request);
  } catch (error) {
    if (isApiError(error)) {
      const { loginId, realm } = form;
      const who = attemptForLog(deps.webSecret, { loginId, clientIp: request.clientIp });
      const { code, details } = error;
      deps.log.warn(
        { requestId: request.id, realm, code, reason: details.detail, ...who },
        'sign-in refused',
      );
    }
    throw error;
  }
});

function requireFirstFactor(token: SessionToken): void {
  if (isFirstFactorAlone(token)) return;
  throw apiError('token.invalid', { detail: 'Sign in with your password or a code by email first.' });
}

/**
 * Uses up the nonce of the sign-in: that of the token, or of the invitation that the person accepted with it. A refreshed token has the
 * nonce of its sign-in, which was used then.
 * @throws `token.invalid`
 */
async function requireNewSignIn(deps: AccountDeps, { nonce, subject }: SessionToken, accepted?: string) {
  const found =
    accepted === undefined ? readSignInNonce(deps, nonce) : readSignInNonce(deps, accepted, subject);
  if (found === undefined) {
    throw apiError('token.invalid', { detail: 'This sign-in has expired. Sign in again to continue.' });
  }
  if (await consumeSignInNonce(deps.db, found, deps.now())) return;
  throw apiError('token.invalid', { detail: 'This sign-in was used before. Sign in again to continue.' });
}

/**
 * Starts a session for the person of a session token, identified by its `sub` only, in the realm of the login page. Rejects an invalid token
 * with 401; a login page of another realm, an unknown user or a login id of another user with the same `login.noAccount`; a
 * suspended or removed account with its own code; too many attempts with 429.
 */
async function letIn(deps: AccountDeps, form: LoginForm, request: RequestContext): Promise<LoginResponse> {
  await enforceSignInLimits(deps, [{ limit: 'login.ip', subject: request.clientIp }]);
  const token = await deps.checkSessionToken(form.sessionToken);
  const { subject } = token;
  rejectEnded(token, await findSessionEnds(deps.db, subject));
  requireFirstFactor(token);
  await requireNewSignIn(deps, token, form.nonce);
  // Counted only with a valid token: no one can lock out another person by trying in their name.
  await enforceSignInLimits(deps, [{ limit: 'login.loginId', subject: form.loginId }]);
  const knownDevice = knownDeviceToken(deps, form.knownDevices ?? [], form.loginId);
  const started = { id: uuidv7(), subject, address: request.clientIp, device: form.device };
  const within = { ...request, sessionId: started.id };
  if (form.realm === 'admin') {
    const admin = await loginAdmin(deps, form, token, within);
    const session = await startSession(deps, { ...started, companyId: null });
    return { realm: 'admin', session: { ...session, knownDevice }, admin };
  }
  const signedIn = await loginMember(deps, form, started, token, within);
  return { realm: 'member', ...signedIn, session: { ...signedIn.session, knownDevice } };
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
  const record = await findMember(deps.db, subject, { now: deps.now() });
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
    // A concurrent request of the same person may have been faster.
    if (!(await isNewcomer(trx, subject))) throw signedUpBefore();
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
export const signUp = handler(signup, async (deps, { body: form }, caller) => {
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
    if (!isApiError(error) || error.code !== 'signup.exists') throw error;
  }
  const made = await earlierSignup(deps, form, subject);
  if (made === undefined) throw signedUpBefore();
  return made;
});
