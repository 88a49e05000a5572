import { Secret, TOTP } from 'otpauth';

const stepSeconds = 30;
/** RFC 4226, section 4, recommends 160 bits. */
const keyBytes = 20;
/** Periods before and after the current one whose codes are accepted, for clocks and typing: RFC 6238, section 5.2. */
const toleratedSteps = 1;
/** Periods before and after whose codes show that the phone's clock is wrong, rather than that it took long to type them. */
const clockSteps = { least: 4, most: 20 };

/** RFC 6238 with the defaults of authenticator apps, the only ones that all of them support: SHA-1, six digits, 30 seconds. */
const toTotp = (key: string, label = '') =>
  new TOTP({ issuer: 'Assay', label, secret: Secret.fromBase32(key), period: stepSeconds });

/** A new key of an authenticator app, as a person types it into the app: 160 random bits in base32. */
export const newAuthenticatorKey = (): string => new Secret({ size: keyBytes }).base32;

/** URL of a key, which the QR code shows to the app. */
export const authenticatorUrl = (key: string, loginId: string): string => toTotp(key, loginId).toString();

/** What a code is: of a period of 30 seconds, counted from 1970; of a phone whose clock is ahead or behind; or wrong. */
export type CodeMatch =
  | { is: 'current'; step: number }
  | { is: 'offClock'; minutesAhead: number }
  | { is: 'wrong' };

/** Compares a code with those of a key around an instant: of one period before and after it is accepted. */
export function matchCode(key: string, code: string, at: Date): CodeMatch {
  const timestamp = at.getTime();
  const steps = toTotp(key).validate({ token: code, timestamp, window: clockSteps.most });
  if (steps === null) return { is: 'wrong' };
  const distance = Math.abs(steps);
  if (distance >= clockSteps.least)
    return { is: 'offClock', minutesAhead: Math.round((steps * stepSeconds) / 60) };
  if (distance > toleratedSteps) return { is: 'wrong' };
  return { is: 'current', step: Math.floor(timestamp / 1000 / stepSeconds) + steps };
}
