import type { Migration } from './migration.ts';

/** Companies, members and platform admins. */
const companiesAndPeople = `
CREATE TABLE companies (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  legal_name text,
  nzbn text,
  abn text,
  acn text,
  sector text CHECK (sector IN ('accounting', 'legal', 'conveyancing', 'realEstate', 'finance',
    'trustAndCompanyService', 'preciousMetals', 'other')),
  billing_country_code text NOT NULL DEFAULT 'AUS' CHECK (billing_country_code IN ('AUS', 'NZL')),
  regulated_in text[] NOT NULL CHECK (regulated_in <@ ARRAY['AUS', 'NZL'] AND cardinality(regulated_in) > 0),
  time_zone text NOT NULL,
  default_worklist_id integer NOT NULL DEFAULT 0 CHECK (default_worklist_id >= 0),
  access_restricted boolean NOT NULL DEFAULT true,
  access_restricted_reason text,
  access_restricted_at timestamptz,
  access_restricted_by text,
  subscription_active boolean NOT NULL DEFAULT false,
  onboarding_step text NOT NULL DEFAULT 'company'
    CHECK (onboarding_step IN ('company', 'designations', 'templates', 'team', 'done')),
  address jsonb,
  policy jsonb NOT NULL DEFAULT '{
    "reviewMonths": {"low": 36, "medium": 12, "high": 12}, "retentionYears": 7, "fourEyes": "off",
    "idExpiryAlertDays": [90, 60, 30], "dormantAfterBusinessDays": 14, "overrideMaxMonths": 12,
    "requestExpiryDays": 14}',
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE members (
  id uuid PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id),
  identity_user_id text UNIQUE,
  login_id text NOT NULL UNIQUE CHECK (login_id = lower(login_id)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  role text NOT NULL CHECK (role IN ('owner', 'member', 'auditor')),
  designations text[] NOT NULL DEFAULT '{}'
    CHECK (designations <@ ARRAY['complianceOfficer', 'seniorManager']),
  access_ends_at timestamptz,
  status text NOT NULL CHECK (status IN ('invited', 'active', 'suspended', 'removed')),
  invited_at timestamptz,
  invite_expires_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX members_by_company ON members (company_id, name COLLATE "C", id);

CREATE TABLE admins (
  id uuid PRIMARY KEY,
  identity_user_id text UNIQUE,
  login_id text NOT NULL UNIQUE CHECK (login_id = lower(login_id)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('active', 'suspended')),
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);
`;

/**
 * The audit log. A chain is a company's id or 'platform'. Details are of type json, which retains the exact text, and
 * are stored apart from the events, so that they can be destroyed while the chain still verifies.
 */
const auditTrail = `
CREATE TABLE audit_events (
  chain text NOT NULL CHECK (chain = 'platform' OR chain = lower(chain::uuid::text)),
  seq bigint NOT NULL CHECK (seq > 0),
  at timestamptz NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'client', 'system', 'apiKey', 'admin')),
  actor_id text NOT NULL,
  actor_role text NOT NULL,
  action text NOT NULL,
  resource_type text NOT NULL,
  resource_id text NOT NULL,
  reason text,
  detail_id uuid NOT NULL,
  detail_digest text NOT NULL,
  request_id text NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (chain, seq)
);
CREATE INDEX audit_events_by_resource ON audit_events (chain, resource_type, resource_id, seq);

CREATE TABLE audit_details (
  id uuid PRIMARY KEY,
  chain text NOT NULL,
  detail json NOT NULL,
  detail_key text NOT NULL
);

CREATE TABLE audit_chain_heads (
  chain text PRIMARY KEY,
  seq bigint NOT NULL,
  hash text NOT NULL
);

CREATE TABLE audit_signed_heads (
  chain text NOT NULL,
  seq bigint NOT NULL,
  hash text NOT NULL,
  signed_at timestamptz NOT NULL,
  key_id text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (chain, seq, key_id)
);
`;

