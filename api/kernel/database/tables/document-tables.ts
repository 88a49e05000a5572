import type { Generated } from 'kysely';
import type { StoredDocument } from '#contract/documents/documents.ts';
import type { Instant } from './foundation-tables.ts';

export interface DocumentsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  owner_type: StoredDocument['ownerType'];
  owner_id: string;
  type: StoredDocument['type'];
  file_name: string;
  mime_type: StoredDocument['mimeType'];
  /** Stored size in bytes. */
  size: number;
  received_sha256: string;
  sha256: string;
  storage_key: string;
  /** The picture to display: of a HEIC in place of the file, else small. */
  thumbnail_key: string | null;
  /** A HEIC of a former version, for which a picture has not been tried yet. */
  picture_due: Generated<boolean>;
  uploaded_by: StoredDocument['uploadedBy'];
  created_by: string | null;
  scan_status: StoredDocument['scanStatus'];
  /** When the scanner returned that status; null if it never did. */
  scanned_at: Generated<Instant | null>;
  /** When the scanner last could not scan it. */
  scan_tried_at: Generated<Instant | null>;
  /** The scanner's name of the malware. */
  scan_threat: Generated<string | null>;
  /** Whether its file and thumbnail are encrypted in the storage; those of former versions are in clear text. */
  file_encrypted: Generated<boolean>;
  expires_on: string | null;
  purged_at: Instant | null;
  purge_reason: string | null;
  /** The member who removed it or confirmed its removal; null if the recipient of a request replaced it. */
  purged_by: Generated<string | null>;
  /** Removal request: reason, requester and time; all three or none. */
  removal_reason: Generated<string | null>;
  removal_requested_by: Generated<string | null>;
  removal_requested_at: Generated<Instant | null>;
  created_at: Instant;
}

interface RiskAssessmentDocumentsTable {
  company_id: string;
  assessment_id: string;
  document_id: string;
}

export interface DocumentTables {
  documents: DocumentsTable;
  risk_assessment_documents: RiskAssessmentDocumentsTable;
}
