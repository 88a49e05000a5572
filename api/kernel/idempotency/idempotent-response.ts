import type { Trx } from '../database/tables/schema.ts';
import { apiError } from '../http/api-error.ts';
import type { AdminCaller, MemberCaller } from '../http/bind-endpoint.ts';
import {
  findStoredResponse,
  hashBody,
  type IdempotencyKey,
  type IdempotencyStore,
  withIdempotencyKey,
} from './idempotency.ts';

/** Identifies a request besides its caller. */
interface IdempotentRequest {
  /** The path's parameters, because a form sent for another record is a different request. */
  record?: string;
  body: unknown;
}

/** The key of a request that has one. */
function getKey(
  caller: MemberCaller | AdminCaller,
  { record = '', body }: IdempotentRequest,
): IdempotencyKey | undefined {
  const { requestKey, endpointId } = caller.request;
  if (requestKey === undefined) return undefined;
  return {
    subject: caller.kind === 'admin' ? caller.admin.id : caller.member.id,
    endpoint: `${endpointId} ${record}`.trim(),
    key: requestKey,
    bodyHash: hashBody(body),
  };
}

/**
 * Reads the response to a repeated request: the record as it is now, in the form of this release. `first` is the stored response as the release
 * that sent it wrote it, so that only ids are taken from it; null responds with 404.
 */
export type ReadAgain<Answer> = (first: Answer) => Promise<Answer | null>;

/** Returns the response; throws for a key that was used with other details. */
async function toResponse<Answer>(
  result: IdempotencyStore,
  caller: MemberCaller | AdminCaller,
  readAgain: ReadAgain<Answer>,
): Promise<Answer> {
  if (result.outcome === 'first') return result.body as Answer;
  const stored = result.outcome === 'conflict' ? result.first : result;
  const current = await readAgain(stored.body as Answer);
  if (result.outcome === 'conflict') {
    throw apiError('idempotencyKey.reused', {
      detail: `This form was sent before with other details, which were saved. ${
        caller.kind === 'admin' ? 'Load the page again.' : 'Compare them, then send what you want to change.'
      }`,
      ...(current === null ? {} : { current }),
    });
  }
  if (current === null) throw apiError('record.notFound');
  return current;
}

/**
 * The response to a request whose key was used before; undefined for a first request, and for one without a key. Throws
 * like `respondOnce`. For commands that call a service before their transaction.
 */
export async function findRepeatedResponse<Answer>(
  trx: Trx,
  deps: { now: () => Date },
  caller: MemberCaller | AdminCaller,
  request: IdempotentRequest,
  readAgain: ReadAgain<Answer>,
): Promise<Answer | undefined> {
  const key = getKey(caller, request);
  const stored = key && (await findStoredResponse(trx, deps, key));
  return stored && toResponse(stored, caller, readAgain);
}

/**
 * Runs a command of a member or an admin once for the request's key, if any, in the command's transaction.
 * @throws `idempotencyKey.reused` for a key that was used with other details
 */
export async function respondOnce<Answer>(
  trx: Trx,
  deps: { now: () => Date },
  caller: MemberCaller | AdminCaller,
  { status, ...request }: IdempotentRequest & { status: number },
  run: () => Promise<Answer>,
  readAgain: ReadAgain<Answer>,
): Promise<Answer> {
  const key = getKey(caller, request);
  if (key === undefined) return run();
  const result = await withIdempotencyKey(trx, deps, key, async () => ({ status, body: await run() }));
  return toResponse(result, caller, readAgain);
}
