import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { destroyKeys, rotateKeys } from '#api/commands/key-commands.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { createCompanyKeys } from '#api/kernel/keys/company-keys.ts';
import { isEncrypted } from '#api/kernel/keys/encrypted-stream.ts';
import { openField, sealField } from '#api/kernel/keys/seal-field.ts';
import { encryptedStorage } from '#api/records/documents/encrypted-storage.ts';
import { type FileStorage, openFileStorage } from '#api/records/documents/storage.ts';
import { readDocument, removeDocument } from '#contract/documents/documents.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';
import { type S3Service, startS3Service } from '#tests/support/services/s3-service.ts';
import { clientOwner, upload } from '../../records/documents/support.ts';

const secret = (name: string) => name.padEnd(32, '-');
const now = () => new Date();
const keysWith = (...names: string[]) =>
  createCompanyKeys(
    {
      files: names.map((name) => secret(`files ${name}`)),
      fields: names.map((name) => secret(`fields ${name}`)),
    },
    now,
  );

describe.each(testEngines)('keys of companies on %s', (engine) => {
  let test: TestApi;
  let s3: S3Service;
  beforeAll(async () => {
    [test, s3] = await Promise.all([openTestApi(engine), startS3Service()]);
  });
  afterAll(async () => {
    await s3?.close();
    await test?.close();
  });

  const rotating = (raw: FileStorage, ...names: string[]) => ({
    database: test.database,
    now,
    sealingKey: { idHmacKey: secret('id'), companyKeys: keysWith(...names) },
    files: async () => ({ raw, incomingFolder: test.files.files.incomingFolder }),
  });
  const readAll = async (storage: FileStorage, key: string) => buffer(await storage.read(key));
  const rawStart = async (storage: FileStorage, key: string) => (await readAll(storage, key)).subarray(0, 8);

  describe.each(['local', 's3'] as const)('files, %s', (kind) => {
    let raw: FileStorage;
    beforeAll(async () => {
      raw = await openFileStorage(
        kind === 's3' ? s3.env() : { kind, folder: `${test.files.folder}/encrypted` },
      );
    });

    it('are stored encrypted under their company’s key and read by it alone', async () => {
      const { a, b } = test.companies;
      const storage = encryptedStorage(raw, { db: test.database.db, companyKeys: keysWith('first') });
      const clear = randomBytes(200_000);
      for (const { id } of [a, b]) {
        await storage.write(
          `${id}/x/file`,
          { size: clear.length, open: () => Readable.from([clear]) },
          'text/plain',
        );
        expect((await readAll(storage, `${id}/x/file`)).equals(clear)).toBe(true);
      }
      const stored = await readAll(raw, `${a.id}/x/file`);
      expect(isEncrypted(stored)).toBe(true);
      expect(stored.includes(clear.subarray(0, 32))).toBe(false);
      // Moved to another company it cannot be read.
      await raw.putBytes(`${b.id}/x/file`, stored, 'text/plain');
      await expect(readAll(storage, `${b.id}/x/file`)).rejects.toThrow();
      const other = encryptedStorage(raw, { db: test.database.db, companyKeys: keysWith('other') });
      await expect(readAll(other, `${a.id}/x/file`)).rejects.toThrow('FILE_KEYS no longer has');
    });

    it('of former versions are read, and encrypted by rotation, also when it is stopped and run beside uploads', async () => {
      const { staff } = test.companies.a;
      const owner = await clientOwner(test, staff);
      const companyKeys = keysWith('second', 'first');
      const storage = encryptedStorage(raw, { db: test.database.db, companyKeys });
      const send = async (name: string, bytes: Uint8Array) =>
        (await upload(test, staff, owner, [{ name, bytes }])).response.documents[0]?.document ??
        Promise.reject();
      // Clear text, as a former version stored it.
      test.files.files.storage = raw;
      const picture = await samplePicture('jpeg', { colour: kind === 's3' ? '#112233' : '#332211' });
      const former = [
        await send('a.pdf', samplePdf([`(${kind} a)`])),
        await send('b.jpg', picture),
        await send('c.pdf', samplePdf([`(${kind} c)`])),
      ];
      const ids = former.map(({ id }) => id);
      await test.database.asSuperuser(
        'UPDATE assay.documents SET file_encrypted = false WHERE id = ANY ($1)',
        [ids],
      );
      test.files.files.storage = storage;
      const download = async (id: string) => {
        const response = await test.fetch(`/api/v1/documents/${id}/download`, {
          headers: { Authorization: `Bearer ${staff.token}` },
        });
        return [response.status, (await response.arrayBuffer()).byteLength];
      };
      const sizes = former.map(({ size }) => [200, size]);
      expect(await Promise.all(ids.map(download))).toEqual(sizes);

      const lines: string[] = [];
      const stopped = (at: number): FileStorage => {
        let step = 0;
        return {
          ...raw,
          async write(...args) {
            step += 1;
            if (step === at) throw new Error('The process was stopped.');
            await raw.write(...args);
          },
        };
      };
      for (const at of [1, 2, 3]) {
        await Promise.all([
          rotateKeys(rotating(stopped(at), 'second', 'first'), (line) => lines.push(line)).catch(
            () => undefined,
          ),
          send(`beside ${at}.pdf`, samplePdf([`(${kind} beside ${at})`])),
          ...ids.map(async (id, place) => expect(await download(id)).toEqual(sizes[place])),
        ]);
      }
      expect(await rotateKeys(rotating(raw, 'second', 'first'), (line) => lines.push(line))).toContain(
        'Master keys other than the first are no longer needed',
      );
      expect(lines.join('\n')).toMatch(/keys rewrapped|documents encrypted/);
      for (const { ownerId: _, ...document } of former) {
        const keys = [`${test.companies.a.id}/${document.id}/file`];
        if (document.hasThumbnail) keys.push(`${test.companies.a.id}/${document.id}/thumbnail`);
        for (const key of keys) expect(isEncrypted(await rawStart(raw, key))).toBe(true);
      }
      expect(await Promise.all(ids.map(download))).toEqual(sizes);
      // The former master key is gone, and everything is read.
      test.files.files.storage = encryptedStorage(raw, {
        db: test.database.db,
        companyKeys: keysWith('second'),
      });
      expect(await Promise.all(ids.map(download))).toEqual(sizes);
      // Nothing is left to do.
      expect(await rotateKeys(rotating(raw, 'second'), () => undefined)).toMatch(
        /^0 keys rewrapped, 0 values sealed again, 0 documents encrypted/,
      );
      // A document that is removed while it is encrypted stays removed.
      const [gone] = former;
      if (gone === undefined) return;
      await test.database.asSuperuser('UPDATE assay.documents SET file_encrypted = false WHERE id = $1', [
        gone.id,
      ]);
      const { version } = (await test.request(readDocument, { params: { id: gone.id } }, { as: staff }))
        .response.document;
      const removing: FileStorage = {
        ...raw,
        async read(key) {
          const content = await raw.read(key);
          const body = { version, reason: 'Wrong client' };
          await test.request(removeDocument, { params: { id: gone.id }, body }, { as: staff });
          return content;
        },
      };
      await rotateKeys(rotating(removing, 'second'), () => undefined).catch(() => undefined);
      await expect(readAll(raw, `${test.companies.a.id}/${gone.id}/file`)).rejects.toThrow();
      // The next one starts with the first key again.
      await rotateKeys(rotating(raw, 'first', 'second'), () => undefined);
    });
  });

  it('seal fields to their place and company; a destroyed key makes all unreadable, with an audit event', async () => {
    const company = await test.addCompany('Shredded Limited');
    const companyKeys = keysWith('first');
    const { db } = test.database;
    const at = { companyId: company.id, place: 'row 1' };
    const within = <T>(work: (trx: never) => Promise<T>) =>
      asTenant(db, company.id, (trx) => work(trx as never));
    const sealed = await within((trx) => sealField(trx, companyKeys, at, { number: 'LA123456' }));
    expect(sealed).not.toContain('LA123456');
    const open = (place = at) => within((trx) => openField(trx, companyKeys, place, sealed));
    expect(await open()).toEqual({ number: 'LA123456' });
    expect(await open({ ...at, place: 'row 2' })).toBeUndefined();
    const raw = test.files.files.storage;
    const storage = encryptedStorage(
      await openFileStorage({ kind: 'local', folder: `${test.files.folder}/shredded` }),
      { db, companyKeys },
    );
    await storage.putBytes(`${company.id}/x/file`, Buffer.from('evidence'), 'text/plain');

    const deps = { ...rotating(raw, 'first'), sealingKey: { idHmacKey: secret('id'), companyKeys } };
    await expect(destroyKeys(deps, company.id, false)).rejects.toThrow('cannot be undone');
    await expect(destroyKeys(deps, 'nobody', true)).rejects.toThrow('--company');
    expect(await destroyKeys(deps, company.id, true)).toBe('2 data keys of the company are destroyed.');
    expect(await open()).toBeUndefined();
    await expect(readAll(storage, `${company.id}/x/file`)).rejects.toThrow('destroyed');
    await expect(storage.putBytes(`${company.id}/y/file`, Buffer.from('x'), 'text/plain')).rejects.toThrow(
      'destroyed',
    );
    const { rows } = await test.database.asSuperuser(
      `SELECT count(*)::int AS events FROM assay.audit_events WHERE chain = $1 AND action = 'company.keysDestroyed'`,
      [company.id],
    );
    expect(rows).toEqual([{ events: 1 }]);
    await expect(destroyKeys(deps, company.id, true)).rejects.toThrow('no data keys');
  });

  it('are made once, however many first uses there are at the same time', async () => {
    const company = await test.addCompany('Concurrent Limited');
    const companyKeys = keysWith('first');
    const keys = await Promise.all(
      Array.from({ length: 8 }, () =>
        asTenant(test.database.db, company.id, async (trx) =>
          (await companyKeys.newest(trx, company.id, 'files')).key.toString('hex'),
        ),
      ),
    );
    expect(new Set(keys).size).toBe(1);
  });
});
