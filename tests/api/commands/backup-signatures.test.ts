import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBackup } from '#api/commands/backup/create-backup.ts';
import { type RestoreRequest, restoreBackup } from '#api/commands/backup/restore-backup.ts';
import { verifyBackup } from '#api/commands/backup/verify-backup.ts';
import type { ProgressLine } from '#api/commands/progress.ts';
import { readPublicKeyFile } from '#api/commands/public-key-file.ts';
import { runCommand } from '#api/commands/run-command.ts';
import { readSigningKeys, type SigningKeys } from '#api/kernel/audit/signing-keys.ts';
import type { TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import {
  backUp,
  backupKeys,
  getContents,
  openFilledApi,
  openTarget,
  storedFiles,
  type Target,
} from '#tests/support/processes/backup-run.ts';
import {
  readEntries,
  toFormerFormat,
  withoutSignature,
  writeEntries,
} from '#tests/support/processes/forged-backups.ts';
import { newSigningKey, testSigningKeys, testSigningPem } from '#tests/support/signing-keys.ts';

const formerPem = newSigningKey();
const formerKeys = readSigningKeys(formerPem);
const toPem = ({ current }: SigningKeys) =>
  current.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe.each(testEngines)('signatures of backups on %s', (engine) => {
  let api: TestApi;
  let folder: string;
  let file: string;
  let original: Awaited<ReturnType<typeof getContents>>;
  const targets: Target[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-signed-'));
    file = join(folder, 'true.backup');
    api = await openFilledApi(engine, { clients: 3, files: 2 });
    original = await getContents(api.database, await storedFiles(api));
    await backUp(api, file);
  });
  afterAll(async () => {
    for (const target of targets) await target.close();
    await api?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function restoreNew(request: RestoreRequest, signingKeys: SigningKeys = testSigningKeys) {
    const target = await openTarget(engine);
    targets.push(target);
    const { database, storage } = target;
    const deps = {
      database,
      storage,
      documents: storage,
      now: () => new Date(),
      keys: { ...backupKeys, signingKeys },
    };
    const said: string[] = [];
    const end = await restoreBackup(deps, request, (text) => said.push(text));
    expect(await getContents(database, storage)).toEqual(original);
    return { end, said: said.join('\n') };
  }

  async function backUpWith(to: string, signingKeys: SigningKeys | undefined) {
    const storage = await storedFiles(api);
    const { database } = api;
    const deps = { database, storage, documents: api.files.files.storage, now: () => new Date() };
    return createBackup({ ...deps, keys: { ...backupKeys, signingKeys } }, { to }, () => undefined);
  }

  it('verifies an encrypted backup with nothing but the public key and the key that decrypts it', async () => {
    const identity = await generateIdentity();
    const [sealed, identityFile, keyFile] = ['sealed.backup', 'identity', 'public.pem'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await backUp(api, sealed, await identityToRecipient(identity));
    await writeFile(identityFile, identity);
    // As a browser saves what Assay publishes.
    await writeFile(keyFile, JSON.stringify({ keys: [{ publicKey: toPem(testSigningKeys) }] }));
    const publicKeys = await readPublicKeyFile(keyFile);
    await expect(verifyBackup({ from: sealed, publicKeys }, () => undefined)).rejects.toThrow(
      'This backup is encrypted',
    );
    const said: string[] = [];
    const end = await verifyBackup({ from: sealed, identity: identityFile, publicKeys }, (text) =>
      said.push(text),
    );
    expect(end).toMatch(new RegExp(`^SIGNED: with the key ${testSigningKeys.current.id} of --public-key`));
    expect(said).toEqual([
      expect.stringMatching(/^Backup [\da-f-]{36} of 2026-\S+, format 2$/),
      expect.stringMatching(/^Manifest hash \(SHA-256\): [\da-f]{64}$/),
      expect.stringMatching(/^VERIFIED: \d+ entries with [\d,]+ bytes, [\d,]+ rows and 3 files\. /),
      expect.stringMatching(/^Not compared: .*encrypted.*audit chains.*audit:verify/),
    ]);
    await writeFile(keyFile, 'no key');
    await expect(readPublicKeyFile(keyFile)).rejects.toThrow('holds no Ed25519 public key');
    await expect(readPublicKeyFile(join(folder, 'none'))).rejects.toThrow('cannot be read');
  });

  it('restores and verifies a backup that a former key signed, of which only the public part is kept', async () => {
    const former = join(folder, 'former-key.backup');
    const said = await backUpWith(former, readSigningKeys(`${formerPem}\n${testSigningPem}`));
    expect(said).toContain(`signed with the key ${formerKeys.current.id}.`);
    const rotated = readSigningKeys(`${testSigningPem}\n${toPem(formerKeys)}`);
    expect(rotated.own).toHaveLength(1);
    const { said: restoring } = await restoreNew({ from: former }, rotated);
    expect(restoring).toContain(`SIGNED: with the key ${formerKeys.current.id} of this installation.`);
    const { publicKeys } = rotated;
    expect(await verifyBackup({ from: former, publicKeys }, () => undefined)).toContain(
      formerKeys.current.id,
    );
    await expect(
      verifyBackup({ from: former, publicKeys: testSigningKeys.publicKeys }, () => undefined),
    ).rejects.toThrow('none of the known public keys');
  });

  it('verifies by its command with the file and the key alone', async () => {
    const keyFile = join(folder, 'command.pem');
    await writeFile(keyFile, toPem(testSigningKeys));
    const run = async (args: Record<string, string>) => {
      const lines: ProgressLine[] = [];
      await runCommand('backup:verify', args, {}, (line) => lines.push(line));
      return lines.at(-1);
    };
    expect(await run({ from: file, 'public-key': keyFile })).toEqual({
      ended: 'well',
      say: expect.stringMatching(/^SIGNED: with the key /),
    });
    expect(await run({ from: file })).toEqual({
      ended: 'badly',
      say: 'Enter the file of the public key that signed it as --public-key.',
    });
    await writeFile(keyFile, toPem(formerKeys));
    expect(await run({ from: file, 'public-key': keyFile })).toMatchObject({ ended: 'badly' });
  });

  it('takes the keys of --public-key in place of the installation’s own', async () => {
    const { publicKeys } = formerKeys;
    await expect(restoreNew({ from: file, publicKeys })).rejects.toThrow('none of the known public keys');
    const { said } = await restoreNew({ from: file, publicKeys: testSigningKeys.publicKeys });
    expect(said).toContain(`SIGNED: with the key ${testSigningKeys.current.id} of --public-key.`);
  });

  it('restores a backup of before signatures, or one without its signature, only as unsigned, and says so', async () => {
    const entries = await readEntries(file);
    const [former, stripped] = [join(folder, 'former.backup'), join(folder, 'stripped.backup')];
    await writeEntries(former, toFormerFormat(entries));
    await writeEntries(stripped, withoutSignature(entries));
    for (const from of [former, stripped]) {
      await expect(restoreNew({ from })).rejects.toThrow(
        /restore it with --unsigned\. Nothing was restored\.$/,
      );
      const { end, said } = await restoreNew({ from, isUnsignedAccepted: true });
      expect(said).toMatch(
        /^UNSIGNED: this backup of \S+ has no signature\. .*Compared: .*audit chains\. Not compared: /,
      );
      expect(said).not.toContain('SIGNED: with');
      expect(end).toMatch(/All \d+ audit chains verified\. The backup has no signature\.$/);
    }
  });

  it('compares each entry of a backup of before signatures with its manifest', async () => {
    const former = toFormerFormat(await readEntries(file));
    const broken = join(folder, 'broken.backup');
    const request = { from: broken, isUnsignedAccepted: true };
    const other = 'entries of the backup are not those that its manifest lists';
    const changed = former.map((entry) =>
      entry.name.startsWith('files/') ? { ...entry, content: Buffer.from('changed') } : entry,
    );
    await writeEntries(broken, changed);
    await expect(restoreNew(request)).rejects.toThrow(other);
    await writeEntries(
      broken,
      former.filter(({ name }) => !name.startsWith('files/')),
    );
    await expect(restoreNew(request)).rejects.toThrow(other);
    const manifest = (from: string, to: string) =>
      former.map((entry) =>
        entry.name === 'manifest.json'
          ? { ...entry, content: Buffer.from(entry.content.toString().replace(from, to)) }
          : entry,
      );
    await writeEntries(broken, manifest('"files":3', '"files":4'));
    await expect(restoreNew(request)).rejects.toThrow(other);
    await writeEntries(broken, manifest('{"id":"', '{"id":"0'));
    await expect(restoreNew(request)).rejects.toThrow('manifest is that of another backup');
    await writeEntries(broken, manifest('"members":', '"members":1'));
    await expect(restoreNew(request)).rejects.toThrow('other numbers of rows than its manifest states');
  });

  it('makes no backup without a key to sign it', async () => {
    await expect(backUpWith(join(folder, 'none.backup'), undefined)).rejects.toThrow(
      /no key to sign the backup with, so no backup was made\. Set AUDIT_SIGNING_KEY/,
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('none.'))).toEqual([]);
  });
});
