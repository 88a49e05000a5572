import type { Transaction } from 'kysely';
import type { Schema } from '../database/tables/schema.ts';
import { apiError } from '../http/api-error.ts';
import type { AdminCaller, MemberCaller } from '../http/bind-endpoint.ts';
import { hashOfBody, withIdempotencyKey } from './idempotency.ts';

/**
 * Runs a command of a member or an admin once for the request's key, if any, in the command's transaction. `record`:
 * the path's parameters, because a form sent for another record is a different request. Refuses a key that was used
 * with other details with `idempotencyKey.reused`.
 */
export async function respondOnce<Answer>(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  caller: MemberCaller | AdminCaller,
  { record = '', body, status }: { record?: string; body: unknown; status: number },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { requestKey, endpointId } = caller.request;
  if (requestKey === undefined) return run();
  const key = {
    subject: caller.kind === 'admin' ? caller.admin.id : caller.member.id,
    endpoint: `${endpointId} ${record}`.trim(),
    key: requestKey,
    bodyHash: hashOfBody(body),
  };
  const result = await withIdempotencyKey(trx, deps, key, async () => ({ status, body: await run() }));
  if (result.outcome === 'conflict') {
    throw apiError('idempotencyKey.reused', {
      detail: `This form was sent before with other details, which were saved. ${
        caller.kind === 'admin' ? 'Load the page again.' : 'Compare them, then send what you want to change.'
      }`,
      current: result.first.body,
    });
  }
  return result.body as Answer;
}
