import type { Migration } from './migration.ts';

/**
 * A data key of a company for each use, wrapped by one of the operator's master keys, which are in the environment only. A destroyed key
 * leaves its row, so that no new one takes its version. Files stored before are in clear text until keys:rotate encrypts them.
 */
const keys = `
CREATE TABLE company_keys (
  company_id uuid NOT NULL REFERENCES companies (id),
  use text NOT NULL CHECK (use IN ('files', 'fields')),
  version integer NOT NULL CHECK (version > 0),
  -- Identifies the master key without revealing it.
  master_key_id text COLLATE "C" NOT NULL,
  wrapped text,
  created_at timestamptz NOT NULL,
  destroyed_at timestamptz,
  PRIMARY KEY (company_id, use, version),
  CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);
ALTER TABLE company_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON company_keys TO assay_owner USING (true);
CREATE POLICY tenant ON company_keys TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON company_keys TO assay_jobs USING (true);
GRANT SELECT, INSERT ON company_keys TO assay_tenant;
GRANT SELECT, UPDATE (master_key_id, wrapped, destroyed_at) ON company_keys TO assay_jobs;

ALTER TABLE documents ADD COLUMN file_encrypted boolean NOT NULL DEFAULT false;
CREATE INDEX documents_in_clear ON documents (id) WHERE NOT file_encrypted AND purged_at IS NULL;
GRANT SELECT (file_encrypted) ON documents TO assay_jobs;
`;

export const companyKeysMigration: Migration = { name: '0071-company-keys', sql: keys };
