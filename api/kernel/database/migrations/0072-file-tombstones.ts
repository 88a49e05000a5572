import type { Migration } from './migration.ts';

/**
 * Files to delete from the storage: of removed and destroyed documents at once, written in the same transaction; of no document a day
 * after they were found. A row stays for a month after the deletion, so that no document can be stored under its key meanwhile. The
 * marker connects database and storage: the sweep writes a new one to both each time.
 */
export const fileTombstonesMigration: Migration = {
  name: '0072-file-tombstones',
  sql: `
CREATE TABLE file_tombstones (
  company_id uuid NOT NULL REFERENCES companies (id),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 300),
  cause text NOT NULL CHECK (cause IN ('removed', 'destroyed', 'orphaned')),
  created_at timestamptz NOT NULL,
  delete_after timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (company_id, key)
);
CREATE INDEX file_tombstones_due ON file_tombstones (delete_after) WHERE deleted_at IS NULL;
CREATE INDEX file_tombstones_deleted ON file_tombstones (deleted_at) WHERE deleted_at IS NOT NULL;
ALTER TABLE file_tombstones ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON file_tombstones TO assay_owner USING (true);
CREATE POLICY tenant ON file_tombstones TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON file_tombstones TO assay_jobs USING (true);
GRANT SELECT, INSERT ON file_tombstones TO assay_tenant;
GRANT SELECT, INSERT, UPDATE (deleted_at), DELETE ON file_tombstones TO assay_jobs;

CREATE TABLE file_storage_marker (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  marker text,
  -- Written to the storage next; either of the two may be there when a process stopped in between.
  next_marker text,
  set_at timestamptz NOT NULL
);
ALTER TABLE file_storage_marker ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON file_storage_marker TO assay_owner USING (true);
CREATE POLICY jobs ON file_storage_marker TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE ON file_storage_marker TO assay_jobs;
`,
};
