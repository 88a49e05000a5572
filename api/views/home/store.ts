import { type RawBuilder, sql } from 'kysely';
import type { ClientListItem } from '#contract/clients/client-record.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { readHome } from '#contract/views/home.ts';
import { maxBulkClients } from '#rules/clients/client-batches.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { isUnmonitored } from '../../records/clients/list/list-store.ts';
import { sanctionsTagged } from '../../records/sanctions/store.ts';

type Home = EndpointResponse<typeof readHome>;

const visibleClients = 10;

/** The clients that were created last. */
export async function newestClients(trx: Trx): Promise<ClientListItem[]> {
  const rows = await trx
    .selectFrom('clients as c')
    .leftJoin('members as m', 'm.id', 'c.responsible_member_id')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select([
      'c.id',
      'c.display_name as displayName',
      'c.kind',
      'c.client_type as clientType',
      'c.status',
      'c.external_id as externalId',
      'c.responsible_member_id',
      'm.name as responsibleName',
      'c.risk_level as riskLevel',
      'c.cdd_status as cddStatus',
      'c.cdd_level as cddLevel',
      'c.pep_status as pepStatus',
      's.tag as sanctions',
      'c.next_review_due_on as nextReviewDueOn',
      'c.created_at as createdAt',
    ])
    .where('c.status', '!=', 'merged')
    .orderBy('c.id', 'desc')
    .limit(visibleClients)
    .execute();
  return rows.map(({ responsible_member_id: id, responsibleName, ...row }) => ({
    ...row,
    locality: null,
    responsible: id === null ? null : { id, name: responsibleName ?? '' },
  }));
}

/**
 * Drafts from imported files: all, those without a relationship owner, and those in no worklist; and all imported clients. Each is counted up to the
 * number that a bulk action takes, by the indexes of imported clients.
 */
export async function countImportedDrafts(trx: Trx): Promise<Home['importedDrafts']> {
  const count = (condition: RawBuilder<unknown>) =>
    readCappedCount(trx, sql`SELECT FROM clients c WHERE c.imported AND ${condition}`, maxBulkClients);
  const isDraft = sql`c.status = 'draft'`;
  const total = await count(isDraft);
  // Without drafts, which is usual, nothing else is shown.
  if (total.count === 0) return { total, withoutOwner: total, unmonitored: total, imported: total };
  return {
    total,
    withoutOwner: await count(sql`${isDraft} AND c.responsible_member_id IS NULL`),
    unmonitored: await count(sql`${isDraft} AND ${isUnmonitored}`),
    imported: await count(sql`c.status <> 'merged'`),
  };
}
