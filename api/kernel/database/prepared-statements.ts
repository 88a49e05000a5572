import { createHash } from 'node:crypto';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './tables/schema.ts';

/** Maximum statements that connections prepare automatically: each holds memory in every connection that has run it. */
const maxRepeatedStatements = 500;

/** A longer statement lists its values in its text, and is rarely sent twice. */
const maxRepeatedLength = 8_000;

/** Texts remembered as sent once; at this number they are forgotten. */
const maxSeenOnce = 5_000;

/** Selects or returns the columns of a table without naming them. */
const unnamedColumns = /(?:select|returning|,)\s+(?:distinct\s+)?(?:"?\w+"?\.)?\*/i;

/** A single statement that PostgreSQL plans. */
const planned = /^\s*(?:select|insert|update|delete|with)\b[^;]*$/i;

/** Names by text. */
const names = new Map<string, string>();
const preparedQueries = new WeakSet<CompiledQuery>();

/** Name under which a connection prepares this statement. */
export function getStatementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  names.set(text, name);
  return name;
}

/**
 * Names texts that are sent again; undefined for others. Parsing a statement, applying its row policies and planning it costs the
 * database more than most statements' rows. After five executions PostgreSQL uses one plan for all parameters if it estimates that as
 * cheap as planning for each. A statement with unnamed columns is not prepared: its result changes with a migration of its table, and
 * connections that prepared it would fail.
 */
export function createRepeatedStatements(
  maxStatements = maxRepeatedStatements,
): (text: string) => string | undefined {
  const seenOnce = new Set<string>();
  const repeated = new Set<string>();
  return (text) => {
    if (repeated.has(text)) return getStatementName(text);
    if (repeated.size >= maxStatements || text.length > maxRepeatedLength) return undefined;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= maxSeenOnce) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    if (!planned.test(text) || unnamedColumns.test(text)) return undefined;
    repeated.add(text);
    return getStatementName(text);
  };
}

const getRepeatedStatementName = createRepeatedStatements();

/** Prepared name of this statement; undefined if it is sent unnamed. */
export const preparedStatementName = (query: CompiledQuery): string | undefined =>
  preparedQueries.has(query) ? getStatementName(query.sql) : getRepeatedStatementName(query.sql);

/** Whether a connection fails every time because a prepared statement's result has changed under it; it must be closed. */
export function isOutdatedPreparedStatement(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    error.message.includes('cached plan must not change result type')
  );
}

/**
 * Marks a statement as prepared from its first execution. Run it with `db.executeQuery` or `readAsTenant`. For the few statements of
 * every page.
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
