import type { DatabaseClient } from './database-pool.ts';
import { sqlState } from './postgres-errors.ts';

/**
 * Database roles. None can log in. The login role is a member of each, so that it can become any of them, and owns
 * nothing.
 * - `assay_owner` owns the schema, its tables and functions.
 * - `assay_app` is the role of every connection between transactions: it can call a few functions and reads no table.
 * - `assay_tenant` sees the rows of the transaction's company.
 * - `assay_platform` sees companies and people, never client data.
 * - `assay_jobs` maintains all companies, and owns the queue's schema.
 */
export const roles = ['assay_owner', 'assay_app', 'assay_tenant', 'assay_platform', 'assay_jobs'] as const;

/** Attempts while other databases of the server create the same roles concurrently. */
const maxAttempts = 20;

async function mayBecome(client: DatabaseClient): Promise<Map<string, boolean>> {
  // From PostgreSQL 16 a membership may lack the right to SET ROLE; before, membership was sufficient.
  const { rows } = await client.query(
    `SELECT rolname AS name,
            pg_has_role(session_user, oid,
              CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) AS member
       FROM pg_roles WHERE rolname = ANY($1)`,
    [[...roles]],
  );
  return new Map(rows.map((row) => [row.name, row.member]));
}

async function makeMissing(client: DatabaseClient): Promise<void> {
  const known = await mayBecome(client);
  for (const role of roles) {
    if (!known.has(role)) await client.query(`CREATE ROLE ${role} NOLOGIN`);
    if (!known.get(role)) await client.query(`GRANT ${role} TO session_user`);
  }
}

/**
 * Creates missing roles and makes the login role a member of each. Roles belong to the whole server, and no lock spans
 * its databases, so a conflict with another database is resolved by retrying.
 * @throws if the login role cannot create the roles or be granted them, with the solution.
 */
export async function ensureRoles(client: DatabaseClient): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('BEGIN');
      await makeMissing(client);
      await client.query('COMMIT');
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      const state = sqlState(error);
      if (state === '42501') {
        throw new Error(
          `The database login may not set up Assay's roles. Grant it CREATEROLE, or let an administrator run: ${roles
            .map((role) => `CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO <login>;`)
            .join(' ')}`,
          { cause: error },
        );
      }
      // 42710 and 23505: the role exists by now. XX000: "tuple concurrently updated" while granting.
      const clash = state === '42710' || state === '23505' || state === 'XX000' || state === '40P01';
      if (!clash || attempt === maxAttempts) throw error;
    }
  }
}
