import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RestoreRequest, restoreBackup } from '#api/commands/backup/restore-backup.ts';
import { verifyBackup } from '#api/commands/backup/verify-backup.ts';
import { getBatchSignature } from '#api/kernel/audit/batch.ts';
import { signManifest } from '#api/kernel/audit/signed-manifest.ts';
import { readSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { assertNoUnfinishedRestore } from '#api/restore-guard.ts';
import type { TestApi } from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
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
  type ForgedEntry,
  jsonBytes,
  packEntries,
  parseContent,
  readEntries,
  toFormerFormat,
  withAdded,
  withContent,
  withDigestOfManifest,
  withManifest,
  withoutSignature,
  withStatedSize,
  writeEntries,
} from '#tests/support/processes/forged-backups.ts';
import { newSigningKey, testSigningKeys } from '#tests/support/signing-keys.ts';

const otherKeys = readSigningKeys(newSigningKey());
/** Of a document that comes after all others. */
const aKey = 'ffffffff-0000-7000-8000-000000000001/ffffffff-0000-7000-8000-000000000002';
const files = (entries: readonly ForgedEntry[]) => entries.filter(({ name }) => name.startsWith('files/'));
const named = (entries: readonly ForgedEntry[], start: string): ForgedEntry => {
  const found = entries.find(({ name }) => name.startsWith(start));
  if (found === undefined) throw new Error(`There is no entry ${start}.`);
  return found;
};
const manifestOf = (entries: readonly ForgedEntry[]) => named(entries, 'manifest.json').content;
const withSignature = (entries: readonly ForgedEntry[], signature: object) =>
  withContent(entries, 'manifest.signature.json', jsonBytes(signature));

/** The login ID of a member is another person's. */
function withOtherLoginId(entries: readonly ForgedEntry[]): ForgedEntry[] {
  const { name, content } = named(entries, 'rows/members/');
  const changed = content.toString().replace(/[\w.+-]+@[\w.-]+/, 'mallory@evil.example');
  expect(changed).not.toBe(content.toString());
  return withManifest(withContent(entries, name, Buffer.from(changed)));
}

/** Forgeries by someone without the signing key, who recomputes every digest. The second backup is a true one of the same installation. */
const unsignable: [string, RegExp, (entries: ForgedEntry[], second: ForgedEntry[]) => ForgedEntry[]][] = [
  ['a login ID changed, the signature as it was', /signature is that of another manifest/, withOtherLoginId],
  [
    'a login ID changed, the digest in the signature recomputed',
    /signature is false/,
    (entries) => withDigestOfManifest(withOtherLoginId(entries)),
  ],
  [
    'a login ID changed, signed with the key of another installation',
    new RegExp(`signed with the key "${otherKeys.current.id}", which is none of the known`),
    (entries) => {
      const changed = withOtherLoginId(entries);
      return withSignature(changed, signManifest('backup', manifestOf(changed), otherKeys.current));
    },
  ],
  [
    'a login ID changed, signed with another key under the id of the right one',
    /signature is false/,
    (entries) => {
      const changed = withOtherLoginId(entries);
      const key = { ...otherKeys.current, id: testSigningKeys.current.id };
      return withSignature(changed, signManifest('backup', manifestOf(changed), key));
    },
  ],
  [
    'a login ID changed, the signature removed',
    /has no signature, or it was removed.*--unsigned/,
    (entries) => withoutSignature(withOtherLoginId(entries)),
  ],
  [
    'a login ID changed, in the format of before signatures',
    /made before backups were signed.*--unsigned/,
    (entries) => toFormerFormat(withOtherLoginId(entries)),
  ],
  [
    'a login ID changed, the manifest as it was',
    /entries of the backup are not those that its manifest lists/,
    (entries) => withContent(withOtherLoginId(entries), 'manifest.json', manifestOf(entries)),
  ],
  [
    'the manifest of another backup with its signature',
    /manifest is that of another backup/,
    (entries, second) => [...entries.slice(0, -2), ...second.slice(-2)],
  ],
  [
    'the header, the manifest and the signature of another backup',
    /entries of the backup are not those that its manifest lists/,
    (entries, second) => [...second.slice(0, 1), ...entries.slice(1, -2), ...second.slice(-2)],
  ],
  [
    'the signature of another backup',
    /signature is that of another manifest/,
    (entries, second) => [...entries.slice(0, -1), ...second.slice(-1)],
  ],
  [
    'a signature of the right key, over an evidence pack’s manifest',
    /signature is that of something else/,
    (entries) =>
      withSignature(entries, signManifest('evidencePack', manifestOf(entries), testSigningKeys.current)),
  ],
  [
    'the same, named a backup’s',
    /signature is false/,
    (entries) => {
      const { current } = testSigningKeys;
      return withSignature(entries, {
        ...signManifest('evidencePack', manifestOf(entries), current),
        kind: 'backup',
      });
    },
  ],
  [
    'a signature of the right key, over a batch of the audit log',
    /signature is false/,
    (entries) => {
      const { current } = testSigningKeys;
      const { manifestSha256: root } = signManifest('backup', manifestOf(entries), current);
      const batch = {
        format: 'assay-audit-batch/1',
        number: 1,
        signedAt: '2026-11-03T00:00:00.000Z',
        keyId: current.id,
        prevHash: root,
        root,
      } as const;
      return withSignature(entries, {
        ...signManifest('backup', manifestOf(entries), current),
        signature: getBatchSignature(batch, current),
      });
    },
  ],
  [
    'a file removed, and the counts with it',
    /signature is false/,
    (entries) => {
      const [removed] = files(entries);
      return withDigestOfManifest(withManifest(entries.filter((entry) => entry !== removed)));
    },
  ],
  [
    'a file of rows appended',
    /signature is false/,
    (entries) => {
      const content = named(entries, 'rows/members/').content;
      const at = entries.findIndex(({ name }) => name === 'rows/members/00000001.json') + 1;
      const added = { name: 'rows/members/00000002.json', content };
      return withDigestOfManifest(withManifest([...entries.slice(0, at), added, ...entries.slice(at)]));
    },
  ],
];

