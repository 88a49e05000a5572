import type createSdk from '@descope/node-sdk';
import { decodeJwt } from 'jose';
import { identityUnavailable } from '../../kernel/http/identity-unavailable.ts';

/** Result of checking a second factor: whose it is, and which passkey. */
export type VerifiedFactor =
  | { isRight: false }
  | { isRight: true; subject: string; credentialId: string | null };

/** Calls of the identity service about second factors. */
export interface SecondFactorCalls {
  /** Checks a code of a user's authenticator app. */
  verifyTotp(loginId: string, code: string): Promise<VerifiedFactor>;
  removeTotp(loginId: string): Promise<void>;
  /** Options for the browser to prove a passkey at `origin`; undefined for a user without one. */
  startPasskey(
    loginId: string,
    origin: string,
  ): Promise<{ transactionId: string; options: string } | undefined>;
  /** Checks a browser's answer to `startPasskey`: its credential as JSON text. */
  finishPasskey(transactionId: string, response: string): Promise<VerifiedFactor>;
  /** Checks a browser's answer to a registration that its user started with their session and `mfa`. */
  finishPasskeyRegistration(transactionId: string, response: string): Promise<VerifiedFactor>;
  removePasskey(loginId: string, credentialId: string): Promise<void>;
}

type Sdk = ReturnType<typeof createSdk>;

interface Answer<T> {
  ok: boolean;
  code?: number;
  data?: T;
}

interface Tokens {
  sessionJwt?: string;
  refreshJwt?: string;
}

/** Statuses with which the service rejects a proof; 429 for too many. */
const rejectingStatuses = [400, 401, 403, 404, 429];

/** Data of an answer; undefined if the service rejected the proof. @throws an error of `isIdentityUnavailable` */
function accepted<T>(answer: Answer<T>): T | undefined {
  if (answer.ok) return answer.data;
  if (rejectingStatuses.includes(answer.code ?? 0)) return undefined;
  throw identityUnavailable(`status ${answer.code}`);
}

/** Id of the passkey in a browser's answer; undefined if it has none. */
function credentialIn(response: string): string | undefined {
  try {
    const { id } = JSON.parse(response) as { id?: unknown };
    return typeof id === 'string' && id !== '' && id.length <= 1400 ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Each successful check opens a session at the service, which is ended at once. */
export function secondFactorCalls(sdk: Sdk): SecondFactorCalls {
  /** The user of the session that the service opened. */
  async function getVerifiedPerson(
    tokens: Tokens | undefined,
    credentialId: string | null,
  ): Promise<VerifiedFactor> {
    if (!tokens?.sessionJwt) return { isRight: false };
    const { sub } = decodeJwt(tokens.sessionJwt);
    if (tokens.refreshJwt) await sdk.logout(tokens.refreshJwt);
    return sub === undefined ? { isRight: false } : { isRight: true, subject: sub, credentialId };
  }

  return {
    verifyTotp: async (loginId, code) =>
      getVerifiedPerson(accepted<Tokens>(await sdk.totp.verify(loginId, code)), null),
    async removeTotp(loginId) {
      accepted(await sdk.management.user.removeTOTPSeed(loginId));
    },
    async startPasskey(loginId, origin) {
      const started = accepted(await sdk.webauthn.signIn.start(loginId, origin));
      return started && { transactionId: started.transactionId, options: started.options };
    },
    async finishPasskey(transactionId, response) {
      const credentialId = credentialIn(response);
      if (credentialId === undefined) return { isRight: false };
      const tokens = accepted<Tokens>(await sdk.webauthn.signIn.finish(transactionId, response));
      return getVerifiedPerson(tokens, credentialId);
    },
    async finishPasskeyRegistration(transactionId, response) {
      const credentialId = credentialIn(response);
      if (credentialId === undefined) return { isRight: false };
      const finished = accepted<{ jwt?: Tokens }>(await sdk.webauthn.update.finish(transactionId, response));
      return getVerifiedPerson(finished?.jwt, credentialId);
    },
    async removePasskey(loginId, credentialId) {
      accepted(await sdk.management.user.removePasskey(loginId, credentialId));
    },
  };
}
