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
  delayMaxDays: number;
  requestExpiryDays: number;
  /** Whole percent by which verified lines of source of funds may fall short of the value. */
  sourceTolerancePercent: number;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  secondFactor: 'optional' | 'required';
  /** Classes of customers with a former identification procedure, each with its last day. */
  formerProcedures: { name: string; lastDay: string }[];
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
  /** The only designated services in Australia are those of item 54 of table 1 (AU s26T). */
  only_item_54: Generated<boolean>;
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
  /** The former `identity_user_id` of a removed member. Written by the database. */
  former_identity_user_id: Generated<string | null>;
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

/** What determined a member's permissions until a change of it. Written by the database. */
interface FormerMemberAccessTable {
  company_id: string;
  id: Generated<number>;
  member_id: string;
  role: MembersTable['role'];
  designations: ('complianceOfficer' | 'seniorManager')[];
  access_ends_at: Instant | null;
  until: Instant;
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
  /** Format 1 only. */
  reason: string | null;
  detail_id: string;
  detail_digest: string;
  request_id: string;
  prev_hash: string;
  hash: string;
  /** 1: the reason is in the event. 2: it is with the details, and the event has the actor's session and address. */
  format: 1 | 2;
  session_id: string | null;
  client_address: string | null;
}

export interface AuditDetailsTable {
  id: string;
  chain: string;
  /** Written as JSON text. */
  detail: ColumnType<unknown, string, never>;
  /** Base64 of the digest's 32-byte key. */
  detail_key: string;
  /** The actor's reason, since format 2. */
  reason: Generated<string | null>;
  /** The address of a document request's recipient, since format 2. */
  client_address: Generated<string | null>;
}

interface AuditChainHeadsTable {
  chain: string;
  seq: number;
  hash: string;
  /** `<key id>:<hex>`, by which a head set by anyone else is recognised; see `getHeadMac`. Null in chains of a former version. */
  mac: Generated<string | null>;
}

/** A signed batch of events of all companies; see `BatchHeader`. */
export interface AuditBatchesTable {
  number: number;
  signed_at: Instant;
  key_id: string;
  prev_hash: string;
  root: string;
  hash: string;
  /** Ed25519, base64. */
  signature: string;
}

/** A part of a chain that a batch covers. */
export interface AuditBatchHeadsTable {
  chain: string;
  first_seq: number;
  last_seq: number;
  /** Hash of the last event. */
  hash: string;
  /** Root of the Merkle tree over the part's events. */
  events_root: string;
  batch: number;
  /** Place among the batch's leaves, from 0. */
  position: number;
  /** Path to the batch's root; see `merklePath`. */
  path: string[];
}

/** How far a receiver outside has confirmed the signed batches. */
interface AuditDeliveriesTable {
  receiver: string;
  last_number: number;
  attempts: number;
  /** Time of the next attempt; during one, the end of the lease. */
  due_at: Instant;
  last_error: string | null;
}

/** Events whose details were destroyed. */
interface AuditDestroyedDetailsTable {
  chain: string;
  seq: number;
  /** The destruction with its certificate; null for those destroyed before they were recorded. */
  destruction: string | null;
}

/** Heads signed with the shared key of a former version. */
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

interface CompanyDomainsTable {
  company_id: string;
  id: string;
  /** In lower case. */
  domain: string;
  token: string;
  added_at: Instant;
  added_by: string;
  /** Null until its owner has proven it. */
  verified_at: Instant | null;
}

/** Settings of a connection, without secrets. */
export interface SsoSettings {
  issuer?: string;
  clientId?: string;
  authorizationUrl?: string;
  tokenUrl?: string;
  userInfoUrl?: string;
  jwksUrl?: string;
  metadataUrl?: string;
}

interface SsoConnectionsTable {
  company_id: string;
  version: Generated<number>;
  mode: 'off' | 'optional' | 'required';
  protocol: 'oidc' | 'saml';
  /** Written as JSON text. */
  settings: ColumnType<SsoSettings, string, string>;
  updated_at: Instant;
  updated_by: string;
}

export interface FoundationTables {
  company_domains: CompanyDomainsTable;
  sso_connections: SsoConnectionsTable;
  companies: CompaniesTable;
  members: MembersTable;
  former_member_access: FormerMemberAccessTable;
  admins: AdminsTable;
  audit_events: AuditEventsTable;
  audit_details: AuditDetailsTable;
  audit_chain_heads: AuditChainHeadsTable;
  audit_signed_heads: AuditSignedHeadsTable;
  audit_batches: AuditBatchesTable;
  audit_batch_heads: AuditBatchHeadsTable;
  audit_destroyed_details: AuditDestroyedDetailsTable;
  audit_deliveries: AuditDeliveriesTable;
  request_keys: RequestKeysTable;
  rate_limits: RateLimitsTable;
}
