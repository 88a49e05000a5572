import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { EvidenceGap } from '#contract/cdd/evidence-gaps.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { type RegulatedCompany, waivedUnderAllLawsBefore } from '#rules/cdd-rule-packs/commencement.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { CompanyFacts } from '../../records/company-settings/store.ts';
import { sanctionsTagged } from '../../records/sanctions/store.ts';

type Trx = Transaction<Schema>;

/** Facts of a company that determine which of its clients are pre-commencement clients. */
export type GapCompany = Pick<CompanyFacts, 'regulatedIn'> & RegulatedCompany;

const rank: RawBuilder<number | null> =
  sql`evidence_gap_rank(c.status, c.cdd_status, c.cdd_decided_at, c.risk_level)`;

/**
 * Whether all laws of the company waive initial CDD for clients `c`: marked as pre-commencement clients, and the start day of the relationship
 * confirms it. NZ s14(1)(c); AU s36.
 */
export function isInitialCddWaived({ regulatedIn, ...company }: GapCompany): RawBuilder<boolean> {
  const before = waivedUnderAllLawsBefore(regulatedIn, company);
  return before === null
    ? sql`false`
    : sql`(c.pre_commencement AND coalesce(c.relationship_started_on < ${before}::date, false))`;
}

/**
 * Whether clients `c` were verified or activated before evidence was required. Those whose initial CDD is waived need not be verified to remain
 * clients, and are listed only if they are.
 */
export function hasEvidenceGap(company: GapCompany): RawBuilder<boolean> {
  return sql`(${rank} IS NOT NULL AND NOT (c.cdd_status <> 'verified' AND ${isInitialCddWaived(company)}))`;
}

/** A client of the list, before its outstanding requirements are evaluated. */
export type GapRow = Omit<EvidenceGap, 'outstanding'> & { rank: number };

export type GapPlace = { rank: number; id: string; backward: boolean };

/** Clients of the list from a place on, forwards or backwards; the riskiest first when read forwards. */
export function selectGaps(
  trx: Trx,
  company: GapCompany,
  { place, limit }: { place?: GapPlace | undefined; limit: number },
) {
  const direction = place?.backward ? 'desc' : 'asc';
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
    .where(hasEvidenceGap(company))
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
export function readGaps(
  trx: Trx,
  company: GapCompany,
  page: Parameters<typeof selectGaps>[2],
): Promise<GapRow[]> {
  return selectGaps(trx, company, page).execute();
}

/** Number of clients in the list. `max`: limit of the count. */
export function countGaps(trx: Trx, company: GapCompany, max?: number): Promise<CappedCount> {
  return readCappedCount(trx, sql`SELECT FROM clients c WHERE ${hasEvidenceGap(company)}`, max);
}

/** Number of the list's clients approved on evidence since. */
export function countClosedGaps(trx: Trx): Promise<CappedCount> {
  return readCappedCount(trx, sql`SELECT FROM cdd_decisions d WHERE d.closes_gap`);
}
