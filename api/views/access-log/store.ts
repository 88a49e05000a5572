import { sql } from 'kysely';
import type { AccessFilters } from '#contract/access-log.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** Openings of the transaction's company, newest first, before one of them; one more than `limit` if there are more. */
export async function readOpenings(
  trx: Trx,
  {
    companyId,
    timeZone,
    filters: { who, kind, record, from, to },
    before,
    limit,
  }: {
    companyId: string;
    timeZone: string;
    filters: AccessFilters;
    before: string | undefined;
    limit: number;
  },
) {
  const dayStart = (day: string, plusDays = 0) =>
    sql<string>`((${day}::date + ${plusDays}::integer)::timestamp AT TIME ZONE ${timeZone})`;
  let query = trx
    .selectFrom('read_events as r')
    .leftJoin('members as m', (join) =>
      join.onRef('m.company_id', '=', 'r.company_id').onRef('m.id', '=', 'r.member_id'),
    )
    .leftJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'r.company_id').onRef('c.id', '=', 'r.resource_id'),
    )
    .leftJoin('activities as a', (join) =>
      join.onRef('a.company_id', '=', 'r.company_id').onRef('a.id', '=', 'r.resource_id'),
    )
    .leftJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'r.company_id').onRef('d.id', '=', 'r.resource_id'),
    )
    .select([
      'r.event_id as id',
      'r.at',
      'r.member_id',
      'm.name as member_name',
      'r.member_role as role',
      'r.resource_type as type',
      'r.resource_id',
      sql<string | null>`coalesce(c.display_name, a.name, d.file_name)`.as('name'),
      'r.session_id as session',
      'r.client_address as address',
    ])
    .where('r.company_id', '=', companyId)
    .orderBy('r.event_id', 'desc')
    .limit(limit + 1);
  if (who !== undefined) query = query.where('r.member_id', '=', who);
  if (kind !== undefined) query = query.where('r.resource_type', '=', kind);
  if (record !== undefined) query = query.where('r.resource_id', '=', record);
  if (from !== undefined) query = query.where('r.at', '>=', dayStart(from));
  if (to !== undefined) query = query.where('r.at', '<', dayStart(to, 1));
  if (before !== undefined) query = query.where('r.event_id', '<', before);
  return query.execute();
}
