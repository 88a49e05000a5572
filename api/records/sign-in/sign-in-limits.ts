import type { Kysely } from 'kysely';
import { formatWait } from '#rules/format/numbers.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { RateLimitName } from '../../kernel/rate-limits/limits.ts';
import { consumeRateLimitToken } from '../../kernel/rate-limits/take-token.ts';

/**
 * Counts one attempt against all limits, including after one is exceeded.
 * @throws `rate.limited` with the longest wait
 */
export async function enforceSignInLimits(
  { db, now }: { db: Kysely<Schema>; now: () => Date },
  uses: readonly { limit: RateLimitName; subject: string }[],
): Promise<void> {
  const answers = await Promise.all(
    uses.map(({ limit, subject }) => consumeRateLimitToken(db, limit, subject, now())),
  );
  if (answers.every(({ allowed }) => allowed)) return;
  const retryAfterSeconds = Math.max(...answers.map((response) => response.retryAfterSeconds));
  throw apiError('rate.limited', {
    detail: `Wait ${formatWait(retryAfterSeconds)}, then try again.`,
    retryAfterSeconds,
  });
}
