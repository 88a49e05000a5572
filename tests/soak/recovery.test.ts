import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { freePort } from '#tests/support/processes/processes.ts';
import { testVerifyDeps } from '#tests/support/signing-keys.ts';

/** Folder of the server's programs, where Debian puts those of its newest version. */
const programs = ['/usr/lib/postgresql']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((version) => join(folder, version, 'bin')))
  .filter((folder) => existsSync(join(folder, 'initdb')))
  .at(-1);

const exec = promisify(execFile);

/** A company with one audit event. */
async function addCompany(database: Database, name: string): Promise<void> {
  const { companyId, memberId } = await insertCompany(database, name);
  const event = {
    companyId,
    actor: { type: 'user' as const, id: memberId, role: 'owner' },
    action: 'company.updated',
    resourceType: 'company',
    resourceId: companyId,
    detail: {},
    requestId: 'request-1',
  };
  await asTenant(database.db, companyId, (trx) => recordEvent(trx, { now: () => new Date() }, event));
}

/** The server refuses to run as root, so there it runs as its own user. */
const asServerUser = (command: string, args: string[]) =>
  userInfo().uid === 0 ? exec('runuser', ['-u', 'postgres', '--', command, ...args]) : exec(command, args);

describe.runIf(programs !== undefined)('point-in-time recovery', () => {
  let folder: string;
  let archive: string;
  const running: string[] = [];
  const program = (name: string) => join(programs ?? '', name);
  const own = async (path: string) => {
    if (userInfo().uid !== 0) return;
    const { stdout } = await exec('id', ['-u', 'postgres']);
    await chown(path, Number(stdout), Number(stdout));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-recovery-'));
    await chmod(folder, 0o755);
    archive = join(folder, 'archive');
    await mkdir(archive);
    await own(archive);
    await own(folder);
  });
  afterAll(async () => {
    for (const data of running) {
      await asServerUser(program('pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']).catch(() => undefined);
    }
    await rm(folder, { recursive: true, force: true });
  });

  async function start(data: string, port: number): Promise<void> {
    running.push(data);
    await asServerUser(program('pg_ctl'), [
      ...['-D', data, '-w', '-t', '120', '-l', join(folder, `${port}.log`)],
      ...['-o', `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`, 'start'],
    ]);
  }

  it('restores the database to an instant between two changes, and its audit chains verify', async () => {
    const [data, base] = [join(folder, 'data'), join(folder, 'base')];
    await asServerUser(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust']);
    await appendFile(
      join(data, 'postgresql.conf'),
      `wal_level = replica\narchive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
    );
    const port = await freePort();
    await start(data, port);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const database = await openDatabase({ databaseUrl: url });
    await migrateDatabase(database);
    await addCompany(database, 'Before the base backup');
    await asServerUser(program('pg_basebackup'), ['-D', base, '-X', 'none', '-c', 'fast', '-d', url]);
    await asServerUser(program('pg_verifybackup'), ['-n', base]);
    await addCompany(database, 'Before the mistake');
    const { rows } = await database.asLogin((client) =>
      client.query(`SELECT clock_timestamp()::text AS instant, pg_sleep(1)`),
    );
    await addCompany(database, 'The mistake');
    await database.asLogin((client) => client.query('SELECT pg_switch_wal()'));
    await database.close();
    await asServerUser(program('pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop']);

    const recovered = join(folder, 'recovered');
    await cp(base, recovered, { recursive: true, preserveTimestamps: true });
    await appendFile(
      join(recovered, 'postgresql.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${rows[0].instant}'\nrecovery_target_action = 'promote'\n`,
    );
    await writeFile(join(recovered, 'recovery.signal'), '');
    if (userInfo().uid === 0) await exec('chown', ['-R', 'postgres:', recovered]);
    await chmod(recovered, 0o700);
    const other = await freePort();
    await start(recovered, other);
    const after = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${other}/postgres` });
    await after.connect();
    const isRecovering = async () =>
      (await after.query('SELECT pg_is_in_recovery() AS recovering')).rows[0].recovering as boolean;
    await vi.waitFor(async () => expect(await isRecovering()).toBe(false), {
      timeout: 120_000,
      interval: 100,
    });
    const names = await after.query('SELECT name FROM assay.companies ORDER BY name');
    await after.end();
    expect(names.rows).toEqual([{ name: 'Before the base backup' }, { name: 'Before the mistake' }]);
    const restored = await openDatabase({
      databaseUrl: `postgres://postgres@127.0.0.1:${other}/postgres`,
    });
    expect(await migrateDatabase(restored)).toEqual([]);
    const { ok, chains } = await verifyChains(restored.db, testVerifyDeps(), () => undefined);
    expect([ok, chains.map(({ events }) => events)]).toEqual([true, [1, 1]]);
    await restored.close();
  });
});
