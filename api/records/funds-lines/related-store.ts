import { sql } from 'kysely';
import { finalActivityStatuses } from '#rules/lifecycles/activities.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** A document that a line of a client can rest on. */
export interface AttachableDocument {
  id: string;
  fileName: string;
  ownerType: 'client' | 'activity' | 'requestItem';
  /** Label of the request item, for a document from a document request. */
  label: string | null;
}

/**
 * Available documents of a client: its own, those of its activities, and those of accepted items of its document requests, excluding
 * files submitted before the item was last rejected.
 */
const attachable = (clientId: string) => sql`
  SELECT d.id, d.file_name, d.owner_type, NULL::text AS label FROM documents d
   WHERE d.purged_at IS NULL AND d.scan_status <> 'infected'
     AND ((d.owner_type = 'client' AND d.owner_id = ${clientId})
       OR (d.owner_type = 'activity' AND d.owner_id IN (
            SELECT p.activity_id FROM activity_parties p WHERE p.client_id = ${clientId})))
  UNION ALL
  SELECT d.id, d.file_name, d.owner_type, i.label
    FROM document_requests r
    JOIN document_request_items i ON i.company_id = r.company_id AND i.request_id = r.id AND i.status = 'accepted'
    JOIN documents d ON d.company_id = i.company_id AND d.owner_type = 'requestItem' AND d.owner_id = i.id
   WHERE r.client_id = ${clientId} AND d.purged_at IS NULL AND d.scan_status <> 'infected'
     AND (i.refused_until IS NULL OR d.created_at > i.refused_until)`;

/** The newest documents that a line of the client can rest on. */
export async function attachableDocuments(
  trx: Trx,
  clientId: string,
  limit: number,
): Promise<AttachableDocument[]> {
  const { rows } = await sql<AttachableDocument>`
    SELECT id, file_name AS "fileName", owner_type AS "ownerType", label
      FROM (${attachable(clientId)}) AS found ORDER BY id DESC LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Of these ids, those of documents that a line of the client can rest on. */
export async function attachableAmong(
  trx: Trx,
  clientId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${attachable(clientId)}) AS found WHERE id = ANY(${sql.val([...ids])}::uuid[])`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** An activity, with the fields to identify it to members. */
export interface LineActivity {
  id: string;
  reference: string;
  name: string;
}

/** The newest open activities with a client as party; only `activityId` if set. */
export async function openActivities(
  trx: Trx,
  clientId: string,
  { activityId, limit }: { activityId?: string | undefined; limit: number },
): Promise<LineActivity[]> {
  let query = trx
    .selectFrom('activities as a')
    .innerJoin('activity_parties as p', (join) =>
      join.onRef('p.company_id', '=', 'a.company_id').onRef('p.activity_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.reference', 'a.name'])
    .distinct()
    .where('p.client_id', '=', clientId)
    .where('a.status', 'not in', finalActivityStatuses);
  if (activityId !== undefined) query = query.where('a.id', '=', activityId);
  return query.orderBy('a.id', 'desc').limit(limit).execute();
}

/** An activity of the transaction's company with its largest value, or null. */
export async function readLineActivity(
  trx: Trx,
  activityId: string,
): Promise<(LineActivity & { value: number | null; currency: string }) | null> {
  const row = await trx
    .selectFrom('activities')
    .select(['id', 'reference', 'name', 'max_transaction_value as value', 'currency'])
    .where('id', '=', activityId)
    .executeTakeFirst();
  return row ?? null;
}
