import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { AdminCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { hashOfBody, onceOnly } from '../request-keys/once-only.ts';

/**
 * Runs an admin's command once for the request's key, in the command's transaction. `record`: the path's id. Refuses with
 * `requestKey.reused` a key that came before with other details.
 */
export async function adminOnce<Answer>(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { admin, request }: AdminCaller,
  { record, body }: { record: string; body: unknown },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { requestKey, endpointId } = request;
  if (requestKey === undefined) return run();
  const key = {
    subject: admin.id,
    endpoint: `${endpointId} ${record}`,
    key: requestKey,
    bodyHash: hashOfBody(body),
  };
  const result = await onceOnly(trx, deps, key, async () => ({ status: 200, body: await run() }));
  if (result.outcome === 'conflict') {
    throw refuse('requestKey.reused', {
      detail: 'This form was sent before with other details, which were saved. Load the page again.',
      current: result.first.body,
    });
  }
  return result.body as Answer;
}
