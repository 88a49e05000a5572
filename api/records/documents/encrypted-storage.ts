import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { isRecordId } from '#contract/record-id.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { CompanyKeys } from '../../kernel/keys/company-keys.ts';
import { decryptStream, encryptedSize, encryptStream } from '../../kernel/keys/encrypted-stream.ts';
import type { FileStorage, StoredBytes } from './storage.ts';

interface Deps {
  db: Kysely<Schema>;
  companyKeys: CompanyKeys;
}

/** The company that a storage key belongs to; undefined for the storage's own marker. */
function getCompany(key: string): string | undefined {
  const [companyId = ''] = key.split('/');
  return isRecordId(companyId) ? companyId : undefined;
}

/**
 * A storage whose files are encrypted under the data key of their company, while they stream. Files stored before there was encryption
 * are returned as they are. Must not be used inside a transaction: it reads the key in one of its own.
 */
export function encryptedStorage(storage: FileStorage, { db, companyKeys }: Deps): FileStorage {
  async function encrypted(key: string, clear: StoredBytes): Promise<StoredBytes> {
    const { open, size } = clear;
    const companyId = getCompany(key);
    if (companyId === undefined) return clear;
    const dataKey = await asTenant(db, companyId, (trx) => companyKeys.newest(trx, companyId, 'files'));
    return {
      size: encryptedSize(size),
      open: () => Readable.from(encryptStream(open(), dataKey, key), { objectMode: false }),
    };
  }
  return {
    ...storage,
    async put(key, path, contentType) {
      const { size } = await stat(path);
      const clear = { size, open: () => createReadStream(path) };
      await storage.write(key, await encrypted(key, clear), contentType);
    },
    async putBytes(key, bytes, contentType) {
      const clear = { size: bytes.length, open: () => Readable.from([bytes]) };
      await storage.write(key, await encrypted(key, clear), contentType);
    },
    async write(key, clear, contentType) {
      await storage.write(key, await encrypted(key, clear), contentType);
    },
    async read(key) {
      const companyId = getCompany(key);
      if (companyId === undefined) return storage.read(key);
      const getKey = (version: number) =>
        asTenant(db, companyId, (trx) => companyKeys.ofVersion(trx, companyId, 'files', version));
      return Readable.from(decryptStream(await storage.read(key), getKey, key), { objectMode: false });
    },
  };
}
