import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type Refusal, refuse } from '../http/problems.ts';
import { takeToken } from '../rate-limits/take-token.ts';

/**
 * Counts a form with files before anything of it is read.
 *
 * @param by the member's id, or the link's hash.
 * @returns the refusal, where there were too many; undefined where it may be read.
 */
export async function countUpload(
  { db, now }: { db: Kysely<Schema>; now: () => Date },
  limit: 'uploads.member' | 'uploads.link',
  by: string,
): Promise<Refusal | undefined> {
  const { allowed, retryAfterSeconds } = await takeToken(db, limit, by, now());
  if (allowed) return undefined;
  return refuse('rate.limited', {
    detail: `Very many files were sent in a short time, so no more are taken for now. Add them again in ${waitText(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

function waitText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
