import { type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Where counting stops. */
const mostCounted = 10_000;
/** More words than anybody types to find a company. */
const mostWords = 8;

/** The words of a search as `platform_folded` writes them: without case and accents. Digits stand together when they are numbers. */
export function foldedWords(text: string | undefined): string[] {
  const folded = (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ø', 'o');
  // 51 824 753 556 is one number, however it is spaced.
  const joined = /^[\d\s-]+$/.test(folded) ? folded.replace(/[\s-]/g, '') : folded;
  return joined.split(/\s+/).filter(Boolean).slice(0, mostWords);
}

/** A LIKE pattern that finds a word anywhere; what has a meaning in patterns stands for itself. */
export function likePattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/** How many rows a query has, to 10,000. */
export async function cappedCount<DB, TB extends keyof DB, O>(
  trx: Transaction<Schema>,
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<{ count: number; capped: boolean }> {
  const rows = query.limit(mostCounted + 1);
  const answered = await sql<{
    counted: number;
  }>`SELECT count(*)::integer AS counted FROM (${rows}) AS counted_rows`.execute(trx);
  return capped(answered.rows[0]?.counted ?? 0);
}

/** A number that was counted to one beyond the limit, as the contract says it. */
export function capped(counted: number): { count: number; capped: boolean } {
  return { count: Math.min(counted, mostCounted), capped: counted > mostCounted };
}
