import type { Insertable, Kysely } from 'kysely';
import type { DocumentOwner, StoredDocument } from '#contract/documents/documents.ts';
import { mimeTypes } from '#rules/documents/file-kinds.ts';
import type { DocumentsTable } from '../../kernel/database/tables/document-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';
import { insertTombstones, lockAgainstSweep, readTombstoned } from './tombstones-store.ts';

/** A document with the name of its uploader. */
export interface DocumentRow {
  id: string;
  version: number;
  owner_type: DocumentsTable['owner_type'];
  owner_id: string;
  type: DocumentsTable['type'];
  file_name: string;
  mime_type: DocumentsTable['mime_type'];
  size: number;
  received_sha256: string;
  sha256: string;
  storage_key: string;
  thumbnail_key: string | null;
  uploaded_by: DocumentsTable['uploaded_by'];
  created_by: string | null;
  created_by_name: string | null;
  scan_status: DocumentsTable['scan_status'];
  scan_threat: string | null;
  scanned_at: string | null;
  expires_on: string | null;
  purged_at: string | null;
  purge_reason: string | null;
  purged_by: string | null;
  purged_by_name: string | null;
  removal_reason: string | null;
  removal_requested_by: string | null;
  removal_requested_at: string | null;
  removal_requested_by_name: string | null;
  created_at: string;
}

function selectDocuments(trx: Trx) {
  return trx
    .selectFrom('documents as d')
    .leftJoin('members as m', 'm.id', 'd.created_by')
    .leftJoin('members as r', 'r.id', 'd.removal_requested_by')
    .leftJoin('members as p', 'p.id', 'd.purged_by')
    .select([
      'd.id',
      'd.version',
      'd.owner_type',
      'd.owner_id',
      'd.type',
      'd.file_name',
      'd.mime_type',
      'd.size',
      'd.received_sha256',
      'd.sha256',
      'd.storage_key',
      'd.thumbnail_key',
      'd.uploaded_by',
      'd.created_by',
      'm.name as created_by_name',
      'd.scan_status',
      'd.scan_threat',
      'd.scanned_at',
      'd.expires_on',
      'd.purged_at',
      'd.purge_reason',
      'd.purged_by',
      'p.name as purged_by_name',
      'd.removal_reason',
      'd.removal_requested_by',
      'd.removal_requested_at',
      'r.name as removal_requested_by_name',
      'd.created_at',
    ]);
}

function getRemoval(row: DocumentRow): StoredDocument['removal'] {
  const { removal_reason: reason, removal_requested_by: by, removal_requested_at: requestedAt } = row;
  if (reason === null || by === null || requestedAt === null) return null;
  return {
    reason,
    requestedBy: { id: by, name: row.removal_requested_by_name ?? '' },
    requestedAt,
    confirmedBy: row.purged_by === null ? null : { id: row.purged_by, name: row.purged_by_name ?? '' },
  };
}

/** Whether a document has content that may leave the storage: neither removed nor in quarantine. */
export const isReadable = ({ purged_at, scan_status }: Pick<DocumentRow, 'purged_at' | 'scan_status'>) =>
  purged_at === null && scan_status !== 'infected';

/** Whether its thumbnail's file is a picture to display in place of the document, which browsers do not display. */
export const hasStandIn = ({ mime_type, thumbnail_key }: Pick<DocumentRow, 'mime_type' | 'thumbnail_key'>) =>
  mime_type === mimeTypes.heic && thumbnail_key !== null;

const isDisplayable = (row: DocumentRow) =>
  row.mime_type === mimeTypes.jpeg || row.mime_type === mimeTypes.png || hasStandIn(row);

/** A row as the contract has it. */
export function getDocument(row: DocumentRow): StoredDocument {
  const isThere = isReadable(row);
  return {
    id: row.id,
    version: row.version,
    ownerType: row.owner_type,
    ownerId: row.owner_id,
    type: row.type,
    fileName: row.file_name,
    mimeType: row.mime_type,
    size: row.size,
    receivedSha256: row.received_sha256,
    sha256: row.sha256,
    hasThumbnail: isThere && row.thumbnail_key !== null,
    hasPreview: isThere && isDisplayable(row),
    uploadedBy: row.uploaded_by,
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.created_by_name ?? '' },
    scanStatus: row.scan_status,
    scanThreat: row.scan_threat,
    scannedAt: row.scanned_at,
    expiresOn: row.expires_on,
    purgedAt: row.purged_at,
    purgeReason: row.purge_reason,
    removal: getRemoval(row),
    createdAt: row.created_at,
  };
}

