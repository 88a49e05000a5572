import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { clientAddressSignature, type SignedCall } from '#contract/clients/client-address.ts';

/** Validity of a signed address in both directions, for clock differences. */
const signatureWindowSeconds = 60;

const calls: readonly SignedCall[] = ['web', 'passedOn'];

/** An address signed by our web server, and whose call it is; undefined unless the signature is valid and recent. */
function signedAddress(
  header: string | undefined,
  webSecrets: readonly string[],
  now: Date,
): { ip: string; call: SignedCall } | undefined {
  if (header === undefined) return undefined;
  const parts = /^([0-9a-fA-F.:]{2,45});t=(\d{1,12});s=([0-9a-f]{64})$/.exec(header);
  if (parts === null) return undefined;
  const [, ip = '', time = '', signature = ''] = parts;
  if (isIP(ip) === 0) return undefined;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > signatureWindowSeconds) return undefined;
  const isSignedBy = (webSecret: string, call: SignedCall) => {
    const expected = clientAddressSignature(ip, Number(time), webSecret, call);
    return timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(signature, 'hex'));
  };
  const call = calls.find((each) => webSecrets.some((webSecret) => isSignedBy(webSecret, each)));
  return call === undefined ? undefined : { ip, call };
}

/** IPv4-mapped IPv6 addresses are the IPv4 address. */
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

/** Address of a request without a signature: the one appended by trusted proxies, else the connection's own. */
function unsignedAddress(
  { forwardedFor, socket = 'unknown' }: AddressSources,
  trustedProxies: number,
): string {
  if (trustedProxies === 0 || forwardedFor === undefined) return socket;
  const hop = forwardedFor.split(',').at(-trustedProxies)?.trim();
  return hop !== undefined && isIP(hop) !== 0 ? hop : socket;
}

/**
 * Where a request comes from.
 * @returns `clientIp`, by which it is rate-limited: the address signed by our web server, else the one appended by the `trustedProxies`
 * proxies in front of us, else the connection's own. `isFromWeb`: our web server made the request for a browser; one that it passes on to
 * `/api/v1` has a signature too, but is not its own. Values sent by the caller are never trusted.
 */
export function requestOrigin(
  sources: AddressSources,
  { webSecrets, trustedProxies }: { webSecrets: readonly string[]; trustedProxies: number },
): { clientIp: string; isFromWeb: boolean } {
  const signed = signedAddress(sources.signed, webSecrets, sources.now);
  return {
    clientIp: plain(signed?.ip ?? unsignedAddress(sources, trustedProxies)),
    isFromWeb: signed?.call === 'web',
  };
}
