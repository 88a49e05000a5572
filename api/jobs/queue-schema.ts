import PgBoss from 'pg-boss';

/**
 * The statements that make pg-boss's tables, without its transaction and without CREATE SCHEMA, for which the role that
 * owns the tables would need rights on the whole database.
 */
export function jobQueueSchemaSql(): string {
  return PgBoss.getConstructionPlans('pgboss')
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')
    .replace(/CREATE SCHEMA IF NOT EXISTS pgboss\s*;/, '');
}
