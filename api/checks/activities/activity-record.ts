import type { Insertable, Selectable } from 'kysely';
import type { Activity, ActivityInput } from '#contract/activities.ts';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { type DelayBasis, delayDue, hasOwnDay } from '#rules/firm/cdd-delay.ts';
import { searchName } from '#rules/name-matching/name-normalisation.ts';
import { toEntered } from '#rules/records/fields.ts';
import type { ActivitiesTable } from '../../kernel/database/tables/activity-tables.ts';
import { inStoredOrder } from '../../records/clients/record/stored-address.ts';

/** Columns derived from an activity's details; `reference` is needed for the search text. */
type DetailColumns = Pick<
  Insertable<ActivitiesTable>,
  | 'name'
  | 'search_text'
  | 'activity_type'
  | 'captured_service'
  | 'captured_activity_nz'
  | 'designated_service_au'
  | 'outside_scope_nz'
  | 'outside_scope_au'
  | 'no_service_reason'
  | 'nature'
  | 'purpose'
  | 'max_transaction_value'
  | 'currency'
  | 'cash_expected'
  | 'funds_countries'
  | 'source_of_funds'
  | 'address'
  | 'exchange_on'
  | 'exchange_first_on'
  | 'settlement_on'
  | 'settlement_first_agreed_on'
  | 'service_started_on'
  | 'service_first_started_on'
  | 'delayed_cdd_basis'
  | 'delayed_cdd_ground'
  | 'delayed_cdd_risk_limits'
  | 'delayed_cdd_due_on'
  | 'delayed_cdd_first_due_on'
  | 'assignee_member_id'
  | 'reviewer_member_id'
  | 'external_id'
>;

/** A row with the names of its referenced members and clients. */
export type ActivityRow = Omit<
  Selectable<ActivitiesTable>,
  'company_id' | 'search_text' | 'due_on' | 'recheck_unrecorded'
> & {
  assignee_name: string | null;
  reviewer_name: string | null;
  senior_name: string | null;
  delay_recorder_name: string | null;
  delay_approver_name: string | null;
  created_by_name: string;
  updated_by_name: string;
};

/** An activity without its parties and the results of rules. */
export type ActivityDetails = Omit<
  Activity,
  | 'parties'
  | 'customersByLaw'
  | 'nonCooperation'
  | 'arrangements'
  | 'sanctions'
  | 'recheck'
  | 'changedSince'
  | 'checklist'
  | 'transitions'
  | 'progress'
>;

/** Folded words, each after a space, so that ` word` matches the start of a word. */
function getSearchText(reference: string, { name, externalId }: ActivityInput): string {
  return ` ${searchName([name, reference, externalId])}`;
}

/** Days as first recorded, which stay when the days are changed, and the earliest due day of any delay. */
export interface FirstDays {
  exchangeOn: string | null;
  settlementOn: string | null;
  serviceStartedOn: string | null;
  delayDueOn: string | null;
}

/** Of an activity without any record. */
export const noFirstDays: FirstDays = {
  exchangeOn: null,
  settlementOn: null,
  serviceStartedOn: null,
  delayDueOn: null,
};

const earlier = (first: string | null, day: string | undefined): string | null =>
  first !== null && day !== undefined ? (day < first ? day : first) : (first ?? day ?? null);

/** The days from which a delay is counted: of each the earlier of the one first recorded and the one of the form. */
export function countedDays(input: ActivityInput, first: FirstDays) {
  return {
    exchangeOn: earlier(first.exchangeOn, input.exchangeOn),
    settlementOn: input.settlementOn ?? null,
    settlementFirstAgreedOn: first.settlementOn ?? input.settlementOn ?? null,
    serviceStartedOn: earlier(first.serviceStartedOn, input.serviceStartedOn),
    ownDay: input.delayedCddDueOn ?? null,
  };
}

/** Basis of a form's delay; a sale of property if it contains only a ground. */
export function getBasis({ delayedCddBasis }: Pick<ActivityInput, 'delayedCddBasis'>): DelayBasis {
  return delayedCddBasis ?? 'property';
}

/** Due day of a form's delay, never after the earliest that was recorded; null without a delay. */
function toDelayDueOn(input: ActivityInput, first: FirstDays): string | null {
  if (input.delayedCddGround === undefined) return null;
  const due = delayDue({ basis: getBasis(input), ...countedDays(input, first) });
  return due !== undefined && 'dueOn' in due ? earlier(first.delayDueOn, due.dueOn) : null;
}

/** An activity's details as columns. Omitted fields become null: an update replaces all of them, save the first days. */
export function getColumns(reference: string, input: ActivityInput, first: FirstDays): DetailColumns {
  const ground = input.delayedCddGround ?? null;
  const dueOn = toDelayDueOn(input, first);
  return {
    name: input.name,
    search_text: getSearchText(reference, input),
    activity_type: input.activityType,
    captured_service: input.capturedService ?? null,
    captured_activity_nz: input.capturedActivityNz ?? null,
    designated_service_au: input.designatedServiceAu ?? null,
    outside_scope_nz: input.outsideScopeNz ?? null,
    outside_scope_au: input.outsideScopeAu ?? null,
    no_service_reason: input.noServiceReason ?? null,
    nature: input.nature ?? null,
    purpose: input.purpose ?? null,
    max_transaction_value: input.maxTransactionValue ?? null,
    currency: input.currency,
    cash_expected: input.cashExpected,
    funds_countries: [...new Set(input.fundsCountries)],
    source_of_funds: input.sourceOfFunds ?? null,
    address: input.address === undefined ? null : JSON.stringify(inStoredOrder(input.address)),
    exchange_on: input.exchangeOn ?? null,
    settlement_on: input.settlementOn ?? null,
    exchange_first_on: first.exchangeOn ?? input.exchangeOn ?? null,
    settlement_first_agreed_on: first.settlementOn ?? input.settlementOn ?? null,
    service_started_on: input.serviceStartedOn ?? null,
    service_first_started_on: first.serviceStartedOn ?? input.serviceStartedOn ?? null,
    delayed_cdd_basis: ground === null ? null : getBasis(input),
    delayed_cdd_ground: ground,
    delayed_cdd_risk_limits: ground === null ? null : (input.delayedCddRiskLimits ?? null),
    delayed_cdd_due_on: dueOn,
    delayed_cdd_first_due_on: dueOn ?? first.delayDueOn,
    assignee_member_id: input.assigneeMemberId ?? null,
    reviewer_member_id: input.reviewerMemberId ?? null,
    external_id: input.externalId ?? null,
  };
}

