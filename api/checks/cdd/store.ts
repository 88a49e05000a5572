import { sql, type Updateable } from 'kysely';
import type { Diligence } from '#contract/cdd/cdd.ts';
import type { EvidenceGap } from '#contract/cdd/evidence-gaps.ts';
import type { SourceDocument } from '#rules/cdd-rule-packs/entity-information.ts';
import type { RefreshCause } from '#rules/clients/client-refresh.ts';
import type { CddLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { monthsAfterOffice, type PepOf } from '#rules/pep.ts';
import type { ClientsTable, StoredCddReason } from '../../kernel/database/tables/client-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { identityChangedOn, identityEvidenceUntil } from '../../records/clients/identity-evidence-store.ts';
import { preCommencementDocuments, sourceDocuments } from '../../records/clients/source-documents-store.ts';
import { latestDecision } from './decision-store.ts';
import { type GapCompany, hasEvidenceGap, listReason } from './evidence-gaps-store.ts';

/** A client's lifecycle data beyond the fields of every screen. */
export interface CddStatusRow {
  relationshipEndedOn: string | null;
  exception: { reason: string; endsOn: string; by: string } | null;
  /** Type of the PEP whose family member or close associate the client is, if known. */
  pepOf: PepOf | null;
  /** Last day on which the client's identity evidence is valid; null without a current verification. */
  identityVerifiedUntil: string | null;
  /** Documents on record that a finding about the client can name as an independent source. */
  sourceDocuments: SourceDocument[];
  /** Documents added to a client marked as one of before commencement, which can show it; empty for others. */
  preCommencementDocuments: SourceDocument[];
  /** The day on which the client's name, birth date or number last changed after it was verified. */
  identityChangedOn: string | null;
  /** While the client is in review: the membership that the person who sent it has today. */
  submittedBy: string | null;
  /** Why the client is on the list of those to be approved; null if it is not. */
  toBeApproved: EvidenceGap['why'] | null;
  /** What made CDD due again since its last approval. */
  refreshCauses: RefreshCause[];
  /** The latest approval of the client's CDD. */
  decision: Diligence['decision'];
  /** Reasons of the saved level of CDD. */
  savedReasons: StoredCddReason[];
  /** Which records the client has at all, so that there is nothing else to read of it. */
  has: { parties: boolean; matches: boolean; fundsLines: boolean };
}

const currentOnly = {
  client_parties: sql` AND r.valid_to IS NULL`,
  screening_matches: sql``,
  funds_lines: sql` AND r.withdrawn_at IS NULL`,
} as const;

/** Whether a client `c` has current records of a kind. */
const exists = (table: keyof typeof currentOnly) => sql<boolean>`EXISTS (
  SELECT FROM ${sql.table(table)} r WHERE r.company_id = c.company_id AND r.client_id = c.id${currentOnly[table]})`;

/** Status of a client of the company, or null. */
export async function readCddStatusRow(
  trx: Trx,
  company: GapCompany,
  clientId: string,
): Promise<CddStatusRow | null> {
  return (await readCddStatusRows(trx, company, [clientId])).get(clientId) ?? null;
}

/** Status of each of these clients of the company. */
export async function readCddStatusRows(
  trx: Trx,
  company: GapCompany,
  clientIds: readonly string[],
): Promise<Map<string, CddStatusRow>> {
  const rows = await trx
    .selectFrom('clients as c')
    .leftJoin('members as m', 'm.id', 'c.cdd_exception_by')
    .select([
      'c.id',
      'c.cdd_status as cddStatus',
      'c.relationship_ended_on as relationshipEndedOn',
      'c.cdd_exception_reason as reason',
      'c.cdd_exception_ends_on as endsOn',
      'm.name as by',
      'c.pep_of as pepOf',
      sql<string | null>`present_member(c.cdd_submitted_by)`.as('submittedBy'),
      sql<EvidenceGap['why'] | null>`CASE WHEN ${hasEvidenceGap(company)} THEN ${listReason} END`.as(
        'to_be_approved',
      ),
      'c.refresh_causes as refreshCauses',
      identityEvidenceUntil('c').as('identityVerifiedUntil'),
      identityChangedOn('c').as('identityChangedOn'),
      sourceDocuments('c').as('sourceDocuments'),
      preCommencementDocuments('c').as('preCommencementDocuments'),
      latestDecision.as('decision'),
      'c.cdd_reasons as savedReasons',
      exists('client_parties').as('parties'),
      exists('screening_matches').as('matches'),
      exists('funds_lines').as('fundsLines'),
    ])
    .where('c.id', 'in', [...clientIds])
    .execute();
  return new Map(
    rows.map(({ id, cddStatus, reason, endsOn, by, to_be_approved: toBeApproved, ...row }) => {
      const { parties, matches, fundsLines, ...status } = row;
      const isExcepted = cddStatus === 'exceptionApproved' && reason !== null && endsOn !== null;
      const exception = isExcepted ? { reason, endsOn, by: by ?? '' } : null;
      return [id, { ...status, exception, toBeApproved, has: { parties, matches, fundsLines } }];
    }),
  );
}

/** Columns written by a client's transitions. */
export type CddStatusColumns = Pick<
  Updateable<ClientsTable>,
  | 'status'
  | 'cdd_status'
  | 'relationship_started_on'
  | 'relationship_ended_on'
  | 'relationship_end_known_from'
  | 'retain_until'
  | 'cdd_exception_reason'
  | 'cdd_exception_ends_on'
  | 'cdd_exception_by'
  | 'cdd_submitted_by'
  | 'cdd_decided_at'
  | 'refresh_causes'
  | 'pep_status'
  | 'pep_of'
>;

/** Records that one person lowered the CDD level by a finding, because no one else was eligible. */
export async function writeLoweredByOne(
  { trx, at }: { trx: Trx; at: string },
  clientId: string,
): Promise<void> {
  await trx.updateTable('clients').set({ cdd_lowered_by_one_at: at }).where('id', '=', clientId).execute();
}

/** Writes the levels of due diligence that apply, and why, in one statement. */
export async function writeLevels(
  trx: Trx,
  levels: readonly { clientId: string; level: CddLevel; reasons: readonly StoredCddReason[] }[],
): Promise<void> {
  if (levels.length === 0) return;
  await sql`UPDATE clients c SET cdd_level = l.level, cdd_reasons = l.reasons
    FROM jsonb_to_recordset(${JSON.stringify(levels)}::jsonb) AS l ("clientId" uuid, level text, reasons jsonb)
   WHERE c.id = l."clientId"`.execute(trx);
}

/**
 * Makes CDD due again for clients whose exception's last day was before a day.
 * @returns the clients with that last day.
 */
export async function endExceptionsBefore(
  trx: Trx,
  day: CalendarDate,
  limit: number,
): Promise<{ id: string; endsOn: CalendarDate | null }[]> {
  const ended = await trx
    .selectFrom('clients')
    .select(['id', 'cdd_exception_ends_on as endsOn'])
    .where('cdd_status', '=', 'exceptionApproved')
    .where('cdd_exception_ends_on', '<', day)
    .where('status', '!=', 'merged')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  if (ended.length === 0) return [];
  await trx
    .updateTable('clients')
    .set({
      cdd_status: 'refreshDue',
      cdd_exception_reason: null,
      cdd_exception_ends_on: null,
      cdd_exception_by: null,
      refresh_causes: ['exceptionEnded'],
      version: sql`version + 1`,
    })
    .where(
      'id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute();
  return ended;
}

/**
 * Locks clients, after an id, whose CDD level depends on a PEP status, their own or a related party's, from an office that ended longer ago
 * than New Zealand law counts it. Clients with a further exposure are included too. NZ s5.
 * @param on the day in the company's time zone.
 */
export async function lockFormerPeps(
  trx: Trx,
  { on, after, limit }: { on: CalendarDate; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH lapsed AS (
      SELECT client_id FROM client_findings
       WHERE subject = 'politicalExposure' AND content ->> 'officeEndedOn' IS NOT NULL
         AND (content ->> 'officeEndedOn')::date + make_interval(months => ${monthsAfterOffice}) < ${on}::date
    )
    SELECT c.id FROM clients c
     WHERE c.id > ${after}::uuid AND c.status <> 'merged' AND c.cdd_reasons @> ${JSON.stringify([{ code: 'nz.cdd.pep' }])}::jsonb
       AND c.id IN (
         SELECT client_id FROM lapsed
         UNION
         SELECT p.client_id FROM client_parties p JOIN lapsed ON lapsed.client_id = p.party_client_id
          WHERE p.valid_to IS NULL)
     ORDER BY c.id LIMIT ${limit} FOR UPDATE OF c`.execute(trx);
  return rows.map(({ id }) => id);
}

interface LastChange {
  lastOn: CalendarDate;
  afterBusinessDays: number;
}

/**
 * Day of the last activity of a client or one of its activities, and the business days after which the company's policy counts it as
 * inactive.
 * @param timeZone the company's, which determines the day.
 * @throws Error if the client belongs to another company.
 */
export async function readLastChange(trx: Trx, timeZone: string, clientId: string): Promise<LastChange> {
  const { rows } = await sql<LastChange>`
    SELECT to_char(greatest(c.updated_at,
             (SELECT max(a.updated_at) FROM activity_parties p
                JOIN activities a ON a.company_id = p.company_id AND a.id = p.activity_id
               WHERE p.company_id = c.company_id AND p.client_id = c.id)
           ) AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS "lastOn",
           (o.policy->>'dormantAfterBusinessDays')::integer AS "afterBusinessDays"
      FROM clients c JOIN companies o ON o.id = c.company_id
     WHERE c.id = ${clientId}`.execute(trx);
  const [last] = rows;
  if (last === undefined) throw new Error('A client that was just read is gone.');
  return last;
}
