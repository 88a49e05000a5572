import type { Insertable, Selectable, Updateable } from 'kysely';
import type { SubmittedEvidence } from '#contract/documents/submitted-evidence.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { VerificationEvidenceTable } from '../../kernel/database/tables/verification-evidence-tables.ts';
import { getDocument, isReadable, listDocumentsByOwner } from './store.ts';

export type EvidenceRow = Selectable<VerificationEvidenceTable>;

export async function insertEvidence(trx: Trx, row: Insertable<VerificationEvidenceTable>): Promise<void> {
  await trx.insertInto('verification_evidence').values(row).execute();
}

export async function changeEvidence(
  trx: Trx,
  id: string,
  columns: Updateable<VerificationEvidenceTable>,
): Promise<void> {
  await trx.updateTable('verification_evidence').set(columns).where('id', '=', id).execute();
}

/** Current evidence among these items of a request; excludes withdrawn evidence. */
export async function readItemEvidence(trx: Trx, itemIds: readonly string[]): Promise<EvidenceRow[]> {
  if (itemIds.length === 0) return [];
  return trx
    .selectFrom('verification_evidence')
    .selectAll()
    .where('item_id', 'in', [...itemIds])
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Returns a function that tells, by the time of upload, whether a file of the item is currently evidence of a
 * verification.
 */
export async function getEvidenceFiles(trx: Trx, itemId: string): Promise<(createdAt: string) => boolean> {
  const found = await trx
    .selectFrom('verification_evidence as e')
    .innerJoin('document_request_items as i', (join) =>
      join.onRef('i.company_id', '=', 'e.company_id').onRef('i.id', '=', 'e.item_id'),
    )
    .select('i.refused_until')
    .where('e.item_id', '=', itemId)
    .where('e.withdrawn_at', 'is', null)
    .executeTakeFirst();
  return (createdAt) => found !== undefined && isCurrentAttempt(found, createdAt);
}

/** Evidence of one verification as displayed, in the order of acceptance. */
export async function readEvidenceFor(
  trx: Trx,
  of: { individualVerificationId: string; round: number } | { businessVerificationId: string },
): Promise<SubmittedEvidence[]> {
  let query = trx
    .selectFrom('verification_evidence as e')
    .innerJoin('document_request_items as i', (join) =>
      join.onRef('i.company_id', '=', 'e.company_id').onRef('i.id', '=', 'e.item_id'),
    )
    .innerJoin('document_requests as r', (join) =>
      join.onRef('r.company_id', '=', 'e.company_id').onRef('r.id', '=', 'e.request_id'),
    )
    .innerJoin('members as m', 'm.id', 'e.accepted_by')
    .select([
      'e.id',
      'e.item_id',
      'e.request_id',
      'e.document_record_id',
      'e.details',
      'e.accepted_by',
      'e.accepted_at',
      'i.label',
      'i.document_type',
      'i.given_at',
      'i.refused_until',
      'r.recipient_name',
      'm.name as accepted_by_name',
    ])
    .where('e.withdrawn_at', 'is', null);
  query =
    'round' in of
      ? query
          .where('e.individual_verification_id', '=', of.individualVerificationId)
          .where('e.round', '=', of.round)
      : query.where('e.business_verification_id', '=', of.businessVerificationId);
  const rows = await query.orderBy('e.id').execute();
  const files = await listDocumentsByOwner(
    trx,
    'requestItem',
    rows.map(({ item_id }) => item_id),
  );
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    documentType: row.document_type,
    request: { id: row.request_id, recipientName: row.recipient_name },
    files: files
      .filter(
        (file) => file.owner_id === row.item_id && isReadable(file) && isCurrentAttempt(row, file.created_at),
      )
      .map(getDocument),
    details: row.details,
    documentId: row.document_record_id,
    givenAt: row.given_at,
    acceptedBy: { id: row.accepted_by, name: row.accepted_by_name },
    acceptedAt: row.accepted_at,
  }));
}

/** Whether a file was submitted after the item was last rejected. */
export function isCurrentAttempt(item: { refused_until: string | null }, fileCreatedAt: string): boolean {
  return item.refused_until === null || Date.parse(fileCreatedAt) > Date.parse(item.refused_until);
}
