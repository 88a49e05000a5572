import { createHmac } from 'node:crypto';

/** Header in which the web server passes the client's IP address to the API. */
export const clientAddressHeader = 'X-Assay-Client';

/** HMAC-SHA-256 over the IP address, a newline and the Unix time in seconds, in hex. */
export function clientAddressSignature(ip: string, unixSeconds: number, webSecret: string): string {
  return createHmac('sha256', webSecret).update(`${ip}\n${unixSeconds}`).digest('hex');
}

/**
 * Value of `X-Assay-Client`, by which the API counts rate limits per person instead of per web server: `<ip>;t=<unix seconds>;s=<hex
 * HMAC>`.
 * @param unixSeconds time of signing; the API accepts it for 60 s
 */
export function signedClientAddress(ip: string, unixSeconds: number, webSecret: string): string {
  return `${ip};t=${unixSeconds};s=${clientAddressSignature(ip, unixSeconds, webSecret)}`;
}
