import type { Trx } from '../database/tables/schema.ts';

/**
 * Events of records of one type, newest first, before an event's number, at most `limit`; optionally only some
 * `actions`.
 */
export function readRecordEvents(
  trx: Trx,
  records: {
    companyId: string;
    resourceType: string;
    resourceIds: readonly string[];
    actions?: readonly string[];
    before: number | undefined;
    limit: number;
  },
) {
  const { companyId, resourceType, resourceIds, actions, before, limit } = records;
  let query = trx
    .selectFrom('audit_events as e')
    .leftJoin('audit_details as d', 'd.id', 'e.detail_id')
    // Actor ids are text, because an actor may be a job or a link.
    .leftJoin('members as m', (join) =>
      join.on((on) => on(on.cast<string>('m.id', 'text'), '=', on.ref('e.actor_id'))),
    )
    .select(['e.seq', 'e.at', 'e.action', 'e.actor_type', 'm.name as member_name', 'd.detail'])
    .where('e.chain', '=', companyId)
    .where('e.resource_type', '=', resourceType)
    .where('e.resource_id', 'in', [...resourceIds])
    .orderBy('e.seq', 'desc')
    .limit(limit);
  if (actions !== undefined) query = query.where('e.action', 'in', [...actions]);
  if (before !== undefined) query = query.where('e.seq', '<', before);
  return query.execute();
}

/** Numbers of a chain's events of some types of record, read from `audit_events_by_resource` alone. */
export async function readSeqsOfTypes(trx: Trx, chain: string, types: readonly string[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('audit_events')
    .select('seq')
    .where('chain', '=', chain)
    .where('resource_type', 'in', [...types])
    .execute();
  return rows.map(({ seq }) => seq);
}
