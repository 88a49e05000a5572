/** What a test run can test on: the embedded database always, and what is given to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createClient } from 'redis';

const seconds = 1000;

/** PostgreSQL's version, or null if none is given. */
async function postgres() {
  const connectionString = process.env.TEST_DATABASE_URL;
  if (!connectionString) return null;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10 * seconds });
  await client.connect();
  try {
    const { rows } = await client.query('SHOW server_version');
    return `PostgreSQL ${rows[0].server_version}`;
  } finally {
    await client.end();
  }
}

/** Redis, or null if none is given. */
async function redis() {
  const url = process.env.TEST_REDIS_URL;
  if (!url) return null;
  const client = createClient({ url, socket: { connectTimeout: 10 * seconds, reconnectStrategy: false } });
  client.on('error', () => undefined);
  await client.connect();
  await client.ping();
  await client.close();
  return 'Redis';
}

/** The published lists and names, or null if they are not given. */
function lists() {
  const folder = process.env.ASSAY_DATA_DIR;
  if (!folder) return null;
  const file = join(folder, 'lists/un_consolidated.xml');
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  return 'published lists';
}

const means = {
  postgres: { find: postgres, variable: 'TEST_DATABASE_URL', without: 'the API on PostgreSQL' },
  redis: { find: redis, variable: 'TEST_REDIS_URL', without: 'web nodes that share a Redis server' },
  lists: { find: lists, variable: 'ASSAY_DATA_DIR', without: 'published lists and names' },
};

/**
 * Finds out what there is to test on.
 * @returns `has`, for the start of a run; `lacks`, for its end; and `problems`: what is given and does not answer, and what `REQUIRE` names
 * (`postgres,redis,lists`) and is not given
 */
export async function findMeans() {
  const required = (process.env.REQUIRE ?? '').split(',').filter((name) => name !== '');
  const problems = required
    .filter((name) => !Object.hasOwn(means, name))
    .map((name) => `REQUIRE names "${name}"; there are ${Object.keys(means).join(', ')}.`);
  const has = ['the embedded database (PGlite)'];
  const lacks = [];
  for (const [name, { find, variable, without }] of Object.entries(means)) {
    try {
      const found = await find();
      if (found !== null) has.push(found);
      else {
        lacks.push(`${without} (set ${variable})`);
        if (required.includes(name)) problems.push(`REQUIRE names ${name}, and ${variable} is not set.`);
      }
    } catch (error) {
      problems.push(`${variable} is set, and does not answer: ${error.message || error.code}`);
    }
  }
  return { has, lacks, problems };
}
