import type { Activity, ActivityInput } from '#contract/activities.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

/** A client's part in an activity, with the client's current status. */
export type PartyRecord = Omit<Activity['parties'][number], 'sanctions'>;

/** Parties of activities in their order, by the activity's id. */
export async function getParties(
  trx: Trx,
  activityIds: readonly string[],
): Promise<Map<string, PartyRecord[]>> {
  const parties = new Map<string, PartyRecord[]>(activityIds.map((id) => [id, []]));
  if (activityIds.length === 0) return parties;
  const rows = await trx
    .selectFrom('activity_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .select([
      'p.activity_id as activityId',
      'p.client_id as clientId',
      'c.display_name as name',
      'p.capacity',
      'c.client_type as clientType',
      'c.status as clientStatus',
      'c.cdd_status as cddStatus',
      'c.risk_level as riskLevel',
      'c.pep_status as pepStatus',
    ])
    .where('p.activity_id', 'in', [...activityIds])
    .orderBy('p.activity_id')
    .orderBy('p.position')
    .execute();
  for (const { activityId, ...party } of rows) parties.get(activityId)?.push(party);
  return parties;
}

/**
 * Keeps the parties of an activity, and further clients, from being locked by others until the transaction ends. Before the activity: what decides
 * about a client locks its activities after it, and a party added meanwhile would escape it. Others may refer to the same clients.
 */
export async function lockPartyClients(
  trx: Trx,
  activityId: string | null,
  clientIds: readonly string[] = [],
): Promise<void> {
  const current = await trx
    .selectFrom('activity_parties')
    .select('client_id')
    .where('activity_id', '=', activityId)
    .execute();
  const ids = [...clientIds, ...current.map(({ client_id }) => client_id)];
  if (ids.length === 0) return;
  await trx.selectFrom('clients').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute();
}

/** Adds the parties of a new activity. */
export async function insertParties(
  trx: Trx,
  companyId: string,
  activityId: string,
  parties: ActivityInput['parties'],
): Promise<void> {
  if (parties.length === 0) return;
  await trx
    .insertInto('activity_parties')
    .values(
      parties.map(({ clientId, capacity }, position) => ({
        company_id: companyId,
        activity_id: activityId,
        client_id: clientId,
        capacity,
        position,
      })),
    )
    .execute();
}

/** Replaces the parties. */
export async function replaceParties(
  trx: Trx,
  companyId: string,
  activityId: string,
  parties: ActivityInput['parties'],
): Promise<void> {
  await trx
    .deleteFrom('activity_parties')
    .where('company_id', '=', companyId)
    .where('activity_id', '=', activityId)
    .execute();
  await insertParties(trx, companyId, activityId, parties);
}
