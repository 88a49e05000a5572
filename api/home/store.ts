import { sql, type Transaction } from 'kysely';
import type { CappedCount } from '#contract/clients.ts';
import { type ClientStatus, clientStatuses } from '#rules/client-types.ts';
import { countClients, countLimit, type ListRow, listPage } from '../clients/list-store.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** Clients that are on their way: what has to be done before a client is active, or declined. */
const inWork = ['draft', 'onboarding'] as const satisfies readonly ClientStatus[];

/** How many clients there are in each status, every status named. */
export async function clientsByStatus(trx: Trx): Promise<{ status: ClientStatus; total: CappedCount }[]> {
  const { rows } = await sql<{ status: ClientStatus; total: number }>`
    SELECT asked.status, counted.total
      FROM unnest(${[...clientStatuses]}::text[]) WITH ORDINALITY AS asked (status, place)
     CROSS JOIN LATERAL (
       SELECT count(*) AS total FROM (SELECT FROM clients c WHERE c.status = asked.status LIMIT ${countLimit + 1}) AS seen
     ) AS counted
     ORDER BY asked.place`.execute(trx);
  return rows.map(({ status, total }) => ({
    status,
    total: { count: Math.min(total, countLimit), capped: total > countLimit },
  }));
}

/** The oldest clients in work that a member is responsible for, and how many there are. */
export async function clientsInWork(
  trx: Trx,
  memberId: string,
  shown: number,
): Promise<{ rows: ListRow[]; total: CappedCount }> {
  const lists = [];
  // One after the other: a transaction has one connection. There are two statuses.
  for (const status of inWork) {
    const query = {
      filters: { status, responsible: memberId },
      sort: 'oldest' as const,
      search: undefined,
      place: undefined,
    };
    lists.push(await listPage(trx, { ...query, limit: shown }));
  }
  const rows = lists.flatMap((list) => list.rows).sort((a, b) => (a.id < b.id ? -1 : 1));
  const count = lists.reduce((sum, { total }) => sum + total.count, 0);
  return {
    rows: rows.slice(0, shown),
    total: {
      count: Math.min(count, countLimit),
      capped: count > countLimit || lists.some(({ total }) => total.capped),
    },
  };
}

/** How many clients nobody is responsible for. */
export function unassignedClients(trx: Trx): Promise<CappedCount> {
  return countClients(trx, { responsible: 'none' });
}

/** The clients that were created last. */
export async function newestClients(trx: Trx, shown: number): Promise<ListRow[]> {
  const page = await listPage(trx, {
    filters: {},
    sort: 'newest',
    search: undefined,
    place: undefined,
    limit: shown,
  });
  return page.rows;
}
