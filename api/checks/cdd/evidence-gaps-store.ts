import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { EvidenceGap } from '#contract/cdd/evidence-gaps.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { sanctionsTagged } from '../../records/sanctions/store.ts';

type Trx = Transaction<Schema>;

/**
 * Rank of a client among those that were verified or onboarded before evidence was required: 1 to 4, highest risk first, and null for all
 * others. Equals the expression of its index. `client`: the alias of the clients table.
 */
export function evidenceGapRank(client: string): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${client}.${name}`);
  return sql<
    number | null
  >`evidence_gap_rank(${column('status')}, ${column('cdd_status')}, ${column('cdd_decided_at')},
    ${column('pre_commencement')}, ${column('risk_level')})`;
}

/** A client of the list, before its outstanding requirements are evaluated. */
export type GapRow = Omit<EvidenceGap, 'outstanding'> & { rank: number };

export type GapPlace = { rank: number; id: string; backward: boolean };

const isGap = sql<boolean>`${evidenceGapRank('c')} IS NOT NULL`;

/** Clients of the list from a place on, forwards or backwards; the riskiest first when read forwards. */
export function selectGaps(trx: Trx, { place, limit }: { place?: GapPlace | undefined; limit: number }) {
  const direction = place?.backward ? 'desc' : 'asc';
  const rank = evidenceGapRank('c');
  let query = trx
    .selectFrom('clients as c')
    .leftJoin('members as m', 'm.id', 'c.responsible_member_id')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select([
      'c.id as clientId',
      'c.display_name as name',
      's.tag as sanctions',
      'c.status',
      'c.cdd_status as cddStatus',
      'c.risk_level as riskLevel',
      'm.name as responsibleName',
      rank.$castTo<number>().as('rank'),
    ])
    .where(isGap)
    .orderBy(rank, direction)
    .orderBy('c.id', direction)
    .limit(limit);
  if (place !== undefined) {
    const beyond = sql.raw(place.backward ? '<' : '>');
    query = query.where(sql<boolean>`(${rank}, c.id) ${beyond} (${place.rank}::integer, ${place.id}::uuid)`);
  }
  return query;
}

/** The same, read. */
export function readGaps(trx: Trx, page: Parameters<typeof selectGaps>[1]): Promise<GapRow[]> {
  return selectGaps(trx, page).execute();
}

/** Number of clients in the list. `max`: limit of the count. */
export function countGaps(trx: Trx, max?: number): Promise<CappedCount> {
  return readCappedCount(trx, sql`SELECT FROM clients c WHERE ${isGap}`, max);
}

/** Number of the list's clients approved on evidence since. */
export function countClosedGaps(trx: Trx): Promise<CappedCount> {
  return readCappedCount(trx, sql`SELECT FROM cdd_decisions d WHERE d.closes_gap`);
}
