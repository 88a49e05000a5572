import type { Generated } from 'kysely';
import type { PermitAct } from '#rules/firm/sanctions-permits.ts';
import type { SanctionsRegime } from '#rules/sanctions.ts';
import type { Country, Instant } from './foundation-tables.ts';

interface SanctionsPermitsTable {
  company_id: string;
  /** UUIDv7 generated at `recorded_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  document_id: string;
  country: Country;
  regimes: SanctionsRegime[];
  authority: string;
  number: string;
  scope: string;
  acts: PermitAct[];
  valid_from: string;
  valid_to: string;
  recorded_at: Instant;
  recorded_by: string;
  approved_at: Generated<Instant | null>;
  approved_by: Generated<string | null>;
  /** Approved by the person who recorded it, because no second person was eligible. */
  decided_by_one: Generated<boolean>;
  withdrawn_at: Generated<Instant | null>;
  withdrawn_by: Generated<string | null>;
  withdrawal_reason: Generated<string | null>;
}

export interface SanctionsTables {
  sanctions_permits: SanctionsPermitsTable;
}
