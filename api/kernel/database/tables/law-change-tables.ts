import type { ColumnType, Generated } from 'kysely';
import type { ShippedCountries } from '#rules/country-lists/effective-list.ts';
import type { ChangedRule, OutcomeSide } from '#rules/law-changes/law-changes.ts';
import type { Instant } from './foundation-tables.ts';

/** JSON, written as text and read as a value. */
type Json<T> = ColumnType<T, string, string>;

interface LawChecksTable {
  company_id: string;
  /** The last day, in the company's time zone, whose rules its clients have been checked against. */
  checked_through: string;
  /** The last corrected rules that they have been checked against; 0 before the first. */
  revision: number;
  /** The countries of the shipped lists that they have been checked with; null if never. */
  shipped_lists: ColumnType<ShippedCountries | null, string | undefined, string>;
}

export interface LawChangesTable {
  company_id: string;
  /** UUIDv7 generated at `started_at`. */
  id: string;
  version: Generated<number>;
  kind: 'day' | 'release' | 'company';
  /** What changed for the company by itself or by a shipped country list, in words; with `company` alone. */
  cause: Generated<string | null>;
  effective_on: string;
  revision: number | null;
  packs_before: string[];
  packs_after: string[];
  rules: Json<ChangedRule[]>;
  /** `noClients`: finished without a client to list. */
  status: 'checking' | 'open' | 'signedOff' | 'noClients';
  /** The last client checked. */
  cursor: Generated<string | null>;
  clients_checked: Generated<number>;
  clients_listed: Generated<number>;
  started_at: Instant;
  finished_at: Generated<Instant | null>;
  signed_off_by: Generated<string | null>;
  signed_off_at: Generated<Instant | null>;
  note: Generated<string | null>;
}

interface LawChangeClientsTable {
  company_id: string;
  law_change_id: string;
  client_id: string;
  before: Json<OutcomeSide>;
  after: Json<OutcomeSide>;
  rules: Json<ChangedRule[]>;
}

export interface LawChangeTables {
  law_checks: LawChecksTable;
  law_changes: LawChangesTable;
  law_change_clients: LawChangeClientsTable;
}
