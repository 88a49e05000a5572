import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '#api/records/documents/delete-orphaned-files.ts';
import { type FileStorage, openFileStorage } from '#api/records/documents/storage.ts';
import { listDocuments, readDocument, removeDocument } from '#contract/documents/documents.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';
import { type S3Service, startS3Service } from '#tests/support/services/s3-service.ts';
import { clientOwner, filesOnDisk, upload } from './support.ts';

let folder: string;
let s3: S3Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-storage-'));
  s3 = await startS3Service();
});
afterAll(async () => {
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

async function keysIn(storage: FileStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of storage.pages()) keys.push(...page);
  return keys.sort();
}

describe.each(['local', 's3'] as const)('file storage, %s', (kind) => {
  let storage: FileStorage;
  beforeAll(async () => {
    storage = await openFileStorage(kind === 's3' ? s3.env() : { kind, folder: join(folder, 'kept') });
  });

  it('returns stored bytes unchanged, lists every key page by page, and deletes', async () => {
    const path = join(folder, 'large');
    const large = Buffer.alloc(3 * 1024 * 1024, 'assay');
    await writeFile(path, large);
    await storage.put('a/1/file', path, 'application/pdf');
    const keys = ['a/1/thumbnail', 'a/2/file', 'b/3/file', 'b/4/file'];
    for (const key of keys) await storage.putBytes(key, Buffer.from(key), 'image/jpeg');
    expect((await buffer(await storage.read('a/1/file'))).equals(large)).toBe(true);
    expect(String(await buffer(await storage.read('b/3/file')))).toBe('b/3/file');
    expect(await keysIn(storage)).toEqual(['a/1/file', ...keys].sort());
    await storage.remove('a/1/file');
    await storage.remove('a/1/file');
    await expect(storage.read('a/1/file').then(buffer)).rejects.toThrow();
    expect(await keysIn(storage)).toEqual(keys);
    for (const key of keys) await storage.remove(key);
  });
});

it('a stored file and the folders above it are flushed to disk before it counts as stored', async () => {
  const kept = join(folder, 'flushed');
  const storage = await openFileStorage({ kind: 'local', folder: kept });
  const path = join(folder, 'to-flush');
  await writeFile(path, 'assay');
  const probe = await open(path);
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const { sync } = handles;
  const flushed: string[] = [];
  handles.sync = async function (this: FileHandle) {
    flushed.push(await readlink(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  };
  try {
    await storage.put('c/9/file', path, 'application/pdf');
    await storage.putBytes('c/9/thumbnail', Buffer.from('x'), 'image/jpeg');
  } finally {
    handles.sync = sync;
  }
  const folders = ['c/9', 'c', ''].map((name) => join(kept, name).replace(/\/$/, ''));
  expect(flushed).toEqual([
    ...[join(kept, 'c/9/file'), ...folders],
    ...[join(kept, 'c/9/thumbnail'), ...folders],
  ]);
});

it('requests the bucket’s own encryption where it is configured, and the default elsewhere', async () => {
  const env = s3.env();
  if (env.kind !== 's3') throw new Error('A bucket was expected.');
  const put = async (key: string, serverSide?: { encryption: 'AES256' | 'aws:kms'; kmsKeyId?: string }) => {
    const storage = await openFileStorage({ ...env, serverSide });
    await storage.putBytes(key, Buffer.from('x'), 'text/plain');
    const { encryption } = s3.objects.get(key) ?? {};
    await storage.remove(key);
    return encryption;
  };
  expect(await put('sse/1')).toEqual([undefined, undefined]);
  expect(await put('sse/2', { encryption: 'AES256' })).toEqual(['AES256', undefined]);
  expect(await put('sse/3', { encryption: 'aws:kms', kmsKeyId: 'alias/assay' })).toEqual([
    'aws:kms',
    'alias/assay',
  ]);
});

it('replaces a file in one step: a reader sees the former or the new one, and a failed write leaves the former', async () => {
  const storage = await openFileStorage({ kind: 'local', folder: join(folder, 'replaced') });
  const former = Buffer.alloc(300_000, 'a');
  await storage.putBytes('a/1/file', former, 'text/plain');
  const reading = await storage.read('a/1/file');
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000, 'b');
        expect((await buffer(await storage.read('a/1/file'))).equals(former)).toBe(true);
        throw new Error('The process was stopped.');
      })(),
    );
  await expect(storage.write('a/1/file', { size: 1, open: broken }, 'text/plain')).rejects.toThrow('stopped');
  expect(await keysIn(storage)).toEqual(['a/1/file']);
  await storage.putBytes('a/1/file', Buffer.from('new'), 'text/plain');
  expect((await buffer(reading)).equals(former)).toBe(true);
  expect(String(await buffer(await storage.read('a/1/file')))).toBe('new');
});

