import { rm } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { maxFileBytes } from '#rules/documents/file-limits.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { listPicturesDue, savePicture } from './due-documents-store.ts';
import { renderHeic } from './pictures/thumbnails.ts';
import { type DocumentFiles, thumbnailKeyOf } from './receive-file.ts';
import { stageFile } from './staging.ts';
import { isReadable, readDocumentRow } from './store.ts';

export const drawPicturesJob = 'draw-pictures';

const perBatch = 50;
/** Less than the time after which the queue ends a job. */
const maxRunMs = 5 * 60 * 1000;

interface Deps {
  db: Kysely<Schema>;
  files: DocumentFiles;
  now: () => Date;
}

/** @returns whether the document has a picture now. @throws if its file cannot be read */
async function drawPicture({ db, files }: Deps, companyId: string, id: string): Promise<boolean> {
  const row = await asTenant(db, companyId, (trx) => readDocumentRow(trx, id));
  if (row === null || !isReadable(row)) return false;
  const staged = await stageFile(
    files.incomingFolder,
    await files.storage.read(row.storage_key),
    maxFileBytes,
  );
  try {
    const rendering = await renderHeic(staged.path, files.decodingLimits);
    // Damaged evidence that was accepted before stays.
    const picture = 'picture' in rendering ? rendering.picture : undefined;
    const key = picture === undefined ? null : thumbnailKeyOf(companyId, id);
    if (picture !== undefined && key !== null) await files.storage.putBytes(key, picture, 'image/jpeg');
    const isShown = await asTenant(db, companyId, (trx) => savePicture(trx, id, key));
    // Removed or quarantined meanwhile.
    if (!isShown && key !== null) await files.storage.remove(key);
    return isShown && key !== null;
  } finally {
    await rm(staged.path, { force: true });
  }
}

/**
 * Makes the pictures of HEIC documents that former versions stored without one. Tries each once; those whose file cannot be read now, again in
 * the next run.
 */
export async function drawPictures(
  deps: Deps,
): Promise<{ drawn: number; without: number; unreadable: number }> {
  const counts = { drawn: 0, without: 0, unreadable: 0 };
  const endAt = deps.now().getTime() + maxRunMs;
  for (let after: string | null = null; ; ) {
    const found = await listPicturesDue(deps.db, { after, limit: perBatch });
    for (const { company_id: companyId, id } of found) {
      if (deps.now().getTime() > endAt) return counts;
      try {
        counts[(await drawPicture(deps, companyId, id)) ? 'drawn' : 'without'] += 1;
      } catch {
        counts.unreadable += 1;
      }
    }
    if (found.length < perBatch) return counts;
    after = found.at(-1)?.id ?? null;
  }
}
