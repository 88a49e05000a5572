import { sql } from 'kysely';
import { maxPartySteps } from '#rules/clients/client-parties.ts';
import { gapKey, misreadProblems, type ScreeningGap } from '#rules/required-lists.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { type ScreenedClient, screeningSubject } from '#rules/screening/screening-subject.ts';
import { literals } from '../../kernel/database/literals.ts';
import type {
  ClientsTable,
  StoredBusiness,
  StoredIndividual,
} from '../../kernel/database/tables/client-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';

type SubjectRow = Pick<
  ClientsTable,
  'id' | 'kind' | 'nzbn' | 'abn' | 'acn' | 'arbn' | 'nz_company_number'
> & {
  individual: StoredIndividual | null;
  business: StoredBusiness | null;
};

const columns = sql`c.id, c.kind, c.individual, c.business, c.nzbn, c.abn, c.acn, c.arbn, c.nz_company_number`;

function getClient(row: SubjectRow): ScreenedClient {
  const { individual, business } = row;
  const numbers: [string | null, string][] = [
    [row.nzbn, 'NZL'],
    [row.nz_company_number, 'NZL'],
    [row.abn, 'AUS'],
    [row.acn, 'AUS'],
    [row.arbn, 'AUS'],
  ];
  return {
    id: row.id,
    kind: row.kind,
    individual: individual && {
      givenNames: individual.givenNames,
      middleNames: individual.middleNames,
      familyName: individual.familyName,
      otherNames: [...individual.otherNames, ...(individual.tradingNames ?? [])],
      dateOfBirth: individual.dateOfBirth,
      citizenships: individual.citizenships,
      residenceCountry: individual.residenceCountry,
    },
    business: business && {
      legalName: business.legalName,
      tradingNames: business.tradingNames,
      registrationCountry: business.registrationCountry,
    },
    identifiers: numbers.flatMap(([number, country]) => (number === null ? [] : [{ number, country }])),
  };
}

const getSubject = (row: SubjectRow): ScreeningSubject => screeningSubject(getClient(row));

/** Clients as screening subjects, by id. */
export async function readSubjects(trx: Trx, ids: readonly string[]): Promise<ScreeningSubject[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SubjectRow>`
    SELECT ${columns} FROM clients c WHERE c.id = ANY (${[...ids]}::uuid[]) ORDER BY c.id`.execute(trx);
  return rows.map(getSubject);
}

/** Condition: the client is a party, at any remove, of a client enrolled in the worklist. */
const belongsToEnrolled = (worklistId: number) => sql`
  EXISTS (
    WITH RECURSIVE above (client_id, step) AS (
      SELECT p.client_id, 1 FROM client_parties p
       WHERE p.company_id = c.company_id AND p.party_client_id = c.id AND p.valid_to IS NULL
      UNION
      SELECT p.client_id, above.step + 1
        FROM above JOIN client_parties p
          ON p.company_id = c.company_id AND p.party_client_id = above.client_id AND p.valid_to IS NULL
       WHERE above.step < ${maxPartySteps}
    )
    SELECT FROM above JOIN monitoring_enrolments e
      ON e.company_id = c.company_id AND e.client_id = above.client_id
   WHERE e.worklist_id = ${worklistId} AND e.status = 'active')`;

/** Condition: the client is enrolled in the worklist, or is a related party of one that is. */
const isMonitoredBy = (worklistId: number) => sql`
  (EXISTS (
     SELECT FROM monitoring_enrolments e
      WHERE e.company_id = c.company_id AND e.client_id = c.id AND e.worklist_id = ${worklistId}
        AND e.status = 'active')
   OR ${belongsToEnrolled(worklistId)})`;

/**
 * Subjects of a worklist by id: enrolled clients, and their parties at any remove, without duplicates.
 * @param after the last id of the previous page.
 */
export async function monitoredSubjects(
  trx: Trx,
  { worklistId, after, limit }: { worklistId: number; after: string | null; limit: number },
): Promise<ScreeningSubject[]> {
  const { rows } = await sql<SubjectRow>`
    SELECT ${columns} FROM clients c
     WHERE ${after === null ? sql`true` : sql`c.id > ${after}`}
       AND ${isMonitoredBy(worklistId)}
     ORDER BY c.id
     LIMIT ${limit}`.execute(trx);
  return rows.map(getSubject);
}

