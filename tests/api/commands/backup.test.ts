import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertNoUnfinishedRestore } from '#api/restore-guard.ts';
import type { TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import {
  backUp,
  backupKeys,
  getContents,
  openFilledApi,
  openTarget,
  restore,
  storedFiles,
  type Target,
} from '#tests/support/processes/backup-run.ts';

describe.each(testEngines)('backup and restore on %s', (engine) => {
  let api: TestApi;
  let folder: string;
  let original: Awaited<ReturnType<typeof getContents>>;
  const targets: Target[] = [];
  const newTarget = async () => {
    const target = await openTarget(engine);
    targets.push(target);
    return target;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
    api = await openFilledApi(engine, { clients: 200, files: 40 });
    original = await getContents(api.database, await storedFiles(api));
  });
  afterAll(async () => {
    for (const target of targets) await target.close();
    await api?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('restores every row, file, reference, trigger and sequence of an encrypted backup, and every audit chain verifies', async () => {
    const file = join(folder, 'encrypted.backup');
    const identity = await generateIdentity();
    expect(await backUp(api, file, await identityToRecipient(identity))).toMatch(
      /^Backed up [\d,]+ rows and 60 files to /,
    );
    expect(((await stat(file)).mode & 0o077) === 0).toBe(true);
    expect(Object.keys(original.files)).toHaveLength(60);
    expect(original.tables.clients).toMatch(/^200 /);
    const target = await newTarget();
    await expect(restore(target, { from: file })).rejects.toThrow('This backup is encrypted. Enter the file');
    const [right, wrong] = [join(folder, 'key'), join(folder, 'other-key')];
    await writeFile(right, `# created: 2026-03-02\n${identity}\n`);
    await writeFile(wrong, await generateIdentity());
    await expect(restore(target, { from: file, identity: wrong })).rejects.toThrow(
      'cannot be decrypted with that key',
    );
    expect(await restore(target, { from: file, identity: right })).toMatch(
      /^Restored [\d,]+ rows and 60 files\. All \d+ audit chains verified\.$/,
    );
    expect(await getContents(target.database, target.storage)).toEqual(original);
    await assertNoUnfinishedRestore(target.database.db);
    await expect(restore(target, { from: file, identity: right })).rejects.toThrow(
      'The database is not empty',
    );
  });

  it('changes nothing if the target holds data, the keys differ or the backup is damaged, and can be run again afterwards', async () => {
    const file = join(folder, 'plain.backup');
    expect(await backUp(api, file)).toContain('unencrypted');
    const target = await newTarget();
    const secrets = { ...backupKeys.secrets, ID_HMAC_KEY: ['another-identity-key-of-the-test'] };
    const other = { ...backupKeys, secrets };
    await expect(restore(target, { from: file }, other)).rejects.toThrow(/^ID_HMAC_KEY: not as when/);
    await target.storage.putBytes('someone/elses/file', Buffer.from('x'), 'text/plain');
    await expect(restore(target, { from: file })).rejects.toThrow('The file storage is not empty');
    await target.storage.remove('someone/elses/file');

    const bytes = await readFile(file);
    const damaged = join(folder, 'damaged.backup');
    for (const broken of [
      bytes.subarray(0, bytes.length * 0.7),
      bytes.subarray(0, bytes.length - 200),
      Buffer.concat([
        bytes.subarray(0, bytes.length / 2),
        Buffer.from([0, 1]),
        bytes.subarray(bytes.length / 2 + 2),
      ]),
    ]) {
      await writeFile(damaged, broken);
      await expect(restore(target, { from: damaged })).rejects.toThrow(/ Nothing was restored\.$/);
      const { tables } = await getContents(target.database, target.storage);
      expect([tables.companies, tables.clients, tables.audit_events]).toEqual(['0 ', '0 ', '0 ']);
    }
    await restore(target, { from: file });
    expect(await getContents(target.database, target.storage)).toEqual(original);
  });

  it('makes no backup while a stored file is missing or changed', async () => {
    const [key = ''] = Object.keys(original.files).filter((name) => !name.endsWith('thumbnail'));
    const path = join(api.files.folder, 'files', key);
    const bytes = await readFile(path);
    const to = join(folder, 'none.backup');
    await writeFile(path, 'changed');
    await expect(backUp(api, to)).rejects.toThrow('differs from what was stored');
    await rm(path);
    await expect(backUp(api, to)).rejects.toThrow('cannot be read, so no backup was made');
    await expect(backUp(api, to, 'age1none')).rejects.toThrow('--recipient must be the public key');
    expect((await readdir(folder)).filter((name) => name === 'none.backup')).toEqual([]);
    await writeFile(path, bytes);
  });
});
