import type { Trx } from '../../kernel/database/tables/schema.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';

const selectRequests = (trx: Trx) =>
  trx
    .selectFrom('privacy_requests as q')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'q.company_id').onRef('c.id', '=', 'q.client_id'),
    )
    .innerJoin('members as r', 'r.id', 'q.recorded_by')
    .leftJoin('members as e', 'e.id', 'q.extended_by')
    .leftJoin('members as d', 'd.id', 'q.decided_by')
    .leftJoin('members as s', 's.id', 'q.statement_by')
    .selectAll('q')
    .select([
      'c.display_name as client_name',
      'r.name as recorded_name',
      'e.name as extended_name',
      'd.name as decided_name',
      's.name as statement_name',
    ]);

export type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number];

/** The newest requests before an id, of one client or of all. */
export async function readRequests(
  trx: Trx,
  { before, clientId, limit }: { before?: string | undefined; clientId?: string; limit: number },
): Promise<RequestRow[]> {
  let query = selectRequests(trx).orderBy('q.id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('q.id', '<', before);
  if (clientId !== undefined) query = query.where('q.client_id', '=', clientId);
  return query.execute();
}

/** One request; null if not found. */
export async function readRequestRow(trx: Trx, id: string): Promise<RequestRow | null> {
  return (await selectRequests(trx).where('q.id', '=', id).executeTakeFirst()) ?? null;
}

export const requests = recordStore({
  table: 'privacy_requests',
  noun: 'request',
  read: readRequestRow,
  stamps: noStamps,
});
