import type { Insertable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { StoredDocument } from '#contract/documents.ts';
import type { EvidencePackRecord } from '#contract/evidence-packs.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import type { ComplianceExportsTable } from '../database/compliance-export-tables.ts';
import type { AuditEventsTable } from '../database/foundation-tables.ts';
import type { Schema } from '../database/schema.ts';
import { type DocumentRow, documentOf } from '../documents/store.ts';
import type { EventTarget, PackedAlert } from './records.ts';

type Trx = Transaction<Schema>;

/** Packs that the form's page lists. */
const shownPacks = 10;

/** The name of what a pack is about, or null where the company has no such record. */
export async function subjectName(trx: Trx, scope: PackScope, id: string): Promise<string | null> {
  if (scope === 'client') {
    const client = await trx
      .selectFrom('clients')
      .select('display_name')
      .where('id', '=', id)
      .executeTakeFirst();
    return client?.display_name ?? null;
  }
  const activity = await trx
    .selectFrom('activities')
    .select(['reference', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return activity === undefined ? null : `${activity.reference} ${activity.name}`;
}

/** The last packs of a record, newest first. */
export async function packsOf(trx: Trx, scope: PackScope, scopeId: string): Promise<EvidencePackRecord[]> {
  const rows = await trx
    .selectFrom('compliance_exports as e')
    .innerJoin('members as m', 'm.id', 'e.requested_by')
    .selectAll('e')
    .select('m.name')
    .where('e.scope', '=', scope)
    .where('e.scope_id', '=', scopeId)
    .orderBy('e.id', 'desc')
    .limit(shownPacks)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scope: row.scope,
    scopeId: row.scope_id,
    purpose: row.purpose,
    withNotes: row.with_notes,
    withFiles: row.with_files,
    status: row.status,
    manifestSha256: row.manifest_sha256,
    files: row.file_count,
    bytes: row.byte_count,
    requestedBy: { id: row.requested_by, name: row.name },
    at: row.created_at,
    finishedAt: row.finished_at,
  }));
}

export async function insertPack(trx: Trx, pack: Insertable<ComplianceExportsTable>): Promise<void> {
  await trx.insertInto('compliance_exports').values(pack).execute();
}

/** How a download ended; nothing where the pack was ended before. */
export async function finishPack(
  trx: Trx,
  id: string,
  end: Pick<
    ComplianceExportsTable,
    'status' | 'manifest_sha256' | 'file_count' | 'byte_count' | 'finished_at'
  >,
): Promise<void> {
  await trx
    .updateTable('compliance_exports')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

/** The company as a pack's cover names it. */
export function readCompany(trx: Trx, id: string) {
  return trx
    .selectFrom('companies')
    .select(['name', 'legal_name', 'regulated_in', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Every alert of a record, closed ones as well, oldest first. */
export async function alertsOf(
  trx: Trx,
  resourceType: 'clients' | 'activities',
  id: string,
): Promise<PackedAlert[]> {
  const rows = await trx
    .selectFrom('alerts as t')
    .leftJoin('members as m', 'm.id', 't.assignee_member_id')
    .selectAll('t')
    .select('m.name as assignee_name')
    .where('t.resource_type', '=', resourceType)
    .where('t.resource_id', '=', id)
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    severity: row.severity,
    status: row.status,
    summary: row.summary,
    outcome: row.outcome,
    reason: row.reason,
    assignee:
      row.assignee_member_id === null ? null : { id: row.assignee_member_id, name: row.assignee_name ?? '' },
    dueAt: row.due_at,
    openedAt: row.created_at,
  }));
}

/** Ids of the requests that were made for an activity. */
export async function requestIdsOf(
  trx: Trx,
  column: 'client_id' | 'activity_id',
  id: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('document_requests')
    .select('id')
    .where(column, '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Where a document's bytes are, besides what is told of it. */
export interface DocumentToPack {
  document: StoredDocument;
  storageKey: string;
}

/** Documents of these records, and these by id, oldest first; removed ones as well. */
export async function documentsOf(
  trx: Trx,
  owners: readonly { type: string; id: string }[],
  ids: readonly string[],
): Promise<DocumentToPack[]> {
  const { rows } = await sql<DocumentRow>`
    SELECT d.*, m.name AS created_by_name FROM documents d LEFT JOIN members m ON m.id = d.created_by
     WHERE d.id = ANY (${[...ids]}::uuid[])
        OR (d.owner_type, d.owner_id) IN (
             SELECT * FROM unnest(${owners.map(({ type }) => type)}::text[], ${owners.map(({ id }) => id)}::uuid[]))
     ORDER BY d.id`.execute(trx);
  return rows.map((row) => ({ document: documentOf(row), storageKey: row.storage_key }));
}

/** An event of the trail with its detail, where that is still kept, and the name of who did it. */
export type TrailEvent = AuditEventsTable & {
  detail: unknown;
  detail_key: string | null;
  actor_name: string | null;
};

/** The next events of these records, up to an event's number, in the order of the chain. */
export async function eventsOf(
  trx: Trx,
  targets: readonly EventTarget[],
  { chain, after, until, limit }: { chain: string; after: number; until: number; limit: number },
): Promise<TrailEvent[]> {
  const { rows } = await sql<TrailEvent>`
    SELECT e.*, d.detail, d.detail_key, m.name AS actor_name
      FROM audit_events e
      LEFT JOIN audit_details d ON d.id = e.detail_id
      LEFT JOIN members m ON m.id::text = e.actor_id
     WHERE e.chain = ${chain} AND e.seq > ${after} AND e.seq <= ${until}
       AND (e.resource_type, e.resource_id) IN (
             SELECT * FROM unnest(${targets.map(({ type }) => type)}::text[], ${targets.map(({ id }) => id)}::text[]))
       -- What is suspected of anybody is told to nobody: NZ s46, AU s123.
       AND e.action NOT LIKE 'suspicion.%'
     ORDER BY e.seq LIMIT ${limit}`.execute(trx);
  return rows;
}

export interface ChainHead {
  seq: number;
  hash: string;
}

/** The last event of the company's chain as the transaction sees it. */
export async function readHead(trx: Trx, chain: string): Promise<ChainHead | null> {
  const head = await trx
    .selectFrom('audit_chain_heads')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .where('seq', '>', 0)
    .executeTakeFirst();
  return head ?? null;
}

/** Heads of the chain that were signed on the days before, oldest first. */
export function signedHeadsUntil(trx: Trx, chain: string, seq: number) {
  return trx
    .selectFrom('audit_signed_heads')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();
}

export async function keepSignedHead(
  trx: Trx,
  head: Insertable<Schema['audit_signed_heads']>,
): Promise<void> {
  await trx
    .insertInto('audit_signed_heads')
    .values(head)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
