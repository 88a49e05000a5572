import type { Kysely, RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

/** Where a batch of documents starts, in the order of their ids, and its size. */
interface Batch {
  after: string | null;
  limit: number;
}

/** Documents of all companies, after an id, that still have their files and for which a condition is true. */
function listDue(
  db: Kysely<Schema>,
  { after, limit }: Batch,
  condition: RawBuilder<SqlBool>,
): Promise<{ company_id: string; id: string }[]> {
  return asJobs(db, (trx) => {
    const query = trx
      .selectFrom('documents')
      .select(['company_id', 'id'])
      .where('purged_at', 'is', null)
      .where(condition);
    return (after === null ? query : query.where('id', '>', after)).orderBy('id').limit(limit).execute();
  });
}

/** Documents of all companies, after an id, for which a picture is due. */
export const listPicturesDue = (db: Kysely<Schema>, batch: Batch) =>
  listDue(db, batch, sql`picture_due AND scan_status <> 'infected'`);

/** Documents of all companies, after an id, whose files are in clear text in the storage. */
export const listClearDocuments = (db: Kysely<Schema>, batch: Batch) =>
  listDue(db, batch, sql`NOT file_encrypted`);

/** Saves that a picture was tried. @returns whether the document, and so the picture, may still be displayed */
export async function savePicture(trx: Trx, id: string, thumbnailKey: string | null): Promise<boolean> {
  const row = await trx
    .updateTable('documents')
    .set({ picture_due: false, thumbnail_key: thumbnailKey })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .where('scan_status', '<>', 'infected')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that a document's files are encrypted. @returns whether the document still has its files */
export async function markEncrypted(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('documents')
    .set({ file_encrypted: true })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
