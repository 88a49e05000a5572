import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { addPasskey, SecondFactorStatus, verifySecondFactor } from '#contract/company/second-factors.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { isProofRecent } from '#rules/second-factor.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid, isApiError } from '../../kernel/http/api-error.ts';
import type { PersonCaller } from '../../kernel/http/bind-endpoint.ts';
import { isIdentityUnavailable } from '../../kernel/http/identity-unavailable.ts';
import type { CheckSessionToken } from '../../kernel/http/session-tokens.ts';
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteSecondFactor,
  insertSecondFactor,
  listSecondFactors,
  recordPasswordEntry,
  recordSecondFactor,
  replaceRecoveryCodes,
} from '../../kernel/sessions/second-factor-store.ts';
import type { Identity } from './identity.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import type { VerifiedFactor } from './second-factor-calls.ts';
import { actorsEverywhere, recordEverywhere, toActor } from './sessions.ts';
import { noteForAudit } from './sign-in-attempts.ts';
import { enforceSignInLimits } from './sign-in-limits.ts';
import { consumeSignInNonce, isFirstFactorAlone, type NonceDeps, readSignInNonce } from './sign-in-nonces.ts';

export interface SecondFactorDeps extends NonceDeps {
  db: Kysely<Schema>;
  now: () => Date;
  identity: Identity;
  checkSessionToken: CheckSessionToken;
  appUrl: string;
  wakeOutbox: () => void;
}

const appLabel = 'Authenticator app';

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

const wrongCode = 'This code is incorrect or was used. Wait for the next one and enter that.';
const wrongPasskey = 'The passkey was not accepted. Try again, or use another way.';

/** GET /second-factors. */
export async function readStatus(
  { db, now }: SecondFactorDeps,
  caller: PersonCaller,
): Promise<SecondFactorStatus> {
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
        }))
      : [],
    recoveryCodesLeft,
    isProofRecent: isProofRecent(session, { isEnrolled: secondFactor.isEnrolled, now: now() }),
  };
}

async function addFactor(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  factor: { kind: 'totp' | 'passkey'; label: string; credentialId: string | null },
): Promise<{ recoveryCodes: string[] | null }> {
  const { subject, session } = caller;
  const at = deps.now().toISOString();
  const isAdded = await insertSecondFactor(deps.db, { id: uuidv7(), subject, ...factor, at });
  if (!isAdded) {
    throw invalid(
      factor.kind === 'totp'
        ? 'You already have an authenticator app. Remove it first.'
        : 'This passkey was added already.',
    );
  }
  const left = caller.secondFactor.isEnrolled ? await countRecoveryCodes(deps.db, subject) : 0;
  const codes = left === 0 ? newRecoveryCodes() : null;
  if (codes !== null) {
    const hashes = codes.map((code) => hashRecoveryCode(subject, code));
    await replaceRecoveryCodes(deps.db, subject, hashes);
  }
  const { kind, credentialId } = factor;
  await recordSecondFactor(deps.db, { subject, sessionId: session.id, kind, credentialId, at });
  await recordChange(deps, caller, 'secondFactorAdded', { kind, label: factor.label });
  return { recoveryCodes: codes };
}

/** POST /second-factors/totp. @throws `request.invalid` for a wrong code, and for a second app */
export async function addApp(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  await countAttempt(deps, caller);
  const answer = await askIdentity(() => deps.identity.verifyTotp(getLoginId(caller), code));
  requireVerified(answer, caller, wrongCode, 'code');
  return addFactor(deps, caller, { kind: 'totp', label: appLabel, credentialId: null });
}

/** POST /second-factors/passkeys. @throws `request.invalid` for a registration that the service rejects */
export async function addPasskeyFor(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  { transactionId, response, label }: z.output<typeof addPasskey.body>,
): Promise<{ recoveryCodes: string[] | null }> {
  await countAttempt(deps, caller);
  const answer = await askIdentity(() => deps.identity.finishPasskeyRegistration(transactionId, response));
  const { credentialId } = requireVerified(answer, caller, wrongPasskey, 'response');
  return addFactor(deps, caller, { kind: 'passkey', label, credentialId });
}

/** POST /second-factors/passkeys/check. @throws `record.notFound` for a person without a passkey */
export async function startPasskey(
  deps: SecondFactorDeps,
  caller: PersonCaller,
): Promise<{ transactionId: string; options: string }> {
  const started = await askIdentity(() => deps.identity.startPasskey(getLoginId(caller), deps.appUrl));
  if (started === undefined) throw apiError('record.notFound');
  return started;
}

