import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { SessionToken } from '../../kernel/http/session-tokens.ts';
import { isNonceUsed, recordUsedNonce } from '../../kernel/sessions/sign-in-nonce-store.ts';

/** As long as an emailed code and a sign-in at an identity provider take, with a margin. */
const validSeconds = 20 * 60;

const form = /^(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;

/** What the API signs nonces with. */
export interface NonceDeps {
  webSecret: string;
  /** Former secrets, which are still accepted. */
  pastWebSecrets?: readonly string[] | undefined;
  now: () => Date;
}

const sign = (secret: string, payload: string, subject: string) =>
  createHmac('sha256', secret).update(`nonce\n${payload}\n${subject}`).digest();

const nowSeconds = (now: () => Date) => Math.floor(now().getTime() / 1000);

/**
 * A nonce of one sign-in: `<unix seconds>.<random>.<HMAC-SHA-256>`. The web passes it to the identity service, which writes it into the
 * tokens of the sign-in that follows and of no other. Nothing is stored until it is used.
 * @param subject binds it to a person, where an act of theirs has already proved who they are
 */
export function newSignInNonce({ webSecret, now }: NonceDeps, subject = ''): string {
  const payload = `${nowSeconds(now)}.${randomBytes(16).toString('base64url')}`;
  return `${payload}.${sign(webSecret, payload, subject).toString('base64url')}`;
}

/** A nonce that the API issued and that has not expired; it may have been used. */
export interface SignInNonce {
  /** SHA-256, base64: the form in which a used one is stored. */
  hash: string;
  ageSeconds: number;
  expiresAt: string;
}

/** Reads a presented nonce; undefined if it was forged, has expired, or is bound to another person. */
export function readSignInNonce(
  { webSecret, pastWebSecrets = [], now }: NonceDeps,
  presented: string | undefined,
  subject = '',
): SignInNonce | undefined {
  const [, issued = '', random = '', signature = ''] = form.exec(presented ?? '') ?? [];
  if (issued === '') return undefined;
  const payload = `${issued}.${random}`;
  const received = Buffer.from(signature, 'base64url');
  const isSigned = [webSecret, ...pastWebSecrets].some((secret) =>
    timingSafeEqual(sign(secret, payload, subject), received),
  );
  const ageSeconds = nowSeconds(now) - Number(issued);
  // Issued ahead of this node's clock by another node.
  if (!isSigned || ageSeconds > validSeconds || ageSeconds < -60) return undefined;
  return {
    hash: createHash('sha256').update(payload).digest('base64'),
    ageSeconds,
    expiresAt: new Date((Number(issued) + validSeconds) * 1000).toISOString(),
  };
}

/** Uses a nonce up. @returns false if it was used before */
export const consumeSignInNonce = (db: Kysely<Schema>, nonce: SignInNonce, now: Date): Promise<boolean> =>
  recordUsedNonce(db, { ...nonce, at: now.toISOString() });

/** Uses up the nonce of a token whose sign-in is to begin no session from now on. */
export async function spendSignInNonce(
  deps: NonceDeps & { db: Kysely<Schema> },
  { nonce }: Pick<SessionToken, 'nonce'>,
): Promise<void> {
  const found = readSignInNonce(deps, nonce);
  if (found !== undefined) await consumeSignInNonce(deps.db, found, deps.now());
}

/** What proves a second factor at the identity service. */
const secondFactorMethods = ['totp', 'webauthn', 'mfa'];

/**
 * Whether a token is of a first factor alone. Second factors by themselves do not count as the password too. Nor do they beside it: the service
 * adds them to an earlier sign-in, whose first factor was not proved now.
 */
export const isFirstFactorAlone = ({ methods }: Pick<SessionToken, 'methods'>): boolean =>
  !methods.some((method) => secondFactorMethods.includes(method));

/** Whether a token is of a first factor alone, in a sign-in with a nonce of ours that was not used yet. */
export async function isSignInUnused(
  deps: NonceDeps & { db: Kysely<Schema> },
  token: Pick<SessionToken, 'nonce' | 'methods'>,
): Promise<boolean> {
  const found = readSignInNonce(deps, token.nonce);
  return found !== undefined && isFirstFactorAlone(token) && !(await isNonceUsed(deps.db, found.hash));
}
