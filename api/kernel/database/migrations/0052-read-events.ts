import type { Migration } from './migration.ts';

/**
 * Who opened which record: apart from the chain, whose events are changes, because there are many more of these. Rows about a client are
 * destroyed with the client, by the foreign key; all of them after their retention period, by a job.
 */
const readEvents = `
CREATE TABLE read_events (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- By time, so that it orders the rows.
  event_id uuid NOT NULL,
  at timestamptz NOT NULL,
  member_id uuid NOT NULL,
  member_role text NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  client_id uuid,
  session_id text,
  client_address text NOT NULL,
  PRIMARY KEY (company_id, event_id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)
);
CREATE INDEX read_events_by_resource ON read_events (company_id, resource_id, event_id);
CREATE INDEX read_events_by_member ON read_events (company_id, member_id, event_id);
CREATE INDEX read_events_by_client ON read_events (company_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX read_events_by_age ON read_events (at);

ALTER TABLE read_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON read_events TO assay_owner USING (true);
CREATE POLICY tenant ON read_events TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON read_events TO assay_jobs USING (true);
GRANT SELECT, INSERT ON read_events TO assay_tenant;
GRANT SELECT, DELETE ON read_events TO assay_jobs;
`;

export const readEventsMigration: Migration = { name: '0052-read-events', sql: readEvents };
