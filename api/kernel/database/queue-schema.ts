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

/**
 * Gives the queue's tables, created by `assay_jobs`, to `assay_owner`, and leaves `assay_jobs` the right to read and write rows. A new
 * queue needs a table of its own: `create_queue` creates it with the owner's rights.
 */
export const queueOwnershipSql = `
REASSIGN OWNED BY assay_jobs TO assay_owner;
SET LOCAL ROLE assay_owner;
GRANT USAGE ON SCHEMA pgboss TO assay_jobs;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO assay_jobs;
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO assay_jobs;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pgboss FROM PUBLIC;
ALTER FUNCTION pgboss.create_queue(text, json) SECURITY DEFINER SET search_path = pg_catalog, pgboss, pg_temp;
GRANT EXECUTE ON FUNCTION pgboss.create_queue(text, json) TO assay_jobs;
`;
