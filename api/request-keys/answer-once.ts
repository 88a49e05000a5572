import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { hashOfBody, onceOnly } from './once-only.ts';

/**
 * Runs a member's command once for the request's key, or simply where there is none, in the command's transaction. `record`: the
 * path's parameters, because the same form sent for another record is another form. Refuses with `requestKey.reused` a key that came
 * before with other details.
 */
export async function answerOnce<Answer>(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  caller: MemberCaller,
  { record = '', body, status }: { record?: string; body: unknown; status: number },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { requestKey, endpointId } = caller.request;
  if (requestKey === undefined) return run();
  const key = {
    subject: caller.member.id,
    endpoint: `${endpointId} ${record}`.trim(),
    key: requestKey,
    bodyHash: hashOfBody(body),
  };
  const result = await onceOnly(trx, deps, key, async () => ({ status, body: await run() }));
  if (result.outcome === 'conflict') {
    throw refuse('requestKey.reused', {
      detail:
        'This form was sent before with other details, which were saved. Compare them, then send what you want to change.',
      current: result.first.body,
    });
  }
  return result.body as Answer;
}
