import pg from 'pg';
import { testDatabaseName } from './database.ts';

/** Whether there is a server to test on, beside the embedded database. */
export const hasServer = process.env.TEST_DATABASE_URL !== undefined;

/**
 * Calls `use` with the URL of a new empty database on the server of TEST_DATABASE_URL, owned by a login that is no superuser, and drops
 * both afterwards.
 */
export async function withServerDatabase<T>(use: (databaseUrl: string) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await admin.connect();
  const name = testDatabaseName();
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
