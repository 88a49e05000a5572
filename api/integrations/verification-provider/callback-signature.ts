import { createHmac, timingSafeEqual } from 'node:crypto';

export const callbackSignatureHeader = 'X-Verification-Signature';

/** How far the vendor's clock and ours may differ, and how long a copied callback can be played again. */
const callbackToleranceSeconds = 300;

/**
 * Whether a callback is the vendor's: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, within five minutes. Must be given the
 * body as it came, byte for byte. `secrets`: the one in use and the one before, while both are. Repeats inside the five minutes are
 * the event id's business.
 */
export function isCallbackSigned({
  header,
  rawBody,
  secrets,
  now,
}: {
  header: string | undefined;
  rawBody: Uint8Array;
  secrets: readonly string[];
  now: Date;
}): boolean {
  const read = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (read === null || secrets.length === 0) return false;
  const [, seconds = '', signature = ''] = read;
  if (Math.abs(now.getTime() / 1_000 - Number(seconds)) > callbackToleranceSeconds) return false;
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest();
    return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
  });
}
