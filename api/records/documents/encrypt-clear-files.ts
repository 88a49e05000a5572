import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { isEncrypted, markBytes } from '../../kernel/keys/encrypted-stream.ts';
import { listClearDocuments, markEncrypted } from './due-documents-store.ts';
import { stageFile } from './staging.ts';
import type { FileStorage } from './storage.ts';
import { type DocumentRow, readDocumentRow } from './store.ts';

const perBatch = 50;
/** Above every stored file. */
const maxBytes = 64 * 1024 * 1024;

interface Deps {
  db: Kysely<Schema>;
  /** The storage as it is, and as documents use it. */
  raw: FileStorage;
  encrypted: FileStorage;
  incomingFolder: string;
}

async function startsEncrypted(path: string): Promise<boolean> {
  const stream = createReadStream(path, { end: markBytes - 1 });
  let start = Buffer.alloc(0);
  for await (const chunk of stream) start = Buffer.concat([start, chunk as Buffer]);
  return isEncrypted(start);
}

/** Encrypts one file in place; one that a stopped run encrypted before is left as it is. */
async function encryptFile({ raw, encrypted, incomingFolder }: Deps, key: string, contentType: string) {
  const { path } = await stageFile(incomingFolder, await raw.read(key), maxBytes);
  try {
    if (!(await startsEncrypted(path))) await encrypted.put(key, path, contentType);
  } finally {
    await rm(path, { force: true });
  }
}

async function encryptDocument(deps: Deps, companyId: string, row: DocumentRow): Promise<boolean> {
  const keys = [
    [row.storage_key, row.mime_type],
    ...(row.thumbnail_key === null ? [] : [[row.thumbnail_key, 'image/jpeg']]),
  ];
  try {
    for (const [key = '', contentType = ''] of keys) await encryptFile(deps, key, contentType);
  } catch {
    return false;
  }
  const isThere = await asTenant(deps.db, companyId, (trx) => markEncrypted(trx, row.id));
  // Removed meanwhile: the file was deleted, and written again here.
  if (!isThere) await Promise.all(keys.map(([key = '']) => deps.raw.remove(key)));
  return isThere;
}

/**
 * Encrypts the files of documents that former versions stored in clear text, one after the other, each in one step for readers. It can be
 * stopped at any time and continued by another run.
 * @param onProgress called after each batch with the number so far
 * @returns how many documents were encrypted, and how many files could not be read
 */
export async function encryptClearFiles(
  deps: Deps,
  onProgress: (done: number) => void,
): Promise<{ done: number; unreadable: number }> {
  let [done, unreadable] = [0, 0];
  for (let after: string | null = null; ; ) {
    const found = await listClearDocuments(deps.db, { after, limit: perBatch });
    for (const { company_id: companyId, id } of found) {
      const row = await asTenant(deps.db, companyId, (trx) => readDocumentRow(trx, id));
      if (row === null || row.purged_at !== null) continue;
      if (await encryptDocument(deps, companyId, row)) done += 1;
      else unreadable += 1;
    }
    if (found.length > 0) onProgress(done);
    if (found.length < perBatch) return { done, unreadable };
    after = found.at(-1)?.id ?? null;
  }
}
