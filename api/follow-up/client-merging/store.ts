import { type RawBuilder, sql } from 'kysely';
import type { FindingSubject } from '#rules/cdd-rule-packs/findings.ts';
import { mergedTables } from '#rules/client-merging/merged-tables.ts';
import type { RelationshipEnd } from '#rules/client-merging/merging.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { openBusinessVerificationStatuses } from '#rules/lifecycles/checks.ts';
import type { PepOf } from '#rules/pep.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { isOfIdentity } from '../../records/clients/identity-evidence-store.ts';

/** What decides about merging, besides the record itself. */
export interface MergeFacts extends RelationshipEnd {
  id: string;
  isBeingDestroyed: boolean;
  hasOpenBusinessVerification: boolean;
  /** Verifications that are decided as verified, of the identity on record. */
  verified: number;
  /** Those decided before the identity changed, which no longer count. */
  formerlyVerified: number;
  isScreeningOutdated: boolean;
  pepOf: PepOf | null;
}

/** These facts of clients of the company, by id. */
export async function readMergeFacts(trx: Trx, ids: readonly string[]): Promise<Map<string, MergeFacts>> {
  const { rows } = await sql<MergeFacts>`
    SELECT c.id, c.relationship_ended_on AS "endedOn", c.relationship_end_known_from AS "isKnownFrom",
           c.retain_until AS "retainUntil", c.pep_of AS "pepOf",
           EXISTS (SELECT FROM destructions d WHERE d.company_id = c.company_id AND d.client_id = c.id
                      AND d.confirmed_by IS NOT NULL AND d.destroyed_at IS NULL) AS "isBeingDestroyed",
           EXISTS (SELECT FROM business_verifications v WHERE v.company_id = c.company_id AND v.client_id = c.id
                      AND v.status IN ${literals(openBusinessVerificationStatuses)}) AS "hasOpenBusinessVerification",
           c.screening_outdated AS "isScreeningOutdated", e.verified, e."formerlyVerified"
      FROM clients c CROSS JOIN LATERAL (
        SELECT (count(*) FILTER (WHERE v.counts))::int AS verified, (count(*) FILTER (WHERE NOT v.counts))::int AS "formerlyVerified"
          FROM (SELECT ${isOfIdentity('c', 'individual')} AS counts FROM individual_verifications v
                 WHERE v.company_id = c.company_id AND v.client_id = c.id AND v.status = 'verified'
                 UNION ALL
                SELECT ${isOfIdentity('c', 'business')} FROM business_verifications v
                 WHERE v.company_id = c.company_id AND v.client_id = c.id AND v.status = 'verified') AS v) AS e
     WHERE c.id = ANY (${[...ids]}::uuid[])`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Gives one client's external ID to the other and the reverse, without either having it twice in between. */
export async function swapExternalIds(
  trx: Trx,
  { id, mergedId, former }: { id: string; mergedId: string; former: string | null },
  save: () => Promise<void>,
): Promise<void> {
  const write = (externalId: string | null) =>
    trx.updateTable('clients').set({ external_id: externalId }).where('id', '=', mergedId).execute();
  await write(null);
  await save();
  if (former !== null && id !== mergedId) await write(former);
}

/** Moved rows by table, with what ended where both clients had one. */
export interface MergedRows {
  [table: string]: unknown;
  activities_joined: string[];
  /** Clients with a related party whose two recorded holdings differed. */
  holdings_joined: string[];
  /** Clients whose ownership chart has both records. */
  charts_joined: string[];
  reviews_cancelled: { id: string; dueOn: CalendarDate }[];
  holds: number;
}

/** Moves the records of one locked client to another one and marks it as merged; see the function in the database. */
export async function moveRecords(
  trx: Trx,
  merge: {
    survivorId: string;
    mergedId: string;
    /** They are identified differently: verified evidence stays with the merged record. */
    isOtherIdentity: boolean;
    today: CalendarDate;
    at: string;
    by: string;
    because: string;
  },
): Promise<MergedRows> {
  const { rows } = await sql<{ moved: MergedRows }>`
    SELECT merge_clients(${merge.survivorId}::uuid, ${merge.mergedId}::uuid, ${merge.isOtherIdentity}, ${merge.today}::date,
      ${merge.at}::timestamptz, ${merge.by}::uuid, ${merge.because}) AS moved`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('Merging returned no result.');
  return row.moved;
}

/** Writes the joined end of the relationship, and a stricter political exposure, of a locked client. */
export async function writeJoined(
  trx: Trx,
  id: string,
  { endedOn, isKnownFrom, retainUntil }: RelationshipEnd,
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({
      relationship_ended_on: endedOn,
      relationship_end_known_from: isKnownFrom,
      retain_until: retainUntil,
    })
    .where('id', '=', id)
    .execute();
}

/** The earlier of two days of review becomes the client's. */
export async function bringReviewForward(trx: Trx, id: string, day: CalendarDate): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ next_review_due_on: day })
    .where('id', '=', id)
    .where('next_review_due_on', '>', day)
    .execute();
}

/** Moves a finding to another client that has none on the subject any more. */
export async function moveFinding(
  trx: Trx,
  { subject, from, to }: { subject: FindingSubject; from: string; to: string },
): Promise<void> {
  await trx
    .updateTable('client_findings')
    .set({ client_id: to })
    .where('client_id', '=', from)
    .where('subject', '=', subject)
    .execute();
}

/** How rows refer to a client, of tables where that is not by `client_id` alone. */
const references: Readonly<Record<string, (id: string) => RawBuilder<unknown>>> = {
  alerts: (id) => sql`resource_type = 'clients' AND resource_id = ${id}::uuid`,
  client_parties: (id) => sql`client_id = ${id}::uuid OR party_client_id = ${id}::uuid`,
  documents: (id) => sql`owner_type = 'client' AND owner_id = ${id}::uuid`,
};

/** Rows of each merged table with a label that refer to a client. */
export async function countRecords(trx: Trx, id: string): Promise<Record<string, number>> {
  const counts = Object.entries(mergedTables).flatMap(([table, { label }]) => {
    if (label === undefined) return [];
    const ofClient = references[table]?.(id) ?? sql`client_id = ${id}::uuid`;
    return sql`SELECT ${table} AS name, count(*)::int AS records FROM ${sql.table(table)} WHERE ${ofClient}`;
  });
  const counted = sql<{ name: string; records: number }>`${sql.join(counts, sql` UNION ALL `)}`;
  const { rows } = await counted.execute(trx);
  return Object.fromEntries(rows.map(({ name, records }) => [name, records]));
}
