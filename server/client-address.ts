import type { IncomingMessage } from 'node:http';
import type { AppEnv } from '#app/env.server.ts';
import { signedClientAddress } from '#contract/clients/client-address.ts';

/** Settings for the address of the person at the other end: the proxies to believe, and the secret that signs it for the API. */
export type AddressEnv = Pick<AppEnv, 'trustedProxies' | 'webSecret'>;

/** The address of the person at the other end; what a proxy says of it counts only where one is trusted. */
export function getClientIp(incoming: IncomingMessage, { trustedProxies }: AddressEnv): string {
  const forwarded = trustedProxies > 0 ? incoming.headers['x-forwarded-for'] : undefined;
  const entry = typeof forwarded === 'string' ? forwarded.split(',').at(-trustedProxies)?.trim() : undefined;
  return entry || incoming.socket.remoteAddress || 'unknown';
}

/** X-Forwarded-For for the API: undefined for a local request that no proxy forwarded. */
export function forwardedFor(incoming: IncomingMessage): string | undefined {
  const forwardedHeader = incoming.headers['x-forwarded-for'];
  if (forwardedHeader !== undefined) return String(forwardedHeader);
  const ip = incoming.socket.remoteAddress ?? 'unknown';
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip) ? undefined : ip;
}

/** The address of a client whose call is passed on, signed for the API, so that rate limits count clients, not this server. */
export function signedClientIp(incoming: IncomingMessage, env: AddressEnv): string {
  const unixSeconds = Math.floor(Date.now() / 1000);
  return signedClientAddress(getClientIp(incoming, env), unixSeconds, env.webSecret, 'passedOn');
}
