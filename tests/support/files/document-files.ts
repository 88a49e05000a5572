import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentFiles } from '#api/records/documents/receive-file.ts';
import { openFileStorage } from '#api/records/documents/storage.ts';

/** A separate file storage in a new folder. Close it after the tests: the folder is deleted. */
export async function openTestFiles(): Promise<{
  files: DocumentFiles;
  folder: string;
  close(): Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-files-'));
  const storage = await openFileStorage({ kind: 'local', folder: join(folder, 'files') });
  return {
    files: { storage, incomingFolder: join(folder, 'incoming') },
    folder,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
