import { afterEach, expect, it } from 'vitest';
import { migrations } from '#api/kernel/database/migrations/registry.ts';
import { openDatabase } from '#api/kernel/database/pool.ts';
import { clockShiftMs, moveClock } from '#tests/support/clock/moved-clock.mjs';
import {
  type FormerData,
  openFormerFolder,
  openFormerServerData,
} from '#tests/support/database/former-data.ts';
import { hasServer } from '#tests/support/database/server-database.ts';
import { verifyUnsigned } from '#tests/support/processes/audit-run.ts';
import { freePort, startProcess, startServer } from '#tests/support/processes/processes.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';

/** After the data was recorded. */
const startsAt = '2026-12-01T21:00:00Z';
moveClock(clockShiftMs() + Math.max(0, Date.parse(startsAt) - Date.now()));

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Verifies every audit chain of the data. @returns the number of chains and of their events */
async function verifyChains(env: Record<string, string>): Promise<{ chains: number; events: number }> {
  const verified = /All (\d+) audit chains verified \(([\d,]+) events\)\./;
  const command = await startProcess('build/node/command.js', verifyUnsigned, env, verified);
  const [, chains, events = ''] = verified.exec(command.output()) ?? [];
  await command.stop();
  return { chains: Number(chains), events: Number(events.replaceAll(',', '')) };
}

/** The applied migrations, in order. */
async function appliedMigrations({ DATA_DIR, DATABASE_URL }: FormerData['env']): Promise<string[]> {
  const database = await openDatabase(
    DATABASE_URL === undefined ? { dataDir: DATA_DIR } : { databaseUrl: DATABASE_URL },
  );
  try {
    return await database.asLogin(async (client) => {
      await client.query('BEGIN; SET LOCAL ROLE assay_owner');
      const { rows } = await client.query('SELECT name FROM assay.schema_migrations ORDER BY name');
      await client.query('COMMIT');
      return rows.map(({ name }) => String(name));
    });
  } finally {
    await database.close();
  }
}

/** Path of the first record linked by a list. */
function firstRecord(page: string, list: 'clients' | 'activities'): string {
  const path = new RegExp(`href="(/${list}/[0-9a-f-]{36})["?]`).exec(page)?.[1];
  if (path === undefined) throw new Error(`The page links to none of ${list}.`);
  return path;
}

/** Starts this version on the data of the former one, reads a member's daily pages, and stops it. */
async function readDailyPages({ env }: FormerData): Promise<void> {
  const port = await freePort();
  const server = await startServer('all', { ...env, PORT: String(port), SANDBOX: '1' });
  undo.push(() => server.kill());
  const origin = `http://localhost:${port}`;
  const cookie = await signInCookie(origin, 'owner@demo.test');
  const read = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { cookie }, redirect: 'manual' });
    const text = await response.text();
    expect(response.status, `${path}\n${server.output()}`).toBe(200);
    return text;
  };
  expect(await read('/home')).toContain('Kōwhai');
  const clients = await read('/clients');
  // Dormant since the demo was created: rows of the former version, not of a demo filled again.
  expect(await read('/clients?q=Edfield')).toContain('Nisha Kiran Edfield');
  await read(firstRecord(clients, 'clients'));
  const activities = await read('/activities');
  await read(firstRecord(activities, 'activities'));
  for (const path of ['', '/reviews', '/worklists']) await read(`/monitoring${path}`);
  expect(await read('/settings/audit')).toContain('Ola Sampleton');
  expect(await server.stop()).toBe(0);
}

/** Expectations of data from a former version, on either engine. */
async function expectContinued(data: FormerData): Promise<void> {
  const env = { ...data.env, SANDBOX: '1' };
  await readDailyPages(data);
  expect(await appliedMigrations(data.env)).toEqual(migrations.map(({ name }) => name));
  const verified = await verifyChains(env);
  expect(verified.chains).toBeGreaterThan(1);
  expect(verified.events).toBeGreaterThan(100);
}

it('migrates and serves the embedded demo of a former version, and its audit chains verify', async () => {
  const data = await openFormerFolder();
  undo.push(() => data.remove());
  await expectContinued(data);
});

it.runIf(hasServer)(
  'migrates and serves the demo of a former version on PostgreSQL, and its audit chains verify',
  async () => {
    const data = await openFormerServerData();
    undo.push(() => data.remove());
    await expectContinued(data);
  },
);
