import type { Insertable } from 'kysely';
import type { VerificationDocumentsTable } from '../../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

export async function insertDocument(trx: Trx, row: Insertable<VerificationDocumentsTable>): Promise<void> {
  await trx.insertInto('verification_documents').values(row).execute();
}

/** Removes a document; its row stays without the encrypted data. */
export async function removeDocumentRow(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('verification_documents')
    .set({ removed_at: at.toISOString(), sealed: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes the full numbers of a verification's documents, which are no longer needed. */
export async function forgetNumbers(trx: Trx, verificationId: string): Promise<void> {
  await trx
    .updateTable('verification_documents')
    .set({ sealed: null })
    .where('verification_id', '=', verificationId)
    .where('sealed', 'is not', null)
    .execute();
}

export interface SameDocument {
  number_hmac: string;
  client_id: string;
  display_name: string;
}

/** Other clients with documents of these fingerprints. */
export async function clientsWithSameDocuments(
  trx: Trx,
  { clientId, fingerprints }: { clientId: string; fingerprints: readonly string[] },
): Promise<SameDocument[]> {
  if (fingerprints.length === 0) return [];
  const rows = await trx
    .selectFrom('verification_documents as d')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'd.company_id').onRef('c.id', '=', 'd.client_id'),
    )
    .select(['d.number_hmac', 'd.client_id', 'c.display_name'])
    .distinct()
    .where('d.number_hmac', 'in', [...fingerprints])
    .where('d.removed_at', 'is', null)
    .where('d.client_id', '<>', clientId)
    .orderBy('c.display_name')
    .limit(100)
    .execute();
  return rows as SameDocument[];
}
