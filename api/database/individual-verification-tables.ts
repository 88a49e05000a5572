import type { ColumnType, Generated } from 'kysely';
import type { VerificationStatus } from '#rules/lifecycles/checks.ts';
import type { DocumentFieldName, DocumentType } from '#rules/verification/document-types.ts';
import type {
  CertifiedCopy,
  CheckOutcome,
  CheckType,
  MatchedPart,
  RelianceFact,
  RuleOutcome,
  VerificationMethod,
} from '#rules/verification/evidence.ts';
import type { MachineResult } from '#rules/verification/machine-result.ts';
import type { DocumentComparison } from '#rules/verification/mrz-comparison.ts';
import type { DataSourceCode, VerificationSourceCode } from '#rules/verification/sources.ts';
import type { Instant } from './foundation-tables.ts';

/** JSON that is written as text and comes back read. */
type Json<T> = ColumnType<T, string | null, string | null>;

export interface StoredConsent {
  at: Instant;
  how: string;
  note: string | null;
  recordedBy: string;
}

export interface StoredException {
  reason: string;
  alternativeEvidence: string;
  endsOn: string;
}

/** What is still to be asked of the provider: a document's issuer, or a source by its code. */
export type PendingAsk = { documentId: string } | { source: DataSourceCode };

/** A rule's outcome as it was when a person decided. */
export type FrozenRule = RuleOutcome & { decisive: boolean };

export interface IndividualVerificationsTable {
  company_id: string;
  /** UUIDv7 made at `created_at`. */
  id: string;
  version: Generated<number>;
  /** Counts up when a verification is opened anew; documents and checks of earlier rounds are history. */
  round: Generated<number>;
  client_id: string;
  activity_id: string | null;
  method: VerificationMethod;
  status: VerificationStatus;
  channel: 'sms' | 'email' | 'link' | 'inPerson' | null;
  sent_to_masked: string | null;
  /** Sealed: where the link goes, with the words that go along. Null once it is no longer needed. */
  recipient_sealed: string | null;
  /** Sealed: the link itself, only where a person of the company hands it over. */
  link_sealed: string | null;
  link_days: number | null;
  link_expires_at: Instant | null;
  capture_reference: string | null;
  consent: Json<StoredConsent | null>;
  data_sources: DataSourceCode[];
  reliance: Json<RelianceFact | null>;
  exception: Json<StoredException | null>;
  exception_approved_by: string | null;
  exception_approved_at: Instant | null;
  pending: Json<PendingAsk[]>;
  tries: Generated<number>;
  /** When a job looks at it: to ask again, or to see how a capture stands. */
  next_try_at: Instant | null;
  /** Until then somebody else is asking. */
  leased_until: Instant | null;
  machine_result: MachineResult | null;
  /** Frozen with the decision; null while the rules are worked out anew each time. */
  rules: Json<FrozenRule[] | null>;
  decision: 'verified' | 'notVerified' | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_at: Instant | null;
  opposes_findings: Generated<boolean>;
  verified_at: Instant | null;
  evidence_expires_on: string | null;
  images_held_until: Instant | null;
  images_purged_at: Instant | null;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  /** Null where the system or the provider did it. */
  updated_by: string | null;
}

export interface StoredSighting {
  originalSighted: boolean;
  showsName: boolean;
  showsDateOfBirth: boolean;
}

export type StoredZone = Pick<DocumentComparison, 'name' | 'dateOfBirth' | 'notes'> & {
  checkedDigits: number;
};

export interface VerificationDocumentsTable {
  company_id: string;
  id: string;
  verification_id: string;
  client_id: string;
  round: number;
  type: DocumentType;
  issuer: string;
  number_masked: string | null;
  /** Keyed digest, by which the same document is known again. */
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
  /** Sealed: the document as typed, for asking its issuer. Null once the verification is decided or over. */
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

export interface VerificationEventsTable {
  company_id: string;
  id: string;
  verification_id: string;
  at: Instant;
  kind: string;
  text: string;
  actor_type: 'member' | 'client' | 'system' | 'provider';
  actor_id: string | null;
}

export interface VerificationCallbacksTable {
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
}
