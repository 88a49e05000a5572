import { type RawBuilder, sql } from 'kysely';

/**
 * A list for `IN` with literal values, e.g. `('completed', 'cancelled')`, so that the planner can use a partial index
 * with the same condition, even in a cached plan. Only for constants, never for input.
 */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql.lit(value)))})`;
}
