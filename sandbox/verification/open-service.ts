import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { openJournal } from '../journal.ts';
import type { NodeEnv } from '../listen.ts';
import type { Outbox } from '../outbox/store.ts';
import { createVerificationApp, type VerificationLimits } from './app.ts';
import { startCallbacks } from './callbacks.ts';
import { openCaptures } from './captures.ts';
import { capturePath, createVerificationPages } from './pages.ts';

export type VerificationOptions = {
  /** Default: random; the result contains the one in use. */
  token?: string;
  callbackSecret?: string;
  limits?: Partial<VerificationLimits>;
  /** Duration of a slow check; longer than any caller waits. */
  slowMs?: number;
  callbackDelaysMs?: readonly number[];
};

export type Verification = {
  app: Hono<NodeEnv>;
  pages: Hono<NodeEnv>;
  token: string;
  callbackSecret: string;
  close(): Promise<void>;
};

/** The sandbox verification gateway: its API, pages and callbacks. @param appUrl base URL of its pages */
export function openVerification(
  deps: VerificationOptions & {
    stateDir: string;
    appUrl: string;
    /** Receives the links that the gateway would send. */
    outbox: Pick<Outbox, 'send'>;
    now: () => Date;
  },
): Verification {
  const token = deps.token ?? randomBytes(32).toString('hex');
  const callbackSecret = deps.callbackSecret ?? randomBytes(32).toString('hex');
  const journal = openJournal(join(deps.stateDir, 'verification.jsonl'));
  const captures = openCaptures({ journal, now: deps.now });
  const callbacks = startCallbacks({
    captures,
    secret: callbackSecret,
    now: deps.now,
    ...(deps.callbackDelaysMs === undefined ? {} : { delaysMs: deps.callbackDelaysMs }),
  });
  const app = createVerificationApp({
    captures,
    token,
    captureUrl: (captureToken) => `${deps.appUrl}${capturePath(captureToken)}`,
    deliver: ({ channel, to, message }, { givenName, url }) =>
      void deps.outbox.send({
        to,
        kind: channel === 'sms' ? 'text message: identity verification' : 'identity verification',
        subject: 'Verify your identity',
        text: [`Kia ora ${givenName},`, ...(message ? [message] : []), `Start here: ${url}`].join('\n\n'),
        link: url,
      }),
    now: deps.now,
    limits: deps.limits,
    waiting: { slowMs: deps.slowMs ?? 20_000 },
  });
  return {
    app,
    pages: createVerificationPages({ captures, wakeCallbacks: callbacks.wake }),
    token,
    callbackSecret,
    async close() {
      await callbacks.close();
      journal.close();
    },
  };
}
