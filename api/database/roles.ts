import type { DatabaseClient } from './database-pool.ts';
import { sqlState } from './sql-state.ts';

/**
 * The database's roles. None can log in. The login role is granted membership, so that it may become any of them, and
 * owns nothing.
 *
 * - `assay_owner` owns the schema, its tables and functions.
 * - `assay_app` is what every connection is between transactions: it may call a few functions and reads no table.
 * - `assay_tenant` sees the rows of the company that the transaction names.
 * - `assay_platform` sees companies and people, never client data.
 * - `assay_jobs` does upkeep over all companies, and owns the queue's schema.
 */
export const roles = ['assay_owner', 'assay_app', 'assay_tenant', 'assay_platform', 'assay_jobs'] as const;

/** Attempts before giving up on other databases of the same server that make the same roles at the same time. */
const maxAttempts = 20;

async function mayBecome(client: DatabaseClient): Promise<Map<string, boolean>> {
  // From PostgreSQL 16 on a membership may lack the right to SET ROLE; before that, to be a member was enough.
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
 * Makes the roles that are missing and makes the login role a member of each. Roles belong to the whole server, and no
 * lock reaches across its databases, so a clash with another database doing the same is met by looking again.
 *
 * @throws when the login role lacks the right to create the roles or to be granted them, saying what to do.
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
          `The database login may not set up Assay's roles. Give it CREATEROLE, or let an administrator run: ${roles
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
