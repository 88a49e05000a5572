import type { Generated, JSONColumnType } from 'kysely';
import type { BreachedInformation, BreachKind, BreachOutcome } from '#rules/privacy/breaches.ts';
import type { PrivacyDecision, PrivacyRequestKind } from '#rules/privacy/requests.ts';
import type { DestroyedKind, DestructionBasis } from '#rules/retention/retention.ts';
import type { Country, Instant } from './foundation-tables.ts';

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
  /** Confirmations that followed a recent proof of identity. */
  identity_proofs: Generated<number>;
}

interface PrivacyBreachesTable {
  company_id: string;
  /** UUIDv7 generated at `recorded_at`. */
  id: string;
  version: Generated<number>;
  summary: string;
  description: string;
  kinds: BreachKind[];
  information: BreachedInformation[];
  people: number | null;
  aware_at: Instant;
  contained: string | null;
  recorded_at: Instant;
  recorded_by: string;
  closed_at: Generated<Instant | null>;
  closed_by: Generated<string | null>;
  lessons: Generated<string | null>;
}

interface PrivacyBreachCountriesTable {
  company_id: string;
  breach_id: string;
  country: Country;
  rule: string;
  due_at: Instant | null;
  due_on: string | null;
  outcome: Generated<BreachOutcome | null>;
  outcome_reason: Generated<string | null>;
  assessed_at: Generated<Instant | null>;
  assessed_by: Generated<string | null>;
  regulator_on: Generated<string | null>;
  regulator_reference: Generated<string | null>;
  people_on: Generated<string | null>;
  people_how: Generated<string | null>;
}

interface PrivacyRequestsTable {
  company_id: string;
  /** UUIDv7 generated at `recorded_at`. */
  id: string;
  version: Generated<number>;
  client_id: string;
  kind: PrivacyRequestKind;
  received_on: string;
  requested_by: string;
  details: string;
  due_on: string;
  rule: string;
  working: string;
  extended_until: Generated<string | null>;
  extension_reason: Generated<string | null>;
  extended_at: Generated<Instant | null>;
  extended_by: Generated<string | null>;
  decision: Generated<PrivacyDecision | null>;
  decision_reason: Generated<string | null>;
  decided_at: Generated<Instant | null>;
  decided_by: Generated<string | null>;
  statement: Generated<string | null>;
  statement_at: Generated<Instant | null>;
  statement_by: Generated<string | null>;
  recorded_at: Instant;
  recorded_by: string;
}

export interface RetentionTables {
  legal_holds: LegalHoldsTable;
  destructions: DestructionsTable;
  privacy_breaches: PrivacyBreachesTable;
  privacy_breach_countries: PrivacyBreachCountriesTable;
  privacy_requests: PrivacyRequestsTable;
  purge_runs: { job: string; finished_at: Instant };
}
