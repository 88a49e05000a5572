import type { Generated } from 'kysely';
import type { FundsKind, FundsPurpose } from '#rules/source-of-funds/funds-lines.ts';
import type { Instant } from './foundation-tables.ts';

interface FundsLinesTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  activity_id: string | null;
  source_of: FundsPurpose;
  kind: FundsKind;
  /** Minor units. */
  amount: number;
  currency: string;
  origin: string;
  period: string | null;
  corroboration: string | null;
  /** Valid while the documents exist; see `fundsStatus`. */
  decision: Generated<'verified' | 'rejected' | null>;
  reject_reason: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<Instant | null>;
  /** Recorded by mistake: excluded from all lists. */
  withdrawn_at: Generated<Instant | null>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

interface FundsLineDocumentsTable {
  company_id: string;
  line_id: string;
  document_id: string;
}

export interface FundsLineTables {
  funds_lines: FundsLinesTable;
  funds_line_documents: FundsLineDocumentsTable;
}
