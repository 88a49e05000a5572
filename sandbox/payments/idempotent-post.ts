import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Journal } from '../journal.ts';
import type { NodeEnv } from '../listen.ts';
import { readFormBody } from './form-body.ts';
import type { IdempotentResponse } from './records.ts';
import { type Answer, type Posted, wrong } from './requests.ts';

export type RespondToPost = (c: Context<NodeEnv>, act: (form: Posted) => Answer) => Promise<Response>;

/** Reads form-encoded posts, and repeats the stored response for a known idempotency key. */
export function createPostHandler(journal: Journal): RespondToPost {
  const responses = journal.collection<IdempotentResponse>('idempotency');
  return async (c, act) => {
    const body = await c.req.text();
    if (body !== '' && !c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
      return c.json(wrong('Send the body as application/x-www-form-urlencoded.').body, 400);
    }
    const form = readFormBody(body);
    if (form === undefined) return c.json(wrong('Invalid request parameters.').body, 400);
    const key = c.req.header('idempotency-key');
    const bodyHash = createHash('sha256').update(`${c.req.path}\n${body}`).digest('hex');
    const before = key === undefined ? undefined : responses.get(key);
    if (before !== undefined && before.bodyHash !== bodyHash) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return c.json({ error: { type: 'idempotency_error', message } }, 400);
    }
    if (before !== undefined) {
      c.header('idempotent-replayed', 'true');
      return c.json(before.body as object, before.status as 200);
    }
    return journal.together(() => {
      const { status, body: response } = act(form);
      if (key !== undefined) responses.put(key, { bodyHash, status, body: response });
      return c.json(response, status);
    });
  };
}

/** Sends a response of the ledger in the vendor's format. */
export const shown = (c: Context<NodeEnv>, { status, body }: Answer): Response => c.json(body, status);
