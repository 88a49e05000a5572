import type { Trx } from '../../../kernel/database/tables/schema.ts';

/** A client’s roles at other clients, and the activities with it, oldest first. */
export async function readRolesElsewhere(trx: Trx, clientId: string) {
  const roles = await trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .select([
      'c.display_name as of',
      'p.roles',
      'p.direct_percent as directPercent',
      'p.valid_from as validFrom',
      'p.valid_to as validTo',
    ])
    .where('p.party_client_id', '=', clientId)
    .orderBy('p.id')
    .execute();
  const activities = await trx
    .selectFrom('activity_parties as p')
    .innerJoin('activities as a', (join) =>
      join.onRef('a.company_id', '=', 'p.company_id').onRef('a.id', '=', 'p.activity_id'),
    )
    .select(['a.reference', 'a.name', 'p.capacity', 'a.status'])
    .where('p.client_id', '=', clientId)
    .orderBy('a.id')
    .execute();
  return { roles, activities };
}
