import { type RawBuilder, sql } from 'kysely';
import type { DocumentOwner } from '#contract/documents/documents.ts';
import type { DocumentOwnerType } from '#rules/documents/document-types.ts';
import type { RetainedClient } from '#rules/documents/removal.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { isHeld, wasEngaged } from '../clients/record/store.ts';

const getParties = (activityId: RawBuilder<unknown>) =>
  sql`SELECT p.client_id FROM activity_parties p WHERE p.activity_id = ${activityId}`;

/** Clients whose record includes a document, by its type of owner. */
const clientQueries: Record<DocumentOwnerType, (id: string) => RawBuilder<unknown>> = {
  client: (id) => sql`SELECT ${id}::uuid`,
  activity: (id) => getParties(sql`${id}::uuid`),
  riskAssessment: (id) => sql`
    SELECT a.resource_id FROM risk_assessments a WHERE a.id = ${id}::uuid AND a.resource_type = 'clients'
    UNION ${getParties(sql`(SELECT a.resource_id FROM risk_assessments a
      WHERE a.id = ${id}::uuid AND a.resource_type = 'activities')`)}`,
  individualVerification: (id) => sql`
    SELECT v.client_id FROM individual_verifications v WHERE v.id = ${id}::uuid
    UNION ${getParties(sql`(SELECT v.activity_id FROM individual_verifications v WHERE v.id = ${id}::uuid)`)}`,
  businessVerification: (id) => sql`
    SELECT v.client_id FROM business_verifications v WHERE v.id = ${id}::uuid
    UNION ${getParties(sql`(SELECT v.activity_id FROM business_verifications v WHERE v.id = ${id}::uuid)`)}`,
  requestItem: (id) => sql`
    SELECT r.client_id FROM document_request_items i JOIN document_requests r ON r.company_id = i.company_id AND r.id = i.request_id
     WHERE i.id = ${id}::uuid
    UNION ${getParties(sql`(SELECT r.activity_id FROM document_request_items i
      JOIN document_requests r ON r.company_id = i.company_id AND r.id = i.request_id WHERE i.id = ${id}::uuid)`)}`,
};

/** Those clients, and every client that they are a related party of, however far up: a party's documents are retained with theirs. */
async function getIds(trx: Trx, { ownerType, ownerId }: DocumentOwner): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE concerned(id) AS (
      SELECT * FROM (${clientQueries[ownerType](ownerId)}) AS own
      UNION SELECT q.client_id FROM client_parties q JOIN concerned ON q.party_client_id = concerned.id)
    SELECT id FROM concerned ORDER BY id`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Inputs of the decision whether a record's documents can be removed. With `lock`, no legal hold can be placed on its clients until
 * the transaction ends: they are locked first and read afterwards, because a waiting statement still sees the earlier state.
 */
export async function readRetainedClients(
  trx: Trx,
  owner: DocumentOwner,
  { lock }: { lock: boolean },
): Promise<RetainedClient[]> {
  const ids = await getIds(trx, owner);
  if (ids.length === 0) return [];
  if (lock) {
    await trx.selectFrom('clients').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  }
  const { rows } = await sql<RetainedClient>`
    SELECT c.retain_until AS "retainUntil", ${wasEngaged} AS "wasEngaged", ${isHeld} AS "isHeld"
      FROM clients c WHERE c.id IN (${sql.join(ids)})`.execute(trx);
  return rows;
}

/** Whether the document's owner is itself a draft, regardless of its client: an assessment that was never submitted. */
export async function isDraftOwner(trx: Trx, { ownerType, ownerId }: DocumentOwner): Promise<boolean> {
  if (ownerType !== 'riskAssessment') return false;
  const found = await trx
    .selectFrom('risk_assessments')
    .select('id')
    .where('id', '=', ownerId)
    .where('status', '=', 'draft')
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether someone else of the company could confirm a removal: an active owner or compliance officer. */
export async function hasSecondPerson(trx: Trx, memberId: string, now: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM members m
     WHERE m.id <> ${memberId} AND m.status = 'active' AND m.role <> 'auditor'
       AND (m.access_ends_at IS NULL OR m.access_ends_at > ${now})
       AND (m.role = 'owner' OR 'complianceOfficer' = ANY (m.designations)) LIMIT 1`.execute(trx);
  return rows.length > 0;
}

/** Documents whose removal awaits a second person, longest waiting first. */
export function readRequestedRemovals(trx: Trx, limit: number) {
  return trx
    .selectFrom('documents as d')
    .innerJoin('members as m', 'm.id', 'd.removal_requested_by')
    .select([
      'd.id',
      'd.file_name as fileName',
      'd.owner_type as ownerType',
      'd.owner_id as ownerId',
      'd.removal_reason as reason',
      'd.removal_requested_by as requestedBy',
      'm.name as requestedByName',
      'd.removal_requested_at as requestedAt',
    ])
    .where('d.removal_requested_at', 'is not', null)
    .where('d.purged_at', 'is', null)
    .orderBy('d.removal_requested_at')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}
