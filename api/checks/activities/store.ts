import { sql } from 'kysely';
import { inRecheckOrder, type RecheckCause } from '#rules/activities/activity-recheck.ts';
import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';
import {
  type ActivityDetails,
  type ActivityRow,
  type FirstDays,
  getRowDetails,
  toFirstDays,
} from './activity-record.ts';
import { getParties, type PartyRecord } from './parties-store.ts';

export interface StoredActivity {
  details: ActivityDetails;
  parties: PartyRecord[];
  firstDays: FirstDays;
  /** Why it is to be rechecked, and since when. */
  recheck: { causes: RecheckCause[]; dueAt: string } | null;
  /** Facts that its outcome and its senior manager's approval relied on; null where there is none, or it is not known. */
  reliedOn: { outcome: DecisionFacts | null; seniorApproval: DecisionFacts | null };
}

const recordColumns = [
  'a.id',
  'a.version',
  'a.reference',
  'a.name',
  'a.activity_type',
  'a.captured_service',
  'a.captured_activity_nz',
  'a.designated_service_au',
  'a.outside_scope_nz',
  'a.outside_scope_au',
  'a.no_service_reason',
  'a.nature',
  'a.purpose',
  'a.status',
  'a.held_from',
  'a.hold_reason',
  'a.outcome',
  'a.outcome_relied_on',
  'a.max_transaction_value',
  'a.currency',
  'a.cash_expected',
  'a.funds_countries',
  'a.source_of_funds',
  'a.address',
  'a.exchange_on',
  'a.exchange_first_on',
  'a.settlement_on',
  'a.settlement_first_agreed_on',
  'a.service_started_on',
  'a.service_first_started_on',
  'a.delayed_cdd_basis',
  'a.delayed_cdd_ground',
  'a.delayed_cdd_risk_limits',
  'a.delayed_cdd_due_on',
  'a.delayed_cdd_first_due_on',
  'a.delayed_cdd_recorded_by',
  'a.delayed_cdd_approved_by',
  'a.delayed_cdd_approved_at',
  'a.assignee_member_id',
  'a.reviewer_member_id',
  'a.external_id',
  'a.risk_level',
  'a.current_risk_assessment_id',
  'a.senior_approved_by',
  'a.senior_approved_at',
  'a.senior_relied_on',
  'a.copy_of_id',
  'a.recheck_causes',
  'a.recheck_due_at',
  'a.completed_at',
  'a.snapshot_hash',
  'a.created_at',
  'a.created_by',
  'a.updated_at',
  'a.updated_by',
] as const;

function selectActivities(trx: Trx) {
  return trx
    .selectFrom('activities as a')
    .leftJoin('members as assignee', 'assignee.id', 'a.assignee_member_id')
    .leftJoin('members as reviewer', 'reviewer.id', 'a.reviewer_member_id')
    .leftJoin('members as senior', 'senior.id', 'a.senior_approved_by')
    .leftJoin('members as delay_recorder', 'delay_recorder.id', 'a.delayed_cdd_recorded_by')
    .leftJoin('members as delay_approver', 'delay_approver.id', 'a.delayed_cdd_approved_by')
    .innerJoin('members as creator', 'creator.id', 'a.created_by')
    .innerJoin('members as updater', 'updater.id', 'a.updated_by')
    .select([
      ...recordColumns,
      'assignee.name as assignee_name',
      'reviewer.name as reviewer_name',
      'senior.name as senior_name',
      'delay_recorder.name as delay_recorder_name',
      'delay_approver.name as delay_approver_name',
      'creator.name as created_by_name',
      'updater.name as updated_by_name',
    ]);
}

function toStoredActivity(row: ActivityRow, parties: PartyRecord[]): StoredActivity {
  return {
    details: getRowDetails(row),
    parties,
    firstDays: toFirstDays(row),
    recheck:
      row.recheck_due_at === null
        ? null
        : { causes: inRecheckOrder(row.recheck_causes), dueAt: row.recheck_due_at },
    reliedOn: { outcome: row.outcome_relied_on, seniorApproval: row.senior_relied_on },
  };
}

