import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { TimelineEntry } from '#contract/individual-verifications/verification-record.ts';
import { riskLevels } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type {
  IndividualVerificationsTable,
  VerificationChecksTable,
  VerificationDocumentsTable,
} from '../../../kernel/database/tables/individual-verification-tables.ts';
import {
  countsAsIdentity,
  identityChangedSince,
  isExceptionMissing,
} from '../../../records/clients/identity-evidence-store.ts';
import type { TimelineActor, Trx } from './deps.ts';

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

export async function insertDocument(trx: Trx, row: Insertable<VerificationDocumentsTable>): Promise<void> {
  await trx.insertInto('verification_documents').values(row).execute();
}

/** Removes a document; its row stays without the encrypted data. */
export async function removeDocumentRow(trx: Trx, id: string, at: Date): Promise<void> {
  await trx
    .updateTable('verification_documents')
    .set({ removed_at: at.toISOString(), sealed: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes the full numbers of a verification's documents, which are no longer needed. */
export async function forgetNumbers(trx: Trx, verificationId: string): Promise<void> {
  await trx
    .updateTable('verification_documents')
    .set({ sealed: null })
    .where('verification_id', '=', verificationId)
    .where('sealed', 'is not', null)
    .execute();
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

export interface NewEvent {
  kind: TimelineEntry['kind'];
  text: string;
  by: TimelineActor;
}

/** Adds sentences to a timeline, in their order. */
export async function insertEvents(
  trx: Trx,
  { companyId, verificationId, at }: { companyId: string; verificationId: string; at: Date },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto('verification_events')
    .values(
      events.map(({ kind, text, by }, seq) => ({
        company_id: companyId,
        // Preserves the order of events with the same instant.
        id: uuidv7({ msecs: at.getTime(), seq }),
        verification_id: verificationId,
        at: at.toISOString(),
        kind,
        text,
        actor_type: by.type,
        actor_id: by.type === 'member' ? by.id : null,
      })),
    )
    .execute();
}

/** Most sentences that a page shows; a verification with more has been tried hundreds of times. */
const maxEvents = 500;

/** Timeline, oldest first. */
export async function readTimeline(trx: Trx, verificationId: string) {
  return trx
    .selectFrom('verification_events as e')
    .leftJoin('members as m', 'm.id', 'e.actor_id')
    .select(['e.at', 'e.kind', 'e.text', 'e.actor_type', 'm.name as actor_name'])
    .where('e.verification_id', '=', verificationId)
    .orderBy('e.id')
    .limit(maxEvents)
    .execute();
}

export interface SameDocument {
  number_hmac: string;
  client_id: string;
  display_name: string;
}

/** Other clients with documents of these fingerprints. */
export async function clientsWithSameDocuments(
  trx: Trx,
  { clientId, fingerprints }: { clientId: string; fingerprints: readonly string[] },
): Promise<SameDocument[]> {
  if (fingerprints.length === 0) return [];
  const rows = await trx
    .selectFrom('verification_documents as d')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'd.company_id').onRef('c.id', '=', 'd.client_id'),
    )
    .select(['d.number_hmac', 'd.client_id', 'c.display_name'])
    .distinct()
    .where('d.number_hmac', 'in', [...fingerprints])
    .where('d.removed_at', 'is', null)
    .where('d.client_id', '<>', clientId)
    .orderBy('c.display_name')
    .limit(100)
    .execute();
  return rows as SameDocument[];
}

/** A page of a client's verifications, newest first, each with the documents of its current round. */
export async function verificationPage(
  trx: Trx,
  { clientId, before, limit }: { clientId: string; before: string | undefined; limit: number },
) {
  let query = trx
    .selectFrom('individual_verifications as v')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .leftJoin('members as m', 'm.id', 'v.decided_by')
    .select([
      'v.id',
      'v.round',
      'v.method',
      'v.status',
      'v.machine_result',
      'v.decision',
      'v.decided_by',
      'm.name as decided_by_name',
      'v.verified_at',
      'v.evidence_expires_on',
      'v.rules',
      'v.reliance',
      identityChangedSince('c', 'individual').as('identity_changed_on'),
      isExceptionMissing.as('exception_missing'),
      'v.created_at',
    ])
    .where('v.client_id', '=', clientId);
  if (before !== undefined) query = query.where('v.id', '<', before);
  const rows = await query.orderBy('v.id', 'desc').limit(limit).execute();
  if (rows.length === 0) return [];
  const documents = await trx
    .selectFrom('verification_documents')
    .select(['verification_id', 'round', 'type', 'number_masked'])
    .where(
      'verification_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    documents: documents.filter(
      ({ verification_id, round }) => verification_id === row.id && round === row.round,
    ),
  }));
}

/** Records a provider's event; false if it was already processed. */
export async function claimCallbackEvent(
  trx: Trx,
  event: { companyId: string; eventId: string; at: Date },
): Promise<boolean> {
  const taken = await trx
    .insertInto('verification_callbacks')
    .values({ company_id: event.companyId, event_id: event.eventId, received_at: event.at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Deletes some of the provider's events received before an instant; runs as `assay_jobs`.
 * @returns the number deleted
 */
export async function deleteOldCallbacks(
  trx: Trx,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`DELETE FROM verification_callbacks WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM verification_callbacks WHERE received_at < ${before} LIMIT ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}

/** An activity of the company's by id, for a verification done for it. */
export async function readActivityLine(trx: Trx, id: string) {
  return trx
    .selectFrom('activities')
    .select(['id', 'reference', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Verifications of all companies whose next step is due, longest waiting first; runs as `assay_jobs`. */
export async function dueVerifications(
  trx: Trx,
  { now, limit }: { now: string; limit: number },
): Promise<{ companyId: string; id: string }[]> {
  const rows = await trx
    .selectFrom('individual_verifications')
    .select(['company_id', 'id'])
    .where('next_try_at', '<=', now)
    .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<=', now)]))
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ company_id, id }) => ({ companyId: company_id, id }));
}
