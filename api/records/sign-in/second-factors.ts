import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  addAuthenticatorApp as addAppEndpoint,
  addPasskey as addPasskeyEndpoint,
  confirmSession as confirmEndpoint,
  readSecondFactors as readEndpoint,
  removeSecondFactor as removeEndpoint,
  renewRecoveryCodes as renewEndpoint,
  startAuthenticatorApp as startAppEndpoint,
  startPasskeyCheck as startPasskeyEndpoint,
  verifySecondFactor as verifyEndpoint,
} from '#contract/company/second-factors.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { isProofRecent } from '#rules/second-factor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import type { PersonCaller } from '../../kernel/http/bind-endpoint.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import type { CheckSessionToken } from '../../kernel/http/session-tokens.ts';
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteSecondFactor,
  insertPasskey,
  listSecondFactors,
  recordPasswordEntry,
  recordSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorRow,
} from '../../kernel/sessions/second-factor-store.ts';
import {
  type AuthenticatorDeps,
  checkCode,
  confirmSetUp,
  startSetUp,
  wrongCode,
} from './authenticator-apps.ts';
import type { Identity } from './identity.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { VerifiedFactor } from './second-factor-calls.ts';
import { actorsEverywhere, recordEverywhere, toActor } from './sessions.ts';
import { noteForAudit } from './sign-in-attempts.ts';
import { enforceSignInLimits } from './sign-in-limits.ts';
import { consumeSignInNonce, isFirstFactorAlone, type NonceDeps, readSignInNonce } from './sign-in-nonces.ts';

export interface SecondFactorDeps extends NonceDeps, AuthenticatorDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
  checkSessionToken: CheckSessionToken;
  appUrl: string;
  wakeOutbox: () => void;
}

const handler = handlersFor<SecondFactorDeps>();

const getLoginId = ({ who }: PersonCaller) =>
  who.realm === 'member' ? who.member.loginId : who.admin.loginId;

type Change = 'secondFactorAdded' | 'secondFactorRemoved' | 'recoveryCodesRenewed' | 'recoveryCodeUsed';

async function recordChange(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  change: Change,
  detail: Record<string, string> = {},
): Promise<void> {
  const { who, request } = caller;
  const isShared = who.realm === 'member' && who.member.otherCompanies > 0;
  const actors = isShared ? await actorsEverywhere(deps, caller) : [toActor(caller)];
  await recordEverywhere(deps, actors, change, { request, detail });
}

/** The identity service's answer, or `server.unavailable`. */
async function askIdentity<T>(ask: () => Promise<T>): Promise<T> {
  return ask().catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
    throw apiError('server.unavailable', {
      detail: 'Your second factor cannot be checked at the moment. Try again shortly.',
    });
  });
}

/** Counts an attempt, right or wrong: a code has a million values. @throws `rate.limited` */
async function countAttempt(deps: SecondFactorDeps, { subject, request }: PersonCaller): Promise<void> {
  await enforceSignInLimits(deps, [
    { limit: 'secondFactor.person', subject },
    { limit: 'secondFactor.personDay', subject },
    { limit: 'secondFactor.ip', subject: request.clientIp },
  ]);
}

/** The factor that the service verified. @throws `request.invalid` for a wrong one, and for another person's */
function requireVerified(
  answer: VerifiedFactor,
  { subject }: PersonCaller,
  message: string,
  field: string,
): { credentialId: string | null } {
  if (answer.isRight && answer.subject === subject) return { credentialId: answer.credentialId };
  throw invalid(message, field);
}

const wrongPasskey = 'The passkey was not accepted. Try again, or use another way.';