const aFile = (name: string, header?: ForgedEntry['header']): ForgedEntry => ({
  name,
  content: Buffer.from('[]'),
  ...(header ? { header } : {}),
});
const aLink = (type: 'symlink' | 'link'): ForgedEntry => ({
  name: `files/${aKey}/file`,
  content: Buffer.alloc(0),
  header: { type, linkname: '/etc/passwd' },
});

/** Forgeries that no signature is needed to recognise, and that --unsigned does not let through either. */
const malformed: [string, RegExp, (entries: ForgedEntry[]) => ForgedEntry[]][] = [
  ...(
    [
      [
        'a path out of the storage',
        'files/../../escaped',
        /"files\/\.\.\/\.\.\/escaped" leads out of its folder/,
      ],
      ['a path out of a document’s folder', `files/${aKey}/../../../x`, /leads out of its folder/],
      ['an absolute path', '/tmp/escaped', /is an absolute path/],
      ['a drive', 'C:/escaped', /is an absolute path/],
      ['backslashes', 'files\\..\\..\\escaped', /has a backslash/],
      ['a control character', `files/${aKey}/file\u001b[2J`, /has a control character/],
      ['another file of a document', `files/${aKey}/other`, /is none that Assay writes/],
      ['a file outside a company’s folder', 'files/assay-storage-marker.txt', /is none that Assay writes/],
      ['a table that is no name', 'rows/x;y/00000001.json', /is none that Assay writes/],
      ['another name at the top', 'README', /is none that Assay writes/],
    ] as const
  ).map(
    ([what, name, reason]) =>
      [what, reason, (entries: ForgedEntry[]) => withAdded(entries, aFile(name))] as [
        string,
        RegExp,
        (entries: ForgedEntry[]) => ForgedEntry[],
      ],
  ),
  ['a symbolic link', /not a file but a symlink/, (entries) => withAdded(entries, aLink('symlink'))],
  ['a hard link', /not a file but a link/, (entries) => withAdded(entries, aLink('link'))],
  [
    'a folder',
    /not a file but a directory/,
    (entries) => withAdded(entries, { ...aLink('link'), header: { type: 'directory' } }),
  ],
  [
    'a device',
    /not a file but a character-device/,
    (entries) => withAdded(entries, { ...aLink('link'), header: { type: 'character-device' } }),
  ],
  [
    'an extended header with another name',
    /has an extended header/,
    (entries) => withAdded(entries, aFile(`files/${aKey}/file`, { pax: { path: 'files/../../escaped' } })),
  ],
  [
    'two files of a name',
    /There are two entries "files\//,
    (entries) => withAdded(entries, ...files(entries).slice(0, 1)),
  ],
  [
    'two batches of a name',
    /There are two entries "rows\/members\/00000001\.json"/,
    (entries) => withAdded(entries, named(entries, 'rows/members/')),
  ],
  [
    'two manifests',
    /There are two entries "manifest\.json"/,
    (entries) => withAdded(entries, { name: 'manifest.json', content: manifestOf(entries) }),
  ],
  [
    'two headers',
    /There are two entries "backup\.json"/,
    (entries) => withAdded(entries, named(entries, 'backup.json')),
  ],
  [
    'files in another order',
    /is not in its place/,
    (entries) => {
      const [first, second] = files(entries);
      const swapped = (entry: ForgedEntry) => (entry === first ? second : entry === second ? first : entry);
      return entries.map((entry) => swapped(entry) ?? entry);
    },
  ],
  [
    'tables in another order',
    /is not in its place/,
    (entries) => {
      const clients = named(entries, 'rows/clients/');
      return withAdded(
        entries.filter((entry) => entry !== clients),
        clients,
      );
    },
  ],
  [
    'a batch missing in between',
    /"rows\/zz\/00000002\.json" is not in its place/,
    (entries) => {
      const at = entries.indexOf(files(entries)[0] as ForgedEntry);
      const added = { name: 'rows/zz/00000002.json', content: Buffer.from('[]') };
      return [...entries.slice(0, at), added, ...entries.slice(at)];
    },
  ],
  [
    'a header that is not the first entry',
    /is no backup of Assay/,
    ([header, ...entries]) => [...entries, header as ForgedEntry],
  ],
  [
    'the end missing',
    /has no manifest: its end is missing/,
    (entries) => entries.filter(({ name }) => !name.startsWith('manifest')),
  ],
];

