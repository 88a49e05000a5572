import { createHmac, timingSafeEqual } from 'node:crypto';

export const callbackSignatureHeader = 'X-Verification-Signature';

/** Tolerance between the vendor's clock and ours, and the maximum age of a replayed callback. */
const callbackToleranceSeconds = 300;

/**
 * Whether a callback is the vendor's: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, within five minutes. Requires the raw
 * body, byte for byte. `secrets`: the current one and the previous one, while both are valid. Replays within five minutes are detected by
 * event id.
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
