import { type RawBuilder, sql } from 'kysely';
import type { SourceDocument } from '#rules/cdd-rule-packs/entity-information.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { independentTypes } from '#rules/ownership/business-evidence.ts';

const types = sql.join(independentTypes.map((type) => sql.lit(type)));

/** What is read of each document, by name: a statement with unnamed columns is planned each time, which takes longer than reading its rows. */
const columns = sql`d.id, d.type, d.file_name, d.purged_at, d.scan_status`;

/**
 * Documents on a client's record of types that are independent of some business, oldest first: added to the client, accepted from its document
 * requests, and register extracts of the client itself. Neither removed nor in quarantine. `client`: the alias of the clients table.
 */
export function sourceDocuments(client: string): RawBuilder<SourceDocument[]> {
  const [companyId, id] = [sql.ref(`${client}.company_id`), sql.ref(`${client}.id`)];
  return sql<SourceDocument[]>`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'fileName', d.file_name) ORDER BY d.id), '[]')
      FROM (SELECT ${columns} FROM documents d
             WHERE d.company_id = ${companyId} AND d.owner_type = 'client' AND d.owner_id = ${id}
            UNION ALL
            SELECT ${columns} FROM document_requests r
              JOIN document_request_items i ON i.company_id = r.company_id AND i.request_id = r.id AND i.status = 'accepted'
              JOIN documents d ON d.company_id = i.company_id AND d.owner_type = 'requestItem' AND d.owner_id = i.id
               AND (i.refused_until IS NULL OR d.created_at > i.refused_until)
             WHERE r.company_id = ${companyId} AND r.client_id = ${id}
            UNION ALL
            SELECT ${columns} FROM business_verifications v
              JOIN registry_extracts x ON x.company_id = v.company_id AND x.verification_id = v.id
               AND x.node_id = v.graph ->> 'rootId'
              JOIN documents d ON d.company_id = x.company_id AND d.id = x.document_id
             WHERE v.company_id = ${companyId} AND v.client_id = ${id}) d
     WHERE d.purged_at IS NULL AND d.scan_status <> 'infected' AND d.type IN (${types}))`;
}

/** Whether a document is on the record of clients `client` themselves, neither removed nor in quarantine. */
const isOfClient = (client: string) =>
  sql`d.company_id = ${sql.ref(`${client}.company_id`)} AND d.owner_type = 'client' AND d.owner_id = ${sql.ref(`${client}.id`)}
      AND d.purged_at IS NULL AND d.scan_status <> 'infected'`;

/** Documents added to clients marked as ones of before commencement, oldest first; none of other clients. `client`: the alias of the clients table. */
export function preCommencementDocuments(client: string): RawBuilder<SourceDocument[]> {
  return sql<SourceDocument[]>`CASE WHEN ${sql.ref(`${client}.pre_commencement`)} THEN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'fileName', d.file_name) ORDER BY d.id), '[]')
      FROM documents d WHERE ${isOfClient(client)}) ELSE '[]' END`;
}

/** Whether a finding with a document of before a day shows that clients `client` are ones of before commencement. */
export function showsPreCommencement(client: string, before: CalendarDate): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM client_findings f
      JOIN documents d ON d.id = (f.content ->> 'documentId')::uuid AND ${isOfClient(client)}
     WHERE f.company_id = ${sql.ref(`${client}.company_id`)} AND f.client_id = ${sql.ref(`${client}.id`)}
       AND f.subject = 'preCommencement' AND (f.content ->> 'dated')::date < ${before}::date)`;
}

/**
 * Whether initial CDD on clients `client` is waived under a law that waives it for relationships started before a day (null: for none): marked as
 * pre-commencement clients, as the start day of the relationship and a document of before that day show. NZ s14(1)(c); AU s36.
 */
export function isWaivedBefore(client: string, before: CalendarDate | null): RawBuilder<boolean> {
  if (before === null) return sql`false`;
  const [marked, startedOn] = [
    sql.ref(`${client}.pre_commencement`),
    sql.ref(`${client}.relationship_started_on`),
  ];
  return sql`(${marked} AND coalesce(${startedOn} < ${before}::date, false) AND ${showsPreCommencement(client, before)})`;
}
