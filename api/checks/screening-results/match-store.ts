import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { FindingContents } from '#rules/cdd-rule-packs/findings.ts';
import type { PepStatus, SanctionsStatus } from '#rules/clients/client-types.ts';
import type { PepOf } from '#rules/pep.ts';
import type { KnownMatch } from '#rules/screening-matches/match-carry-over.ts';
import type { ConfirmedMatch } from '#rules/screening-matches/match-effects.ts';
import type { FalsePositiveReason } from '#rules/screening-matches/match-labels.ts';
import { undecidedMatchStatuses } from '#rules/screening-matches/match-labels.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { ClientsTable } from '../../kernel/database/tables/client-tables.ts';
import type {
  ScreeningMatchesTable,
  ScreeningsTable,
} from '../../kernel/database/tables/monitoring-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

export type MatchRow = Selectable<ScreeningMatchesTable>;

/** All existing matches of these clients, by client. */
export async function knownMatches(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, KnownMatch[]>> {
  const known = new Map<string, KnownMatch[]>();
  if (clientIds.length === 0) return known;
  const rows = await trx
    .selectFrom('screening_matches')
    .select([
      'id',
      'client_id as clientId',
      'list_id as listId',
      'entity_id as entityId',
      'entity_revision as entityRevision',
      'round',
      'status',
      'score',
      'fingerprint',
    ])
    .where('client_id', 'in', [...clientIds])
    .execute();
  for (const { clientId, ...row } of rows) {
    const match: KnownMatch = { ...row, score: Number(row.score) };
    known.set(clientId, [...(known.get(clientId) ?? []), match]);
  }
  return known;
}

/** PostgreSQL permits 65,535 parameters per statement. */
const rowsPerStatement = 500;

function inChunks<Row>(rows: readonly Row[]): Row[][] {
  const pieces: Row[][] = [];
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    pieces.push(rows.slice(at, at + rowsPerStatement));
  return pieces;
}

export async function insertScreenings(
  trx: Trx,
  rows: readonly Insertable<ScreeningsTable>[],
): Promise<void> {
  for (const piece of inChunks(rows)) await trx.insertInto('screenings').values(piece).execute();
}

export async function insertMatches(
  trx: Trx,
  rows: readonly Insertable<ScreeningMatchesTable>[],
): Promise<void> {
  for (const piece of inChunks(rows)) await trx.insertInto('screening_matches').values(piece).execute();
}

/** Writes a screening again that did not run before. */
export async function rewriteScreening(
  trx: Trx,
  id: string,
  columns: Updateable<ScreeningsTable>,
): Promise<void> {
  await trx.updateTable('screenings').set(columns).where('id', '=', id).execute();
}

/** An undecided match is about the listed entity as it is now. */
export async function renewMatch(
  trx: Trx,
  id: string,
  columns: Pick<
    Insertable<ScreeningMatchesTable>,
    | 'entity_revision'
    | 'list_version'
    | 'topics'
    | 'regimes'
    | 'score'
    | 'features'
    | 'entity'
    | 'fingerprint'
  >,
): Promise<void> {
  await trx
    .updateTable('screening_matches')
    .set({ ...columns, change: 'updated', version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Matches of clients, with the columns that determine a client's status. */
export async function readConfirmedMatches(
  trx: Trx,
  clientIds: readonly string[],
): Promise<(ConfirmedMatch & { client_id: string })[]> {
  if (clientIds.length === 0) return [];
  return trx
    .selectFrom('screening_matches')
    .select(['client_id', 'status', 'topics', 'pep_of as pepOf'])
    .where('client_id', 'in', [...clientIds])
    .execute();
}

/** Number of undecided matches of a client and its related parties. */
export async function undecidedMatches(trx: Trx, clientId: string): Promise<number> {
  const { rows } = await sql<{ undecided: number }>`
    SELECT count(*) AS undecided FROM screening_matches m
     WHERE m.status IN ${literals(undecidedMatchStatuses)}
       AND (m.client_id = ${clientId}
         OR m.client_id IN (SELECT p.party_client_id FROM client_parties p
                             WHERE p.client_id = ${clientId} AND p.valid_to IS NULL))`.execute(trx);
  return rows[0]?.undecided ?? 0;
}

/** Matches first found by screenings, highest score first, by screening. */
export async function getScreeningMatches(
  trx: Trx,
  screeningIds: readonly string[],
): Promise<Map<string, MatchRow[]>> {
  if (screeningIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('screening_matches')
    .selectAll()
    .where('screening_id', 'in', [...screeningIds])
    .orderBy('score', 'desc')
    .orderBy('id')
    .execute();
  const found = new Map<string, MatchRow[]>();
  for (const row of rows) found.set(row.screening_id, [...(found.get(row.screening_id) ?? []), row]);
  return found;
}

/** Matches of an alert, likest first. `lock`: until the transaction ends. */
export function getAlertMatches(trx: Trx, alertId: string, lock = false): Promise<MatchRow[]> {
  const query = trx
    .selectFrom('screening_matches')
    .selectAll()
    .where('alert_id', '=', alertId)
    .orderBy('score', 'desc')
    .orderBy('id');
  return (lock ? query.forUpdate() : query).execute();
}

/** Type of the PEP whose family member or close associate a client is, as stored; null if none. */
export async function readPepFor(trx: Trx, clientId: string): Promise<Selectable<ClientsTable>['pep_of']> {
  const row = await trx
    .selectFrom('clients')
    .select('pep_of')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow();
  return row.pep_of;
}

/** The exposure in the finding recorded about a client; null without one. */
export async function readFoundExposure(
  trx: Trx,
  clientId: string,
): Promise<{ pepStatus: PepStatus; pepOf: PepOf | null } | null> {
  const row = await trx
    .selectFrom('client_findings')
    .select('content')
    .where('client_id', '=', clientId)
    .where('subject', '=', 'politicalExposure')
    .executeTakeFirst();
  // The contract has validated the content for its subject.
  const finding = row?.content as FindingContents['politicalExposure'] | undefined;
  return finding === undefined ? null : { pepStatus: finding.pepStatus, pepOf: finding.pepOf };
}

/** Saves the statuses derived from matches of a client. */
export async function saveStatus(
  trx: Trx,
  clientId: string,
  {
    sanctionsStatus,
    pepStatus,
    pepOf,
  }: {
    sanctionsStatus: SanctionsStatus;
    pepStatus: PepStatus;
    pepOf: PepOf | null;
  },
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ sanctions_status: sanctionsStatus, pep_status: pepStatus, pep_of: pepOf })
    .where('id', '=', clientId)
    .execute();
}

/** A match of the transaction's company, or null. */
export async function readMatch(trx: Trx, id: string): Promise<MatchRow | null> {
  const row = await trx.selectFrom('screening_matches').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Decision about a match. */
export interface Verdict {
  status: 'falsePositive' | 'truePositive' | 'possible';
  reasonCode: FalsePositiveReason | null;
  reason: string | null;
  /** Kind of the PEP of a true match; null for others. */
  pepOf: PepOf | null;
}

/** Saves the decision about a locked match. `by`: the member who decided. */
export async function writeVerdict(
  trx: Trx,
  match: MatchRow,
  { status, reasonCode, reason, pepOf }: Verdict,
  { by, at }: { by: string; at: string },
): Promise<void> {
  const isDecided = status !== 'possible';
  await trx
    .updateTable('screening_matches')
    .set({
      status,
      reason_code: isDecided ? reasonCode : null,
      reason: isDecided ? reason : null,
      pep_of: status === 'truePositive' ? pepOf : null,
      decided_by: isDecided ? by : null,
      decided_at: isDecided ? at : null,
      version: match.version + 1,
    })
    .where('id', '=', match.id)
    .execute();
}

/**
 * Resolves the screenings of an alert's matches. Later screenings that found the same matches await the same decision: they are
 * resolved with it, once the client has no undecided matches.
 */
export async function resolveScreenings(trx: Trx, matches: readonly MatchRow[]): Promise<void> {
  const clientIds = [...new Set(matches.map(({ client_id }) => client_id))];
  const waiting = trx
    .selectFrom('screening_matches')
    .select('client_id')
    .where('client_id', 'in', clientIds)
    .where('status', 'in', undecidedMatchStatuses);
  await trx
    .updateTable('screenings')
    .set({ status: 'resolved' })
    .where('client_id', 'in', clientIds)
    .where('status', '=', 'needsReview')
    .where(({ eb, or }) =>
      or([
        eb(
          'id',
          'in',
          matches.map(({ screening_id }) => screening_id),
        ),
        eb('client_id', 'not in', waiting),
      ]),
    )
    .execute();
}
