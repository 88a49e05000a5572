import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { FileStorage } from './storage.ts';
import { readMarker, writeMarker } from './tombstones-store.ts';

interface Deps {
  db: Kysely<Schema>;
  storage: FileStorage;
  now: () => Date;
}

export const markerKey = 'assay-storage-marker.txt';

/** For the operator, when database and storage do not belong together. */
export const foreignStorage =
  'Files without a document were not deleted: the marker in the file storage is not the one of this database, such as after a restore. Make sure that they belong together, then run files:adopt.';

const inStorage = (storage: FileStorage): Promise<string | null> =>
  storage
    .read(markerKey)
    .then(text)
    .catch(() => null);

/**
 * Whether this database and this storage belong together: both have the marker of the last sweep. They do not after the database was
 * restored from an older backup, or with another installation's storage: then files without a document are not necessarily orphans. If
 * they do, a new marker is written to both.
 */
export async function renewMarker({ db, storage, now }: Deps): Promise<boolean> {
  const known = await readMarker(db);
  const found = await inStorage(storage);
  const isNew = found === null && (known === undefined || known.marker === null);
  if (!isNew && (found === null || (found !== known?.marker && found !== known?.next))) return false;
  const next = randomUUID();
  const at = now().toISOString();
  await writeMarker(db, { marker: found, next, at });
  await storage.putBytes(markerKey, Buffer.from(next), 'text/plain');
  await writeMarker(db, { marker: next, next: null, at });
  return true;
}

/** Takes this storage as this database's own, after an operator has made sure of it. */
export async function adoptStorage({ db, storage, now }: Deps): Promise<void> {
  const marker = (await inStorage(storage)) ?? randomUUID();
  await storage.putBytes(markerKey, Buffer.from(marker), 'text/plain');
  await writeMarker(db, { marker, next: null, at: now().toISOString() });
}
