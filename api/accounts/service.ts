import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { BillingCountry, login, MemberSession, SignedInAdmin, signup } from '#contract/accounts.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { sqlState } from '../database/sql-state.ts';
import { asPlatform, asTenant } from '../database/tenancy.ts';
import type { IdentityCaller, RequestContext } from '../http/bind.ts';
import { hasAccessEnded } from '../http/callers.ts';
import { refuse } from '../http/problems.ts';
import type { CheckSessionToken } from '../http/session-tokens.ts';
import { type Identity, type IdentityUser, isIdentityUnavailable } from './identity.ts';
import { slowDown } from './sign-in-limits.ts';
import { findAdmin, findMember, insertCompanyWithOwner, setLastSignIn } from './store.ts';

export interface AccountDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
  checkSessionToken: CheckSessionToken;
}

type LoginForm = z.output<typeof login.body>;
type LoginAnswer = z.output<typeof login.answer>;
type SignupForm = z.output<typeof signup.body>;

/** The same words whether there is nobody, the other door, or another person's login id. */
function noAccount() {
  return refuse('login.noAccount', {
    detail:
      'There is no account here for this sign-in. Check the email address, or ask an owner of your company.',
  });
}

async function identityUser(identity: Identity, subject: string): Promise<IdentityUser | undefined> {
  return identity.userById(subject).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw refuse('server.unavailable', {
      detail: 'Sign-in cannot be checked at the moment. Try again shortly.',
    });
  });
}

/** Whether a person signs in under a login id of their own: the one we keep, or another that the service knows. */
async function ownsLoginId(
  identity: Identity,
  subject: string,
  kept: string,
  given: string,
): Promise<boolean> {
  if (kept === given) return true;
  const user = await identityUser(identity, subject);
  return user?.loginIds.includes(given) === true;
}

async function loginMember(
  deps: AccountDeps,
  form: LoginForm,
  subject: string,
  requestId: string,
): Promise<MemberSession> {
  const record = await findMember(deps.db, subject);
  if (record === undefined || record.status === 'invited' || record.status === 'removed') throw noAccount();
  const { member, company, status } = record;
  if (!(await ownsLoginId(deps.identity, subject, member.loginId, form.loginId))) throw noAccount();
  if (status === 'suspended') {
    throw refuse('login.suspended', { detail: 'Ask an owner of your company to let you in again.' });
  }
  if (hasAccessEnded(member, deps.now())) {
    throw refuse('login.accessEnded', { detail: 'Ask an owner of the company if you still need access.' });
  }
  await asTenant(deps.db, company.id, async (trx) => {
    await setLastSignIn(trx, member.id, deps.now().toISOString());
    await recordEvent(trx, deps, {
      companyId: company.id,
      actor: { type: 'user', id: member.id, role: member.role },
      action: 'member.signedIn',
      resourceType: 'member',
      resourceId: member.id,
      detail: {},
      requestId,
    });
  });
  return { member, company };
}

async function loginAdmin(
  deps: AccountDeps,
  form: LoginForm,
  subject: string,
  requestId: string,
): Promise<SignedInAdmin> {
  const record = await findAdmin(deps.db, subject);
  if (record === undefined) throw noAccount();
  const { admin, status } = record;
  if (!(await ownsLoginId(deps.identity, subject, admin.loginId, form.loginId))) throw noAccount();
  if (status === 'suspended') throw refuse('login.suspended', { detail: 'Ask another platform admin.' });
  await asPlatform(deps.db, (trx) =>
    recordEvent(trx, deps, {
      companyId: null,
      actor: { type: 'admin', id: admin.id, role: 'admin' },
      action: 'admin.signedIn',
      resourceType: 'admin',
      resourceId: admin.id,
      detail: {},
      requestId,
    }),
  );
  return admin;
}

/**
 * POST /login: the person behind a session token, found by its `sub` alone, at the door where they knock.
 * Refuses a token's faults with 401; a wrong door, a stranger or somebody else's login id with the same
 * `login.noAccount`; a suspended or ended account with its own code; too many tries with 429.
 */
export async function logIn(
  deps: AccountDeps,
  form: LoginForm,
  request: RequestContext,
): Promise<LoginAnswer> {
  await slowDown(deps, [{ limit: 'login.ip', subject: request.clientIp }]);
  const { subject } = await deps.checkSessionToken(form.sessionToken);
  // Counted for holders of a good token only: nobody can shut another person out by trying in their name.
  await slowDown(deps, [{ limit: 'login.loginId', subject: form.loginId }]);
  return form.door === 'member'
    ? { door: 'member', ...(await loginMember(deps, form, subject, request.id)) }
    : { door: 'admin', admin: await loginAdmin(deps, form, subject, request.id) };
}

const timeZones: Record<BillingCountry, string> = { AUS: 'Australia/Sydney', NZL: 'Pacific/Auckland' };

function signedUpBefore() {
  return refuse('signup.exists', { detail: 'Sign in instead. If you cannot, ask an owner of your company.' });
}

/** What an earlier sign-up of the same person made, when it was the same sign-up; undefined when there was none. */
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
  requestId: string,
): Promise<void> {
  const companyId = uuidv7();
  const memberId = uuidv7();
  const actor = { type: 'user', id: memberId, role: 'owner' } as const;
  await asTenant(deps.db, companyId, async (trx) => {
    await insertCompanyWithOwner(trx, {
      companyId,
      memberId,
      subject,
      loginId: form.loginId,
      ownerName: form.name,
      companyName: form.companyName,
      billingCountryCode: form.billingCountryCode,
      timeZone: timeZones[form.billingCountryCode],
      at: deps.now().toISOString(),
    });
    await recordEvent(trx, deps, {
      companyId,
      actor,
      action: 'company.created',
      resourceType: 'company',
      resourceId: companyId,
      detail: { name: form.companyName, billingCountryCode: form.billingCountryCode },
      requestId,
    });
    await recordEvent(trx, deps, {
      companyId,
      actor,
      action: 'member.joined',
      resourceType: 'member',
      resourceId: memberId,
      detail: { name: form.name, loginId: form.loginId, role: 'owner' },
      requestId,
    });
  });
}

/**
 * POST /signup: a company and its owner for a person whom the identity service knows. Sent twice by the same
 * person with the same details, at once or after a lost answer, it makes one company and answers alike.
 * Refuses with `signup.exists` whoever is here already with other details, and with `request.invalid` an
 * email address that the person has not confirmed at the identity service.
 */
export async function signUp(
  deps: AccountDeps,
  form: SignupForm,
  caller: IdentityCaller,
): Promise<MemberSession> {
  const { subject, request } = caller;
  const earlier = await earlierSignup(deps, form, subject);
  if (earlier !== undefined) return earlier;
  // After the look for an earlier one, so that a form sent again is never told to wait.
  await slowDown(deps, [{ limit: 'signup.ip', subject: request.clientIp }]);
  const user = await identityUser(deps.identity, subject);
  if (user?.verifiedLoginIds.includes(form.loginId) !== true) {
    throw refuse('request.invalid', {
      fields: {
        loginId: ['Confirm this email address with the code that was sent to it, then sign up again'],
      },
    });
  }
  try {
    await createCompany(deps, form, subject, request.id);
  } catch (error) {
    // Somebody has this login id, or the same person signs up in another request that was faster.
    if (sqlState(error) !== '23505') throw error;
  }
  const made = await earlierSignup(deps, form, subject);
  if (made === undefined) throw signedUpBefore();
  return made;
}
