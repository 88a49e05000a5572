import type { ColumnType, Generated } from 'kysely';
import type { SubmittedDetail } from '#contract/documents/submitted-evidence.ts';
import type { RegisterFacts } from '#rules/registers/register-changes.ts';
import type { Instant } from './foundation-tables.ts';

type Json<T> = ColumnType<T, string, string>;

/** An accepted item of a document request, as evidence of one verification. */
export interface VerificationEvidenceTable {
  company_id: string;
  id: string;
  client_id: string;
  request_id: string;
  item_id: string;
  individual_verification_id: string | null;
  business_verification_id: string | null;
  round: number | null;
  /** The identity document recorded from it. */
  document_record_id: string | null;
  /** The item that supplied that document's number. */
  number_item_id: string | null;
  /** False if the document was recorded before, manually. */
  record_is_own: Generated<boolean>;
  details: Json<SubmittedDetail[]>;
  accepted_by: string;
  accepted_at: Instant;
  withdrawn_by: string | null;
  withdrawn_at: Instant | null;
}

/** A verified business with register monitoring. */
interface RegisterWatchesTable {
  company_id: string;
  verification_id: string;
  client_id: string;
  registry: 'nzbn' | 'abr';
  number: string;
  seen: Json<RegisterFacts>;
  asked_at: Instant;
  next_ask_at: Instant;
  failures: Generated<number>;
}

export interface VerificationEvidenceTables {
  verification_evidence: VerificationEvidenceTable;
  register_watches: RegisterWatchesTable;
}
