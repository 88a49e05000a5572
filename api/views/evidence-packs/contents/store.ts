import { sql } from 'kysely';
import type { StoredDocument } from '#contract/documents/documents.ts';
import { legalHoldKinds } from '#rules/audit/audit-labels.ts';
import type { AuditEventsTable } from '../../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { type DocumentRow, getDocument } from '../../../records/documents/store.ts';
import type { EventTarget, PackedAlert } from './records.ts';

/** The company as shown on a pack's cover. */
export function readCompany(trx: Trx, id: string) {
  return trx
    .selectFrom('companies')
    .select([
      'name',
      'legal_name',
      'sector',
      'regulated_in',
      'time_zone',
      'former_supervisor',
      'enrolment_number',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Every alert of a record, including closed ones, oldest first. */
export async function getAlerts(
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

/** Ids of an activity's document requests. */
export async function getRequestIds(
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

/** A document with its storage key. */
export interface DocumentToPack {
  document: StoredDocument;
  storageKey: string;
}

/** Documents of these records, and these by id, oldest first; including removed ones. */
export async function getDocuments(
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
  return rows.map((row) => ({ document: getDocument(row), storageKey: row.storage_key }));
}

/** An audit event with its actor's name and, while retained, its detail. */
export type TrailEvent = AuditEventsTable & {
  detail: unknown;
  detail_key: string | null;
  detail_reason: string | null;
  detail_address: string | null;
  actor_name: string | null;
};

/** The next events of these records after `after` up to `until`, in chain order. */
export async function getEvents(
  trx: Trx,
  targets: readonly EventTarget[],
  { chain, after, until, limit }: { chain: string; after: number; until: number; limit: number },
): Promise<TrailEvent[]> {
  const { rows } = await sql<TrailEvent>`
    SELECT e.*, d.detail, d.detail_key, d.reason AS detail_reason, d.client_address AS detail_address, m.name AS actor_name
      FROM audit_events e
      LEFT JOIN audit_details d ON d.id = e.detail_id
      LEFT JOIN members m ON m.id::text = e.actor_id
     WHERE e.chain = ${chain} AND e.seq > ${after} AND e.seq <= ${until}
       AND (e.resource_type, e.resource_id) IN (
             SELECT * FROM unnest(${targets.map(({ type }) => type)}::text[], ${targets.map(({ id }) => id)}::text[]))
       -- Suspicions are disclosed to no one: NZ s46, AU s123.
       AND e.action NOT LIKE 'suspicion.%'
       -- A pack leaves the company; only members who place legal holds may know of them.
       AND e.resource_type NOT IN (${sql.join([...legalHoldKinds])})
     ORDER BY e.seq LIMIT ${limit}`.execute(trx);
  return rows;
}

export interface ChainHead {
  seq: number;
  hash: string;
}

/** Last event of the company's chain, as visible to the transaction. */
export async function readHead(trx: Trx, chain: string): Promise<ChainHead | null> {
  const head = await trx
    .selectFrom('audit_chain_heads')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .where('seq', '>', 0)
    .executeTakeFirst();
  return head ?? null;
}
