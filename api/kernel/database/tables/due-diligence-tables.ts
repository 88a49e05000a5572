import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AlertOutcome, AlertResourceType, AlertSeverity, AlertType } from '#rules/alerts/alert-types.ts';
import type { BasisLine } from '#rules/cdd-rule-packs/decision-basis.ts';
import type { FindingContents, FindingSubject } from '#rules/cdd-rule-packs/findings.ts';
import type { PartyRole } from '#rules/clients/client-parties.ts';
import type { CddLevel } from '#rules/clients/client-types.ts';
import type { AlertStatus } from '#rules/lifecycles/monitoring.ts';
import type { Instant } from './foundation-tables.ts';

export interface ClientPartiesTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  party_client_id: string;
  roles: PartyRole[];
  /** Exact decimal text with four decimals. */
  direct_percent: string | null;
  joint: boolean;
  beneficially_held: boolean | null;
  control_basis: string | null;
  authority: string | null;
  authority_document_id: Generated<string | null>;
  must_verify: boolean;
  must_verify_reason: string | null;
  valid_from: string;
  /** The last day; null for a current party. */
  valid_to: Generated<string | null>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

interface RefreshSweepsTable {
  company_id: string;
  /** The day, in the company's time zone, whose evaluation of approved clients is recorded. */
  day: string;
  /** The last client evaluated on that day. */
  cursor: Generated<string | null>;
  finished: Generated<boolean>;
}

interface ClientFindingsTable {
  company_id: string;
  client_id: string;
  subject: FindingSubject;
  /** Written as JSON text; its shape depends on the subject. */
  content: ColumnType<FindingContents[FindingSubject], string, string>;
  recorded_at: Instant;
  recorded_by: string;
}

export interface AlertsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  type: AlertType;
  resource_type: AlertResourceType;
  resource_id: string;
  severity: AlertSeverity;
  /** The original severity, if it was raised because the alert is overdue. */
  raised_from: Generated<AlertSeverity | null>;
  /** Computed from severity and type, for the queue's order. */
  urgency: GeneratedAlways<number>;
  /** `due_at`, or infinity. */
  due_order: GeneratedAlways<Instant>;
  status: AlertStatus;
  /** Cause of the alert, as a sentence for display. */
  summary: string;
  outcome: Generated<AlertOutcome | null>;
  reason: Generated<string | null>;
  assignee_member_id: string | null;
  due_at: Instant | null;
  snoozed_until: Generated<Instant | null>;
  /** Identifies the cause: a second alert with it is not opened. */
  dedupe_key: string;
  /** The screening with the matches to decide. */
  screening_id: Generated<string | null>;
  closed_at: Generated<Instant | null>;
  escalated_by: Generated<string | null>;
  escalation_note: Generated<string | null>;
  created_at: Instant;
  updated_at: Instant;
  /** Null for the system. */
  updated_by: Generated<string | null>;
}

interface CddDecisionsTable {
  company_id: string;
  /** UUIDv7 generated at `decided_at`. */
  id: string;
  client_id: string;
  decided_at: Instant;
  decided_by: string;
  cdd_level: CddLevel;
  /** Versions of the rule packs applied. */
  packs: string[];
  /** Each requirement as at the decision. */
  items: ColumnType<DecidedItem[], string, never>;
  /** SHA-256 of the items' canonical JSON, hex. */
  items_digest: string;
  basis: ColumnType<BasisLine[], string, never>;
  note: string | null;
  /** Decided by the member who submitted the client for review, because no second person was eligible. */
  decided_by_one: Generated<boolean>;
  /** The first approval on evidence of a client that was verified or onboarded before. */
  closes_gap: Generated<boolean>;
}

/** A requirement as at a decision. */
export interface DecidedItem {
  code: string;
  text: string;
  provision: string;
  satisfied: boolean;
}

/** View: decisions about clients that one person made because no second person was eligible. */
export interface DecisionsByOneView {
  company_id: string;
  client_id: string;
  kind:
    | 'cdd'
    | 'assessment'
    | 'activityAssessment'
    | 'lowering'
    | 'activityLowering'
    | 'cddLowering'
    | 'exception'
    | 'permit';
  at: Instant;
}

export interface DueDiligenceTables {
  decisions_by_one: DecisionsByOneView;
  cdd_decisions: CddDecisionsTable;
  client_parties: ClientPartiesTable;
  client_findings: ClientFindingsTable;
  refresh_sweeps: RefreshSweepsTable;
  alerts: AlertsTable;
}
