import type { ColumnType, Generated, Selectable } from 'kysely';
import type { RequestDetails } from '#contract/document-requests/document-requests.ts';
import type { DetailField, RequestItemKind, RequestItemStatus } from '#rules/document-requests/items.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import type { Instant } from './foundation-tables.ts';

export interface DocumentRequestsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  client_id: string;
  activity_id: string | null;
  /** The verification that accepted items are evidence for; at most one of the two. */
  individual_verification_id: string | null;
  business_verification_id: string | null;
  recipient_name: string;
  recipient_email: string | null;
  message: string;
  status: RequestStatus;
  due_on: string;
  /** Number of links created; each revokes the one before. */
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
  document_type: UploadedDocumentType | null;
  detail_fields: DetailField[];
  required: boolean;
  status: RequestItemStatus;
  reject_reason: string | null;
  /** With the document number masked. */
  details: ColumnType<RequestDetails | null, string | null, string | null>;
  /** The full document number, sealed; null once it is with an identity document, or was cleared. */
  number_sealed: ColumnType<string | null, string | null | undefined, string | null>;
  given_at: Instant | null;
  /** Files submitted up to this instant were rejected. */
  refused_until: Instant | null;
  decided_by: string | null;
  decided_at: Instant | null;
}

export interface DocumentRequestTables {
  document_requests: DocumentRequestsTable;
  document_request_items: DocumentRequestItemsTable;
}

/** A request with the names of its client and creator. */
export type RequestRow = Selectable<DocumentRequestsTable> & { client_name: string; created_by_name: string };
export type ItemRow = Selectable<DocumentRequestItemsTable>;
