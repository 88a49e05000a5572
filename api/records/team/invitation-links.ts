import { createHash, randomBytes } from 'node:crypto';

/** Validity of an invitation's link. */
const inviteLifetimeHours = 72;

/** The secret of an invitation's link: 256 random bits in base64url. */
export function newInviteSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of an invitation's secret: its SHA-256 in hex. */
export function hashInvite(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Target of the link in the email; the identity service adds its own token. `appUrl`: public URL of the app. */
export function inviteUrl(appUrl: string, secret: string): string {
  return `${appUrl.replace(/\/+$/, '')}/welcome?invite=${secret}`;
}

/** Expiry of a link created now. */
export function inviteEnd(now: Date): string {
  return new Date(now.getTime() + inviteLifetimeHours * 60 * 60 * 1000).toISOString();
}
