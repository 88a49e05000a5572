import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { CappedCount } from '#contract/clients/client-record.ts';
import type { RequestItem, RequestListItem } from '#contract/document-requests/document-requests.ts';
import { submittedItemStatuses } from '#rules/document-requests/items.ts';
import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import { waitingForRecipient } from '#rules/lifecycles/checks.ts';
import { maskDetails } from '../../checks/document-request-evidence/item-numbers.ts';
import { type OutboxEmail, readEmailsFor } from '../../integrations/email/store.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import { literals } from '../../kernel/database/literals.ts';
import type {
  DocumentRequestItemsTable,
  DocumentRequestsTable,
  ItemRow,
  RequestRow,
} from '../../kernel/database/tables/document-request-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';
import { isCurrentAttempt, readItemEvidence } from '../../records/documents/request-evidence-store.ts';
import { getDocument, listDocumentsByOwner } from '../../records/documents/store.ts';

/** Target of a link, read before any data of its company is accessible. */
export interface LinkedRequest {
  company_id: string;
  id: string;
  status: RequestStatus;
  expires_at: string;
  access_restricted: boolean;
  subscription_active: boolean;
}

/**
 * The request whose link has this hash, in any state, or undefined. One call as `assay_app`, by a unique index.
 */
export async function requestByLink(
  db: Kysely<Schema>,
  linkHash: string,
): Promise<LinkedRequest | undefined> {
  const { rows } = await sql<LinkedRequest>`SELECT * FROM document_request_by_link(${linkHash})`.execute(db);
  return rows[0];
}

