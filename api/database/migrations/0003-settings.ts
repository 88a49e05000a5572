import type { Migration } from './migration.ts';

/** What is true of the whole database, such as that it was filled with demo data (`sandbox`). */
export const settings: Migration = {
  name: '0003-settings',
  sql: `
CREATE TABLE settings (
  key text PRIMARY KEY,
  value text NOT NULL,
  set_at timestamptz NOT NULL
);
ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON settings TO assay_platform USING (true);
GRANT SELECT, INSERT ON settings TO assay_platform;
`,
};
