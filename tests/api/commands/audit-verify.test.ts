import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#api/commands/run-command.ts';
import { hashEvent, type StoredEvent } from '#api/kernel/audit/chain.ts';
import { publishHeads } from '#api/kernel/audit/publish-heads.ts';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { signBatches } from '#api/kernel/audit/sign-batch.ts';
import { readSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { migrateDatabase } from '#api/kernel/database/migrate.ts';
import { type Database, openDatabase } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { withSandboxSecrets } from '#api/sandbox-secrets.ts';
import { ensureSigningKeys } from '#api/signing-key-file.ts';
import { faultTexts } from '#rules/audit/audit-proofs.mjs';
import { insertCompany } from '#tests/support/api/companies.ts';
import { hasServer, withServerDatabase } from '#tests/support/database/server-database.ts';
import { newSigningKey, testSigningKeys } from '#tests/support/signing-keys.ts';

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-verify-'));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const everythingIn = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

/** A cluster of the embedded engine that Assay never used. */
const bare = mkdtempSync(join(tmpdir(), 'assay-bare-'));
beforeAll(async () => {
  const pglite = await PGlite.create({ dataDir: join(bare, 'postgres') });
  await pglite.close();
  return () => rmSync(bare, { recursive: true, force: true });
});

async function verify(
  environment: Readonly<Record<string, string | undefined>>,
  args: Record<string, string> = {},
) {
  const said: string[] = [];
  const outcome = await runCommand('audit:verify', args, environment, (line) => said.push(line.say)).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { said, refused: outcome };
}

describe('audit:verify without data', () => {
  it.each(['of the sandbox', 'with a key of its own'])('rejects a missing data folder %s', async (kind) => {
    const dataDir = join(newFolder(), 'mistyped');
    const key =
      kind === 'of the sandbox'
        ? {}
        : {
            AUDIT_KEY: 'k'.repeat(32),
            ID_HMAC_KEY: 'k'.repeat(32),
            FILE_KEYS: 'k'.repeat(32),
            FIELD_KEYS: 'k'.repeat(32),
          };
    const { refused, said } = await verify({ DATA_DIR: dataDir, ...key });
    expect(refused).toBe(
      `There is no folder ${dataDir}, so nothing was verified. Set DATA_DIR to the folder that Assay runs with, or DATABASE_URL to its PostgreSQL server.`,
    );
    expect(said).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('rejects an empty folder and a folder of other content, leaving both unchanged', async () => {
    const dataDir = newFolder();
    expect((await verify({ DATA_DIR: dataDir })).refused).toContain('holds no data of Assay');
    expect(everythingIn(dataDir)).toEqual([]);
    writeFileSync(join(dataDir, 'notes.txt'), 'something else');
    expect((await verify({ DATA_DIR: dataDir })).refused).toContain('holds no data of Assay');
    expect(everythingIn(dataDir)).toEqual(['notes.txt']);
  });

  it('rejects a file', async () => {
    const file = join(newFolder(), 'data');
    writeFileSync(file, 'x');
    expect((await verify({ DATA_DIR: file })).refused).toBe(
      `DATA_DIR is ${file}, which is a file, not a folder. Move the file away, or set DATA_DIR to another folder.`,
    );
  });

  it('rejects a damaged database', async () => {
    const mend = 'Restore the whole data folder from a backup, or set DATA_DIR to another folder.';
    const copy = () => {
      const dataDir = newFolder();
      cpSync(bare, dataDir, { recursive: true });
      writeFileSync(
        join(dataDir, 'secrets.json'),
        JSON.stringify(withSandboxSecrets({ SANDBOX: '1', DATA_DIR: newFolder() })),
      );
      return { dataDir, cluster: join(dataDir, 'postgres') };
    };
    for (const name of ['PG_VERSION', 'global', 'pg_wal', 'global/pg_control']) {
      const { dataDir, cluster } = copy();
      rmSync(join(cluster, name), { recursive: true });
      const { refused } = await verify({ DATA_DIR: dataDir });
      expect(refused, name).toContain(`${cluster} is damaged: ${name} is missing`);
      expect(refused, name).toContain(mend);
    }
    for (const name of ['PG_VERSION', 'global/pg_control']) {
      const { dataDir, cluster } = copy();
      writeFileSync(join(cluster, name), 'no such thing');
      const { refused } = await verify({ DATA_DIR: dataDir });
      expect(refused, name).toBe(`The embedded database in ${cluster} cannot be opened. ${mend}`);
    }
    const { dataDir, cluster } = copy();
    rmSync(cluster, { recursive: true });
    writeFileSync(cluster, 'a file');
    expect((await verify({ DATA_DIR: dataDir })).refused).toBe(`${cluster} is a file, not a folder. ${mend}`);
  });

  it('rejects a database that Assay never used, and does not initialise it', async () => {
    const dataDir = newFolder();
    cpSync(bare, dataDir, { recursive: true });
    withSandboxSecrets({ SANDBOX: '1', DATA_DIR: dataDir });
    const first = await verify({ DATA_DIR: dataDir });
    expect(first.refused).toContain('This database holds no data of Assay');
    expect((await verify({ DATA_DIR: dataDir })).refused).toBe(first.refused);
  });

  it('needs no secrets and creates none, unlike a backup', async () => {
    const dataDir = newFolder();
    cpSync(bare, dataDir, { recursive: true });
    expect((await verify({ DATA_DIR: dataDir })).refused).toContain('This database holds no data of Assay');
    const backup = runCommand('backup', {}, { DATA_DIR: dataDir }, () => undefined);
    await expect(backup).rejects.toThrow('secrets.json is missing');
    expect(existsSync(join(dataDir, 'secrets.json'))).toBe(false);
  });

  it('rejects Assay’s own database while it has no chains', async () => {
    const dataDir = newFolder();
    mkdirSync(dataDir, { recursive: true });
    await runCommand('migrate', {}, { DATA_DIR: dataDir }, () => undefined);
    const { refused, said } = await verify({ DATA_DIR: dataDir });
    expect([refused, said]).toEqual([
      undefined,
      [expect.stringContaining('There are no audit chains in this database, so nothing was verified.')],
    ]);
  });
});

describe('audit:verify with data', () => {
  it('verifies with a public key of a file against the batches outside, and finds a batch that the database lacks', async () => {
    const dataDir = newFolder();
    const environment = { DATA_DIR: dataDir };
    await runCommand('migrate', {}, environment, () => undefined);
    const keys = ensureSigningKeys(dataDir);
    const pem = keys.current.publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(join(dataDir, 'public.pem'), pem);
    const now = () => new Date();
    const change = async (work: (database: Database) => Promise<unknown>) => {
      const database = await openDatabase({ dataDir });
      await work(database).finally(database.close);
    };
    await change(async (database) => {
      const { companyId } = await insertCompany(database, 'Kauri Conveyancing');
      await asTenant(database.db, companyId, (trx) =>
        recordEvent(
          trx,
          { now },
          {
            companyId,
            actor: { type: 'system', id: 'test', role: 'job' },
            action: 'company.created',
            resourceType: 'company',
            resourceId: companyId,
            detail: {},
            requestId: 'request-1',
          },
        ),
      );
      await signBatches(database.db, { signingKeys: keys, now });
      await publishHeads(database.db, { receivers: { folder: join(dataDir, 'audit-heads') }, now });
    });
    const given = {
      heads: join(dataDir, 'audit-heads', 'audit-heads.jsonl'),
      'public-key': join(dataDir, 'public.pem'),
    };
    for (const args of [{}, given]) {
      const { said } = await verify(environment, args);
      expect(said).toEqual([
        'Compared: 1 event: order, hashes, details.',
        'Compared: 1 event with what was signed of them.',
        'Compared: Codes of the last events.',
        'Compared: 1 batch: signatures, order.',
        'Compared: 1 batch with those written outside the database.',
        'All 1 audit chains verified (1 events).',
      ]);
    }
    const missing = { ...given, heads: join(dataDir, 'no-such-file') };
    expect((await verify(environment, missing)).said.at(-1)).toContain('no-such-file cannot be read');
    await change((database) =>
      database.asLogin((client) =>
        client.query('DELETE FROM assay.audit_batch_heads; DELETE FROM assay.audit_batches'),
      ),
    );
    expect((await verify(environment)).said).toEqual([
      'batch 1: broken: it is not the one that was written outside the database',
      'The signed batches of the audit log failed verification at batch 1.',
    ]);
  });
});

describe.runIf(hasServer)('audit:verify with a database and a public key alone', () => {
  let database: Database;
  let databaseUrl: string;
  let companyId: string;
  let drop: () => void;
  let dropped: Promise<void>;
  beforeEach(async () => {
    databaseUrl = await new Promise<string>((opened, failed) => {
      dropped = withServerDatabase((url) => {
        opened(url);
        return new Promise<void>((done) => {
          drop = done;
        });
      });
      dropped.catch(failed);
    });
    database = await openDatabase({ databaseUrl });
    await migrateDatabase(database);
    ({ companyId } = await insertCompany(database, 'Kauri Conveyancing'));
  });
  afterEach(async () => {
    await database.close();
    drop();
    await dropped;
  });

  const record = (at: Date) =>
    asTenant(database.db, companyId, (trx) =>
      recordEvent(
        trx,
        { now: () => at },
        {
          companyId,
          actor: { type: 'system', id: 'test', role: 'job' },
          action: 'company.created',
          resourceType: 'company',
          resourceId: companyId,
          detail: {},
          requestId: 'request-1',
        },
      ),
    );
  const sign = () => signBatches(database.db, { signingKeys: testSigningKeys, now: () => new Date() });
  const keyFile = (keys: ReturnType<typeof readSigningKeys>) => {
    const file = join(newFolder(), 'keys.json');
    const { id, publicKey } = keys.current;
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    writeFileSync(file, JSON.stringify({ keys: [{ id, publicKey: pem }] }));
    return file;
  };
  const check = (args: Record<string, string> = {}, keys = testSigningKeys) =>
    verify({ DATABASE_URL: databaseUrl }, { 'public-key': keyFile(keys), ...args });
  const accepted = { 'without-heads': 'true' };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

  it('fails without batches outside the database or with old unsigned events, unless they are accepted', async () => {
    await record(hoursAgo(3));
    await sign();
    expect((await check()).said.at(-1)).toContain('no batches outside the database were');
    expect((await check(accepted)).said.slice(-4)).toEqual([
      'Compared: 1 batch: signatures, order.',
      'Not compared: The batches with any outside the database: there is no file of them on this server.',
      'Not compared: Codes of the last events: they need the private key.',
      'All 1 audit chains verified (1 events).',
    ]);
    await record(hoursAgo(1));
    expect((await check(accepted)).said.at(-1)).toBe('All 1 audit chains verified (2 events).');
    await sign();
    await record(hoursAgo(2.5));
    expect((await check(accepted)).said.at(-1)).toContain('are not signed, so they may have been rewritten');
    const both = { ...accepted, 'allow-unsigned': 'true' };
    expect((await check(both)).said.at(-1)).toBe('All 1 audit chains verified (3 events).');
  });

  it('finds a chain whose batches are all deleted, and the key of another installation', async () => {
    await record(hoursAgo(3));
    await sign();
    const other = await check(accepted, readSigningKeys(newSigningKey()));
    expect(other.said).toEqual([
      `${companyId}: broken at event 1: it was signed with another key`,
      'batch 1: broken: it was signed with another key',
      '1 of 1 audit chains failed verification.',
    ]);
    await deleteBatches();
    expect((await check(accepted)).said.at(-1)).toContain('are not signed, so they may have been rewritten');
  });

  const deleteBatches = () =>
    database.asLogin((client) =>
      client.query('DELETE FROM assay.audit_batch_heads; DELETE FROM assay.audit_batches'),
    );

  /** Rewrites the chain with valid hashes and links, as its head; optionally with other times. */
  async function rewrite(toTime: (at: string) => string = (at) => at): Promise<void> {
    const events = await asTenant(database.db, companyId, (trx) =>
      trx.selectFrom('audit_events').selectAll().orderBy('seq').execute(),
    );
    let prevHash = '0'.repeat(64);
    const statements: [string, unknown[]][] = [];
    for (const { hash: _old, ...event } of events as StoredEvent[]) {
      const rewritten = {
        ...event,
        at: toTime(event.at),
        actor_id: 'somebody-else',
        prev_hash: prevHash,
      };
      const hash = hashEvent(rewritten);
      statements.push([
        `UPDATE assay.audit_events SET at = $3, actor_id = 'somebody-else', prev_hash = $4, hash = $5
          WHERE chain = $1 AND seq = $2`,
        [companyId, event.seq, rewritten.at, prevHash, hash],
      ]);
      prevHash = hash;
    }
    statements.push(['UPDATE assay.audit_chain_heads SET hash = $2 WHERE chain = $1', [companyId, prevHash]]);
    await database.asLogin(async (client) => {
      for (const [statement, values] of statements) await client.query(statement, values);
    });
  }

  it('finds a chain rewritten with valid hashes whose batches are all deleted, as its old events are unsigned', async () => {
    for (const hours of [5, 4, 3]) await record(hoursAgo(hours));
    await sign();
    await rewrite();
    expect((await check(accepted)).said).toContain(
      `${companyId}: broken at event 3: ${faultTexts.signedHead}`,
    );
    await deleteBatches();
    const { said } = await check(accepted);
    expect(said.at(-1)).toContain('are not signed, so they may have been rewritten');
    expect(said.filter((text) => text.includes('broken'))).toEqual([]);
    // Accepted, it passes: without a signature and without the private key nothing tells it from the original.
    const both = { ...accepted, 'allow-unsigned': 'true' };
    expect((await check(both)).said.at(-1)).toBe('All 1 audit chains verified (3 events).');
  });

  it('finds a chain rewritten with recent times and without batches by those outside the database alone', async () => {
    for (const hours of [5, 4, 3]) await record(hoursAgo(hours));
    await sign();
    const folder = newFolder();
    await publishHeads(database.db, { receivers: { folder }, now: () => new Date() });
    await rewrite((at) => new Date(Date.now() - (Date.now() - Date.parse(at)) / 4).toISOString());
    await deleteBatches();
    expect((await check({ heads: join(folder, 'audit-heads.jsonl') })).said).toEqual([
      `batch 1: broken: ${faultTexts.published}`,
      'The signed batches of the audit log failed verification at batch 1.',
    ]);
    expect((await check()).said.at(-1)).toContain('no batches outside the database were');
    expect((await check(accepted)).said.at(-1)).toBe('All 1 audit chains verified (3 events).');
  });
});
