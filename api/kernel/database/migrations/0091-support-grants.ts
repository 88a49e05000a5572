import type { Migration } from './migration.ts';

/**
 * A platform admin’s access to a company’s client records: requested with a reason, consented to by an owner, for at most four hours, and
 * ended by the company at any time. The platform’s role still has no right to any client table: records are read as the company.
 */
const grants = `
CREATE TABLE support_grants (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  admin_id uuid NOT NULL REFERENCES admins (id),
  -- At the time of the request: members cannot read the table of admins.
  admin_name text NOT NULL,
  reason text NOT NULL,
  hours integer NOT NULL CHECK (hours BETWEEN 1 AND 4),
  requested_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('approved', 'declined')),
  decided_at timestamptz,
  decided_by uuid REFERENCES members (id),
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  CHECK (num_nonnulls(decision, decided_at, decided_by) IN (0, 3)),
  CHECK ((expires_at IS NOT NULL) = (decision IS NOT DISTINCT FROM 'approved')),
  CHECK (expires_at <= decided_at + interval '4 hours'),
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  CHECK (revoked_at IS NULL OR decision = 'approved')
);
CREATE INDEX support_grants_by_admin ON support_grants (company_id, admin_id, id);
ALTER TABLE support_grants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON support_grants TO assay_owner USING (true);
CREATE POLICY tenant ON support_grants TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY platform ON support_grants TO assay_platform USING (true);
-- Consent is the company's alone: the platform's role requests, and changes nothing.
GRANT SELECT, UPDATE (version, decision, decided_at, decided_by, expires_at, revoked_at, revoked_by)
  ON support_grants TO assay_tenant;
GRANT SELECT, INSERT (company_id, id, admin_id, admin_name, reason, hours, requested_at) ON support_grants TO assay_platform;
`;

export const supportGrantsMigration: Migration = { name: '0091-support-grants', sql: grants };