describe.each(testEngines)('forged backups on %s', (engine) => {
  let api: TestApi;
  let folder: string;
  let original: Awaited<ReturnType<typeof getContents>>;
  let target: Target;
  let second: Target;
  let [file, forged] = ['', ''];
  let entries: ForgedEntry[];
  let secondEntries: ForgedEntry[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-forged-'));
    [file, forged] = [join(folder, 'true.backup'), join(folder, 'forged.backup')];
    api = await openFilledApi(engine, { clients: 12, files: 6 });
    original = await getContents(api.database, await storedFiles(api));
    await backUp(api, file);
    await addClient(api, api.companies.a, 'Of the second backup');
    await backUp(api, join(folder, 'second.backup'));
    entries = await readEntries(file);
    secondEntries = await readEntries(join(folder, 'second.backup'));
    target = await openTarget(engine);
    second = await openTarget(engine);
  });
  afterAll(async () => {
    await target?.close();
    await second?.close();
    await api?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const restoreTo = (
    { database, storage }: Target,
    request: Partial<RestoreRequest>,
    say: (text: string) => void = () => undefined,
  ) =>
    restoreBackup(
      { database, storage, documents: storage, now: () => new Date(), keys: backupKeys },
      { from: forged, ...request },
      say,
    );
  const verify = (from: string) =>
    verifyBackup({ from, publicKeys: testSigningKeys.publicKeys }, () => undefined);

  const storedKeys = async ({ storage }: Target) => {
    const found: string[] = [];
    for await (const keys of storage.pages()) found.push(...keys);
    return found;
  };

  /** Neither a table, nor a file in the storage, nor one around it. */
  async function expectUntouched() {
    const { rows } = await target.database.asLogin((client) =>
      client.query(
        `SELECT count(*)::int AS tables FROM pg_class WHERE relnamespace = to_regnamespace('assay')`,
      ),
    );
    expect(rows).toEqual([{ tables: 0 }]);
    expect(await storedKeys(target)).toEqual([]);
    const around = [...(await readdir(tmpdir())), ...(await readdir(target.folder))];
    expect(around.filter((name) => name.includes('escaped'))).toEqual([]);
  }

  async function expectRejected(reason: RegExp, request: Partial<RestoreRequest> = {}) {
    const error = await restoreTo(target, request).then(
      () => new Error('It was restored.'),
      (thrown: Error) => thrown,
    );
    expect(error.message).toMatch(reason);
    expect(error.message).toMatch(/ Nothing was restored\.$/);
    await expectUntouched();
  }

  it.each(unsignable)('%s: neither restores nor verifies, and changes nothing', async (_, reason, forge) => {
    await writeEntries(forged, forge(entries, secondEntries));
    await expectRejected(reason);
    await expect(verify(forged)).rejects.toThrow(/^VERIFICATION FAILED: /);
    await expect(verify(forged)).rejects.toThrow(reason);
  });

  it.each(malformed)(
    '%s: does not restore, not even as unsigned, and changes nothing',
    async (_, reason, forge) => {
      const made = forge(entries);
      await writeEntries(forged, made);
      await expectRejected(reason);
      await expect(verify(forged)).rejects.toThrow(reason);
      const hasManifest = made.some(({ name }) => name === 'manifest.json');
      // With every digest recomputed, and as a backup of before signatures.
      const recomputed = hasManifest ? withManifest(made) : made;
      await writeEntries(forged, withoutSignature(recomputed));
      await expectRejected(reason, { isUnsignedAccepted: true });
      if (!hasManifest) return;
      const former = toFormerFormat(withoutSignature(made));
      const twice = made.filter(({ name }) => name === 'manifest.json').length > 1;
      await writeEntries(forged, twice ? [...former, ...former.slice(-1)] : former);
      await expectRejected(reason, { isUnsignedAccepted: true });
    },
  );

  it('rejects a second signature, and an entry after the signature', async () => {
    const signature = named(entries, 'manifest.signature.json');
    await writeEntries(forged, [...entries, signature]);
    await expectRejected(/There are two entries "manifest\.signature\.json"/);
    await writeEntries(forged, [...entries, aFile(`files/${aKey}/file`)]);
    await expectRejected(/"files\/.*" is not in its place/);
  });

  it('reads neither an entry of 50 GB nor what unpacks to one, and no bytes beside the entries', async () => {
    const name = files(entries)[0]?.name ?? '';
    const tar = await packEntries(entries);
    await writeFile(forged, gzipSync(withStatedSize(tar, name, 50_000_000_000)));
    await expectRejected(/states 50000000000 bytes; at most 68157440 are read/);
    const bomb = { ...aFile(`files/${aKey}/file`), content: Buffer.alloc(66 * 1024 * 1024) };
    await writeEntries(forged, withAdded(entries, bomb));
    await expectRejected(/states 69206016 bytes; at most 68157440 are read/);
    await writeFile(forged, gzipSync(Buffer.concat([tar, Buffer.alloc(50_000_000)])));
    await expectRejected(/bytes that belong to no entry after the last one/);
    const packed = await readFile(file);
    for (const added of [Buffer.alloc(512), Buffer.from('more'), gzipSync(Buffer.alloc(512))]) {
      await writeFile(forged, Buffer.concat([packed, added]));
      await expectRejected(/bytes that belong to no entry after the last one|incomplete or damaged/);
    }
    const at = tar.indexOf('manifest.json\0');
    const gap = [tar.subarray(0, at), Buffer.alloc(512), tar.subarray(at)];
    await writeFile(forged, gzipSync(Buffer.concat(gap)));
    await expectRejected(/bytes that belong to no entry before "manifest\.json"/);
  });

  it('is not cut short unnoticed, at any length', async () => {
    const bytes = await readFile(file);
    for (let part = 1; part < 20; part += 1) {
      await writeFile(forged, bytes.subarray(0, Math.floor((bytes.length * part) / 20)));
      await expectRejected(/incomplete or damaged/);
    }
    await writeFile(forged, bytes.subarray(0, -1));
    await expectRejected(/incomplete or damaged/);
  });

  it('does not verify with any bit of any entry changed', async () => {
    expect(await verify(file)).toMatch(/^SIGNED: /);
    for (const [at, entry] of entries.entries()) {
      const content = Buffer.from(entry.content);
      const place = (at * 7919) % content.length;
      content.writeUInt8(content.readUInt8(place) ^ (1 << (at % 8)), place);
      await writeEntries(forged, entries.with(at, { ...entry, content }));
      await expect(verify(forged), entry.name).rejects.toThrow(/^VERIFICATION FAILED: /);
    }
  });

  it('stops at the first difference if the file is exchanged after it was verified', async () => {
    const exchanges: [RegExp, ForgedEntry[]][] = [
      [/changed while it was being restored/, withOtherLoginId(entries)],
      [/changed while it was being restored/, entries.slice(0, -1)],
      [/leads out of its folder/, withManifest(withAdded(entries, aFile('files/../../escaped')))],
    ];
    for (const [reason, exchanged] of exchanges) {
      const other = join(folder, 'exchanged.backup');
      await writeEntries(other, exchanged);
      await writeFile(forged, await readFile(file));
      const said: string[] = [];
      const restoring = restoreTo(second, {}, (text) => {
        said.push(text);
        if (text.startsWith('SIGNED')) writeFileSync(forged, readFileSync(other));
      });
      await expect(restoring).rejects.toThrow(reason);
      expect(said).toHaveLength(1);
      const { tables } = await getContents(second.database, second.storage);
      expect([tables.companies, tables.members, tables.audit_events]).toEqual(['0 ', '0 ', '0 ']);
      expect(await storedKeys(second)).toEqual([]);
      // No server takes the empty database for a new one.
      await expect(assertNoUnfinishedRestore(second.database.db)).rejects.toThrow(
        'Run "npm run restore" again',
      );
    }
    await restoreTo(second, { from: file });
    expect(await getContents(second.database, second.storage)).toEqual(original);
  });

  it('restores the true backup where every forgery was rejected', async () => {
    const said: string[] = [];
    const end = await restoreTo(target, { from: file }, (text) => said.push(text));
    expect(end).toMatch(/^Restored [\d,]+ rows and 9 files\. All \d+ audit chains verified\.$/);
    expect(said[0]).toContain(`SIGNED: with the key ${testSigningKeys.current.id} of this installation.`);
    expect(await getContents(target.database, target.storage)).toEqual(original);
    expect(parseContent<{ format: number }>(entries, 'backup.json').format).toBe(2);
  });
});
