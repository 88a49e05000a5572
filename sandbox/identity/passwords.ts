import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { refusal } from './errors.ts';

/** Response of `GET /v1/auth/password/policy`: length is required, composition is not. */
export const passwordPolicy = {
  minLength: 12,
  lowercase: false,
  uppercase: false,
  number: false,
  nonAlphanumeric: false,
};

const maxLength = 256;
const keyBytes = 32;
/**
 * Some tens of milliseconds and 16 MiB per guess, a cost for a local sandbox service. Stored with each hash, so that it
 * can be raised later.
 */
const cost = { N: 16_384, r: 8, p: 1 };

/** @throws E011004 if the password does not meet the policy */
export function requireGoodPassword(password: string, loginIds: string[]): void {
  const length = [...password.normalize('NFKC')].length;
  if (length < passwordPolicy.minLength) {
    throw refusal(
      'invalidArguments',
      `Password must be at least ${passwordPolicy.minLength} characters long`,
    );
  }
  if (length > maxLength) {
    throw refusal('invalidArguments', `Password must be at most ${maxLength} characters long`);
  }
  if (loginIds.includes(password.toLowerCase())) {
    throw refusal('invalidArguments', 'Password must not be the login ID');
  }
}

/** @returns `scrypt$N$r$p$salt$key`, salt and key in base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Compares in constant time. Without a stored hash (no such user, or no password) it does the same work and returns
 * false, so that the time taken does not reveal whether the account exists.
 */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, n, r, p, salt, key] = (stored ?? '').split('$');
  if (stored === undefined || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), cost);
    return false;
  }
  const derived = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
