import type { ColumnType, Generated } from 'kysely';
import type { Activity } from '#contract/activities.ts';
import type { Address } from '#contract/addresses.ts';
import type { RecheckCause } from '#rules/activities/activity-recheck.ts';
import type { DecisionFacts } from '#rules/decisions/decision-facts.ts';
import type { DelayBasis } from '#rules/firm/cdd-delay.ts';
import type { Instant } from './foundation-tables.ts';

type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

export interface ActivitiesTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  /** Unique in the company: `A-000123`. */
  reference: string;
  name: string;
  /** Folded words of name, reference and external id, each after a space. */
  search_text: string;
  activity_type: Activity['activityType'];
  /** A note on the service beside its codes. */
  captured_service: string | null;
  captured_activity_nz: Activity['capturedActivityNz'];
  designated_service_au: Activity['designatedServiceAu'];
  outside_scope_nz: Activity['outsideScopeNz'];
  outside_scope_au: Activity['outsideScopeAu'];
  /** Why the work is outside the scope of a law, besides its ground. */
  no_service_reason: string | null;
  nature: string | null;
  purpose: string | null;
  status: Activity['status'];
  held_from: Activity['status'] | null;
  /** While it is on hold. */
  hold_reason: string | null;
  outcome: Activity['outcome'];
  /** Facts that the outcome relied on. */
  outcome_relied_on: NullableJson<DecisionFacts>;
  /** Minor units. */
  max_transaction_value: number | null;
  currency: Activity['currency'];
  cash_expected: boolean;
  funds_countries: string[];
  source_of_funds: string | null;
  address: NullableJson<Address>;
  exchange_on: string | null;
  /** The first exchange day recorded; stays when the day is changed, as do the first day of the service and the first due day of a delay. */
  exchange_first_on: string | null;
  settlement_on: string | null;
  /** The first settlement day recorded; stays when settlement is rescheduled. */
  settlement_first_agreed_on: string | null;
  /** First day of the designated service, from which a general delay is counted. */
  service_started_on: string | null;
  service_first_started_on: string | null;
  delayed_cdd_basis: DelayBasis | null;
  delayed_cdd_ground: string | null;
  /** What limits the additional risk meanwhile. */
  delayed_cdd_risk_limits: string | null;
  delayed_cdd_due_on: string | null;
  /** The earliest due day of any delay recorded: no later delay is due after it. */
  delayed_cdd_first_due_on: string | null;
  /** Who recorded the delay, and who approved it; the same member if it may grant exceptions. */
  delayed_cdd_recorded_by: string | null;
  delayed_cdd_approved_by: string | null;
  delayed_cdd_approved_at: Instant | null;
  /** The earlier of the due dates of delayed CDD and settlement; `infinity` if there is neither, for sorting. */
  due_on: ColumnType<string, never, never>;
  assignee_member_id: string | null;
  reviewer_member_id: string | null;
  external_id: string | null;
  risk_level: Activity['riskLevel'];
  current_risk_assessment_id: string | null;
  senior_approved_by: string | null;
  senior_approved_at: Instant | null;
  senior_relied_on: NullableJson<DecisionFacts>;
  copy_of_id: string | null;
  /** Why it is to be rechecked; none of those that are not. */
  recheck_causes: Generated<RecheckCause[]>;
  recheck_due_at: Instant | null;
  /** Due by a migration, and not in the audit log yet. */
  recheck_unrecorded: Generated<boolean>;
  completed_at: Instant | null;
  snapshot_hash: string | null;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

interface ActivityPartiesTable {
  company_id: string;
  activity_id: string;
  client_id: string;
  capacity: Activity['parties'][number]['capacity'];
  /** Order of entry, from 0. */
  position: number;
}

interface ActivityNumbersTable {
  company_id: string;
  last_number: number;
}

interface ActivitySnapshotsTable {
  company_id: string;
  activity_id: string;
  /** Canonical JSON, stored verbatim: its SHA-256 is `hash`. */
  content: string;
  hash: string;
  taken_at: Instant;
}

interface NonCooperationRecordsTable {
  company_id: string;
  /** UUIDv7 generated at `recorded_at`. */
  id: string;
  activity_id: string;
  client_id: string;
  steps: string;
  difficulties: string;
  /** Always true: the outcome of the consideration is not stored here. */
  report_considered: boolean;
  recorded_at: Instant;
  recorded_by: string;
  withdrawn_at: Generated<Instant | null>;
  withdrawn_by: Generated<string | null>;
  withdrawal_reason: Generated<string | null>;
}

interface PropertyArrangementsTable {
  company_id: string;
  /** UUIDv7 generated at `recorded_at`. */
  id: string;
  activity_id: string;
  client_id: string;
  /** Name of the other participant of the sale. */
  participant: string;
  responsibilities: string;
  agreed_on: string;
  cdd_done_on: string;
  received_on: string;
  recorded_at: Instant;
  recorded_by: string;
  withdrawn_at: Generated<Instant | null>;
  withdrawn_by: Generated<string | null>;
  withdrawal_reason: Generated<string | null>;
}

export interface ActivityTables {
  activities: ActivitiesTable;
  activity_parties: ActivityPartiesTable;
  activity_numbers: ActivityNumbersTable;
  activity_snapshots: ActivitySnapshotsTable;
  non_cooperation_records: NonCooperationRecordsTable;
  property_arrangements: PropertyArrangementsTable;
}