async function withParties(trx: Trx, row: unknown): Promise<StoredActivity | null> {
  if (row === undefined) return null;
  const { id } = row as ActivityRow;
  return toStoredActivity(row as ActivityRow, (await getParties(trx, [id])).get(id) ?? []);
}

/** An activity of the transaction's company, or null. */
export async function readActivityById(trx: Trx, id: string): Promise<StoredActivity | null> {
  return withParties(trx, await selectActivities(trx).where('a.id', '=', id).executeTakeFirst());
}

export const activities = recordStore({
  table: 'activities',
  noun: 'activity',
  read: readActivityById,
  stamps: everyStamp,
});

/** Activities of the company by id, unordered. */
export async function readActivitiesById(trx: Trx, ids: readonly string[]): Promise<StoredActivity[]> {
  if (ids.length === 0) return [];
  const rows = await selectActivities(trx)
    .where('a.id', 'in', [...ids])
    .execute();
  const parties = await getParties(trx, ids);
  return rows.map((row) => toStoredActivity(row as ActivityRow, parties.get(row.id) ?? []));
}

/** The company's next reference. Concurrent callers wait until this transaction ends, so that each is used once. */
export async function nextReference(trx: Trx, companyId: string): Promise<string> {
  const { last_number } = await trx
    .insertInto('activity_numbers')
    .values({ company_id: companyId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ last_number: sql`activity_numbers.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return getReference(last_number);
}

/** Formats a number as a reference: 123 is `A-000123`. */
export function getReference(number: number): string {
  return `A-${String(number).padStart(6, '0')}`;
}

/** Withdraws the outcome of a locked activity. */
export async function clearOutcome(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('activities')
    .set({ outcome: null, outcome_relied_on: null })
    .where('id', '=', id)
    .execute();
}

/** Adds a cause to an activity that the transaction has locked; the day it became due stays. */
export async function addRecheckCause(
  trx: Trx,
  id: string,
  { cause, at }: { cause: RecheckCause; at: string },
): Promise<void> {
  await trx
    .updateTable('activities')
    .set({
      recheck_causes: sql`array_append(array_remove(recheck_causes, ${cause}), ${cause})`,
      recheck_due_at: sql`coalesce(recheck_due_at, ${at}::timestamptz)`,
    })
    .where('id', '=', id)
    .execute();
}

/** Leaves these causes to an activity that the transaction has locked; without any no recheck is due. */
export async function writeRecheckCauses(
  trx: Trx,
  id: string,
  causes: readonly RecheckCause[],
): Promise<void> {
  const ended = causes.length === 0 ? { recheck_due_at: null, recheck_unrecorded: false } : {};
  await trx
    .updateTable('activities')
    .set({ recheck_causes: [...causes], ...ended })
    .where('id', '=', id)
    .execute();
}

/** Puts activities that the transaction has locked on hold, and counts their versions up. */
export async function putOnHold(
  trx: Trx,
  ids: readonly string[],
  { reason, at, by }: { reason: string; at: string; by: string | null },
): Promise<void> {
  await trx
    .updateTable('activities')
    .set({
      held_from: sql`status`,
      status: 'onHold',
      hold_reason: reason,
      version: sql`version + 1`,
      updated_at: at,
      ...(by === null ? {} : { updated_by: by }),
    })
    .where('id', 'in', [...ids])
    .execute();
}

/** A copy of an activity that was not cancelled, or undefined. */
export async function getCopy(trx: Trx, id: string): Promise<{ id: string; reference: string } | undefined> {
  return trx
    .selectFrom('activities')
    .select(['id', 'reference'])
    .where('copy_of_id', '=', id)
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Saves the snapshot of a completed activity. */
export async function insertSnapshot(
  trx: Trx,
  snapshot: { company_id: string; activity_id: string; content: string; hash: string; taken_at: string },
): Promise<void> {
  await trx.insertInto('activity_snapshots').values(snapshot).execute();
}

/** Canonical JSON of the snapshot taken at completion, or undefined. */
export async function readSnapshot(trx: Trx, activityId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('activity_snapshots')
    .select('content')
    .where('activity_id', '=', activityId)
    .executeTakeFirst();
  return row?.content;
}

/** An assessment as it is stored, for a snapshot. */
export function readAssessmentRow(trx: Trx, id: string) {
  return trx.selectFrom('risk_assessments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}
