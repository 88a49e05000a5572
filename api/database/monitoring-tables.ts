import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { RiskLevel } from '#rules/client-types.ts';
import type { ScreeningStatus } from '#rules/lifecycles/checks.ts';
import type { EnrolmentStatus, ReviewStatus } from '#rules/lifecycles/monitoring.ts';
import type { ListInUse, MatchChange, MatchStatus } from '#rules/monitoring/match-words.ts';
import type { ReviewTrigger } from '#rules/monitoring/review-words.ts';
import type { MonitoringCheck, WorklistFrequency } from '#rules/monitoring/worklist-settings.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ListingTopic,
  ScreeningFeature,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';
import type { Instant } from './foundation-tables.ts';

/** JSON that is written as text and comes back read. */
type Json<T> = ColumnType<T, string, string>;

export interface WorklistsTable {
  company_id: string;
  /** From 1; given by the database. */
  id: GeneratedAlways<number>;
  version: Generated<number>;
  name: string;
  checks: MonitoringCheck[];
  /** 0 to 100. */
  threshold: number;
  frequency: WorklistFrequency;
  /** 1 is Monday. */
  day_of_week: number | null;
  day_of_month: number | null;
  month: number | null;
  dob_matching: BirthDateMatching;
  next_run_on: string | null;
  must_catch_up: Generated<boolean>;
  covered_lists: ColumnType<Record<string, string>, string | undefined, string>;
  archived_at: Generated<Instant | null>;
  created_at: Instant;
  /** Id of a member, or `system`. */
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface MonitoringEnrolmentsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  client_id: string;
  worklist_id: number;
  status: EnrolmentStatus;
  paused_reason: Generated<'manual' | null>;
  paused_at: Generated<Instant | null>;
  first_run_at: Generated<Instant | null>;
  ended_at: Generated<Instant | null>;
  ended_reason: Generated<'manual' | 'relationshipEnded' | 'moved' | null>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
}

export interface MonitoringRunsTable {
  company_id: string;
  /** UUIDv7 made at `started_at`. */
  id: string;
  worklist_id: number;
  kind: 'scheduled' | 'listChange' | 'catchUp';
  status: 'running' | 'done';
  due_on: string;
  checks: MonitoringCheck[];
  threshold: number;
  dob_matching: BirthDateMatching;
  lists: Json<ListInUse[]>;
  algorithm: string | null;
  list_id: string | null;
  list_since: string | null;
  /** The last client done. */
  cursor: Generated<string | null>;
  screened: Generated<number>;
  matched: Generated<number>;
  failed: Generated<number>;
  started_at: Instant;
  moved_at: Instant;
  finished_at: Generated<Instant | null>;
}

export interface MonitoringPausesTable {
  company_id: string;
  id: string;
  reason: 'subscription' | 'restricted';
  since: Instant;
  until: Generated<Instant | null>;
}

export interface ReviewsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  client_id: string;
  kind: 'periodic' | 'triggered';
  trigger: ReviewTrigger | null;
  cause: string;
  /** Names the cause: a second review for it is not scheduled. */
  dedupe_key: string;
  due_on: string;
  status: ReviewStatus;
  assignee_member_id: string | null;
  findings: Generated<string | null>;
  risk_before: Generated<RiskLevel | null>;
  risk_after: Generated<RiskLevel | null>;
  next_due_on: Generated<string | null>;
  reason: Generated<string | null>;
  started_at: Generated<Instant | null>;
  completed_at: Generated<Instant | null>;
  completed_by: Generated<string | null>;
  created_at: Instant;
  updated_at: Instant;
}

export interface ScreeningsTable {
  company_id: string;
  /** UUIDv7 made at `at`. */
  id: string;
  client_id: string;
  run_id: string | null;
  trigger: 'manual' | 'onboarding' | 'monitoring';
  status: ScreeningStatus;
  query: Json<Omit<ScreeningSubject, 'id'>>;
  threshold: number;
  dob_matching: BirthDateMatching;
  checks: MonitoringCheck[];
  lists: ColumnType<ListInUse[] | null, string | null, string | null>;
  algorithm: string | null;
  error: string | null;
  at: Instant;
  requested_by: string | null;
}

export interface ScreeningMatchesTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  screening_id: string;
  client_id: string;
  alert_id: string;
  list_id: string;
  list_version: string;
  list_name: string;
  entity_id: string;
  entity_revision: string;
  round: Generated<number>;
  fingerprint: string;
  change: MatchChange;
  topics: ListingTopic[];
  /** 0 to 1, as decimal text. */
  score: string;
  features: Json<ScreeningFeature[]>;
  entity: Json<ListedEntity>;
  status: MatchStatus;
  reason_code: Generated<string | null>;
  reason: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Instant | null>;
  found_at: Instant;
}

export interface MonitoringTables {
  worklists: WorklistsTable;
  monitoring_enrolments: MonitoringEnrolmentsTable;
  monitoring_runs: MonitoringRunsTable;
  monitoring_pauses: MonitoringPausesTable;
  reviews: ReviewsTable;
  screenings: ScreeningsTable;
  screening_matches: ScreeningMatchesTable;
}
