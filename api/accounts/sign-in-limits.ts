import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { refuse } from '../http/problems.ts';
import type { RateLimitName } from '../rate-limits/limits.ts';
import { takeToken } from '../rate-limits/take-token.ts';

/**
 * Counts one try against limits and their subjects. Each is counted, whichever of them refuses.
 * Refuses with `rate.limited` and the longest wait.
 */
export async function slowDown(
  { db, now }: { db: Kysely<Schema>; now: () => Date },
  uses: readonly { limit: RateLimitName; subject: string }[],
): Promise<void> {
  const answers = await Promise.all(uses.map(({ limit, subject }) => takeToken(db, limit, subject, now())));
  if (answers.every(({ allowed }) => allowed)) return;
  const retryAfterSeconds = Math.max(...answers.map((answer) => answer.retryAfterSeconds));
  throw refuse('rate.limited', {
    detail: `Wait ${inWords(retryAfterSeconds)}, then try again.`,
    retryAfterSeconds,
  });
}

function inWords(seconds: number): string {
  if (seconds <= 1) return 'a second';
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
