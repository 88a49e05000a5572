import { createHash } from 'node:crypto';
import pg from 'pg';
import { median } from './load.ts';
import { sized } from './sizes.ts';

/**
 * Current speed of this machine: a fixed loop of processor work and, with TEST_DATABASE_URL, a fixed loop of PostgreSQL commits. Prints one
 * line of JSON in milliseconds: `{"processorMs":…,"commitsMs":…}`; `commitsMs` is null without a server.
 */

const hashes = sized(60_000, 1000);
const commits = sized(300, 2);
const rounds = sized(11, 1);
/** A logged table: commits to a temporary one would not wait for the disk. */
const table = `assay_calibration_${process.pid}`;

/** Hashing, parsing and sorting, in roughly the proportions of a page of clients. */
function processorMs(): number {
  const started = performance.now();
  let text = 'calibration';
  const rows: { id: string; name: string }[] = [];
  for (let index = 0; index < hashes; index += 1) {
    text = createHash('sha256').update(text).digest('hex');
    if (index % 20 === 0) rows.push({ id: text, name: `${text.slice(0, 8)} ${index}` });
  }
  const parsed = JSON.parse(JSON.stringify(rows)) as typeof rows;
  parsed.sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return performance.now() - started;
}

/** One row per transaction, each awaited, as commands do. */
async function commitsMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE TABLE ${table} (id int PRIMARY KEY, text text NOT NULL)`);
    await client.query('SET synchronous_commit = on');
    const started = performance.now();
    for (let index = 0; index < commits; index += 1) {
      await client.query(`INSERT INTO ${table} VALUES ($1, $2)`, [index, 'x'.repeat(200)]);
    }
    return performance.now() - started;
  } finally {
    await client.query(`DROP TABLE IF EXISTS ${table}`);
    await client.end();
  }
}

const url = process.env.TEST_DATABASE_URL;
processorMs();
const processor: number[] = [];
const database: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  processor.push(processorMs());
  if (url) database.push(await commitsMs(url));
}
const rounded = (value: number) => Math.round(value * 10) / 10;
console.log(
  JSON.stringify({
    processorMs: rounded(median(processor)),
    commitsMs: database.length > 0 ? rounded(median(database)) : null,
  }),
);
