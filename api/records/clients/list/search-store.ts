import { sql } from 'kysely';
import type { Client } from '#contract/clients/client-record.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

/** Conditions of `matching_clients`: one of these words; a word with this prefix; a sort name with this prefix. */
export type Condition = { likeness: Record<string, number> } | { start: string } | { sortStart: string };

interface SimilarWord {
  /** Position of the similar search word, from 1. */
  asked_position: number;
  word: string;
  /** From 0 to 1; 1 is the equal word. */
  likeness: number;
}

/** Words in the names of the company's clients that are similar to these words. */
export async function readSimilarWords(trx: Trx, words: readonly string[]): Promise<SimilarWord[]> {
  const { rows } = await sql<SimilarWord>`
    SELECT * FROM client_words_like(${words}::text[])`.execute(trx);
  return rows;
}

/** Clients examined per name before the most similar are selected. */
const lookedAtPerName = 500;

/** Ids of the clients that meet one of these lists of conditions, `atMost` of them, the highest score first. */
export async function readBestMatches(
  trx: Trx,
  conditionLists: readonly (readonly Condition[])[],
  kind: Client['kind'],
  atMost: number,
): Promise<string[]> {
  if (conditionLists.length === 0) return [];
  const alike = conditionLists.map(
    (conditions) => sql`SELECT id, score FROM matching_clients(${JSON.stringify(conditions)}::jsonb, NULL,
        ${JSON.stringify({ kind })}::jsonb, 'newest', NULL, NULL, ${lookedAtPerName})`,
  );
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${sql.join(alike, sql` UNION ALL `)}) AS alike
     GROUP BY id ORDER BY max(score) DESC, id LIMIT ${atMost}`.execute(trx);
  return rows.map(({ id }) => id);
}
