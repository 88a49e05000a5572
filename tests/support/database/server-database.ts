import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * Calls `use` with the URL of a new empty database on the server of TEST_DATABASE_URL, owned by a login that is no superuser, and drops
 * both afterwards.
 */
export async function withServerDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  const name = `assay_server_${randomBytes(6).toString('hex')}`;
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  try {
    await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${name}'`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
    url.username = name;
    url.password = name;
    url.pathname = `/${name}`;
    return await use(url.href);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${name}`);
    await admin.end();
  }
}
