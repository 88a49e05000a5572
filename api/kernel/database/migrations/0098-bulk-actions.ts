import type { Migration } from './migration.ts';

/** Bulk actions on clients: what is to be done, and the outcome of each client. */
const tables = `
CREATE TABLE bulk_actions (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- What is done to each client, with its parameters.
  act jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'done', 'stopped')),
  -- Why it was stopped other than by a person.
  stopped_because text,
  total integer NOT NULL CHECK (total >= 0),
  -- The action that this one undoes.
  undoes uuid,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  ended_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, undoes) REFERENCES bulk_actions (company_id, id),
  UNIQUE (company_id, undoes)
);
CREATE INDEX bulk_actions_running ON bulk_actions (company_id, id) WHERE status = 'running';

CREATE TABLE bulk_action_items (
  company_id uuid NOT NULL,
  action_id uuid NOT NULL,
  number integer NOT NULL,
  client_id uuid NOT NULL,
  -- Without a reference to the client: its outcome is told after its destruction too.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'unchanged', 'refused')),
  reason text,
  -- The relationship owner at the start, and the one that is set.
  before jsonb,
  PRIMARY KEY (company_id, action_id, number),
  FOREIGN KEY (company_id, action_id) REFERENCES bulk_actions (company_id, id),
  UNIQUE (company_id, action_id, client_id)
);
CREATE INDEX bulk_action_items_by_state ON bulk_action_items (company_id, action_id, state, number);

ALTER TABLE bulk_actions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON bulk_actions TO assay_owner USING (true);
CREATE POLICY tenant ON bulk_actions TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON bulk_actions FOR SELECT TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (version, status, stopped_because, ended_at) ON bulk_actions TO assay_tenant;
GRANT SELECT (company_id, id, status) ON bulk_actions TO assay_jobs;
ALTER TABLE bulk_action_items ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON bulk_action_items TO assay_owner USING (true);
CREATE POLICY tenant ON bulk_action_items TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE (state, reason) ON bulk_action_items TO assay_tenant;
`;

export const bulkActionsMigration: Migration = {
  name: '0098-bulk-actions',
  sql: tables,
};
