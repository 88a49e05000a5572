import type { Migration } from './migration.ts';

/**
 * Records of the other party of a brokered sale who does not cooperate with CDD (AU Rules 6-33, 9-4A). Confirms only that a report was
 * considered: no row can contain the outcome. Never changed, only withdrawn; refers to the activity and the client, so that it stays when
 * the parties are edited and is destroyed with either.
 */
const records = `
CREATE TABLE non_cooperation_records (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at recorded_at.
  id uuid NOT NULL,
  activity_id uuid NOT NULL,
  client_id uuid NOT NULL,
  steps text NOT NULL CHECK (steps <> ''),
  difficulties text NOT NULL CHECK (difficulties <> ''),
  report_considered boolean NOT NULL CHECK (report_considered),
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES members (id),
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES members (id),
  withdrawal_reason text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK (num_nonnulls(withdrawn_at, withdrawn_by, withdrawal_reason) IN (0, 3))
);
CREATE UNIQUE INDEX non_cooperation_records_once ON non_cooperation_records (company_id, activity_id, client_id)
  WHERE withdrawn_at IS NULL;
CREATE INDEX non_cooperation_records_by_client ON non_cooperation_records (company_id, client_id);
ALTER TABLE non_cooperation_records ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON non_cooperation_records TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT ON non_cooperation_records TO assay_tenant;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdrawal_reason) ON non_cooperation_records TO assay_tenant;
`;

/** Stored responses get the new properties of activities and assessments, so that a request repeated across the upgrade gets its first response. */
const storedResponses = `
UPDATE request_keys SET body = (body::jsonb || '{"nonCooperation": [], "progress": {"steps": [], "next": null}}'::jsonb)::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb -> 'capturedService' IS NOT NULL;
UPDATE request_keys SET body = (body::jsonb || '{"known": []}'::jsonb)::json
 WHERE endpoint ~ '^assessments[.]' AND body IS NOT NULL AND body::jsonb -> 'templateVersion' IS NOT NULL;
`;

export const nonCooperationMigration: Migration = {
  name: '0040-non-cooperation',
  sql: [records, storedResponses].join('\n'),
};