/** A request of the transaction's company, or null. */
export async function readRequestRow(trx: Trx, id: string): Promise<RequestRow | null> {
  const row = await trx
    .selectFrom('document_requests as r')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.client_id'),
    )
    .innerJoin('members as m', 'm.id', 'r.created_by')
    .selectAll('r')
    .select(['c.display_name as client_name', 'm.name as created_by_name'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The lock of a request covers its items. Its updates, which recipients and jobs make too, are by `changeRequest`. */
export const requests = recordStore({
  table: 'document_requests',
  noun: 'request',
  read: readRequestRow,
  stamps: { ...everyStamp, updated_by: false },
});

export async function insertItems(
  trx: Trx,
  items: Omit<ItemRow, 'version' | 'details' | 'number_sealed'>[],
): Promise<void> {
  await trx
    .insertInto('document_request_items')
    .values(items.map((item) => ({ ...item, details: null })))
    .execute();
}

/** Deletes the items of a draft, which have no submissions yet. */
export async function deleteItems(trx: Trx, requestId: string): Promise<void> {
  await trx.deleteFrom('document_request_items').where('request_id', '=', requestId).execute();
}

/** Updates a locked request and increments its version. */
export async function changeRequest(
  trx: Trx,
  id: string,
  changes: Updateable<DocumentRequestsTable>,
): Promise<void> {
  await trx
    .updateTable('document_requests')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Updates an item whose request is locked. */
export async function changeItem(
  trx: Trx,
  id: string,
  changes: Updateable<DocumentRequestItemsTable>,
): Promise<void> {
  await trx
    .updateTable('document_request_items')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Items of a request in their order. */
export function readItemRows(trx: Trx, requestId: string): Promise<ItemRow[]> {
  return trx
    .selectFrom('document_request_items')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('position')
    .execute();
}

/** Items of a request with their documents, and the verifications they are evidence of. */
export async function readItems(trx: Trx, requestId: string): Promise<RequestItem[]> {
  const rows = await readItemRows(trx, requestId);
  const ids = rows.map(({ id }) => id);
  const documents = await listDocumentsByOwner(trx, 'requestItem', ids);
  const evidence = await readItemEvidence(trx, ids);
  return rows.map((row) => {
    const found = evidence.find(({ item_id }) => item_id === row.id);
    const files = documents.filter(({ owner_id }) => owner_id === row.id);
    return {
      id: row.id,
      version: row.version,
      label: row.label,
      kind: row.kind,
      documentType: row.document_type,
      detailFields: row.detail_fields,
      required: row.required,
      status: row.status,
      rejectReason: row.reject_reason,
      details: row.details && maskDetails(row.details),
      givenAt: row.given_at,
      documents: files.filter(({ created_at }) => isCurrentAttempt(row, created_at)).map(getDocument),
      rejectedDocuments: files
        .filter(({ created_at }) => !isCurrentAttempt(row, created_at))
        .map(getDocument),
      evidence: found
        ? {
            kind: found.individual_verification_id === null ? ('business' as const) : ('individual' as const),
            verificationId: found.individual_verification_id ?? found.business_verification_id ?? '',
            details: found.details,
            hasDocumentRecord: found.document_record_id !== null,
          }
        : null,
    };
  });
}

function selectList(trx: Trx) {
  return trx
    .selectFrom('document_requests as r')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.client_id'),
    )
    .select((eb) => [
      'r.id',
      'r.version',
      'r.client_id as clientId',
      'c.display_name as clientName',
      'r.recipient_name as recipientName',
      'r.status',
      'r.due_on as dueOn',
      'r.sent_at as sentAt',
      'r.submitted_at as submittedAt',
      'r.created_at as createdAt',
      eb
        .selectFrom('document_request_items as i')
        .whereRef('i.company_id', '=', 'r.company_id')
        .whereRef('i.request_id', '=', 'r.id')
        .select(
          sql<RequestListItem['items']>`json_build_object('total', count(*),
            'given', count(*) FILTER (WHERE i.status IN ${literals(submittedItemStatuses)}),
            'accepted', count(*) FILTER (WHERE i.status = 'accepted'))`.as('counts'),
        )
        .as('items'),
    ]);
}

type Listed = Awaited<ReturnType<ReturnType<typeof selectList>['execute']>>[number];

const listed = (row: Listed): RequestListItem => ({ ...row, items: row.items as RequestListItem['items'] });

/** Requests of a client, newest first, those before an id. */
export async function getClientList(
  trx: Trx,
  clientId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<RequestListItem[]> {
  let query = selectList(trx).where('r.client_id', '=', clientId);
  if (before !== undefined) query = query.where('r.id', '<', before);
  return (await query.orderBy('r.id', 'desc').limit(limit).execute()).map(listed);
}

/** Fully submitted requests awaiting staff, longest waiting first, and their number. */
export async function listSubmitted(
  trx: Trx,
  limit: number,
): Promise<{ items: RequestListItem[]; total: CappedCount }> {
  const rows = await selectList(trx)
    .where('r.status', '=', 'submitted')
    .orderBy('r.submitted_at')
    .orderBy('r.id')
    .limit(limit)
    .execute();
  const total = await readCappedCount(
    trx,
    trx.selectFrom('document_requests').select('id').where('status', '=', 'submitted'),
  );
  return { items: rows.map(listed), total };
}

/** Number of requests awaiting their recipient. `max`: limit of the count. */
export function countWaiting(trx: Trx, max: number): Promise<CappedCount> {
  return readCappedCount(
    trx,
    sql`SELECT FROM document_requests r WHERE r.status IN ${literals(waitingForRecipient)}`,
    max,
  );
}

/** Requests awaiting their recipient, after an id. */
export function listWaiting(
  trx: Trx,
  { after, limit }: { after: string | null; limit: number },
): Promise<Selectable<DocumentRequestsTable>[]> {
  let query = trx
    .selectFrom('document_requests')
    .selectAll()
    .where('status', 'in', [...waitingForRecipient]);
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}

/** Those of these requests with missing items, including expired ones, on which a member must decide. */
export function listStillMissing(
  trx: Trx,
  ids: readonly string[],
): Promise<Pick<Selectable<DocumentRequestsTable>, 'id' | 'due_on'>[]> {
  return trx
    .selectFrom('document_requests')
    .select(['id', 'due_on'])
    .where('id', 'in', [...ids])
    .where('status', 'in', [...waitingForRecipient, 'expired'])
    .execute();
}

/** Names a request in the outbox. */
export const emailRecord = (requestId: string) => `documentRequest:${requestId}`;

/** Emails of a request, oldest first. */
export function readEmailRows(trx: Trx, requestId: string): Promise<OutboxEmail<'documentRequest'>[]> {
  return readEmailsFor(trx, 'documentRequest', emailRecord(requestId));
}

/** Whether the company has an activity of this id. */
export async function hasActivity(trx: Trx, id: string): Promise<boolean> {
  const found = await trx.selectFrom('activities').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/** Every company, as the job that follows requests needs it; as `assay_jobs`. */
export function listCompanies(db: Kysely<Schema>) {
  return asJobs(db, (trx) =>
    trx
      .selectFrom('companies')
      .select(['id', 'time_zone as timeZone', 'access_restricted as isRestricted'])
      .orderBy('id')
      .execute(),
  );
}

/** Fields of the company that its requests depend on. */
export async function readCompany(trx: Trx): Promise<{
  name: string;
  timeZone: string;
  countryCode: 'AUS' | 'NZL';
  expiryDays: number;
}> {
  const row = await trx
    .selectFrom('companies')
    .select(['name', 'time_zone', 'billing_country_code', 'policy'])
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    timeZone: row.time_zone,
    countryCode: row.billing_country_code,
    expiryDays: row.policy.requestExpiryDays,
  };
}