/** Idempotency keys and rate limit counters. */
const requestsSeen = `
CREATE TABLE request_keys (
  scope text NOT NULL DEFAULT coalesce(nullif(current_setting('app.company_id', true), ''), 'platform'),
  subject text NOT NULL,
  endpoint text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  body_hash text NOT NULL,
  status integer,
  body json,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (scope, subject, endpoint, key)
);
CREATE INDEX request_keys_by_age ON request_keys (created_at);

CREATE TABLE rate_limits (
  name text NOT NULL,
  subject_hash text NOT NULL,
  window_started_at timestamptz NOT NULL,
  window_ends_at timestamptz NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (name, subject_hash)
);
CREATE INDEX rate_limits_by_end ON rate_limits (window_ends_at);
`;

/**
 * Grants and policies. A policy compares with the setting directly: an absent or empty setting is an error, not an
 * empty result, and uuid and text equality are leakproof, so that indexes are usable under the policy.
 */
const rights = `
GRANT USAGE ON SCHEMA assay TO assay_app, assay_tenant, assay_platform, assay_jobs;

ALTER TABLE companies ENABLE ROW LEVEL SECURITY;
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
ALTER TABLE admins ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_details ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_chain_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_signed_heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE request_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE rate_limits ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant ON companies TO assay_tenant USING (id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON members TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON audit_events TO assay_tenant USING (chain = current_setting('app.company_id')::uuid::text);
CREATE POLICY tenant ON audit_details TO assay_tenant USING (chain = current_setting('app.company_id')::uuid::text);
CREATE POLICY tenant ON audit_chain_heads TO assay_tenant
  USING (chain = current_setting('app.company_id')::uuid::text);
CREATE POLICY tenant ON audit_signed_heads TO assay_tenant
  USING (chain = current_setting('app.company_id')::uuid::text);
CREATE POLICY tenant ON request_keys TO assay_tenant USING (scope = current_setting('app.company_id')::uuid::text);

-- A company signs up in a transaction of its own new id, so that a tenant may insert itself. Payment is not its to say.
GRANT SELECT, INSERT ON companies TO assay_tenant;
GRANT UPDATE (name, legal_name, nzbn, abn, acn, sector, billing_country_code, regulated_in, time_zone,
  default_worklist_id, access_restricted, access_restricted_reason, access_restricted_at, access_restricted_by,
  onboarding_step, address, policy, updated_at, version) ON companies TO assay_tenant;
GRANT SELECT, INSERT ON members TO assay_tenant;
GRANT UPDATE (identity_user_id, login_id, name, role, designations, access_ends_at, status, invited_at,
  invite_expires_at, last_sign_in_at, updated_at, version) ON members TO assay_tenant;
GRANT SELECT, INSERT ON audit_events, audit_details TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON audit_chain_heads TO assay_tenant;
GRANT SELECT, INSERT ON audit_signed_heads TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON request_keys TO assay_tenant;

CREATE POLICY platform ON companies TO assay_platform USING (true);
CREATE POLICY platform ON members TO assay_platform USING (true);
CREATE POLICY platform ON admins TO assay_platform USING (true);
CREATE POLICY platform_reads ON audit_events FOR SELECT TO assay_platform USING (chain = 'platform');
CREATE POLICY platform_reads ON audit_details FOR SELECT TO assay_platform USING (chain = 'platform');
-- What an admin does to a company is also told in that company's own trail.
CREATE POLICY platform_adds ON audit_events FOR INSERT TO assay_platform WITH CHECK (true);
CREATE POLICY platform_adds ON audit_details FOR INSERT TO assay_platform WITH CHECK (true);
CREATE POLICY platform ON audit_chain_heads TO assay_platform USING (true);
CREATE POLICY platform ON audit_signed_heads TO assay_platform USING (chain = 'platform');
CREATE POLICY platform ON request_keys TO assay_platform USING (scope = 'platform');
GRANT SELECT ON companies, members TO assay_platform;
GRANT UPDATE (access_restricted, access_restricted_reason, access_restricted_at, access_restricted_by, updated_at,
  version) ON companies TO assay_platform;
GRANT UPDATE (status, updated_at, version) ON members TO assay_platform;
GRANT SELECT, INSERT ON admins TO assay_platform;
GRANT UPDATE (identity_user_id, login_id, name, status, updated_at, version) ON admins TO assay_platform;
GRANT SELECT, INSERT ON audit_events, audit_details TO assay_platform;
GRANT SELECT, INSERT, UPDATE ON audit_chain_heads TO assay_platform;
GRANT SELECT, INSERT ON audit_signed_heads TO assay_platform;
GRANT SELECT, INSERT, UPDATE ON request_keys TO assay_platform;

CREATE POLICY jobs ON companies TO assay_jobs USING (true);
CREATE POLICY jobs ON members TO assay_jobs USING (true);
CREATE POLICY jobs ON audit_events TO assay_jobs USING (true);
CREATE POLICY jobs ON audit_details TO assay_jobs USING (true);
CREATE POLICY jobs ON audit_chain_heads TO assay_jobs USING (true);
CREATE POLICY jobs ON audit_signed_heads TO assay_jobs USING (true);
CREATE POLICY jobs ON request_keys TO assay_jobs USING (true);
CREATE POLICY jobs ON rate_limits TO assay_jobs USING (true);
GRANT SELECT ON companies, members TO assay_jobs;
GRANT UPDATE (subscription_active, updated_at, version) ON companies TO assay_jobs;
GRANT SELECT, INSERT ON audit_events, audit_details, audit_signed_heads TO assay_jobs;
GRANT DELETE ON audit_details TO assay_jobs;
GRANT SELECT, INSERT, UPDATE ON audit_chain_heads TO assay_jobs;
GRANT SELECT, DELETE ON request_keys, rate_limits TO assay_jobs;
`;