describe('documents in a bucket', () => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(testEngine);
    test.files.files.storage = await openFileStorage(s3.env());
  });
  afterAll(() => test?.close());

  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it('are stored, downloaded, removed and cleaned up as in a folder', async () => {
    const { a } = test.companies;
    const owner = await clientOwner(test, a.staff);
    const picture = await samplePicture('jpeg', { located: true });
    const files = [
      { name: 'deed.pdf', bytes: samplePdf() },
      { name: 'photo.jpg', bytes: picture },
    ];
    const { response } = await upload(test, a.staff, owner, files);
    expect(response.documents).toHaveLength(2);
    expect((await filesOnDisk(test)).waiting).toEqual([]);
    for (const { document } of response.documents) {
      const object = s3.objects.get(`${a.id}/${document.id}/file`);
      expect(object && [sha256(object.bytes), object.contentType]).toEqual([
        document.sha256,
        document.mimeType,
      ]);
      const download = await test.fetch(`/api/v1/documents/${document.id}/download`, {
        headers: { Authorization: `Bearer ${a.staff.token}` },
      });
      expect(sha256(Buffer.from(await download.arrayBuffer()))).toBe(document.sha256);
    }
    expect(s3.objects.size).toBe(3);

    const again = await upload(test, a.staff, owner, files);
    expect(again.response.documents.map(({ isKnown }) => isKnown)).toEqual([true, true]);
    expect(s3.objects.size).toBe(3);

    const [pdf] = response.documents;
    const id = pdf?.document.id ?? '';
    const { version } = (await test.request(readDocument, { params: { id } }, { as: a.staff })).response
      .document;
    await test.request(
      removeDocument,
      { params: { id }, body: { version, reason: 'Wrong client' } },
      { as: a.staff },
    );
    expect(s3.objects.size).toBe(2);

    const day = 24 * 60 * 60 * 1000;
    const old = uuidv7({ msecs: test.clock.now().getTime() - 2 * day });
    await test.files.files.storage.putBytes(`${a.id}/${old}/file`, Buffer.from('x'), 'application/pdf');
    const sweep = () => sweepFiles({ db: test.database.db, files: test.files.files, now: test.clock.now });
    expect((await sweep()).marked).toBe(1);
    await test.clock.advance(2 * 24 * 60 * 60);
    expect((await sweep()).swept).toBe(1);
    // Two documents' files and the marker.
    expect(s3.objects.size).toBe(3);
  });

  it('are not half stored while the bucket fails: the form is rejected, and accepted on retry', async () => {
    const { a } = test.companies;
    const owner = await clientOwner(test, a.staff);
    const files = [{ name: 'later.pdf', bytes: samplePdf(['(later)']) }];
    const before = s3.objects.size;
    const good = test.files.files.storage;
    test.files.files.storage = await openFileStorage(s3.env('another secret'));
    expect((await upload(test, a.staff, owner, files)).status).toBe(500);
    test.files.files.storage = good;
    const { response } = await test.request(listDocuments, { params: owner, query: {} }, { as: a.staff });
    expect(response.documents).toEqual([]);
    expect(s3.objects.size).toBe(before);
    expect((await filesOnDisk(test)).waiting).toEqual([]);
    // Temporarily busy: the client library does not send a stream again.
    s3.failNext(2);
    expect((await upload(test, a.staff, owner, files)).status).toBe(201);
    expect(s3.objects.size).toBe(before + 1);
  });
});
