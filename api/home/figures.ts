import { type Kysely, sql, type Transaction } from 'kysely';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readHome } from '#contract/home.ts';
import { addMonths, type CalendarDate } from '#rules/calendar-dates.ts';
import { cddStatuses, clientStatuses, riskLevels } from '#rules/client-types.ts';
import type { ClientTalliesTable } from '../database/compliance-export-tables.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';

type Home = EndpointAnswer<typeof readHome>;
type Figures = Pick<Home, 'clientsByStatus' | 'unassignedTotal' | 'figures'>;

const monthsShown = 12;

/** `2026-11` and the eleven months after it. */
function monthsFrom(today: CalendarDate): string[] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: monthsShown }, (_, ahead) => addMonths(first, ahead).slice(0, 7));
}

/** How the company's clients stand, summed up from the tallies: as quick for a hundred thousand clients as for a hundred. */
export async function readFigures(trx: Transaction<Schema>, today: CalendarDate): Promise<Figures> {
  const rows = await trx
    .selectFrom('client_tallies')
    .select((eb) => ['dimension', 'value', eb.fn.sum<string>('clients').as('clients')])
    .groupBy(['dimension', 'value'])
    .execute();
  const sums = new Map(
    rows.map(({ dimension, value, clients }) => [`${dimension} ${value}`, Number(clients)]),
  );
  const of = (dimension: ClientTalliesTable['dimension'], value: string) =>
    sums.get(`${dimension} ${value}`) ?? 0;
  const total = (count: number) => ({ count, capped: false });
  const months = monthsFrom(today);
  const reviews = rows.filter(({ dimension }) => dimension === 'review');
  const sumOf = (isIn: (month: string) => boolean) =>
    reviews.filter(({ value }) => isIn(value)).reduce((sum, { clients }) => sum + Number(clients), 0);
  return {
    clientsByStatus: clientStatuses.map((status) => ({ status, total: total(of('status', status)) })),
    unassignedTotal: total(of('unassigned', 'all')),
    figures: {
      byRisk: ([...riskLevels, 'none'] as const).map((key) => ({ key, clients: of('risk', key) })),
      byCdd: cddStatuses.map((key) => ({ key, clients: of('cdd', key) })),
      reviews: {
        earlier: sumOf((month) => month < (months[0] ?? '')),
        months: months.map((month) => ({ month, clients: of('review', month) })),
        later: sumOf((month) => month > (months.at(-1) ?? '')),
      },
    },
  };
}

/** A company's tallies are drawn together from this many rows on; the sum of fewer is no work. */
const manyRows = 300;

/** Draws the rows that statements have added since into one a value. Sums stay what they are, whoever reads meanwhile. */
export async function drawTalliesTogether(db: Kysely<Schema>): Promise<{ companies: number }> {
  const { rows: grown } = await asJobs(db, (trx) =>
    sql<{ company_id: string }>`
      SELECT company_id FROM client_tallies GROUP BY company_id HAVING count(*) > ${manyRows}`.execute(trx),
  );
  for (const { company_id } of grown) {
    // A transaction a company: nobody is kept waiting, and what was done stays done.
    await asJobs(db, (trx) =>
      sql`
        WITH drawn AS (DELETE FROM client_tallies WHERE company_id = ${company_id} RETURNING *)
        INSERT INTO client_tallies
        SELECT company_id, dimension, value, sum(clients) FROM drawn GROUP BY 1, 2, 3 HAVING sum(clients) <> 0`.execute(
        trx,
      ),
    );
  }
  return { companies: grown.length };
}
