import type { Kysely, Transaction } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

/** Documents of all companies, after an id, whose files are in clear text in the storage. */
export function listClearDocuments(
  db: Kysely<Schema>,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ company_id: string; id: string }[]> {
  return asJobs(db, (trx) => {
    const query = trx
      .selectFrom('documents')
      .select(['company_id', 'id'])
      .where('file_encrypted', '=', false)
      .where('purged_at', 'is', null);
    return (after === null ? query : query.where('id', '>', after)).orderBy('id').limit(limit).execute();
  });
}

/** Notes that a document's files are encrypted. @returns whether the document still has its files */
export async function markEncrypted(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('documents')
    .set({ file_encrypted: true })
    .where('id', '=', id)
    .where('purged_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
