import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { KeptListFile } from '../../kernel/database/tables/screening-list-tables.ts';
import type { FileStorage } from '../documents/storage.ts';
import type { ListFile } from './parsing/files/list-file.ts';
import type { ListRow } from './store.ts';

/**
 * Keys under which a version's files are kept. Those of a company's own list are under the company's id, and so encrypted with its key;
 * publishers' lists are public.
 */
export function keptFilesOf(
  { id, company_id }: Pick<ListRow, 'id' | 'company_id'>,
  version: number,
  files: readonly ListFile[],
): KeptListFile[] {
  const folder = `${company_id ?? 'publishers'}/lists/${id}`;
  return files.map(({ name }, place) => ({
    name: name.slice(0, 200),
    key: `${folder}/${version}-${place + 1}.gz`,
  }));
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-list-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores the files of a version, compressed. @param files in the order of their keys */
export async function keepFiles(
  storage: FileStorage,
  kept: readonly KeptListFile[],
  files: readonly ListFile[],
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    for (const [place, { key }] of kept.entries()) {
      const file = files[place];
      if (file === undefined) throw new Error('The stored files of a version are incomplete.');
      const packed = join(folder, String(place));
      await pipeline(createReadStream(file.path), createGzip(), createWriteStream(packed, { mode: 0o600 }));
      await storage.put(key, packed, 'application/gzip');
    }
  });
}

/** Calls back with the files of a version as they were received, and removes them from the disk afterwards. */
export function withKeptFiles<T>(
  storage: FileStorage,
  kept: readonly KeptListFile[],
  work: (files: ListFile[]) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    const files: ListFile[] = [];
    for (const [place, { key, name }] of kept.entries()) {
      const path = join(folder, String(place));
      await pipeline(await storage.read(key), createGunzip(), createWriteStream(path, { mode: 0o600 }));
      files.push({ path, name });
    }
    return work(files);
  });
}

export async function removeKeptFiles(storage: FileStorage, kept: readonly KeptListFile[]): Promise<void> {
  await Promise.all(kept.map(({ key }) => storage.remove(key)));
}
