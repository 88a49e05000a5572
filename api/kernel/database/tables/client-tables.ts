import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ClientAddress } from '#contract/addresses.ts';
import type { Diligence } from '#contract/cdd/cdd.ts';
import type { Client } from '#contract/clients/client-record.ts';
import type { ClientPeriodKind } from '#rules/clients/client-periods.ts';
import type { RefreshCause } from '#rules/clients/client-refresh.ts';
import type { DisplayStatus } from '#rules/clients/client-types.ts';
import type { ClientIdentifierType } from '#rules/identifiers/identifiers.ts';
import type { PepOf } from '#rules/pep.ts';
import type { Instant } from './foundation-tables.ts';

type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null, string | null>;

type Individual = NonNullable<Client['individual']>;
type Business = NonNullable<Client['business']>;

/** A person's details without a sole trader's identifiers. Older records lack trading names. */
export type StoredIndividual = Omit<Individual, ClientIdentifierType | 'tradingNames'> &
  Partial<Pick<Individual, 'tradingNames'>>;

/** A business's details without its identifiers, which have their own columns. */
export type StoredBusiness = Omit<Business, ClientIdentifierType>;

/** Columns of a client's numbers in registers, by their fields. */
export const identifierColumns = {
  nzbn: 'nzbn',
  nzCompanyNumber: 'nz_company_number',
  abn: 'abn',
  acn: 'acn',
  arbn: 'arbn',
} as const satisfies Record<ClientIdentifierType, keyof ClientsTable>;

/** A CDD reason with the member who made the transition, and the time. */
export type StoredCddReason = Diligence['reasons'][number] & { at: Instant; by: string };

export interface ClientsTable {
  company_id: string;
  /** UUIDv7 generated at `created_at`. */
  id: string;
  version: Generated<number>;
  kind: Client['kind'];
  client_type: Client['clientType'];
  status: Client['status'];
  /** The one status in which people read the client (`getDisplayStatus`). */
  display_status: GeneratedAlways<DisplayStatus>;
  display_name: string;
  sort_name: string;
  search_words: string[];
  external_id: string | null;
  responsible_member_id: string | null;
  email: string | null;
  phone: string | null;
  addresses: Json<ClientAddress[]>;
  tags: string[];
  individual: NullableJson<StoredIndividual>;
  business: NullableJson<StoredBusiness>;
  nzbn: string | null;
  nz_company_number: string | null;
  abn: string | null;
  acn: string | null;
  arbn: string | null;
  relationship_purpose: string | null;
  relationship_started_on: string | null;
  pre_commencement: boolean;
  cdd_status: Client['cddStatus'];
  cdd_level: Client['cddLevel'];
  risk_level: Client['riskLevel'];
  current_risk_assessment_id: Generated<string | null>;
  pep_status: Client['pepStatus'];
  /** Type of the PEP whose family member or close associate the client is, if known. */
  pep_of: Generated<PepOf | null>;
  sanctions_status: Client['sanctionsStatus'];
  /** Lists required by law that the last full screening lacked. */
  screening_gaps: ColumnType<Client['screeningGaps'], string | undefined, string>;
  next_review_due_on: string | null;
  relationship_ended_on: string | null;
  /** Nothing on record tells the end: it is the day from which the present status is known. */
  relationship_end_known_from: Generated<boolean>;
  retain_until: string | null;
  /** Reasons for `cdd_level` at the client's last transition. */
  /** When a person last lowered the CDD level by a finding alone, because no one else was eligible. */
  cdd_lowered_by_one_at: Instant | null;
  cdd_reasons: ColumnType<StoredCddReason[], string | undefined, string>;
  cdd_exception_reason: string | null;
  cdd_exception_ends_on: string | null;
  cdd_exception_by: string | null;
  /** Member who submitted the client for review, while it is in review. */
  cdd_submitted_by: Generated<string | null>;
  /** Last approval of CDD on evidence, or of an exception. */
  cdd_decided_at: Generated<Instant | null>;
  /** What made CDD due again since its last approval; see rules/clients/client-refresh.ts. */
  refresh_causes: Generated<RefreshCause[]>;
  /** When the name, birth date or number last became another one; evidence of identity decided before no longer counts. */
  identified_as_changed_at: Generated<Instant | null>;
  /** Not screened since the name, birth date or number changed. */
  screening_outdated: Generated<boolean>;
  /** The client into which this one was merged; that one is never merged itself. */
  merged_into_id: Generated<string | null>;
  merged_at: Generated<Instant | null>;
  /** Created from a row of an imported file. */
  imported: Generated<boolean>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

interface ClientWordsTable {
  company_id: string;
  word: string;
  one_letter_out: string[];
}

/** Written only by a trigger of `clients` at COMMIT. See migration 0037. */
interface ClientPeriodsTable {
  company_id: string;
  client_id: string;
  kind: ClientPeriodKind;
  value: string | null;
  from_at: Instant;
  /** Infinity for the current value. */
  to_at: Instant;
  follows: Instant | null;
  cause: 'event' | 'migration' | 'other';
  /** The event's number in the company's chain. */
  cause_seq: number | null;
}

interface SettingsTable {
  key: string;
  value: Json<unknown>;
  set_at: Instant;
}

export interface ClientTables {
  clients: ClientsTable;
  client_words: ClientWordsTable;
  client_periods: ClientPeriodsTable;
  settings: SettingsTable;
}