/**
 * POST /second-factors/verify: lets the session in. Failures are noted for the audit log.
 * @throws `request.invalid` for a wrong or used one, `rate.limited`, `record.notFound` for a person without a second factor
 */
export async function verify(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  proof: z.output<typeof verifySecondFactor.body>,
): Promise<EndpointResponse<typeof verifySecondFactor>> {
  try {
    return await verifyProof(deps, caller, proof);
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
}

async function verifyProof(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  proof: z.output<typeof verifySecondFactor.body>,
): Promise<EndpointResponse<typeof verifySecondFactor>> {
  const { db, identity } = deps;
  const { subject, session } = caller;
  if (!caller.secondFactor.isEnrolled) throw apiError('record.notFound');
  await countAttempt(deps, caller);
  const at = deps.now().toISOString();
  const used = { subject, sessionId: session.id, at };
  if (proof.method === 'totp') {
    const factors = await listSecondFactors(db, subject);
    if (!factors.some(({ kind }) => kind === 'totp')) throw apiError('record.notFound');
    const answer = await askIdentity(() => identity.verifyTotp(getLoginId(caller), proof.code));
    requireVerified(answer, caller, wrongCode, 'code');
    await recordSecondFactor(db, { ...used, kind: 'totp', credentialId: null });
  } else if (proof.method === 'passkey') {
    const { transactionId, response } = proof;
    const answer = await askIdentity(() => identity.finishPasskey(transactionId, response));
    const { credentialId } = requireVerified(answer, caller, wrongPasskey, 'response');
    // One that was registered at the service alone, by who knows the password, does not count.
    const factors = await listSecondFactors(db, subject);
    if (!factors.some((factor) => factor.credential_id !== null && factor.credential_id === credentialId))
      throw invalid(wrongPasskey, 'response');
    await recordSecondFactor(db, { ...used, kind: 'passkey', credentialId });
  } else {
    const isRight = await consumeRecoveryCode(db, {
      subject,
      hash: hashRecoveryCode(subject, proof.code),
      at,
    });
    if (!isRight) throw invalid('This recovery code is incorrect or was used.', 'code');
    await recordSecondFactor(db, { ...used, kind: 'recovery', credentialId: null });
    await recordChange(deps, caller, 'recoveryCodeUsed');
  }
  return { verified: true, recoveryCodesLeft: await countRecoveryCodes(db, subject) };
}

/** Age of the nonce of a sign-in that is accepted as proof of a password just entered: calls take time. */
const maxNonceAgeSeconds = 60;

/**
 * POST /second-factors/password. The token is of a sign-in that was started for this; a refreshed one would show an earlier password.
 * @throws `request.invalid` for a token of another person or method, or an older or used one; `session.secondFactor` for who has a second
 * factor
 */
export async function confirmPassword(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  { sessionToken }: { sessionToken: string },
): Promise<{ confirmed: true }> {
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
  return { confirmed: true };
}

/** POST /second-factors/:id/remove. @throws `record.notFound`; `request.invalid` for the last one where it is required */
export async function removeFactor(
  deps: SecondFactorDeps,
  caller: PersonCaller,
  id: string,
): Promise<{ removed: true }> {
  const { db, identity } = deps;
  const { subject } = caller;
  const factors = await listSecondFactors(db, subject);
  const factor = factors.find((each) => each.id === id);
  if (factor === undefined) throw apiError('record.notFound');
  if (factors.length === 1 && caller.secondFactor.isRequired) {
    throw invalid('You need a second factor. Add another one before you remove this one.');
  }
  await askIdentity(() =>
    factor.credential_id === null
      ? identity.removeTotp(getLoginId(caller))
      : identity.removePasskey(getLoginId(caller), factor.credential_id),
  );
  await deleteSecondFactor(db, subject, id);
  if (factors.length === 1) await replaceRecoveryCodes(db, subject, []);
  await recordChange(deps, caller, 'secondFactorRemoved', { kind: factor.kind, label: factor.label });
  return { removed: true };
}

/** POST /second-factors/recovery-codes. @throws `record.notFound` for a person without a second factor */
export async function renewCodes(
  deps: SecondFactorDeps,
  caller: PersonCaller,
): Promise<{ recoveryCodes: string[] }> {
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
}
