import type { Kysely } from 'kysely';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import { cddStatuses, displayStatuses, riskLevels } from '#rules/clients/client-types.ts';
import { addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { ClientTalliesTable } from '../../kernel/database/tables/compliance-export-tables.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { compactTallies, readCompaniesWithTallies, readTallies } from './tallies-store.ts';

type Home = EndpointResponse<typeof readHome>;
type Figures = Pick<Home, 'clientsByStatus' | 'unassignedTotal' | 'figures'>;

const visibleMonths = 12;

/** `2026-11` and the eleven months after it. */
function monthsFrom(today: CalendarDate): string[] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: visibleMonths }, (_, ahead) => addMonths(first, ahead).slice(0, 7));
}

/** Figures of the company's clients, summed from counters: as fast for a hundred thousand clients as for a hundred. */
export async function readFigures(trx: Trx, today: CalendarDate): Promise<Figures> {
  const rows = await readTallies(trx);
  const sums = new Map(
    rows.map(({ dimension, value, clients }) => [`${dimension} ${value}`, Number(clients)]),
  );
  const of = (dimension: ClientTalliesTable['dimension'], value: string) =>
    sums.get(`${dimension} ${value}`) ?? 0;
  const total = (count: number) => ({ count, capped: false });
  const months = monthsFrom(today);
  const reviews = rows.filter(({ dimension }) => dimension === 'review');
  const sumBy = (isIn: (month: string) => boolean) =>
    reviews.filter(({ value }) => isIn(value)).reduce((sum, { clients }) => sum + Number(clients), 0);
  return {
    clientsByStatus: displayStatuses.map((status) => ({ status, total: total(of('status', status)) })),
    unassignedTotal: total(of('unassigned', 'all')),
    figures: {
      byRisk: ([...riskLevels, 'none'] as const).map((key) => ({ key, clients: of('risk', key) })),
      byCdd: cddStatuses.map((key) => ({ key, clients: of('cdd', key) })),
      reviews: {
        earlier: sumBy((month) => month < (months[0] ?? '')),
        months: months.map((month) => ({ month, clients: of('review', month) })),
        later: sumBy((month) => month > (months.at(-1) ?? '')),
      },
    },
  };
}

/** Number of rows from which a company's counters are compacted; summing fewer is cheap. */
const manyRows = 300;

/** Merges the counter rows that statements have added into one per value. Sums do not change for concurrent readers. */
export async function compactClientCounters(db: Kysely<Schema>): Promise<{ companies: number }> {
  const grown = await asJobs(db, (trx) => readCompaniesWithTallies(trx, manyRows));
  for (const companyId of grown) {
    // One transaction per company: locks are short, and completed companies stay done.
    await asJobs(db, (trx) => compactTallies(trx, companyId));
  }
  return { companies: grown.length };
}
