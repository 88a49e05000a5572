import { createHmac, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

/** How long a signed address is believed, either way, for clocks that differ. */
const signatureWindowSeconds = 60;

/** The signature that web and API agree on: HMAC-SHA-256 over address, newline, time. */
export function signClientAddress(ip: string, unixSeconds: number, webSecret: string): string {
  return createHmac('sha256', webSecret).update(`${ip}\n${unixSeconds}`).digest('hex');
}

function signedAddress(header: string, webSecret: string, now: Date): string | undefined {
  const parts = /^([0-9a-fA-F.:]{2,45});t=(\d{1,12});s=([0-9a-f]{64})$/.exec(header);
  if (parts === null) return undefined;
  const [, ip = '', time = '', signature = ''] = parts;
  if (isIP(ip) === 0) return undefined;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > signatureWindowSeconds) return undefined;
  const expected = signClientAddress(ip, Number(time), webSecret);
  return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(signature, 'hex')) ? ip : undefined;
}

/** IPv4 written as IPv6 is the same caller. */
function plain(ip: string): string {
  return ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip;
}

export interface AddressSources {
  /** Value of `X-Assay-Client`: `<ip>;t=<unix seconds>;s=<hex HMAC>`. */
  signed: string | undefined;
  forwardedFor: string | undefined;
  /** Address of the connection itself. */
  socket: string | undefined;
  now: Date;
}

/**
 * Whose address a request counts against in rate limits: the one that our web server signed, else the one
 * that `trustedProxies` proxies in front of us wrote, else the connection's own. What a caller writes by
 * itself is never believed.
 */
export function clientAddress(
  sources: AddressSources,
  { webSecret, trustedProxies }: { webSecret: string; trustedProxies: number },
): string {
  const signed =
    sources.signed === undefined ? undefined : signedAddress(sources.signed, webSecret, sources.now);
  if (signed !== undefined) return plain(signed);
  if (trustedProxies > 0 && sources.forwardedFor !== undefined) {
    const hops = sources.forwardedFor.split(',').map((hop) => hop.trim());
    const hop = hops[hops.length - trustedProxies];
    if (hop !== undefined && isIP(hop) !== 0) return plain(hop);
  }
  return plain(sources.socket ?? 'unknown');
}
