import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DocumentOwner } from '#contract/documents/documents.ts';
import type { DocumentOwnerType } from '#rules/documents/document-types.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

type FoundRecord = { resourceType: ResourceType; resourceId: string };

const ofVerification = (table: 'individual_verifications' | 'business_verifications', id: string) => sql`
  SELECT CASE WHEN client_id IS NULL THEN 'activities' ELSE 'clients' END AS type, coalesce(client_id, activity_id) AS id
    FROM ${sql.table(table)} WHERE id = ${id}::uuid`;

/** The client or activity that a document belongs to, by its type of owner. */
const recordQueries: Record<DocumentOwnerType, (id: string) => RawBuilder<unknown>> = {
  client: (id) => sql`SELECT 'clients' AS type, ${id}::uuid AS id`,
  activity: (id) => sql`SELECT 'activities' AS type, ${id}::uuid AS id`,
  riskAssessment: (id) => sql`
    SELECT resource_type AS type, resource_id AS id FROM risk_assessments WHERE id = ${id}::uuid`,
  individualVerification: (id) => ofVerification('individual_verifications', id),
  businessVerification: (id) => ofVerification('business_verifications', id),
  requestItem: (id) => sql`
    SELECT 'clients' AS type, r.client_id AS id FROM document_request_items i
      JOIN document_requests r ON r.company_id = i.company_id AND r.id = i.request_id WHERE i.id = ${id}::uuid`,
};

/** The client or activity whose page shows an alert on a document of this owner. */
export async function findOwnerRecord(
  trx: Trx,
  { ownerType, ownerId }: DocumentOwner,
): Promise<FoundRecord | undefined> {
  const { rows } = await sql<{ type: ResourceType; id: string }>`
    SELECT o.type, o.id FROM (${recordQueries[ownerType](ownerId)}) AS o WHERE o.id IS NOT NULL`.execute(trx);
  const [row] = rows;
  return row && { resourceType: row.type, resourceId: row.id };
}

/** Documents of all companies that no scanner has scanned, tried longest ago first, except those tried since. */
export function listNotScanned(
  db: Kysely<Schema>,
  { triedBefore, limit }: { triedBefore: string; limit: number },
): Promise<{ company_id: string; id: string }[]> {
  return asJobs(db, (trx) =>
    trx
      .selectFrom('documents')
      .select(['company_id', 'id'])
      .where('scan_status', '=', 'notScanned')
      .where('purged_at', 'is', null)
      .where((eb) => eb.or([eb('scan_tried_at', 'is', null), eb('scan_tried_at', '<', triedBefore)]))
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
}

/** Saves the result of a scan of a document that no scanner had scanned. @returns whether it still was that. */
export async function saveScan(
  trx: Trx,
  id: string,
  scan: { status: 'clean' | 'infected'; threat: string | null; at: string },
): Promise<boolean> {
  const saved = await trx
    .updateTable('documents')
    .set({ scan_status: scan.status, scan_threat: scan.threat, scanned_at: scan.at })
    .where('id', '=', id)
    .where('scan_status', '=', 'notScanned')
    .where('purged_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Notes that the scanner could not scan a document. */
export async function noteScanTried(trx: Trx, id: string, at: string): Promise<void> {
  await trx.updateTable('documents').set({ scan_tried_at: at }).where('id', '=', id).execute();
}
