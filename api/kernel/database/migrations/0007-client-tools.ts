import type { Migration } from './migration.ts';

/** Saved filters and sort orders of a list. member_id is the owner; null if shared within the company. */
const savedViews = `
CREATE TABLE saved_views (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  member_id uuid REFERENCES members (id),
  screen text NOT NULL CHECK (screen IN ('clients', 'activities', 'monitoring')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- The name folded, the same on both engines (rules/names.ts): no two views of one owner read alike.
  name_key text COLLATE "C" NOT NULL,
  query text NOT NULL CHECK (length(query) <= 1000),
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id)
);
CREATE INDEX saved_views_by_screen ON saved_views (company_id, screen, name_key, id);
CREATE UNIQUE INDEX saved_views_own_name ON saved_views (company_id, member_id, screen, name_key)
  WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX saved_views_shared_name ON saved_views (company_id, screen, name_key) WHERE member_id IS NULL;
CREATE UNIQUE INDEX saved_views_own_default ON saved_views (company_id, member_id, screen)
  WHERE is_default AND member_id IS NOT NULL;
CREATE UNIQUE INDEX saved_views_shared_default ON saved_views (company_id, screen) WHERE is_default AND member_id IS NULL;
`;

/**
 * Imports of clients from a file. Cells are stored as read, so that a changed mapping can reprocess them; they are deleted
 * when the import is discarded, or a month after it is finished.
 */
const imports = `
CREATE TABLE client_imports (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL CHECK (status IN ('staging', 'mapping', 'checking', 'review', 'importing', 'done', 'discarded')),
  file_name text NOT NULL CHECK (length(file_name) <= 240),
  headings text[] NOT NULL,
  row_count integer NOT NULL CHECK (row_count BETWEEN 0 AND 5000),
  -- Fields of a client by the places of their columns, and what holds for rows that do not say.
  mapping jsonb,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id)
);
CREATE INDEX client_imports_by_change ON client_imports (company_id, updated_at);

CREATE TABLE client_import_rows (
  company_id uuid NOT NULL,
  import_id uuid NOT NULL,
  -- As a spreadsheet counts: the headings are row 1.
  number integer NOT NULL,
  cells text[] NOT NULL,
  state text NOT NULL CHECK (state IN ('staged', 'ready', 'asks', 'refused', 'imported')),
  chosen boolean NOT NULL DEFAULT false,
  -- What is shown of the row beside its cells: name, problems, likely duplicates.
  finding jsonb,
  -- What two rows of one file are told to be the same by.
  likeness_keys text[] NOT NULL DEFAULT '{}',
  client_id uuid,
  PRIMARY KEY (company_id, import_id, number),
  FOREIGN KEY (company_id, import_id) REFERENCES client_imports (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK ((state = 'imported') = (client_id IS NOT NULL))
);
CREATE INDEX client_import_rows_by_state ON client_import_rows (company_id, import_id, state, number);
`;

const rights = `
ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_imports ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON saved_views TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON client_imports TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON client_import_rows TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON client_imports TO assay_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON client_import_rows TO assay_tenant;
`;

export const clientToolsMigration: Migration = {
  name: '0007-client-tools',
  sql: [savedViews, imports, rights].join('\n'),
};
