import { AsyncResource } from 'node:async_hooks';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { sweepFiles } from '#api/records/documents/delete-orphaned-files.ts';
import type { DocumentFiles } from '#api/records/documents/receive-file.ts';
import { openFileStorage } from '#api/records/documents/storage.ts';
import { adoptStorage } from '#api/records/documents/storage-marker.ts';
import { insertDocuments } from '#api/records/documents/store.ts';
import { readDocument, removeDocument } from '#contract/documents/documents.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';
import { clientOwner, filesOnDisk, upload } from './support.ts';

const daySeconds = 24 * 60 * 60;

describe.each(testEngines)('deleting orphaned files on %s', (engine) => {
  let test: TestApi;
  beforeAll(async () => {
    test = await openTestApi(engine);
  });
  afterAll(() => test?.close());

  const deps = (files: DocumentFiles = test.files.files) => ({
    db: test.database.db,
    files,
    now: test.clock.now,
  });
  const oldId = (seconds = daySeconds + 60) => uuidv7({ msecs: test.clock.now().getTime() - seconds * 1000 });
  const store = (key: string) => test.files.files.storage.putBytes(key, Buffer.from('x'), 'application/pdf');
  const isStored = async (key: string) => (await filesOnDisk(test)).kept.some((path) => path.endsWith(key));

  it('deletes files that no document names, a day after they were found, and nothing else', async () => {
    const { files, folder } = test.files;
    const { a } = test.companies;
    const owner = await clientOwner(test, a.staff);
    await upload(test, a.staff, owner, [{ name: 'kept.pdf', bytes: samplePdf() }]);
    const named = (await filesOnDisk(test)).kept;
    const now = test.clock.now().getTime();
    const old = `${a.id}/${oldId()}/file`;
    await store(old);
    await store(`${a.id}/${oldId(daySeconds - 60)}/file`);
    await store(`${old}.00000000-0000-4000-8000-000000000000.unfinished`);
    await store('something-of-somebody-else.txt');
    await store(`${uuidv7()}/${oldId()}/file`);
    await mkdir(files.incomingFolder, { recursive: true });
    const left = join(folder, 'incoming', 'left');
    await writeFile(left, 'x');
    await utimes(left, new Date(now - 2 * daySeconds * 1000), new Date(now - 2 * daySeconds * 1000));

    expect(await sweepFiles(deps())).toEqual({ looked: 3, marked: 1, swept: 0, staged: 1, isForeign: false });
    expect(await isStored(old)).toBe(true);
    await test.clock.advance(daySeconds + 120);
    expect(await sweepFiles(deps())).toMatchObject({ swept: 1, marked: 1 });
    expect(await isStored(old)).toBe(false);
    await test.clock.advance(daySeconds + 120);
    expect(await sweepFiles(deps())).toMatchObject({ swept: 1, marked: 0 });
    const rest = await filesOnDisk(test);
    expect(rest.kept).toEqual(expect.arrayContaining(named));
    // The marker, a file of another kind, and one of an unknown company.
    expect(rest.kept).toHaveLength(named.length + 3);
    expect(rest.waiting).toEqual([]);
  });

  /** Inserts a document whose file has this id, in a transaction that stays open until `commit`. */
  function storeRow(id: string, clientId: string, meanwhile: () => Promise<void>) {
    const { a } = test.companies;
    return asTenant(test.database.db, a.id, async (trx) => {
      await insertDocuments(trx, [
        {
          company_id: a.id,
          id,
          owner_type: 'client',
          owner_id: clientId,
          type: 'other',
          file_name: 'late.pdf',
          mime_type: 'application/pdf',
          size: 1,
          received_sha256: id.replaceAll('-', '').repeat(2),
          sha256: id.replaceAll('-', '').repeat(2),
          storage_key: `${a.id}/${id}/file`,
          thumbnail_key: null,
          uploaded_by: 'staff',
          created_by: a.staff.id,
          scan_status: 'notScanned',
          expires_on: null,
          purged_at: null,
          purge_reason: null,
          created_at: test.clock.now().toISOString(),
        },
      ]);
      await meanwhile();
    });
  }

  it('never deletes a file whose row is stored meanwhile or later; a row comes too late once it is marked', async () => {
    const { a } = test.companies;
    const { ownerId } = await clientOwner(test, a.staff);
    const [meanwhile, later] = [oldId(), oldId()];
    await store(`${a.id}/${meanwhile}/file`);
    let sweeping: Promise<unknown> | undefined;
    // As another request: not inside the transaction.
    const sweep = AsyncResource.bind(() => sweepFiles(deps()));
    await storeRow(meanwhile, ownerId, async () => {
      // The sweep looks while the row is not committed, and waits for it.
      sweeping = sweep();
      await new Promise((turn) => setImmediate(turn));
    });
    expect(await sweeping).toMatchObject({ marked: 0 });
    await test.clock.advance(daySeconds + 120);
    await sweepFiles(deps());
    expect(await isStored(`${a.id}/${meanwhile}/file`)).toBe(true);

    await store(`${a.id}/${later}/file`);
    expect(await sweepFiles(deps())).toMatchObject({ marked: 1 });
    await expect(storeRow(later, ownerId, async () => undefined)).rejects.toThrow('deleted before');
  });

  it('deletes the files of a removed document that a stopped process left', async () => {
    const { a } = test.companies;
    const owner = await clientOwner(test, a.staff);
    const bytes = samplePdf(['(removed)']);
    const { response } = await upload(test, a.staff, owner, [{ name: 'removed.pdf', bytes }]);
    const id = response.documents[0]?.document.id ?? '';
    const key = `${a.id}/${id}/file`;
    const { storage } = test.files.files;
    test.files.files.storage = { ...storage, remove: () => new Promise(() => undefined) };
    const { version } = (await test.request(readDocument, { params: { id } }, { as: a.staff })).response
      .document;
    const body = { version, reason: 'Wrong client' };
    // The bytes are deleted after the commit; the process stops there.
    void test.request(removeDocument, { params: { id }, body }, { as: a.staff });
    for (let removed = false; !removed; ) {
      const { response: now } = await test.request(readDocument, { params: { id } }, { as: a.staff });
      removed = now.document.purgedAt !== null;
    }
    test.files.files.storage = storage;
    expect(await isStored(key)).toBe(true);
    expect(await sweepFiles(deps())).toMatchObject({ swept: 1 });
    expect(await isStored(key)).toBe(false);
  });

  it('deletes nothing without a document after an older database was restored, until the operator says so', async () => {
    const { a } = test.companies;
    const key = `${a.id}/${oldId()}/file`;
    const { rows } = await test.database.asSuperuser('SELECT marker FROM assay.file_storage_marker');
    await sweepFiles(deps());
    // As in the backup of the day before.
    await test.database.asSuperuser('UPDATE assay.file_storage_marker SET marker = $1, next_marker = NULL', [
      rows[0]?.marker,
    ]);
    await store(key);
    expect(await sweepFiles(deps())).toMatchObject({ isForeign: true, looked: 0, swept: 0 });
    await test.clock.advance(3 * daySeconds);
    expect(await sweepFiles(deps())).toMatchObject({ isForeign: true, swept: 0 });
    expect(await isStored(key)).toBe(true);
    await adoptStorage({ db: test.database.db, storage: test.files.files.storage, now: test.clock.now });
    expect(await sweepFiles(deps())).toMatchObject({ isForeign: false });
  });

  it('deletes at most a thousand files without a document in one run', async () => {
    const { a } = test.companies;
    const before = await sweepFiles(deps());
    expect(before.isForeign).toBe(false);
    const at = new Date(test.clock.now().getTime() - 1000).toISOString();
    await test.database.asSuperuser(
      `INSERT INTO assay.file_tombstones (company_id, key, cause, created_at, delete_after)
       SELECT $1::uuid, $1 || '/' || gen_random_uuid() || '/file', 'orphaned', $2::timestamptz, $2::timestamptz
         FROM generate_series(1, 1200)`,
      [a.id, at],
    );
    expect((await sweepFiles(deps())).swept).toBe(1000);
    expect((await sweepFiles(deps())).swept).toBeGreaterThanOrEqual(200);
  });

  it('is continued after a stop at any step, with no document’s file lost and every orphan deleted', async () => {
    const { a } = test.companies;
    const owner = await clientOwner(test, a.staff);
    const storage = await openFileStorage({ kind: 'local', folder: join(test.files.folder, 'files') });
    const bytes = samplePdf(['(stays)']);
    const { response } = await upload(test, a.staff, owner, [{ name: 'stays.pdf', bytes }]);
    const stays = `${a.id}/${response.documents[0]?.document.id}/file`;
    const orphans = Array.from({ length: 3 }, () => `${a.id}/${oldId()}/file`);
    for (const key of orphans) await store(key);
    /** A storage whose process stops at its step of this number. */
    const stopping = (at: number): DocumentFiles => {
      let step = 0;
      const stopAt =
        <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
        async (...args: Args): Promise<T> => {
          step += 1;
          if (step === at) throw new Error('The process was stopped.');
          return work(...args);
        };
      return {
        ...test.files.files,
        storage: {
          ...storage,
          putBytes: stopAt(storage.putBytes),
          read: stopAt(storage.read),
          remove: stopAt(storage.remove),
        },
      };
    };
    let stopped = 0;
    for (const step of [1, 2, 3, 4, 5, 6]) {
      await sweepFiles(deps(stopping(step))).catch(() => {
        stopped += 1;
      });
      await test.clock.advance(daySeconds + 60);
    }
    expect(stopped).toBeGreaterThanOrEqual(3);
    await sweepFiles(deps());
    await test.clock.advance(daySeconds + 60);
    await sweepFiles(deps());
    for (const key of orphans) expect(await isStored(key)).toBe(false);
    expect(await isStored(stays)).toBe(true);
  });
});
