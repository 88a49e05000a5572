import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { unengagedClientStatuses } from '#rules/lifecycles/clients.ts';
import type { DestroyedKind, DestructionBasis, RetainedClient } from '#rules/retention/retention.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { isHeld, wasEngaged } from '../../records/clients/record/store.ts';

/** All companies with the fields that determine retention, for a job. */
export function listCompanies(db: Kysely<Schema>) {
  return asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone', 'regulated_in', 'policy']).execute(),
  );
}

/** A client as input of the retention rules, with its holds. */
export interface Candidate extends RetainedClient {
  id: string;
  isHeld: boolean;
  /** Whether another retained client has it as a party, or it was merged into another one. */
  isParty: boolean;
}

const candidateColumns = (timeZone: string) => sql<Candidate>`
  c.id, CASE WHEN c.status <> 'onboarding' THEN c.relationship_ended_on END AS "relationshipEndedOn", c.retain_until AS "retainUntil",
  ${wasEngaged} AS "wasEngaged", c.imported AND c.status = 'draft' AS "isImportedDraft",
  to_char(c.updated_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "lastTouchedOn",
  (SELECT to_char(max(a.completed_at) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')
     FROM activity_parties p JOIN activities a ON a.company_id = p.company_id AND a.id = p.activity_id
    WHERE p.company_id = c.company_id AND p.client_id = c.id) AS "lastTransactionOn",
  (SELECT to_char(max(a.updated_at) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')
     FROM activity_parties p JOIN activities a ON a.company_id = p.company_id AND a.id = p.activity_id
    WHERE p.company_id = c.company_id AND p.client_id = c.id) AS "lastActivityRecordOn",
  (SELECT to_char(max(d.created_at) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') FROM documents d
    WHERE d.company_id = c.company_id AND d.purged_at IS NULL
      AND (d.owner_type = 'client' AND d.owner_id = c.id
        OR d.owner_type = 'activity' AND d.owner_id IN (
          SELECT p.activity_id FROM activity_parties p WHERE p.company_id = c.company_id AND p.client_id = c.id)))
    AS "lastDocumentOn",
  ${isHeld} AS "isHeld",
  (c.status = 'merged' OR EXISTS (SELECT 1 FROM client_parties q WHERE q.company_id = c.company_id AND q.party_client_id = c.id))
    AS "isParty"`;

/**
 * Candidates for destruction after an id: clients whose relationship ended before the shortest retention period, and
 * drafts unchanged for as long as drafts are retained.
 */
export async function readCandidates(
  trx: Trx,
  {
    companyId,
    timeZone,
    endedBefore,
    touchedBefore,
    after,
    limit,
  }: {
    companyId: string;
    timeZone: string;
    endedBefore: CalendarDate;
    touchedBefore: CalendarDate;
    after: string;
    limit: number;
  },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`SELECT ${candidateColumns(timeZone)} FROM clients c
    WHERE c.company_id = ${companyId} AND c.id > ${after}::uuid AND c.status <> 'merged'
      AND (c.relationship_ended_on < ${endedBefore}::date AND c.status <> 'onboarding'
        OR (c.status IN ${literals(unengagedClientStatuses)} AND c.relationship_started_on IS NULL AND c.updated_at < ${touchedBefore}::date))
    ORDER BY c.id LIMIT ${limit}`.execute(trx);
  return rows;
}

/** Locks one client until the transaction ends; undefined if not found. */
export async function lockCandidate(
  trx: Trx,
  { companyId, timeZone, clientId }: { companyId: string; timeZone: string; clientId: string },
): Promise<Candidate | undefined> {
  // Locked first and read afterwards: a statement that waited for a concurrent hold would not see it.
  await trx
    .selectFrom('clients')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', clientId)
    .forUpdate()
    .execute();
  const { rows } = await sql<Candidate>`SELECT ${candidateColumns(timeZone)} FROM clients c
    WHERE c.company_id = ${companyId} AND c.id = ${clientId}::uuid`.execute(trx);
  return rows[0];
}

/** Saves extended retention dates of clients. */
export async function extendRetention(
  trx: Trx,
  longer: { id: string; keptUntil: CalendarDate }[],
): Promise<void> {
  if (longer.length === 0) return;
  await sql`UPDATE clients c SET retain_until = l."keptUntil", version = version + 1
    FROM json_to_recordset(${JSON.stringify(longer)}::json) AS l(id uuid, "keptUntil" date) WHERE c.id = l.id`.execute(
    trx,
  );
}

export interface Listed {
  id: string;
  kind: DestroyedKind;
  clientId: string;
  basis: DestructionBasis;
  keptUntil: CalendarDate;
}