/** Functions that can be called before the company is known. */
const standingFunctions = `
CREATE FUNCTION member_by_subject(subject text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[],
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.id, m.company_id, m.login_id, m.name, m.role, m.designations, m.status, m.access_ends_at, c.name,
         c.billing_country_code, c.regulated_in, c.access_restricted, c.access_restricted_reason,
         c.subscription_active, c.default_worklist_id, c.onboarding_step, c.time_zone
    FROM members m JOIN companies c ON c.id = m.company_id
   WHERE m.identity_user_id = subject
$$;

CREATE FUNCTION admin_by_subject(subject text)
RETURNS TABLE (id uuid, login_id text, name text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT a.id, a.login_id, a.name, a.status FROM admins a WHERE a.identity_user_id = subject
$$;

-- One more use in the window that runs, or the first of a new one. Counts one beyond the limit and no further.
CREATE FUNCTION take_token(limit_name text, hashed_subject text, allowed_uses integer, window_seconds integer, at timestamptz)
RETURNS TABLE (used integer, window_ends_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  INSERT INTO rate_limits AS r (name, subject_hash, window_started_at, window_ends_at, used)
  VALUES (limit_name, hashed_subject, at, at + make_interval(secs => window_seconds), 1)
  ON CONFLICT (name, subject_hash) DO UPDATE SET
    used = CASE WHEN r.window_ends_at <= at THEN 1 ELSE least(r.used, allowed_uses) + 1 END,
    window_started_at = CASE WHEN r.window_ends_at <= at THEN at ELSE r.window_started_at END,
    window_ends_at = CASE WHEN r.window_ends_at <= at THEN at + make_interval(secs => window_seconds) ELSE r.window_ends_at END
  RETURNING r.used, r.window_ends_at
$$;

REVOKE ALL ON FUNCTION member_by_subject(text), admin_by_subject(text),
  take_token(text, text, integer, integer, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_subject(text), admin_by_subject(text),
  take_token(text, text, integer, integer, timestamptz) TO assay_app;
`;

export const foundation: Migration = {
  name: '0001-foundation',
  sql: [companiesAndPeople, auditTrail, requestsSeen, rights, standingFunctions].join('\n'),
};
