import type { ColumnType, Generated } from 'kysely';
import type { AlertOutcome, AlertSeverity, AlertType } from '#rules/alert-types.ts';
import type { PartyRole } from '#rules/client-parties.ts';
import type { AlertStatus } from '#rules/lifecycles/monitoring.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import type { FindingContents, FindingSubject } from '#rules/rule-packs/findings.ts';
import type { Instant } from './foundation-tables.ts';

export interface ClientPartiesTable {
  company_id: string;
  /** UUIDv7 made at `created_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  party_client_id: string;
  roles: PartyRole[];
  /** Exact decimal text with four decimals, as the database prints it. */
  direct_percent: string | null;
  joint: boolean;
  beneficially_held: boolean | null;
  control_basis: string | null;
  authority: string | null;
  authority_document_id: Generated<string | null>;
  must_verify: boolean;
  must_verify_reason: string | null;
  valid_from: string;
  /** The last day; null while the party belongs to the client. */
  valid_to: Generated<string | null>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface ClientFindingsTable {
  company_id: string;
  client_id: string;
  subject: FindingSubject;
  /** Written as JSON text; the shape goes with the subject. */
  content: ColumnType<FindingContents[FindingSubject], string, string>;
  recorded_at: Instant;
  recorded_by: string;
}

export interface AlertsTable {
  company_id: string;
  /** UUIDv7 made at `created_at`. */
  id: string;
  version: Generated<number>;
  type: AlertType;
  resource_type: ResourceType;
  resource_id: string;
  severity: AlertSeverity;
  status: AlertStatus;
  /** What happened, in a sentence for people. */
  summary: string;
  outcome: Generated<AlertOutcome | null>;
  reason: Generated<string | null>;
  assignee_member_id: string | null;
  due_at: Instant | null;
  snoozed_until: Generated<Instant | null>;
  /** Names the cause: a second alert for it is not opened. */
  dedupe_key: string;
  /** The screening whose matches it asks about. */
  screening_id: Generated<string | null>;
  closed_at: Generated<Instant | null>;
  escalated_by: Generated<string | null>;
  escalation_note: Generated<string | null>;
  created_at: Instant;
  updated_at: Instant;
  /** Null where the system did it. */
  updated_by: Generated<string | null>;
}

export interface DueDiligenceTables {
  client_parties: ClientPartiesTable;
  client_findings: ClientFindingsTable;
  alerts: AlertsTable;
}