/**
 * Some subjects of a worklist whose last full screening lacked other lists than `gaps`, which a screening would resolve
 * now; by id, after the last of the previous page. Gaps are compared without since and why, which screening again does
 * not change.
 */
export async function incompletelyScreened(
  trx: Trx,
  {
    worklistId,
    gaps,
    after,
    limit,
  }: { worklistId: number; gaps: readonly ScreeningGap[]; after: string | null; limit: number },
): Promise<ScreeningSubject[]> {
  const { rows } = await sql<SubjectRow>`
    SELECT ${columns} FROM clients c
     WHERE ${after === null ? sql`true` : sql`c.id > ${after}`}
       AND c.screening_gaps <> '[]'
       AND NOT (c.screening_gaps @> ${JSON.stringify(gaps.map(gapKey))}::jsonb
            AND jsonb_array_length(c.screening_gaps) = ${gaps.length})
       AND ${isMonitoredBy(worklistId)}
     ORDER BY c.id
     LIMIT ${limit}`.execute(trx);
  return rows.map(getSubject);
}

/**
 * Takes gaps of misread lists from subjects of a worklist that was compared with what reading these lists again changed, so that only what
 * changed is screened against. Without another gap they are clear, unless they have a match or their details changed since.
 *
 * @param remaining gaps of the lists in use now, which stay
 * @returns the last id of the page; null if there are no more
 */
export async function closeMisreadGaps(
  trx: Trx,
  {
    worklistId,
    remaining,
    after,
    limit,
  }: { worklistId: number; remaining: readonly ScreeningGap[]; after: string | null; limit: number },
): Promise<string | null> {
  const isClosed = sql`gap ->> 'problem' IN ${literals(misreadProblems)}
    AND NOT EXISTS (SELECT FROM jsonb_array_elements(${JSON.stringify(remaining.map(gapKey))}::jsonb) AS open (key) WHERE gap @> key)`;
  const { rows } = await sql<{ id: string }>`
    WITH page AS (
      SELECT c.id, (SELECT coalesce(jsonb_agg(gap ORDER BY place) FILTER (WHERE NOT (${isClosed})), '[]')
                      FROM jsonb_array_elements(c.screening_gaps) WITH ORDINALITY AS known (gap, place)) AS remaining
        FROM clients c
       WHERE ${after === null ? sql`true` : sql`c.id > ${after}`}
         AND c.screening_gaps <> '[]'
         AND EXISTS (SELECT FROM jsonb_array_elements(c.screening_gaps) AS known (gap) WHERE ${isClosed})
         AND ${isMonitoredBy(worklistId)}
       ORDER BY c.id LIMIT ${limit} FOR UPDATE OF c)
    UPDATE clients c SET screening_gaps = page.remaining,
        sanctions_status = CASE WHEN page.remaining = '[]' AND c.sanctions_status = 'incomplete' AND NOT c.screening_outdated
          THEN 'clear' ELSE c.sanctions_status END
      FROM page WHERE page.id = c.id
    RETURNING c.id`.execute(trx);
  const ids = rows.map(({ id }) => id).sort();
  return ids.length < limit ? null : (ids.at(-1) ?? null);
}

/** Clients of a worklist not screened since their enrolment, with their direct parties. */
export async function newlyEnrolledSubjects(
  trx: Trx,
  { worklistId, limit }: { worklistId: number; limit: number },
): Promise<{ clientIds: string[]; subjects: ScreeningSubject[] }> {
  const enrolled = await trx
    .selectFrom('monitoring_enrolments')
    .select('client_id')
    .where('worklist_id', '=', worklistId)
    .where('status', '=', 'active')
    .where('first_run_at', 'is', null)
    .orderBy('client_id')
    .limit(limit)
    .execute();
  const clientIds = enrolled.map(({ client_id }) => client_id);
  return { clientIds, subjects: await readSubjects(trx, await withParties(trx, clientIds)) };
}

/** Clients and their parties at any remove, without duplicates. */
export async function withParties(trx: Trx, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE watched (id, step) AS (
      SELECT asked.id, 0 FROM unnest(${[...clientIds]}::uuid[]) AS asked (id)
      UNION
      SELECT p.party_client_id, watched.step + 1
        FROM watched JOIN client_parties p ON p.client_id = watched.id AND p.valid_to IS NULL
       WHERE watched.step < ${maxPartySteps}
    )
    SELECT DISTINCT id FROM watched ORDER BY id`.execute(trx);
  return rows.map(({ id }) => id);
}
