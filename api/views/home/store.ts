import { sql, type Transaction } from 'kysely';
import type { CappedCount, ClientListItem } from '#contract/clients/client-record.ts';
import { maxCountedWork } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { isUnmonitored } from '../../records/clients/list/list-store.ts';
import { sanctionsTagged } from '../../records/sanctions/store.ts';

type Trx = Transaction<Schema>;

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

/** Drafts from imported files: all, those without a relationship owner, and those in no worklist. Counted up to the limit. */
export async function countImportedDrafts(
  trx: Trx,
): Promise<{ total: CappedCount; withoutOwner: CappedCount; unmonitored: CappedCount }> {
  const { rows } = await sql<{ total: number; without_owner: number; unmonitored: number }>`
    SELECT count(*)::integer AS total,
      count(*) FILTER (WHERE c.responsible_member_id IS NULL)::integer AS without_owner,
      count(*) FILTER (WHERE ${isUnmonitored})::integer AS unmonitored
    FROM (SELECT company_id, id, responsible_member_id FROM clients
      WHERE imported AND status = 'draft' LIMIT ${sql.lit(maxCountedWork + 1)}) c`.execute(trx);
  const { total = 0, without_owner = 0, unmonitored = 0 } = rows[0] ?? {};
  const capped = total > maxCountedWork;
  const toCount = (counted: number): CappedCount => ({ count: Math.min(counted, maxCountedWork), capped });
  return {
    total: toCount(total),
    withoutOwner: toCount(without_owner),
    unmonitored: toCount(unmonitored),
  };
}