/** Inserts due records; existing ones stay unchanged. */
export async function listDue(trx: Trx, companyId: string, due: Listed[], at: string): Promise<number> {
  if (due.length === 0) return 0;
  const added = await trx
    .insertInto('destructions')
    .values(
      due.map(({ id, kind, clientId, basis, keptUntil }) => ({
        company_id: companyId,
        id,
        kind,
        client_id: clientId,
        basis,
        kept_until: keptUntil,
        listed_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'client_id']).doNothing())
    .returning('id')
    .execute();
  return added.length;
}

/** Removes records that are no longer due: re-onboarded, on hold, or now a party. */
export async function unlist(trx: Trx, clientIds: string[]): Promise<void> {
  if (clientIds.length === 0) return;
  await trx
    .deleteFrom('destructions')
    .where('client_id', 'in', clientIds)
    .where('destroyed_at', 'is', null)
    .execute();
}

/** Clients that are listed and not destroyed, after an id of a client. */
export async function listedClients(trx: Trx, companyId: string, timeZone: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`SELECT ${candidateColumns(timeZone)} FROM destructions d
    JOIN clients c ON c.company_id = d.company_id AND c.id = d.client_id
    WHERE d.company_id = ${companyId} AND d.destroyed_at IS NULL ORDER BY d.kept_until, d.id LIMIT 1000`.execute(
    trx,
  );
  return rows;
}

const withPeople = (trx: Trx) =>
  trx
    .selectFrom('destructions as d')
    .leftJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'd.company_id').onRef('c.id', '=', 'd.client_id'),
    )
    .leftJoin('members as f', 'f.id', 'd.confirmed_by')
    .leftJoin('members as s', 's.id', 'd.destroyed_by')
    .selectAll('d')
    .select(['c.display_name', 'f.name as confirmed_name', 's.name as destroyed_name'])
    .select(sql<string | null>`present_member(d.confirmed_by)`.as('confirmed_present_id'))
    .select(
      sql<CalendarDate | null>`CASE WHEN c.relationship_end_known_from THEN c.relationship_ended_on END`.as(
        'end_known_from',
      ),
    );

/** Due records, longest overdue first, excluding those on hold. */
export function readDue(trx: Trx, limit: number) {
  return withPeople(trx)
    .where('d.destroyed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('legal_holds as h')
            .select('h.id')
            .whereRef('h.company_id', '=', 'd.company_id')
            .whereRef('h.client_id', '=', 'd.client_id')
            .where('h.lifted_at', 'is', null),
        ),
      ),
    )
    .orderBy('d.kept_until')
    .orderBy('d.id')
    .limit(limit)
    .execute();
}

/** Certificates, newest first, from before an id on. */
export function readCertificates(trx: Trx, { before, limit }: { before?: string; limit: number }) {
  let query = withPeople(trx).where('d.destroyed_at', 'is not', null).orderBy('d.id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('d.id', '<', before);
  return query.execute();
}

/** The client of a listed record; undefined if not found. */
export function getListedClient(trx: Trx, id: string): Promise<{ client_id: string } | undefined> {
  return trx.selectFrom('destructions').select('client_id').where('id', '=', id).executeTakeFirst();
}

/** Locks one listed record; undefined if not found. */
export function lockListed(trx: Trx, id: string): Promise<Selectable<Schema['destructions']> | undefined> {
  return trx.selectFrom('destructions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Destroys a client with all dependent rows; see the function in the database. Locks it first, with the clients merged into it: that a member
 * opened one is recorded afterwards, and must not refer to it by then.
 */
export async function destroyClient(
  trx: Trx,
  clientId: string,
): Promise<{ counts: Record<string, number>; files: string[]; digests: string[] }> {
  await sql`SELECT FROM clients WHERE id = ${clientId} OR merged_into_id = ${clientId} ORDER BY id FOR UPDATE`.execute(
    trx,
  );
  const { rows } = await sql<{ counts: Record<string, number>; files: string[]; digests: string[] }>`
    SELECT * FROM destroy_client(${clientId}::uuid)`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('Destruction returned no result.');
  return row;
}

/** Current holds, or that of one client. */
export function readHolds(trx: Trx, clientId?: string) {
  let query = trx
    .selectFrom('legal_holds as h')
    .leftJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'h.company_id').onRef('c.id', '=', 'h.client_id'),
    )
    .innerJoin('members as m', 'm.id', 'h.set_by')
    .select(['h.id', 'h.client_id', 'c.display_name', 'h.reason', 'h.set_by', 'h.set_at', 'm.name'])
    .where('h.lifted_at', 'is', null)
    .orderBy('h.set_at')
    .limit(200);
  if (clientId !== undefined) query = query.where('h.client_id', '=', clientId);
  return query.execute();
}

/** Client fields displayed with its legal hold; undefined if not found. */
export function readClient(trx: Trx, id: string) {
  return trx
    .selectFrom('clients')
    .select(['id', 'display_name as name', 'retain_until as keptUntil'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks a client and returns its name; confirming a destruction takes the same lock. */
export function lockClientName(trx: Trx, id: string): Promise<{ name: string } | undefined> {
  return trx
    .selectFrom('clients')
    .select('display_name as name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the current hold of a client; undefined if there is none. */
export function lockHold(trx: Trx, clientId: string): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('legal_holds')
    .select('id')
    .where('client_id', '=', clientId)
    .where('lifted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a hold on a locked client. */
export async function insertHold(trx: Trx, hold: Insertable<Schema['legal_holds']>): Promise<void> {
  await trx.insertInto('legal_holds').values(hold).execute();
}

/** Ends a locked hold. */
export async function changeHold(
  trx: Trx,
  id: string,
  changes: Updateable<Schema['legal_holds']>,
): Promise<void> {
  await trx.updateTable('legal_holds').set(changes).where('id', '=', id).execute();
}

/** Changes a listed record that the transaction has locked. */
export async function changeListed(
  trx: Trx,
  id: string,
  changes: Updateable<Schema['destructions']>,
): Promise<void> {
  await trx.updateTable('destructions').set(changes).where('id', '=', id).execute();
}