function getPerson(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? '' };
}

function toApproval(id: string | null, name: string | null, at: string | null): Activity['seniorApproval'] {
  const by = getPerson(id, name);
  return by === null || at === null ? null : { by, at };
}

/** A row as the wire has it. */
export function getRowDetails(row: ActivityRow): ActivityDetails {
  return {
    id: row.id,
    version: row.version,
    reference: row.reference,
    name: row.name,
    activityType: row.activity_type,
    capturedService: row.captured_service,
    capturedActivityNz: row.captured_activity_nz,
    designatedServiceAu: row.designated_service_au,
    outsideScopeNz: row.outside_scope_nz,
    outsideScopeAu: row.outside_scope_au,
    noServiceReason: row.no_service_reason,
    nature: row.nature,
    purpose: row.purpose,
    status: row.status,
    heldFrom: row.held_from,
    holdReason: row.hold_reason,
    outcome: row.outcome,
    maxTransactionValue: row.max_transaction_value,
    currency: row.currency,
    cashExpected: row.cash_expected,
    fundsCountries: row.funds_countries,
    sourceOfFunds: row.source_of_funds,
    address: row.address,
    exchangeOn: row.exchange_on,
    settlementOn: row.settlement_on,
    settlementFirstAgreedOn: row.settlement_first_agreed_on,
    serviceStartedOn: row.service_started_on,
    delayedCdd:
      row.delayed_cdd_ground === null || row.delayed_cdd_due_on === null
        ? null
        : {
            basis: row.delayed_cdd_basis ?? 'property',
            ground: row.delayed_cdd_ground,
            riskLimits: row.delayed_cdd_risk_limits,
            dueOn: row.delayed_cdd_due_on,
            recordedBy: getPerson(row.delayed_cdd_recorded_by, row.delay_recorder_name),
            approval: toApproval(
              row.delayed_cdd_approved_by,
              row.delay_approver_name,
              row.delayed_cdd_approved_at,
            ),
          },
    riskLevel: row.risk_level,
    currentAssessmentId: row.current_risk_assessment_id,
    assignee: getPerson(row.assignee_member_id, row.assignee_name),
    reviewer: getPerson(row.reviewer_member_id, row.reviewer_name),
    seniorApproval: toApproval(row.senior_approved_by, row.senior_name, row.senior_approved_at),
    externalId: row.external_id,
    copyOfId: row.copy_of_id,
    completedAt: row.completed_at,
    snapshotHash: row.snapshot_hash,
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.created_by_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updated_by_name },
  };
}

/** The days as a row first recorded them. */
export function toFirstDays(row: ActivityRow): FirstDays {
  return {
    exchangeOn: row.exchange_first_on,
    settlementOn: row.settlement_first_agreed_on,
    serviceStartedOn: row.service_first_started_on,
    delayDueOn: row.delayed_cdd_first_due_on,
  };
}

/** Due date of CDD if the company set it; other due dates are recalculated. */
function getOwnDay({ delayedCdd }: Pick<ActivityDetails, 'delayedCdd'>): string | undefined {
  return delayedCdd !== null && hasOwnDay(delayedCdd.basis) ? delayedCdd.dueOn : undefined;
}

/** An activity's details in the format of a form without changes. */
export function getInput(details: ActivityDetails, parties: ActivityInput['parties']): ActivityInput {
  const entered = toEntered(activityFields, 'none', details);
  return {
    ...entered,
    // Validated by the contract on input; the response type is wider.
    fundsCountries: details.fundsCountries as ActivityInput['fundsCountries'],
    activityType: details.activityType,
    capturedActivityNz: details.capturedActivityNz ?? undefined,
    designatedServiceAu: details.designatedServiceAu ?? undefined,
    outsideScopeNz: details.outsideScopeNz ?? undefined,
    outsideScopeAu: details.outsideScopeAu ?? undefined,
    parties,
    maxTransactionValue: details.maxTransactionValue ?? undefined,
    currency: details.currency,
    address: details.address ?? undefined,
    delayedCddBasis: details.delayedCdd?.basis,
    delayedCddGround: details.delayedCdd?.ground,
    delayedCddRiskLimits: details.delayedCdd?.riskLimits ?? undefined,
    delayedCddDueOn: getOwnDay(details),
    assigneeMemberId: details.assignee?.id,
    reviewerMemberId: details.reviewer?.id,
  };
}

/** Audited fields of an activity: its details without ids, versions and times. */
export function auditable(
  input: ActivityInput,
  getName: (clientId: string) => string,
): Record<string, unknown> {
  const { parties, ...rest } = input;
  return { ...rest, parties: parties.map(({ clientId, capacity }) => `${getName(clientId)} (${capacity})`) };
}
