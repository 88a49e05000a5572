import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** An instant, read as UTC ISO text with milliseconds. */
export type Instant = string;

export type Country = 'AUS' | 'NZL';

interface StoredAddress {
  addressLine1: string;
  addressLine2?: string;
  suburb?: string;
  city?: string;
  state: string;
  postcode: string;
  countryCode: string;
}

export interface CompanyPolicy {
  reviewMonths: { low: number; medium: number; high: number };
  retentionYears: number;
  fourEyes: 'off' | 'highOnly' | 'always';
  idExpiryAlertDays: number[];
  dormantAfterBusinessDays: number;
  overrideMaxMonths: number;
  requestExpiryDays: number;
  /** Whole percent by which verified lines of source of funds may fall short of the value. */
  sourceTolerancePercent: number;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  secondFactor: 'owners' | 'all';
}

type StoredSector =
  | 'accounting'
  | 'legal'
  | 'conveyancing'
  | 'realEstate'
  | 'finance'
  | 'trustAndCompanyService'
  | 'preciousMetals'
  | 'other';

export interface CompaniesTable {
  id: string;
  name: string;
  legal_name: string | null;
  nzbn: string | null;
  abn: string | null;
  acn: string | null;
  sector: StoredSector | null;
  /** Further sectors of the company. */
  other_sectors: Generated<StoredSector[]>;
  /** As stated by the company, if its sectors do not determine it. */
  australian_tranche: Generated<'T1' | 'T2' | null>;
  /** First day of services captured by a country's law. */
  first_service_nz: Generated<string | null>;
  first_service_au: Generated<string | null>;
  /** New Zealand's supervisor of the company until 30 June 2026. */
  former_supervisor: Generated<'DIA' | 'FMA' | 'RBNZ' | null>;
  /** On AUSTRAC's Reporting Entities Roll, in digits. */
  enrolment_number: Generated<string | null>;
  billing_country_code: Generated<Country>;
  regulated_in: Country[];
  time_zone: string;
  default_worklist_id: Generated<number>;
  access_restricted: Generated<boolean>;
  access_restricted_reason: string | null;
  access_restricted_at: Instant | null;
  access_restricted_by: string | null;
  subscription_active: Generated<boolean>;
  onboarding_step: Generated<'company' | 'designations' | 'templates' | 'team' | 'done'>;
  /** Written as JSON text. */
  address: JSONColumnType<StoredAddress> | null;
  /** Written as JSON text. */
  policy: ColumnType<CompanyPolicy, string | undefined, string>;
  created_at: Instant;
  /** Id of the member or admin, or `system`. */
  created_by: string;
  updated_at: Instant;
  version: Generated<number>;
}

export interface MembersTable {
  id: string;
  company_id: string;
  /** The identity service's user id, a verified token's `sub`; null until the person has signed in. */
  identity_user_id: string | null;
  /** In lower case. */
  login_id: string;
  name: string;
  role: 'owner' | 'member' | 'auditor';
  designations: Generated<('complianceOfficer' | 'seniorManager')[]>;
  access_ends_at: Instant | null;
  status: 'invited' | 'active' | 'suspended' | 'removed';
  invited_at: Instant | null;
  invite_expires_at: Instant | null;
  /** SHA-256, in hex, of the link's secret. Retained after use, to distinguish used links from unknown ones. */
  invite_hash: Generated<string | null>;
  last_sign_in_at: Instant | null;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  version: Generated<number>;
}

interface AdminsTable {
  id: string;
  identity_user_id: string | null;
  login_id: string;
  name: string;
  status: 'active' | 'suspended';
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  version: Generated<number>;
}

export interface AuditEventsTable {
  /** A company's id, or `platform`. */
  chain: string;
  seq: number;
  at: Instant;
  actor_type: 'user' | 'client' | 'system' | 'apiKey' | 'admin';
  actor_id: string;
  actor_role: string;
  action: string;
  resource_type: string;
  resource_id: string;
  reason: string | null;
  detail_id: string;
  detail_digest: string;
  request_id: string;
  prev_hash: string;
  hash: string;
}

export interface AuditDetailsTable {
  id: string;
  chain: string;
  /** Written as JSON text. */
  detail: ColumnType<unknown, string, never>;
  /** Base64 of the digest's 32-byte key. */
  detail_key: string;
}

interface AuditChainHeadsTable {
  chain: string;
  seq: number;
  hash: string;
}

export interface AuditSignedHeadsTable {
  chain: string;
  seq: number;
  hash: string;
  signed_at: Instant;
  key_id: string;
  signature: string;
}

interface RequestKeysTable {
  /** A company's id, or `platform`; default the transaction's own. */
  scope: Generated<string>;
  subject: string;
  endpoint: string;
  key: string;
  body_hash: string;
  status: number | null;
  /** Written as JSON text. */
  body: ColumnType<unknown, string | null, string | null>;
  created_at: Instant;
}

interface RateLimitsTable {
  name: string;
  subject_hash: string;
  window_started_at: Instant;
  window_ends_at: Instant;
  used: number;
}

export interface FoundationTables {
  companies: CompaniesTable;
  members: MembersTable;
  admins: AdminsTable;
  audit_events: AuditEventsTable;
  audit_details: AuditDetailsTable;
  audit_chain_heads: AuditChainHeadsTable;
  audit_signed_heads: AuditSignedHeadsTable;
  request_keys: RequestKeysTable;
  rate_limits: RateLimitsTable;
}
