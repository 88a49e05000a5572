import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { riskLevels } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type {
  IndividualVerificationsTable,
  VerificationChecksTable,
  VerificationDocumentsTable,
} from '../../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import {
  countsAsIdentity,
  identityChangedSince,
  isExceptionMissing,
} from '../../../records/clients/identity-evidence-store.ts';

type VerificationRow = Selectable<IndividualVerificationsTable> & {
  created_by_name: string;
  /** The membership that the person who started it has today. */
  creator_present_id: string;
  updated_by_name: string | null;
  decided_by_name: string | null;
  exception_approved_by_name: string | null;
  /** Whether the person who started it approved the exception, under any membership. */
  exception_by_one: boolean;
  exception_missing: boolean;
  identity_changed_on: CalendarDate | null;
  /** Whether it is evidence of the client's identity, until it expires. */
  counts_as_identity: boolean;
  /** The company's day of the decision. */
  decided_on: CalendarDate | null;
};
export type DocumentRow = Selectable<VerificationDocumentsTable> & { added_by_name: string };
export type CheckRow = Selectable<VerificationChecksTable>;

/** A verification with the documents, checks and events of its current and earlier rounds. */
export interface StoredVerification {
  row: VerificationRow;
  /** Documents of the current round, excluding removed ones. */
  documents: DocumentRow[];
  /** Of the current round, oldest first. */
  checks: CheckRow[];
}

function selectVerifications(trx: Trx) {
  return trx
    .selectFrom('individual_verifications as v')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .innerJoin('members as creator', 'creator.id', 'v.created_by')
    .leftJoin('members as updater', 'updater.id', 'v.updated_by')
    .leftJoin('members as decider', 'decider.id', 'v.decided_by')
    .leftJoin('members as approver', 'approver.id', 'v.exception_approved_by')
    .selectAll('v')
    .select([
      'creator.name as created_by_name',
      sql<string>`present_member(v.created_by)`.as('creator_present_id'),
      'updater.name as updated_by_name',
      'decider.name as decided_by_name',
      'approver.name as exception_approved_by_name',
      sql<boolean>`coalesce(present_member(v.exception_approved_by) = present_member(v.created_by), false)`.as(
        'exception_by_one',
      ),
      isExceptionMissing.as('exception_missing'),
      identityChangedSince('c', 'individual').as('identity_changed_on'),
      countsAsIdentity('c', 'individual').as('counts_as_identity'),
      sql<CalendarDate | null>`to_char(v.decided_at AT TIME ZONE
        (SELECT o.time_zone FROM companies o WHERE o.id = v.company_id), 'YYYY-MM-DD')`.as('decided_on'),
    ]);
}

/** A verification of the transaction's company, or null. */
export async function readVerificationById(trx: Trx, id: string): Promise<StoredVerification | null> {
  const row = (await selectVerifications(trx).where('v.id', '=', id).executeTakeFirst()) as
    | VerificationRow
    | undefined;
  return row === undefined ? null : ((await withContents(trx, [row]))[0] ?? null);
}

/** Verifications with the documents and checks of their current rounds, each kind of record read once for all of them. */
async function withContents(trx: Trx, rows: readonly VerificationRow[]): Promise<StoredVerification[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const documents = await trx
    .selectFrom('verification_documents as d')
    .innerJoin('members as m', 'm.id', 'd.added_by')
    .selectAll('d')
    .select('m.name as added_by_name')
    .where('d.verification_id', 'in', ids)
    .where('d.removed_at', 'is', null)
    .orderBy('d.id')
    .execute();
  const checks = await trx
    .selectFrom('verification_checks')
    .selectAll()
    .where('verification_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const isCurrent = (one: { verification_id: string; round: number }) =>
      one.verification_id === row.id && one.round === row.round;
    const own = documents.filter(isCurrent);
    const ownIds = new Set(own.map(({ id }) => id));
    // Findings of removed documents do not count; they remain in the timeline.
    const counts = ({ document_id: id }: { document_id: string | null }) => id === null || ownIds.has(id);
    return { row, documents: own, checks: checks.filter((check) => isCurrent(check) && counts(check)) };
  });
}

/**
 * The verifications on a day that count as evidence of the identity of these clients, of those rated above the lowest level, at which no rule
 * demands more than before the rating.
 */
export async function readCountingVerifications(
  trx: Trx,
  clientIds: readonly string[],
  on: CalendarDate,
): Promise<StoredVerification[]> {
  if (clientIds.length === 0) return [];
  const rows = await selectVerifications(trx)
    .where('v.client_id', 'in', [...clientIds])
    .where('c.risk_level', '<>', riskLevels[0])
    .where(countsAsIdentity('c', 'individual'))
    .where((has) =>
      has.or([has('v.evidence_expires_on', 'is', null), has('v.evidence_expires_on', '>=', on)]),
    )
    .orderBy('v.id')
    .execute();
  return withContents(trx, rows as VerificationRow[]);
}

/** The same with the row locked until the transaction ends, which serialises commands on one verification. */
export async function lockVerification(trx: Trx, id: string): Promise<StoredVerification | null> {
  await trx.selectFrom('individual_verifications').select('id').where('id', '=', id).forUpdate().execute();
  return readVerificationById(trx, id);
}

export async function insertVerification(
  trx: Trx,
  row: Insertable<IndividualVerificationsTable>,
): Promise<void> {
  await trx.insertInto('individual_verifications').values(row).execute();
}

/** Updates a locked verification and increments its version. */
export async function changeVerification(
  trx: Trx,
  id: string,
  columns: Updateable<IndividualVerificationsTable>,
  { at, by }: { at: Date; by: string | null },
): Promise<void> {
  await trx
    .updateTable('individual_verifications')
    .set({ ...columns, version: sql`version + 1`, updated_at: at.toISOString(), updated_by: by })
    .where('id', '=', id)
    .execute();
}

/** Columns that withdraw the approval of an exception before the decision, because the evidence changes; none once it is decided. */
export function withoutApproval({
  decision,
}: Pick<StoredVerification['row'], 'decision'>): Updateable<IndividualVerificationsTable> {
  return decision === null ? unapproved : {};
}

/** No approval of an exception. */
export const unapproved = {
  exception_approved_by: null,
  exception_approved_at: null,
  exception_approval_reason: null,
  exception_ends_on: null,
  exception_approved_for: null,
  exception_identity_hash: null,
} as const;

/** Acquires or releases the lease for querying. The version stays, because no member edited anything. */
export async function updateCheckLease(
  trx: Trx,
  id: string,
  columns: Pick<Updateable<IndividualVerificationsTable>, 'leased_until' | 'next_try_at'>,
): Promise<void> {
  await trx.updateTable('individual_verifications').set(columns).where('id', '=', id).execute();
}

export async function insertChecks(
  trx: Trx,
  rows: readonly Insertable<VerificationChecksTable>[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('verification_checks')
      .values([...rows])
      .execute();
}

/** An activity of the company's by id, for a verification done for it. */
export async function readActivityLine(trx: Trx, id: string) {
  return trx
    .selectFrom('activities')
    .select(['id', 'reference', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}
