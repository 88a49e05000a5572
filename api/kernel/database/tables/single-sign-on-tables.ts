import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './foundation-tables.ts';

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

export interface SingleSignOnTables {
  company_domains: CompanyDomainsTable;
  sso_connections: SsoConnectionsTable;
}
