import { createHash, randomBytes } from 'node:crypto';

/** How long an invitation's link works. Source: domain 2, Member: 72 hours. */
const inviteLifetimeHours = 72;

/** The secret of an invitation's link: 256 random bits in base64url. */
export function newInviteSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What of an invitation's secret is kept: its SHA-256 in hex. */
export function hashOfInvite(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Where the mail leads; the identity service adds its own token. `appUrl`: the address that people open. */
export function inviteUrl(appUrl: string, secret: string): string {
  return `${appUrl.replace(/\/+$/, '')}/welcome?invite=${secret}`;
}

/** The instant from which a link made now works no more. */
export function inviteEnd(now: Date): string {
  return new Date(now.getTime() + inviteLifetimeHours * 60 * 60 * 1000).toISOString();
}
