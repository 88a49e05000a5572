import type { ColumnType, Generated } from 'kysely';
import type { RequestDetails } from '#contract/document-requests.ts';
import type { DetailField, RequestItemKind, RequestItemStatus } from '#rules/document-requests/items.ts';
import type { RequestMailKind } from '#rules/document-requests/mail-text.ts';
import type { DocumentType } from '#rules/documents/document-types.ts';
import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import type { Instant } from './foundation-tables.ts';

export interface DocumentRequestsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  client_id: string;
  activity_id: string | null;
  /** The verification that accepted items are evidence of; at most one of the two. */
  individual_verification_id: string | null;
  business_verification_id: string | null;
  recipient_name: string;
  recipient_email: string | null;
  message: string;
  status: RequestStatus;
  due_on: string;
  /** How often a link was made; each ends the one before. */
  link_number: Generated<number>;
  link_seed: string | null;
  /** SHA-256 in hex of the transaction id. */
  link_hash: string | null;
  expires_at: Instant | null;
  sent_at: Instant | null;
  first_opened_at: Instant | null;
  submitted_at: Instant | null;
  consent_at: Instant | null;
  completed_at: Instant | null;
  cancel_reason: string | null;
  created_by: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface DocumentRequestItemsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  request_id: string;
  position: number;
  label: string;
  kind: RequestItemKind;
  document_type: DocumentType | null;
  detail_fields: DetailField[];
  required: boolean;
  status: RequestItemStatus;
  reject_reason: string | null;
  details: ColumnType<RequestDetails | null, string | null, string | null>;
  given_at: Instant | null;
  /** Files up to then were not accepted. */
  refused_until: Instant | null;
  decided_by: string | null;
  decided_at: Instant | null;
}

export interface DocumentRequestMailsTable {
  company_id: string;
  id: string;
  request_id: string;
  link_number: number;
  kind: RequestMailKind;
  to_address: string;
  /** What it is sent for; the same cause sends one mail. */
  cause: string;
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'dropped';
  attempts: Generated<number>;
  next_attempt_at: Instant;
  last_error: string | null;
  created_at: Instant;
  sent_at: Instant | null;
}

export interface DocumentRequestTables {
  document_requests: DocumentRequestsTable;
  document_request_items: DocumentRequestItemsTable;
  document_request_mails: DocumentRequestMailsTable;
}
