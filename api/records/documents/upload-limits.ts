import type { Kysely } from 'kysely';
import { formatWait } from '#rules/format/numbers.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { type ApiError, apiError } from '../../kernel/http/api-error.ts';
import { consumeRateLimitToken } from '../../kernel/rate-limits/take-token.ts';

/**
 * Counts a form with files before reading it.
 * @param by the member's id, or the link's hash.
 * @returns the error if there were too many; undefined if it may be read.
 */
export async function countUpload(
  { db, now }: { db: Kysely<Schema>; now: () => Date },
  limit: 'uploads.member' | 'uploads.link',
  by: string,
): Promise<ApiError | undefined> {
  const { allowed, retryAfterSeconds } = await consumeRateLimitToken(db, limit, by, now());
  if (allowed) return undefined;
  return apiError('rate.limited', {
    detail: `Too many files were uploaded in a short time. Try again in ${formatWait(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}
