import PgBoss from 'pg-boss';

/**
 * Statements that create pg-boss's tables, without its transaction and CREATE SCHEMA, which would require the owning
 * role to have rights on the whole database.
 */
export function jobQueueSchemaSql(): string {
  return PgBoss.getConstructionPlans('pgboss')
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '')
    .replace(/CREATE SCHEMA IF NOT EXISTS pgboss\s*;/, '');
}
