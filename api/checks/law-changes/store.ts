import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ShippedCountries } from '#rules/country-lists/effective-list.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { monitoredClientStatuses } from '#rules/lifecycles/clients.ts';
import type { LawChangesTable } from '../../kernel/database/tables/law-change-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';

export type LawChangeRow = Selectable<LawChangesTable>;

/** A list with the name of the member who signed it off. */
export type SignedRow = LawChangeRow & { signed_off_name: string | null };

const withSigner = (trx: Trx) =>
  trx
    .selectFrom('law_changes as l')
    .leftJoin('members as m', 'm.id', 'l.signed_off_by')
    .selectAll('l')
    .select('m.name as signed_off_name');

/** The newest lists by the day of the change. */
export function readLawChanges(trx: Trx, limit: number): Promise<SignedRow[]> {
  return withSigner(trx).orderBy('l.effective_on', 'desc').orderBy('l.id', 'desc').limit(limit).execute();
}

/** A list of the transaction's company, or null. */
export async function readLawChange(trx: Trx, id: string): Promise<SignedRow | null> {
  return (await withSigner(trx).where('l.id', '=', id).executeTakeFirst()) ?? null;
}

/** The check of the clients inserts and updates lists, with `insertLawChange` and `updateLawChange`. */
export const lawChanges = recordStore({
  table: 'law_changes',
  noun: 'list',
  read: readLawChange,
  stamps: noStamps,
});

/** The oldest list in progress; undefined if there is none. */
export function readChecking(trx: Trx): Promise<LawChangeRow | undefined> {
  return trx
    .selectFrom('law_changes')
    .selectAll()
    .where('status', '=', 'checking')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Companies whose own change is still being checked. Runs as `assay_jobs`. */
export async function readUncheckedCompanies(trx: Trx): Promise<string[]> {
  const rows = await trx
    .selectFrom('law_changes')
    .select('company_id')
    .distinct()
    .where('status', '=', 'checking')
    .where('kind', '=', 'company')
    .execute();
  return rows.map(({ company_id }) => company_id);
}

export async function insertLawChange(trx: Trx, row: Insertable<LawChangesTable>): Promise<LawChangeRow> {
  return trx.insertInto('law_changes').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Updates a list that the transaction has locked through its company's check. */
export async function updateLawChange(
  trx: Trx,
  id: string,
  changes: Updateable<LawChangesTable>,
): Promise<void> {
  await trx.updateTable('law_changes').set(changes).where('id', '=', id).execute();
}

/** Progress of a company's check. */
export interface LawCheck {
  through: CalendarDate;
  revision: number;
  /** The countries of the shipped lists; null if the clients were never checked with one. */
  shippedLists: ShippedCountries | null;
}

/** Locks a company's progress; inserts `start` for a new company and returns null. */
export async function lockCheck(trx: Trx, companyId: string, start: LawCheck): Promise<LawCheck | null> {
  const created = await trx
    .insertInto('law_checks')
    .values({
      company_id: companyId,
      checked_through: start.through,
      revision: start.revision,
      shipped_lists: JSON.stringify(start.shippedLists),
    })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .returning('company_id')
    .execute();
  if (created.length > 0) return null;
  return trx
    .selectFrom('law_checks')
    .select(['checked_through as through', 'revision', 'shipped_lists as shippedLists'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Saves a company's progress; the transaction has locked it. */
export async function updateCheck(trx: Trx, companyId: string, check: Partial<LawCheck>): Promise<void> {
  const { through, revision, shippedLists } = check;
  await trx
    .updateTable('law_checks')
    .set({
      ...(through === undefined ? {} : { checked_through: through }),
      ...(revision === undefined ? {} : { revision }),
      ...(shippedLists === undefined ? {} : { shipped_lists: JSON.stringify(shippedLists) }),
    })
    .where('company_id', '=', companyId)
    .execute();
}

/** Ids of clients after an id: of those in a relationship or on the way to one, or of `all` with a level of CDD that are not merged. */
export async function readClientIds(
  trx: Trx,
  { of, after, limit }: { of: 'monitored' | 'all'; after: string | null; limit: number },
): Promise<string[]> {
  let query = trx.selectFrom('clients').select('id').orderBy('id').limit(limit);
  query =
    of === 'monitored'
      ? query.where('status', 'in', monitoredClientStatuses)
      : query
          .where('status', '<>', 'merged')
          .where((on) => on.or([on('status', '<>', 'draft'), on('cdd_level', 'is not', null)]));
  if (after !== null) query = query.where('id', '>', after);
  return (await query.execute()).map(({ id }) => id);
}

export async function insertAffected(
  trx: Trx,
  rows: Insertable<Schema['law_change_clients']>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('law_change_clients').values(rows).execute();
}

export type AffectedRow = Omit<Selectable<Schema['law_change_clients']>, 'company_id' | 'law_change_id'> & {
  name: string;
};

/** Clients of a list in the order of their names, from a place on, forwards or backwards; in reading order either way. */
export async function readAffected(
  trx: Trx,
  lawChangeId: string,
  { place, limit }: { place?: { name: string; id: string; backward: boolean } | undefined; limit: number },
): Promise<AffectedRow[]> {
  const isBackward = place?.backward ?? false;
  const direction = isBackward ? 'desc' : 'asc';
  const name = sql<string>`c.display_name COLLATE "C"`;
  let query = trx
    .selectFrom('law_change_clients as a')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'a.company_id').onRef('c.id', '=', 'a.client_id'),
    )
    .select(['a.client_id', 'a.before', 'a.after', 'a.rules', 'c.display_name as name'])
    .where('a.law_change_id', '=', lawChangeId)
    .orderBy(name, direction)
    .orderBy('a.client_id', direction)
    .limit(limit);
  if (place !== undefined) {
    const beyond = sql.raw(isBackward ? '<' : '>');
    query = query.where(
      sql<boolean>`(c.display_name COLLATE "C", a.client_id) ${beyond} (${place.name}::text COLLATE "C", ${place.id}::uuid)`,
    );
  }
  return query.execute();
}

/** Whether the company has an active compliance officer. */
export async function hasComplianceOfficer(trx: Trx, now: string): Promise<boolean> {
  const found = await trx
    .selectFrom('members')
    .select('id')
    .where('status', '=', 'active')
    .where('role', '<>', 'auditor')
    .where(sql<boolean>`'complianceOfficer' = ANY (designations)`)
    .where(sql<boolean>`(access_ends_at IS NULL OR access_ends_at > ${now})`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