/** GET /second-factors. */
export const readSecondFactors = handler(readEndpoint, async ({ db, now }, _input, caller) => {
  const { subject, session, secondFactor } = caller;
  const [factors, recoveryCodesLeft] = await Promise.all([
    listSecondFactors(db, subject),
    countRecoveryCodes(db, subject),
  ]);
  const isOpen = secondFactor.state === 'verified';
  return {
    state: secondFactor.state,
    isRequired: secondFactor.isRequired,
    kinds: [...new Set(factors.map(({ kind }) => kind))],
    factors: isOpen
      ? factors.map((row) => ({
          id: row.id,
          kind: row.kind,
          label: row.label,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at,
          acceptedUntil: row.accepted_until,
        }))
      : [],
    recoveryCodesLeft,
    isProofRecent: isProofRecent(session, { isEnrolled: secondFactor.isEnrolled, now: now() }),
  };
});

/** After a factor was added: lets the session in. */
async function recordAdded(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  { kind, label, credentialId }: Pick<SecondFactorRow, 'kind' | 'label'> & { credentialId: string | null },
): Promise<void> {
  const { subject, session } = caller;
  const at = deps.now().toISOString();
  await recordSecondFactor(deps.db, { subject, sessionId: session.id, kind, credentialId, at });
  await recordChange(deps, caller, 'secondFactorAdded', { kind, label });
}

/** New recovery codes for who had no second factor, or has used up their codes; null where the earlier ones stay. */
async function ensureRecoveryCodes(
  { db }: SecondFactorDeps,
  { subject, secondFactor }: PersonCaller,
): Promise<{ recoveryCodes: string[] | null }> {
  const left = secondFactor.isEnrolled ? await countRecoveryCodes(db, subject) : 0;
  if (left > 0) return { recoveryCodes: null };
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((code) => hashRecoveryCode(subject, code));
  await replaceRecoveryCodes(db, subject, hashes);
  return { recoveryCodes };
}

/** The person's authenticator app as stored, if they have one. */
async function findApp({ db }: SecondFactorDeps, { subject }: PersonCaller) {
  const factors = await listSecondFactors(db, subject);
  return factors.find(({ kind }) => kind === 'totp');
}

/** Whether the app's key is at the identity service, where the password alone can replace it. */
const isFormerApp = (app: SecondFactorRow | undefined) => (app?.accepted_until ?? null) !== null;

/** POST /second-factors/totp/start: a new key, in place of that of a set-up that was left. @throws `request.invalid` for who has an app */
export const startAuthenticatorApp = handler(startAppEndpoint, async (deps, _input, caller) => {
  const app = await findApp(deps, caller);
  if (app !== undefined && !isFormerApp(app))
    throw invalid('You already have an authenticator app. Remove it first.');
  return startSetUp(deps, caller, { loginId: getLoginId(caller), isRenewal: false });
});

/** Removes a former key at the identity service. It counts no longer, so that this may fail. */
async function removeFormerKey({ identity }: SecondFactorDeps, caller: PersonCaller): Promise<void> {
  await identity.removeTotp(getLoginId(caller)).catch((error: unknown) => {
    if (!isIdentityUnavailable(error)) throw error;
  });
}

/** Adds the app of a set-up, in place of a former one. */
async function addApp(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  setUp: z.output<typeof addAppEndpoint.body>,
  { isRenewal }: { isRenewal: boolean },
): Promise<void> {
  const former = await findApp(deps, caller);
  const label = await confirmSetUp(deps, caller, setUp, { isRenewal });
  await recordAdded(deps, caller, { kind: 'totp', label, credentialId: null });
  if (former !== undefined) await removeFormerKey(deps, caller);
}

/** POST /second-factors/totp. @throws `request.invalid` for a wrong code, a set-up that was replaced, and a second app */
export const addAuthenticatorApp = handler(addAppEndpoint, async (deps, { body: setUp }, caller) => {
  await countAttempt(deps, caller);
  await addApp(deps, caller, setUp, { isRenewal: false });
  return ensureRecoveryCodes(deps, caller);
});

