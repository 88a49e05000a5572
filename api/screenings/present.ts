import { sql, type Transaction } from 'kysely';
import type { Screening, ScreeningMatch } from '#contract/screenings.ts';
import type { Schema } from '../database/schema.ts';
import type { MatchRow } from './match-store.ts';

type Trx = Transaction<Schema>;

function selectScreenings(trx: Trx) {
  return trx
    .selectFrom('screenings as s')
    .leftJoin('monitoring_runs as r', (join) =>
      join.onRef('r.company_id', '=', 's.company_id').onRef('r.id', '=', 's.run_id'),
    )
    .leftJoin('members as m', 'm.id', 's.requested_by')
    .select([
      's.id',
      's.client_id',
      's.trigger',
      's.status',
      's.query',
      's.threshold',
      's.dob_matching',
      's.checks',
      's.error',
      's.at',
      'm.name as requested_by',
      sql<Screening['lists'] | null>`coalesce(s.lists, r.lists)`.as('lists'),
      sql<string | null>`coalesce(s.algorithm, r.algorithm)`.as('algorithm'),
      sql<number>`(SELECT count(*) FROM screening_matches t
        WHERE t.company_id = s.company_id AND t.screening_id = s.id)`.as('found'),
      sql<number>`(SELECT count(*) FROM screening_matches t WHERE t.company_id = s.company_id
        AND t.screening_id = s.id AND t.status IN ('pending', 'possible'))`.as('undecided'),
      sql<number>`(SELECT count(*) FROM screening_matches t WHERE t.company_id = s.company_id
        AND t.screening_id = s.id AND t.status = 'truePositive')`.as('confirmed'),
      sql<string | null>`(SELECT t.alert_id FROM screening_matches t WHERE t.company_id = s.company_id
        AND t.screening_id = s.id LIMIT 1)`.as('alert_id'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectScreenings>['execute']>>[number];

function screeningOf(row: Selected): Screening {
  return {
    id: row.id,
    clientId: row.client_id,
    trigger: row.trigger,
    status: row.status,
    query: row.query,
    threshold: row.threshold,
    dobMatching: row.dob_matching,
    checks: row.checks,
    lists: row.lists ?? [],
    algorithm: row.algorithm,
    error: row.error,
    at: row.at,
    requestedBy: row.requested_by,
    matches: { total: row.found, undecided: row.undecided, confirmed: row.confirmed },
    alertId: row.alert_id,
  };
}

/** A screening of the transaction's company; an error where there is none, because a record points at it. */
export async function presentScreening(trx: Trx, id: string): Promise<Screening> {
  return screeningOf(await selectScreenings(trx).where('s.id', '=', id).executeTakeFirstOrThrow());
}

/** A client's screenings, newest first, one more than asked for where there is more. */
export async function screeningsOfClient(
  trx: Trx,
  clientId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Screening[]> {
  let query = selectScreenings(trx).where('s.client_id', '=', clientId);
  if (before !== undefined) query = query.where('s.id', '<', before);
  const rows = await query
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(screeningOf);
}

/** A match as the wire has it. @param deciders names by member. */
export function matchOf(row: MatchRow, deciders: ReadonlyMap<string, string>): ScreeningMatch {
  return {
    id: row.id,
    version: row.version,
    listName: row.list_name,
    listVersion: row.list_version,
    change: row.change,
    topics: row.topics,
    score: Number(row.score),
    features: row.features,
    entity: row.entity,
    status: row.status,
    reasonCode: row.reason_code,
    reason: row.reason,
    decidedBy: row.decided_by === null ? null : (deciders.get(row.decided_by) ?? ''),
    decidedAt: row.decided_at,
    foundAt: row.found_at,
  };
}

/** Matches as the wire has them, with the names of who decided them. */
export async function presentMatches(trx: Trx, rows: readonly MatchRow[]): Promise<ScreeningMatch[]> {
  const ids = [...new Set(rows.flatMap(({ decided_by }) => (decided_by === null ? [] : [decided_by])))];
  const deciders =
    ids.length === 0
      ? []
      : await trx.selectFrom('members').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(deciders.map(({ id, name }) => [id, name]));
  return rows.map((row) => matchOf(row, names));
}
