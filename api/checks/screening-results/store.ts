import { sql } from 'kysely';
import type { Screening } from '#contract/monitoring/screenings.ts';
import { heldLevels } from '#rules/client-merging/merging.ts';
import type { PepStatus, RiskLevel, SanctionsStatus } from '#rules/clients/client-types.ts';
import { unmatchedSanctionsStatuses } from '#rules/clients/client-types.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { PepOf } from '#rules/pep.ts';
import type { ScreeningGap } from '#rules/required-lists.ts';
import { getSanctionsStatus } from '#rules/screening-matches/match-effects.ts';
import { undecidedMatchStatuses } from '#rules/screening-matches/match-labels.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { lockClients } from '../../records/clients/record/store.ts';

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
        AND t.screening_id = s.id AND t.status IN ${literals(undecidedMatchStatuses)})`.as('undecided'),
      sql<number>`(SELECT count(*) FROM screening_matches t WHERE t.company_id = s.company_id
        AND t.screening_id = s.id AND t.status = 'truePositive')`.as('confirmed'),
      // An undecided match found by an earlier screening is decided in that screening's alert.
      sql<string | null>`coalesce(
        (SELECT t.alert_id FROM screening_matches t WHERE t.company_id = s.company_id
            AND t.screening_id = s.id LIMIT 1),
        (SELECT t.alert_id FROM screening_matches t WHERE s.status = 'needsReview' AND t.company_id = s.company_id
            AND t.client_id = s.client_id AND t.status IN ${literals(undecidedMatchStatuses)} ORDER BY t.id LIMIT 1))`.as(
        'alert_id',
      ),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectScreenings>['execute']>>[number];

function getScreening(row: Selected): Screening {
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

/** A screening of the transaction's company; throws if it does not exist, because a record refers to it. */
export async function readScreening(trx: Trx, id: string): Promise<Screening> {
  return getScreening(await selectScreenings(trx).where('s.id', '=', id).executeTakeFirstOrThrow());
}

/** A client's screenings, newest first, one more than the limit if there is more. */
export async function getClientScreenings(
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
  return rows.map(getScreening);
}

/** Clients that have this client as a current related party, the first ten by name. */
export async function getPartyClients(
  trx: Trx,
  partyClientId: string,
): Promise<{ id: string; name: string; roles: Schema['client_parties']['roles'] }[]> {
  const rows = await trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .select(['c.id', 'c.display_name', 'p.roles'])
    .where('p.party_client_id', '=', partyClientId)
    .where('p.valid_to', 'is', null)
    .orderBy('c.display_name')
    .limit(10)
    .execute();
  return rows.map(({ id, display_name: name, roles }) => ({ id, name, roles }));
}

/** Status of a client without matches, by the lists that the screening lacked. */
const unmatched = (gaps: readonly ScreeningGap[]) =>
  getSanctionsStatus([], { wasScreened: true, before: 'clear', gaps });

const hasOtherGaps = (gaps: readonly ScreeningGap[]) =>
  sql<boolean>`screening_gaps <> ${JSON.stringify(gaps)}::jsonb`;

/**
 * Locks the clients that a screening writes, all in one order: those with hits, and the others whose status or gaps
 * change.
 */
export async function lockScreened(
  trx: Trx,
  { withHits, others }: { withHits: readonly string[]; others: readonly string[] },
  gaps: readonly ScreeningGap[],
): Promise<void> {
  const ids = [...withHits];
  if (others.length > 0) {
    const changing = await trx
      .selectFrom('clients')
      .select('id')
      .where('id', 'in', [...others])
      .where((where) =>
        where.or([
          hasOtherGaps(gaps),
          where('screening_outdated', '=', true),
          where.and([
            where('sanctions_status', 'in', unmatchedSanctionsStatuses),
            where('sanctions_status', '!=', unmatched(gaps)),
          ]),
        ]),
      )
      .execute();
    ids.push(...changing.map(({ id }) => id));
  }
  if (ids.length > 0) await lockClients(trx, ids);
}

/** The clients among these that were not screened since their name, birth date or number changed. */
export async function readOutdated(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', [...ids])
    .where('screening_outdated', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks a client as not screened by its details: of what was found, only its matches count. */
export async function markOutdated(trx: Trx, id: string): Promise<void> {
  const matched = sql<boolean>`sanctions_status NOT IN ${literals(unmatchedSanctionsStatuses)}`;
  await trx
    .updateTable('clients')
    .set({
      screening_outdated: true,
      sanctions_status: sql<SanctionsStatus>`CASE WHEN ${matched} THEN sanctions_status ELSE 'notChecked' END`,
      screening_gaps: sql<string>`CASE WHEN ${matched} THEN screening_gaps ELSE '[]'::jsonb END`,
    })
    .where('id', '=', id)
    .execute();
}

/** Marks clients as screened with their current details. */
export async function markScreened(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('clients')
    .set({ screening_outdated: false })
    .where('id', 'in', [...ids])
    .where('screening_outdated', '=', true)
    .execute();
}

/** Returns true if a client was not screened since its name, birth date or number changed. */
export async function isScreeningOutdated(trx: Trx, clientId: string): Promise<boolean> {
  return (await readOutdated(trx, [clientId])).length > 0;
}

/** Marks clients without a match as clear, or as screened incompletely. A client whose details changed meanwhile stays unscreened. */
export async function finaliseScreened(
  trx: Trx,
  ids: readonly string[],
  gaps: readonly ScreeningGap[],
): Promise<void> {
  if (ids.length === 0) return;
  const status = unmatched(gaps);
  await trx
    .updateTable('clients')
    .set({ sanctions_status: status })
    .where('id', 'in', [...ids])
    .where('sanctions_status', 'in', unmatchedSanctionsStatuses)
    .where('sanctions_status', '!=', status)
    .where('screening_outdated', '=', false)
    .execute();
}

/** Saves the lists that clients' screenings lacked. */
export async function writeScreeningGaps(
  trx: Trx,
  ids: readonly string[],
  gaps: readonly ScreeningGap[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('clients')
    .set({ screening_gaps: JSON.stringify(gaps) })
    .where('id', 'in', [...ids])
    .where(hasOtherGaps(gaps))
    .execute();
}

/** The company's countries, which determine the required lists. */
export async function readRegulatedIn(trx: Trx, companyId: string): Promise<Jurisdiction[]> {
  const row = await trx
    .selectFrom('companies')
    .select('regulated_in')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.regulated_in;
}

/** Sanctions statuses of clients, each with the gaps of its last full screening. */
export async function readSanctionsStatuses(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; before: SanctionsStatus; gaps: ScreeningGap[] }[]> {
  return trx
    .selectFrom('clients')
    .select(['id', 'sanctions_status as before', 'screening_gaps as gaps'])
    .where('id', 'in', [...ids])
    .execute();
}

export async function writeSanctionsStatus(
  trx: Trx,
  ids: readonly string[],
  status: SanctionsStatus,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('clients')
    .set({ sanctions_status: status })
    .where('id', 'in', [...ids])
    .where('sanctions_status', '!=', status)
    .execute();
}

/** The PEP statuses of clients. */
export async function readPepStatuses(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; pepStatus: PepStatus; pepOf: PepOf | null }[]> {
  const rows = await trx
    .selectFrom('clients')
    .select(['id', 'pep_status', 'pep_of'])
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id, pep_status, pep_of }) => ({ id, pepStatus: pep_status, pepOf: pep_of }));
}

/** The risk levels on record of clients, each with that of the assessment in force. */
export async function readRiskLevels(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; level: RiskLevel | null; assessed: RiskLevel | null }[]> {
  const rows = await trx
    .selectFrom('clients as c')
    .leftJoin('risk_assessments as a', (join) =>
      join.onRef('a.company_id', '=', 'c.company_id').onRef('a.id', '=', 'c.current_risk_assessment_id'),
    )
    .select(['c.id', 'c.risk_level', 'a.final_level'])
    .where('c.id', 'in', [...ids])
    .execute();
  return rows.map(({ id, risk_level, final_level }) => ({ id, level: risk_level, assessed: final_level }));
}

/**
 * The highest risk level of records that were merged into clients, with the record's name, until an assessment of the client that was
 * submitted after the merge is approved: an earlier one did not weigh what was merged. Levels that hold nothing are skipped.
 */
export async function readHeldRisks(
  trx: Trx,
  ids: readonly string[],
): Promise<{ id: string; level: RiskLevel; name: string }[]> {
  const { rows } = await sql<{ id: string; level: RiskLevel; name: string }>`
    SELECT DISTINCT ON (c.id) c.id, m.risk_level AS level, m.display_name AS name
      FROM clients m
      JOIN clients c ON c.company_id = m.company_id AND c.id = m.merged_into_id
      LEFT JOIN risk_assessments a ON a.company_id = c.company_id AND a.id = c.current_risk_assessment_id
     WHERE m.merged_into_id = ANY (${[...ids]}::uuid[]) AND m.risk_level IN ${literals(heldLevels)}
       AND (a.submitted_at IS NULL OR a.submitted_at < m.merged_at)
     ORDER BY c.id, m.risk_level, m.id`.execute(trx);
  return rows;
}

export async function writeRiskLevel(trx: Trx, id: string, level: RiskLevel | null): Promise<void> {
  await trx.updateTable('clients').set({ risk_level: level }).where('id', '=', id).execute();
}
