import type { Migration } from './migration.ts';

/**
 * Approvals of a client's CDD: approver, time and basis, i.e. the rule packs of the day, each requirement as at the approval with a
 * digest of all of them, and the evidence relied on. Written once, immutable.
 */
const cddDecisions = `
CREATE TABLE cdd_decisions (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at decided_at.
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  decided_at timestamptz NOT NULL,
  decided_by uuid NOT NULL REFERENCES members (id),
  cdd_level text NOT NULL CHECK (cdd_level IN ('simplified', 'standard', 'enhanced')),
  packs text[] NOT NULL,
  items jsonb NOT NULL,
  items_digest text NOT NULL CHECK (items_digest ~ '^[0-9a-f]{64}$'),
  basis jsonb NOT NULL,
  note text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)
);
CREATE INDEX cdd_decisions_by_client ON cdd_decisions (company_id, client_id, id DESC);
ALTER TABLE cdd_decisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON cdd_decisions TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT ON cdd_decisions TO assay_tenant;
`;

export const cddDecisionsMigration: Migration = { name: '0033-cdd-decisions', sql: cddDecisions };
