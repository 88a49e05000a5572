import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

/** Documents of all companies, after an id, for which a picture is due. */
export function listPicturesDue(
  db: Kysely<Schema>,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ company_id: string; id: string }[]> {
  return asJobs(db, (trx) => {
    const query = trx
      .selectFrom('documents')
      .select(['company_id', 'id'])
      .where('picture_due', '=', true)
      .where('scan_status', '<>', 'infected')
      .where('purged_at', 'is', null);
    return (after === null ? query : query.where('id', '>', after)).orderBy('id').limit(limit).execute();
  });
}

/** Saves that a picture was tried. @returns whether the document, and so the picture, may still be displayed */
export async function savePicture(
  trx: Transaction<Schema>,
  id: string,
  thumbnailKey: string | null,
): Promise<boolean> {
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
