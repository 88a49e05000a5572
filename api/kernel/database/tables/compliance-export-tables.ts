import type { EvidencePackRecord } from '#contract/views/evidence-packs.ts';
import type { Instant } from './foundation-tables.ts';

export interface ComplianceExportsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  scope: EvidencePackRecord['scope'];
  scope_id: string;
  purpose: EvidencePackRecord['purpose'];
  with_notes: boolean;
  with_files: boolean;
  status: EvidencePackRecord['status'];
  manifest_sha256: string | null;
  file_count: number | null;
  byte_count: number | null;
  requested_by: string;
  created_at: Instant;
  finished_at: Instant | null;
}

export interface ClientTalliesTable {
  company_id: string;
  dimension: 'status' | 'unassigned' | 'risk' | 'cdd' | 'review';
  /** A status, a level or `none`, a CDD status, a month as 2026-03, or `all`. */
  value: string;
  /** Change by a statement; may be negative. */
  clients: number;
}

export interface ComplianceExportTables {
  compliance_exports: ComplianceExportsTable;
  client_tallies: ClientTalliesTable;
}
