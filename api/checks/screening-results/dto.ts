import type { ScreeningMatch } from '#contract/monitoring/screenings.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { readMemberNames } from '../../records/team/name-store.ts';
import type { MatchRow } from './match-store.ts';

/** A match as the wire has it. @param deciders names by member. */
function getMatch(row: MatchRow, deciders: ReadonlyMap<string, string>): ScreeningMatch {
  return {
    id: row.id,
    version: row.version,
    listName: row.list_name,
    listVersion: row.list_version,
    change: row.change,
    topics: row.topics,
    regimes: row.regimes,
    score: Number(row.score),
    features: row.features,
    entity: row.entity,
    status: row.status,
    reasonCode: row.reason_code,
    reason: row.reason,
    pepOf: row.pep_of,
    decidedBy: row.decided_by === null ? null : (deciders.get(row.decided_by) ?? ''),
    decidedAt: row.decided_at,
    foundAt: row.found_at,
  };
}

/** Matches in wire format, with the names of the deciding members. */
export async function toMatchDtos(trx: Trx, rows: readonly MatchRow[]): Promise<ScreeningMatch[]> {
  const ids = [...new Set(rows.flatMap(({ decided_by }) => (decided_by === null ? [] : [decided_by])))];
  const names = await readMemberNames(trx, ids);
  return rows.map((row) => getMatch(row, names));
}
