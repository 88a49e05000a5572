import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './tables/schema.ts';

/** Names by text; bounded by the number of prepared statements. */
const names = new Map<string, string>();
const preparedQueries = new WeakSet<CompiledQuery>();

/** Name under which a connection prepares this statement. */
export function nameOfText(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}

/** Prepared name of this statement; undefined for statements without `withPreparedStatement`. */
export const preparedStatementName = (query: CompiledQuery): string | undefined =>
  preparedQueries.has(query) ? nameOfText(query.sql) : undefined;

/**
 * Marks a statement as prepared: each connection parses it once and may cache its plan. Run it with `db.executeQuery` or
 * `readAsTenant`. For the few statements of every page, whose planning costs more than their rows.
 *
 * Requirements: its text is one of a few, with parameters for variable values. One plan suits every parameter and company:
 * an index scan, with its LIMIT in the text, because a plan for an unknown limit reads everything. Its columns are listed
 * explicitly: a change of `*` would break connections that prepared it.
 */
export function withPreparedStatement<T>(db: Kysely<Schema>, statement: RawBuilder<T>): CompiledQuery<T> {
  const compiled = statement.compile(db);
  preparedQueries.add(compiled);
  return compiled;
}
