import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Journal } from '../journal.ts';
import { refusal } from './errors.ts';
import type { CustomClaims } from './sessions.ts';
import { normaliseLoginId, type Profile } from './users.ts';

/** Effect of redeeming a code or link. */
export type Purpose =
  | { action: 'signIn'; userId: string; email: string; customClaims?: CustomClaims | undefined }
  | {
      action: 'signUp';
      loginId: string;
      profile: Partial<Profile>;
      customClaims?: CustomClaims | undefined;
    }
  | { action: 'updateEmail'; userId: string; email: string; addToLoginIds: boolean };

type Code = {
  loginId: string;
  salt: string;
  hash: string;
  failures: number;
  expiresAtMs: number;
  purpose: Purpose;
};

type Link = { tokenHash: string; expiresAtMs: number; purpose: Purpose };

const codeTtlMs = 10 * 60 * 1_000;
const maxCodeFailures = 5;

export type Proofs = {
  /** Creates a six-digit code for the login id, replacing an earlier one. Valid once, for 10 minutes. */
  newCode(loginId: string, purpose: Purpose): string;
  /** Redeems a code. @throws E061102 wrong, expired or none; E061103 after five wrong attempts, which void the code */
  redeemCode(loginId: string, code: string): Purpose;
  /** Creates a link token of 256 random bits. */
  newLinkToken(purpose: Purpose, ttlSeconds: number): string;
  /** Redeems a link token. @throws E061001 unknown, used or expired */
  redeemLinkToken(token: string): Purpose;
};

/**
 * One-time codes and links, stored only as hashes: codes salted and keyed (there are only a million), link tokens
 * plain.
 */
export function openProofs(deps: { journal: Journal; now: () => Date }): Proofs {
  const codes = deps.journal.collection<Code>('codes');
  const links = deps.journal.collection<Link>('links');
  const secrets = deps.journal.collection<string>('secrets');
  const codeSecret = secrets.get('codes') ?? randomBytes(32).toString('base64url');
  const nowMs = () => deps.now().getTime();
  deps.journal.together(() => {
    if (secrets.get('codes') === undefined) secrets.put('codes', codeSecret);
    for (const code of codes.values()) if (code.expiresAtMs < nowMs()) codes.remove(code.loginId);
    for (const link of links.values()) if (link.expiresAtMs < nowMs()) links.remove(link.tokenHash);
  });

  const hashCode = (salt: string, code: string) =>
    createHmac('sha256', codeSecret).update(`${salt}:${code}`).digest();

  return {
    newCode(loginId, purpose) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const salt = randomBytes(16).toString('base64url');
      const key = normaliseLoginId(loginId);
      codes.put(key, {
        loginId: key,
        salt,
        hash: hashCode(salt, code).toString('base64url'),
        failures: 0,
        expiresAtMs: nowMs() + codeTtlMs,
        purpose,
      });
      return code;
    },
    redeemCode(loginId, code) {
      const key = normaliseLoginId(loginId);
      const pending = codes.get(key);
      if (!pending || pending.expiresAtMs <= nowMs()) throw refusal('wrongCode');
      if (pending.failures >= maxCodeFailures) throw refusal('tooManyCodeAttempts');
      if (!timingSafeEqual(hashCode(pending.salt, code), Buffer.from(pending.hash, 'base64url'))) {
        const failures = pending.failures + 1;
        codes.put(key, { ...pending, failures });
        throw refusal(failures >= maxCodeFailures ? 'tooManyCodeAttempts' : 'wrongCode');
      }
      codes.remove(key);
      return pending.purpose;
    },
    newLinkToken(purpose, ttlSeconds) {
      const token = randomBytes(32).toString('base64url');
      const tokenHash = hashToken(token);
      links.put(tokenHash, { tokenHash, expiresAtMs: nowMs() + ttlSeconds * 1_000, purpose });
      return token;
    },
    redeemLinkToken(token) {
      const link = links.get(hashToken(token));
      if (!link) throw refusal('badLink');
      links.remove(link.tokenHash);
      if (link.expiresAtMs <= nowMs()) throw refusal('badLink', 'The link has expired');
      return link.purpose;
    },
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
