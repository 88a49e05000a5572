import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { EvidenceGap } from '#contract/cdd/evidence-gaps.ts';
import type { CappedCount } from '#contract/clients/client-record.ts';
import { waivedUnderAllLawsBefore } from '#rules/cdd-rule-packs/commencement.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { type RankRange, rankedRange, readCappedCount } from '../../kernel/database/keyset.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { isWaivedBefore, showsPreCommencement } from '../../records/clients/source-documents-store.ts';
import type { CompanyFacts } from '../../records/company-settings/store.ts';
import { sanctionsTagged } from '../../records/sanctions/store.ts';

/** Facts of a company that determine which of its clients are pre-commencement clients. */
export type GapCompany = Pick<CompanyFacts, 'regulatedIn'> & RegulatedCompany;

const rank: RawBuilder<number | null> =
  sql`evidence_gap_rank(c.status, c.cdd_status, c.cdd_decided_at, c.risk_level)`;

/** Whether all laws of the company waive initial CDD for clients `c`. NZ s14(1)(c); AU s36. */
export function isInitialCddWaived({ regulatedIn, ...company }: GapCompany): RawBuilder<boolean> {
  return isWaivedBefore('c', waivedUnderAllLawsBefore(regulatedIn, company));
}

/** The start day by which a client can be relieved: null if no day relieves it. */
const relief: RawBuilder<string | null> =
  sql`evidence_gap_relief(c.cdd_status, c.pre_commencement, c.relationship_started_on)`;

const isNeverRelieved: RawBuilder<boolean> = sql`(${rank} IS NOT NULL AND ${relief} IS NULL)`;

/** Clients whose start day would relieve them, but is too late under a law of the company, or shown by no document. */
function isNotRelieved({ regulatedIn, ...company }: GapCompany): RawBuilder<boolean> {
  const before = waivedUnderAllLawsBefore(regulatedIn, company);
  if (before === null) return sql`(${rank} IS NOT NULL AND ${relief} IS NOT NULL)`;
  return sql`(${rank} IS NOT NULL AND ${relief} IS NOT NULL
    AND (${relief} >= ${before}::date OR NOT ${showsPreCommencement('c', before)}))`;
}

/** Why clients `c` of the list are on it. */
export const listReason = sql<
  EvidenceGap['why']
>`CASE WHEN c.cdd_decided_at IS NULL THEN 'approvedBefore' ELSE 'refreshDue' END`;

/**
 * Whether clients `c` are to be approved: verified or activated before evidence was required, or approved and due again. Those whose initial CDD is waived need not be verified to remain
 * clients, and are listed only if they are.
 */
export function hasEvidenceGap(company: GapCompany): RawBuilder<boolean> {
  return sql`(${isNeverRelieved} OR ${isNotRelieved(company)})`;
}

/** A client of the list, before its outstanding requirements are evaluated. */
export type GapRow = Omit<EvidenceGap, 'outstanding'> & { rank: number };

const inRankOrder = (place: RankRange['place']) => rankedRange(rank, sql`c.id`, place);

/** One part of the list as clients `c` in its order, from a place on: each part has an index of its own. */
function partOf(isListed: RawBuilder<boolean>, { place, limit }: RankRange): RawBuilder<unknown> {
  const { isBeyond, order } = inRankOrder(place);
  return sql`(SELECT c.* FROM clients c WHERE ${isListed} AND ${isBeyond} ORDER BY ${order} LIMIT ${limit})`;
}

/** Clients of the list from a place on, forwards or backwards; the riskiest first when read forwards. */
export function selectGaps(trx: Trx, company: GapCompany, range: RankRange) {
  const parts = sql<Selectable<Schema['clients']>>`(${partOf(isNeverRelieved, range)}
    UNION ALL ${partOf(isNotRelieved(company), range)})`;
  return trx
    .selectFrom(parts.as<'c'>(sql.ref('c')))
    .leftJoin('members as m', 'm.id', 'c.responsible_member_id')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select([
      'c.id as clientId',
      'c.display_name as name',
      's.tag as sanctions',
      'c.status',
      'c.cdd_status as cddStatus',
      'c.risk_level as riskLevel',
      listReason.as('why'),
      'c.refresh_causes as causes',
      'm.name as responsibleName',
      rank.$castTo<number>().as('rank'),
    ])
    .orderBy(inRankOrder(range.place).order)
    .limit(range.limit);
}

/** The same, read. */
export function readGaps(trx: Trx, company: GapCompany, range: RankRange): Promise<GapRow[]> {
  return selectGaps(trx, company, range).execute();
}

/** Number of clients in the list. `max`: limit of the count. */
export function countGaps(trx: Trx, company: GapCompany, max?: number): Promise<CappedCount> {
  const parts = sql`SELECT FROM clients c WHERE ${isNeverRelieved} UNION ALL SELECT FROM clients c WHERE ${isNotRelieved(company)}`;
  return readCappedCount(trx, parts, max);
}

/** Number of the list's clients approved on evidence since. */
export function countClosedGaps(trx: Trx): Promise<CappedCount> {
  return readCappedCount(trx, sql`SELECT FROM cdd_decisions d WHERE d.closes_gap`);
}