/** Documents of a record, newest first, those before an id. */
export function listDocumentRows(
  trx: Trx,
  { ownerType, ownerId }: DocumentOwner,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<DocumentRow[]> {
  let query = selectDocuments(trx).where('d.owner_type', '=', ownerType).where('d.owner_id', '=', ownerId);
  if (before !== undefined) query = query.where('d.id', '<', before);
  return query.orderBy('d.id', 'desc').limit(limit).execute();
}

/** Documents of several records of one kind that were not removed, oldest first. */
export async function listDocumentsByOwner(
  trx: Trx,
  ownerType: DocumentOwner['ownerType'],
  ownerIds: readonly string[],
): Promise<DocumentRow[]> {
  if (ownerIds.length === 0) return [];
  return selectDocuments(trx)
    .where('d.owner_type', '=', ownerType)
    .where('d.owner_id', 'in', [...ownerIds])
    .where('d.purged_at', 'is', null)
    .orderBy('d.id')
    .execute();
}

/** A document of the transaction's company, or null. */
export async function readDocumentRow(trx: Trx, id: string): Promise<DocumentRow | null> {
  return (await selectDocuments(trx).where('d.id', '=', id).executeTakeFirst()) ?? null;
}

export const documents = recordStore({
  table: 'documents',
  noun: 'document',
  read: readDocumentRow,
  stamps: { ...noStamps, created_at: true, created_by: true },
});

/** Documents by their ids, in no order; removed ones as well. */
export async function readDocumentRows(trx: Trx, ids: readonly string[]): Promise<DocumentRow[]> {
  return ids.length === 0 ? [] : selectDocuments(trx).where('d.id', 'in', ids).execute();
}

/** Number of a record's documents, excluding removed ones. */
export async function countDocuments(trx: Trx, { ownerType, ownerId }: DocumentOwner): Promise<number> {
  const { count } = await trx
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .where('purged_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Inserts rows, except those whose content the same record already has; waits for a concurrent transaction that inserts the
 * same.
 * @returns the inserted ids.
 */
export async function insertDocuments(trx: Trx, rows: Insertable<DocumentsTable>[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  await lockAgainstSweep(trx);
  const written = await trx
    .insertInto('documents')
    .values(rows.map((row) => ({ ...row, file_encrypted: true })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const keys = rows.flatMap(({ storage_key, thumbnail_key }) => [
    storage_key,
    ...(thumbnail_key ? [thumbnail_key] : []),
  ]);
  if ((await readTombstoned(trx, keys)).length > 0)
    throw new Error('The file of a new document was deleted before the document was stored.');
  return new Set(written.map(({ id }) => id));
}

/** Documents of a record with this content, excluding removed ones. */
export function readDocumentsByContent(
  trx: Trx,
  { ownerType, ownerId }: DocumentOwner,
  sha256s: readonly string[],
): Promise<DocumentRow[]> {
  return selectDocuments(trx)
    .where('d.owner_type', '=', ownerType)
    .where('d.owner_id', '=', ownerId)
    .where('d.sha256', 'in', sha256s)
    .where('d.purged_at', 'is', null)
    .execute();
}

/** Marks a document that the transaction has locked as removed, by a member or by the recipient of a request; its files are to be deleted. */
export async function markPurged(
  trx: Trx,
  { id, version, storage_key, thumbnail_key }: DocumentRow,
  { companyId, at, reason, by }: { companyId: string; at: string; reason: string; by: string | null },
): Promise<void> {
  const keys = [storage_key, ...(thumbnail_key ? [thumbnail_key] : [])];
  await insertTombstones(trx, { companyId, keys, cause: 'removed', at });
  await trx
    .updateTable('documents')
    .set({ purged_at: at, purge_reason: reason, purged_by: by, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Those of these documents that are evidence of an assessment that is submitted and neither returned nor voided. */
export async function evidenceAmong(trx: Trx, documentIds: readonly string[]): Promise<Set<string>> {
  if (documentIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('risk_assessment_documents as e')
    .innerJoin('risk_assessments as a', (join) =>
      join.onRef('a.company_id', '=', 'e.company_id').onRef('a.id', '=', 'e.assessment_id'),
    )
    .select('e.document_id')
    .distinct()
    .where('e.document_id', 'in', [...documentIds])
    .where('a.status', 'in', ['submitted', 'approved', 'superseded'])
    .execute();
  return new Set(rows.map((row) => row.document_id));
}

/** Those of these document ids whose content must be retained: a row that was not removed refers to them. All companies. */
export async function retainedDocumentIds(db: Kysely<Schema>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await asJobs(db, (trx) =>
    trx.selectFrom('documents').select('id').where('id', 'in', ids).where('purged_at', 'is', null).execute(),
  );
  return new Set(rows.map(({ id }) => id));
}
