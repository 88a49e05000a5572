import type { ColumnType, Generated } from 'kysely';
import type {
  DocumentFieldName,
  IdentityDocumentType,
} from '#rules/identity-verification/documents/identity-document-types.ts';
import type {
  CertifiedCopy,
  CheckOutcome,
  CheckType,
  DecidedRule,
  MatchedPart,
  VerificationMethod,
} from '#rules/identity-verification/evidence.ts';
import type { MachineResult } from '#rules/identity-verification/machine-result.ts';
import type { DocumentComparison } from '#rules/identity-verification/mrz/comparison.ts';
import type { DataSourceCode, VerificationSourceCode } from '#rules/identity-verification/sources.ts';
import type {
  AccreditedServiceFact,
  BureauNotice,
  BureauStatement,
  RelianceBasis,
} from '#rules/identity-verification/statements.ts';
import type { VerificationStatus } from '#rules/lifecycles/checks.ts';
import type { ImageDeletionProblem } from '#rules/retention/image-deletion.ts';
import type { Instant } from './foundation-tables.ts';

/** JSON, written as text and read as a value. */
type Json<T> = ColumnType<T, string | null, string | null>;

interface StoredConsent {
  at: Instant;
  how: string;
  note: string | null;
  recordedBy: string;
}

/** As entered; fields of later versions of the form are missing from earlier records. */
export interface StoredReliance {
  partyName: string;
  supervisor: string;
  verifiedOn: string;
  agreedInWriting: boolean;
  identityInformationReceived: boolean;
  evidenceOnRequest: boolean;
  hasBusinessRelationship?: boolean;
  basis?: RelianceBasis;
  responsibilitiesWritten?: boolean;
  approvedBySeniorManager?: string;
  assessedOn?: string;
  assessmentRecordedOn?: string;
  appropriateToRisk?: boolean;
  reasons?: string;
}

export interface StoredException {
  reason: string;
  stepsTaken?: string;
  policy?: string;
  alternativeEvidence: string;
  endsOn: string;
}

/** A pending query of the provider: a document's issuer, or a source by its code. */
export type PendingCheck = { documentId: string } | { source: DataSourceCode };

export interface IndividualVerificationsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  /** Incremented when a verification is reopened; documents and checks of earlier rounds are history. */
  round: Generated<number>;
  client_id: string;
  activity_id: string | null;
  method: VerificationMethod;
  status: VerificationStatus;
  channel: 'sms' | 'email' | 'link' | 'inPerson' | null;
  sent_to_masked: string | null;
  /** Encrypted: recipient and message of the link. Null once it is no longer needed. */
  recipient_sealed: string | null;
  /** Encrypted: the link, only if a member delivers it. */
  link_sealed: string | null;
  link_days: number | null;
  link_expires_at: Instant | null;
  capture_reference: string | null;
  consent: Json<StoredConsent | null>;
  data_sources: DataSourceCode[];
  bureau_statement: Json<BureauStatement | null>;
  bureau_notice: Json<BureauNotice | null>;
  accredited_service: Json<AccreditedServiceFact | null>;
  reliance: Json<StoredReliance | null>;
  exception: Json<StoredException | null>;
  exception_approved_by: string | null;
  exception_approved_at: Instant | null;
  /** Of the approval: null on those of earlier versions. */
  exception_approval_reason: string | null;
  /** Last day of an approved exception, under any method. */
  exception_ends_on: string | null;
  /** What was not met when it was approved, as in rules/identity-verification/exceptions.ts. */
  exception_approved_for: string[] | null;
  /** Of the name and birth date that it was approved for. */
  exception_identity_hash: string | null;
  pending: Json<PendingCheck[]>;
  tries: Generated<number>;
  /** Time at which a job continues: to retry a query, or to poll a capture. */
  next_try_at: Instant | null;
  /** Until then another process has the exclusive right to query. */
  leased_until: Instant | null;
  machine_result: MachineResult | null;
  /** Frozen at the decision; null while the rules are evaluated on each read. */
  rules: Json<DecidedRule[] | null>;
  decision: 'verified' | 'notVerified' | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_at: Instant | null;
  opposes_findings: Generated<boolean>;
  verified_at: Instant | null;
  evidence_expires_on: string | null;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  /** Null for the system or the provider. */
  updated_by: string | null;
}

interface StoredSighting {
  originalSighted: boolean;
  /** Null where it was not compared. */
  showsName: boolean | null;
  showsDateOfBirth: boolean | null;
  /** Missing from sightings recorded before the field existed. */
  metBy?: string;
  metOn?: string;
  likenessConfirmed?: boolean;
}

type StoredZone = Pick<DocumentComparison, 'name' | 'dateOfBirth' | 'notes'> & {
  checkedDigits: number;
};

export interface VerificationDocumentsTable {
  company_id: string;
  id: string;
  verification_id: string;
  client_id: string;
  round: number;
  type: IdentityDocumentType;
  issuer: string;
  number_masked: string | null;
  /** Keyed digest that identifies the document. */
  number_hmac: string | null;
  version_masked: string | null;
  state: string | null;
  expires_on: string | null;
  issued_on: string | null;
  assurance: 'checkDigit' | 'formatOnly' | null;
  warnings: Json<{ field: DocumentFieldName; message: string }[]>;
  missing_for_issuer: DocumentFieldName[];
  zone: Json<StoredZone | null>;
  sighted: Json<StoredSighting | null>;
  certified: Json<CertifiedCopy | null>;
  /**
   * Encrypted: the document as entered, for querying its issuer. Null once the verification is decided or cancelled.
   */
  sealed: string | null;
  added_at: Instant;
  added_by: string;
  removed_at: Instant | null;
}

export interface VerificationChecksTable {
  company_id: string;
  id: string;
  verification_id: string;
  round: number;
  type: CheckType;
  outcome: CheckOutcome;
  source: VerificationSourceCode | null;
  document_id: string | null;
  matched: MatchedPart[];
  unmatched: MatchedPart[];
  detail: string | null;
  reference: string | null;
  at: Instant;
}

interface VerificationEventsTable {
  company_id: string;
  id: string;
  verification_id: string;
  at: Instant;
  kind: string;
  text: string;
  actor_type: 'member' | 'client' | 'system' | 'provider';
  actor_id: string | null;
}

/** A capture at the provider, and the deletion of its photos there. */
export interface VerificationCapturesTable {
  company_id: string;
  capture_reference: string;
  verification_id: string;
  started_at: Instant;
  /** When it ended without a decision of its own: cancelled, expired, replaced, or of an earlier round. */
  ended_at: Instant | null;
  /** The first request. */
  deletion_requested_at: Instant | null;
  deletion_tries: Generated<number>;
  deletion_problem: ImageDeletionProblem | null;
  /** Time of the next request; null until the retention day has passed, and once the deletion is confirmed. */
  deletion_next_try_at: Instant | null;
  /** As the provider confirmed. */
  deleted_at: Instant | null;
  deletion_reference: string | null;
}

interface VerificationCallbacksTable {
  company_id: string;
  event_id: string;
  received_at: Instant;
}

export interface IndividualVerificationTables {
  individual_verifications: IndividualVerificationsTable;
  verification_documents: VerificationDocumentsTable;
  verification_checks: VerificationChecksTable;
  verification_events: VerificationEventsTable;
  verification_callbacks: VerificationCallbacksTable;
  verification_captures: VerificationCapturesTable;
}
