import type { Migration } from './migration.ts';

/** How far each company's approved clients have been evaluated on its day, so that a stopped evaluation goes on where it stopped. */
const sweeps = `
CREATE TABLE refresh_sweeps (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  day date NOT NULL,
  -- The last client evaluated on that day.
  cursor uuid,
  finished boolean NOT NULL DEFAULT false
);
ALTER TABLE refresh_sweeps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON refresh_sweeps TO assay_owner USING (true);
CREATE POLICY tenant ON refresh_sweeps TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON refresh_sweeps TO assay_tenant;
`;

export const refreshSweepsMigration: Migration = {
  name: '0120-refresh-sweeps',
  sql: sweeps,
};
