import { createHmac } from 'node:crypto';

/** Header with which the web server tells the API whose request it passes on. */
export const clientAddressHeader = 'X-Assay-Client';

/** HMAC-SHA-256 over address, newline, Unix seconds, in hex. */
export function clientAddressSignature(ip: string, unixSeconds: number, webSecret: string): string {
  return createHmac('sha256', webSecret).update(`${ip}\n${unixSeconds}`).digest('hex');
}

/**
 * Value of `X-Assay-Client`, by which the API counts rate limits per person instead of per web server: `<ip>;t=<unix seconds>;s=<hex HMAC>`.
 *
 * @param unixSeconds when it is signed; the API believes it for 60 s
 */
export function signedClientAddress(ip: string, unixSeconds: number, webSecret: string): string {
  return `${ip};t=${unixSeconds};s=${clientAddressSignature(ip, unixSeconds, webSecret)}`;
}
