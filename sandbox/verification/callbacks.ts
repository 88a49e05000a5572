import { createHmac } from 'node:crypto';
import { type DeliveryLoop, startDeliveryLoop } from '../delivery-loop.ts';
import type { CaptureBook } from './captures.ts';

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, in the header `X-Verification-Signature`. */
function signCallback(secret: string, atSeconds: number, body: string): string {
  return `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`;
}

/**
 * Sends the callbacks of captures, with a new signature for each attempt. After the last attempt the caller must query
 * the capture.
 */
export function startCallbacks(deps: {
  captures: CaptureBook;
  secret: string;
  now: () => Date;
  delaysMs?: readonly number[];
}): DeliveryLoop {
  return startDeliveryLoop({
    waiting: () => deps.captures.waiting(),
    address: ({ url, body }) => ({
      url,
      headers: {
        'Content-Type': 'application/json',
        'X-Verification-Signature': signCallback(deps.secret, Math.floor(deps.now().getTime() / 1_000), body),
      },
    }),
    save: (delivery) => deps.captures.settle(delivery),
    now: deps.now,
    delaysMs: deps.delaysMs,
    name: 'Verification sandbox service, callbacks',
  });
}