/** POST /second-factors/passkeys. @throws `request.invalid` for a registration that the service rejects */
export const addPasskey = handler(addPasskeyEndpoint, async (deps, { body }, caller) => {
  const { transactionId, response, label } = body;
  await countAttempt(deps, caller);
  const answer = await askIdentity(() => deps.identity.finishPasskeyRegistration(transactionId, response));
  const { credentialId } = requireVerified(answer, caller, wrongPasskey, 'response');
  const { subject } = caller;
  const at = deps.now().toISOString();
  const isAdded =
    credentialId !== null &&
    (await insertPasskey(deps.db, { id: uuidv7(), subject, label, credentialId, at }));
  if (!isAdded) throw invalid('This passkey was added already.', 'response');
  await recordAdded(deps, caller, { kind: 'passkey', label, credentialId });
  return ensureRecoveryCodes(deps, caller);
});

/** POST /second-factors/passkeys/check. @throws `record.notFound` for a person without a passkey */
export const startPasskeyCheck = handler(startPasskeyEndpoint, async (deps, _input, caller) => {
  const started = await askIdentity(() => deps.identity.startPasskey(getLoginId(caller), deps.appUrl));
  if (started === undefined) throw apiError('record.notFound');
  return started;
});

/**
 * POST /second-factors/verify: lets the session in. Failures are noted for the audit log.
 * @throws `request.invalid` for a wrong or used one, `rate.limited`, `record.notFound` for a person without a second factor
 */
export const verifySecondFactor = handler(verifyEndpoint, async (deps, { body }, caller) => {
  try {
    return await verifyProof(deps, caller, body);
  } catch (error) {
    const code = isApiError(error) ? error.code : undefined;
    if (code === 'request.invalid' || code === 'rate.limited') {
      await noteForAudit(deps, {
        loginId: getLoginId(caller),
        event: code === 'rate.limited' ? 'blocked' : 'failed',
        method: 'secondFactor',
        address: caller.request.clientIp,
      });
    }
    throw error;
  }
});

/**
 * Checks a code of an app whose key is at the identity service. A right one starts the set-up of a new key, and does not verify the session:
 * anyone who knows the password can have replaced the former key.
 */
async function startRenewal(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  { code, acceptedUntil }: { code: string; acceptedUntil: string },
): Promise<EndpointResponse<typeof verifyEndpoint>> {
  if (deps.now() >= new Date(acceptedUntil)) {
    throw invalid(
      'This authenticator app is no longer accepted, because it was not set up again in time. Use a recovery code or a passkey, then set it up again.',
      'code',
    );
  }
  const loginId = getLoginId(caller);
  const answer = await askIdentity(() => deps.identity.verifyTotp(loginId, code));
  requireVerified(answer, caller, wrongCode, 'code');
  const [setUp, recoveryCodesLeft] = await Promise.all([
    startSetUp(deps, caller, { loginId, isRenewal: true }),
    countRecoveryCodes(deps.db, caller.subject),
  ]);
  return { verified: false, setUp, recoveryCodesLeft };
}

async function verifyProof(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  proof: z.output<typeof verifyEndpoint.body>,
): Promise<EndpointResponse<typeof verifyEndpoint>> {
  const { db } = deps;
  const { subject, session } = caller;
  if (!caller.secondFactor.isEnrolled) throw apiError('record.notFound');
  await countAttempt(deps, caller);
  const at = deps.now().toISOString();
  const used = { subject, sessionId: session.id, at };
  if (proof.method === 'newTotp') {
    await addApp(deps, caller, proof, { isRenewal: true });
  } else if (proof.method === 'totp') {
    const app = await findApp(deps, caller);
    if (app === undefined) throw apiError('record.notFound');
    if (app.accepted_until !== null)
      return startRenewal(deps, caller, { code: proof.code, acceptedUntil: app.accepted_until });
    await checkCode(deps, caller, proof.code);
    await recordSecondFactor(db, { ...used, kind: 'totp', credentialId: null });
  } else if (proof.method === 'passkey') {
    await verifyPasskey(deps, caller, proof, at);
  } else {
    const hash = hashRecoveryCode(subject, proof.code);
    const isRight = await consumeRecoveryCode(db, { subject, hash, at });
    if (!isRight) throw invalid('This recovery code is incorrect or was used.', 'code');
    await recordSecondFactor(db, { ...used, kind: 'recovery', credentialId: null });
    await recordChange(deps, caller, 'recoveryCodeUsed');
  }
  return { verified: true, setUp: null, recoveryCodesLeft: await countRecoveryCodes(db, subject) };
}

