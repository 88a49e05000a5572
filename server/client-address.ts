import type { IncomingMessage } from 'node:http';
import { signedClientAddress } from '#contract/client-address.ts';

/** Number of our own proxies that append to X-Forwarded-For. */
function trustedProxies(): number {
  return process.env.TRUST_PROXY === 'true' ? 1 : Number(process.env.TRUST_PROXY ?? 0);
}

/** The client's IP address; proxy headers count only if a proxy is trusted. */
export function getClientIp(incoming: IncomingMessage): string {
  const forwarded = trustedProxies() > 0 ? incoming.headers['x-forwarded-for'] : undefined;
  const entry =
    typeof forwarded === 'string' ? forwarded.split(',').at(-trustedProxies())?.trim() : undefined;
  return entry || incoming.socket.remoteAddress || 'unknown';
}

/** X-Forwarded-For for the API: undefined for a local request that no proxy forwarded. */
export function forwardedFor(incoming: IncomingMessage): string | undefined {
  const forwardedHeader = incoming.headers['x-forwarded-for'];
  if (forwardedHeader !== undefined) return String(forwardedHeader);
  const ip = incoming.socket.remoteAddress ?? 'unknown';
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip) ? undefined : ip;
}

/** Passes the client's address to the API, so that rate limits count clients, not this server. */
export function signedClientIp(incoming: IncomingMessage): string {
  const unixSeconds = Math.floor(Date.now() / 1000);
  return signedClientAddress(getClientIp(incoming), unixSeconds, process.env.WEB_SECRET ?? '');
}
