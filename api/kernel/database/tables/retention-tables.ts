import type { JSONColumnType } from 'kysely';
import type { DestroyedKind, DestructionBasis } from '#rules/retention/retention.ts';
import type { Instant } from './foundation-tables.ts';

interface LegalHoldsTable {
  company_id: string;
  id: string;
  client_id: string;
  reason: string;
  set_by: string;
  set_at: Instant;
  lifted_because: string | null;
  lifted_by: string | null;
  lifted_at: Instant | null;
}

/** Due for destruction until `destroyed_at`; afterwards the certificate. */
interface DestructionsTable {
  company_id: string;
  id: string;
  kind: DestroyedKind;
  client_id: string;
  basis: DestructionBasis;
  /** Last day of retention. */
  kept_until: string;
  listed_at: Instant;
  confirmed_by: string | null;
  confirmed_at: Instant | null;
  destroyed_by: string | null;
  destroyed_at: Instant | null;
  /** Rows by table. Written as JSON text. */
  item_counts: JSONColumnType<Record<string, number>> | null;
  digest: string | null;
}

export interface RetentionTables {
  legal_holds: LegalHoldsTable;
  destructions: DestructionsTable;
}