/** @throws `request.invalid` for one that was registered at the service alone, by who knows the password, too */
async function verifyPasskey(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  { transactionId, response }: { transactionId: string; response: string },
  at: string,
): Promise<void> {
  const { db, identity } = deps;
  const { subject, session } = caller;
  const answer = await askIdentity(() => identity.finishPasskey(transactionId, response));
  const { credentialId } = requireVerified(answer, caller, wrongPasskey, 'response');
  const factors = await listSecondFactors(db, subject);
  if (!factors.some((factor) => factor.credential_id !== null && factor.credential_id === credentialId))
    throw invalid(wrongPasskey, 'response');
  await recordSecondFactor(db, { subject, sessionId: session.id, kind: 'passkey', credentialId, at });
}

/** Age of the nonce of a sign-in that is accepted as proof of a password just entered: calls take time. */
const maxNonceAgeSeconds = 60;

/**
 * POST /second-factors/password. The token is of a sign-in that was started for this; a refreshed one would show an earlier password.
 * @throws `request.invalid` for a token of another person or method, or an older or used one; `session.secondFactor` for who has a second
 * factor
 */
export const confirmSession = handler(confirmEndpoint, async (deps, { body: { sessionToken } }, caller) => {
  const { subject, session, secondFactor } = caller;
  if (secondFactor.isEnrolled) throw apiError('session.secondFactor');
  await countAttempt(deps, caller);
  const token = await deps.checkSessionToken(sessionToken);
  const nonce = readSignInNonce(deps, token.nonce);
  const isOwn = token.subject === subject && token.methods.includes('pwd') && isFirstFactorAlone(token);
  const isNew = nonce !== undefined && nonce.ageSeconds <= maxNonceAgeSeconds;
  if (!isOwn || !isNew || !(await consumeSignInNonce(deps.db, nonce, deps.now())))
    throw invalid('Enter your password again', 'sessionToken');
  const at = deps.now().toISOString();
  await recordPasswordEntry(deps.db, { subject, sessionId: session.id, at });
  return { confirmed: true } as const;
});

/** POST /second-factors/:id/remove. @throws `record.notFound`; `request.invalid` for the last one where it is required */
export const removeSecondFactor = handler(removeEndpoint, async (deps, { params: { id } }, caller) => {
  const { db, identity } = deps;
  const { subject } = caller;
  const factors = await listSecondFactors(db, subject);
  const factor = factors.find((each) => each.id === id);
  if (factor === undefined) throw apiError('record.notFound');
  if (factors.length === 1 && caller.secondFactor.isRequired) {
    throw invalid('You need a second factor. Add another one before you remove this one.');
  }
  const loginId = getLoginId(caller);
  const { credential_id: credentialId } = factor;
  if (credentialId !== null) await askIdentity(() => identity.removePasskey(loginId, credentialId));
  else if (isFormerApp(factor)) await askIdentity(() => identity.removeTotp(loginId));
  await deleteSecondFactor(db, subject, id);
  if (factors.length === 1) await replaceRecoveryCodes(db, subject, []);
  await recordChange(deps, caller, 'secondFactorRemoved', { kind: factor.kind, label: factor.label });
  return { removed: true } as const;
});

/** POST /second-factors/recovery-codes. @throws `record.notFound` for a person without a second factor */
export const renewRecoveryCodes = handler(renewEndpoint, async (deps, _input, caller) => {
  const { subject } = caller;
  if (!caller.secondFactor.isEnrolled) throw apiError('record.notFound');
  const recoveryCodes = newRecoveryCodes();
  await replaceRecoveryCodes(
    deps.db,
    subject,
    recoveryCodes.map((code) => hashRecoveryCode(subject, code)),
  );
  await recordChange(deps, caller, 'recoveryCodesRenewed');
  return { recoveryCodes };
});
