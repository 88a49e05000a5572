import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** Names by the statements' texts: there are as many as statements that ask to be kept. */
const names = new Map<string, string>();
const kept = new WeakSet<CompiledQuery>();

/** The name under which connections keep this statement; undefined for all but those of `withKeptPlan`. */
export function keptName(query: CompiledQuery): string | undefined {
  if (!kept.has(query)) return undefined;
  const known = names.get(query.sql);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(query.sql).digest('base64url').slice(0, 20);
  names.set(query.sql, name);
  return name;
}

/**
 * A statement that each connection parses once and whose plan it may keep, to be run with `db.executeQuery` or `readAsTenant`. For the few that
 * every page asks, whose planning costs more than their rows.
 *
 * Three things are asked of such a statement. Its text is one of a few: what changes is a parameter. One plan is good for every parameter and
 * for every company: a walk along an index, not a choice among filters; its LIMIT stands in the text, because planned for any limit it looks
 * like a walk through everything. Its columns are named one by one: a change of what `*` means would break the connections that kept it.
 */
export function withKeptPlan<T>(db: Kysely<Schema>, statement: RawBuilder<T>): CompiledQuery<T> {
  const compiled = statement.compile(db);
  kept.add(compiled);
  return compiled;
}
