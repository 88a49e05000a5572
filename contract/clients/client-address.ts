import { createHmac } from 'node:crypto';

/** Header in which the web server passes the client's IP address to the API. */
export const clientAddressHeader = 'X-Assay-Client';

/** Whose call it is: the web server's own, or one that a client made to `/api/v1` on its port. */
export type SignedCall = 'web' | 'passedOn';

/** HMAC-SHA-256 over the IP address, a newline and the Unix time in seconds, preceded by `web` and a newline for the web server's own calls; in hex. */
export function clientAddressSignature(
  ip: string,
  unixSeconds: number,
  webSecret: string,
  call: SignedCall,
): string {
  const text = `${ip}\n${unixSeconds}`;
  return createHmac('sha256', webSecret)
    .update(call === 'web' ? `web\n${text}` : text)
    .digest('hex');
}

/**
 * Value of `X-Assay-Client`, by which the API counts rate limits per person instead of per web server: `<ip>;t=<unix seconds>;s=<hex
 * HMAC>`. Only the web server's own calls may count and report sign-in attempts.
 * @param unixSeconds time of signing; the API accepts it for 60 s
 */
export function signedClientAddress(
  ip: string,
  unixSeconds: number,
  webSecret: string,
  call: SignedCall,
): string {
  return `${ip};t=${unixSeconds};s=${clientAddressSignature(ip, unixSeconds, webSecret, call)}`;
}
