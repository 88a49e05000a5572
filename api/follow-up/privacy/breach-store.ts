import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';

type Country = Selectable<Schema['privacy_breach_countries']> & { assessed_name: string | null };

const selectBreaches = (trx: Trx) =>
  trx
    .selectFrom('privacy_breaches as b')
    .innerJoin('members as r', 'r.id', 'b.recorded_by')
    .leftJoin('members as c', 'c.id', 'b.closed_by')
    .selectAll('b')
    .select(['r.name as recorded_name', 'c.name as closed_name']);

/** A breach with its countries in the order of the laws’ table: New Zealand first. */
export type BreachRow = Awaited<ReturnType<ReturnType<typeof selectBreaches>['execute']>>[number] & {
  countries: Country[];
};

async function withCountries(trx: Trx, rows: Omit<BreachRow, 'countries'>[]): Promise<BreachRow[]> {
  if (rows.length === 0) return [];
  const countries = await trx
    .selectFrom('privacy_breach_countries as s')
    .leftJoin('members as m', 'm.id', 's.assessed_by')
    .selectAll('s')
    .select('m.name as assessed_name')
    .where(
      's.breach_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('s.country', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    countries: countries.filter(({ breach_id: breachId }) => breachId === row.id),
  }));
}

/** The newest breaches before an id. */
export async function readBreaches(
  trx: Trx,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<BreachRow[]> {
  const query = selectBreaches(trx).orderBy('b.id', 'desc').limit(limit);
  return withCountries(
    trx,
    await (before === undefined ? query : query.where('b.id', '<', before)).execute(),
  );
}

/** One breach; null if not found. */
export async function readBreachRow(trx: Trx, id: string): Promise<BreachRow | null> {
  const [row] = await withCountries(trx, await selectBreaches(trx).where('b.id', '=', id).execute());
  return row ?? null;
}

export const breaches = recordStore({
  table: 'privacy_breaches',
  noun: 'breach',
  read: readBreachRow,
  stamps: noStamps,
});

/** Inserts the state of a breach under each country’s law. */
export async function insertBreachCountries(
  trx: Trx,
  countries: Insertable<Schema['privacy_breach_countries']>[],
): Promise<void> {
  if (countries.length > 0) await trx.insertInto('privacy_breach_countries').values(countries).execute();
}

/** Changes the state of a locked breach under one country’s law. */
export async function updateBreachCountry(
  trx: Trx,
  { id, country }: { id: string; country: Country['country'] },
  changes: Updateable<Schema['privacy_breach_countries']>,
): Promise<void> {
  await trx
    .updateTable('privacy_breach_countries')
    .set(changes)
    .where('breach_id', '=', id)
    .where('country', '=', country)
    .execute();
}
