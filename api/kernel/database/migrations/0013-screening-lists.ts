import type { Migration } from './migration.ts';

/**
 * Screening lists. A list without a company is the operator's and readable by all. An entity's row is valid from its version until the
 * version that ends it, so that unchanged entities are stored once across versions.
 */
const tables = `
CREATE TABLE screening_lists (
  id uuid PRIMARY KEY,
  company_id uuid REFERENCES companies (id),
  source text NOT NULL CHECK (source IN ('un', 'ofac', 'dfat', 'opensanctions', 'demo', 'own')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- 0: nothing is in use yet.
  current_version integer NOT NULL DEFAULT 0 CHECK (current_version >= 0),
  last_version integer NOT NULL DEFAULT 0 CHECK (last_version >= current_version),
  -- One import at a time: whoever holds the token writes; a token that was not renewed for a while is free.
  import_token uuid,
  import_renewed_at timestamptz,
  checked_at timestamptz,
  failed_at timestamptz,
  failure text,
  created_at timestamptz NOT NULL,
  CHECK ((source = 'own') = (company_id IS NOT NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL))
);
CREATE UNIQUE INDEX screening_lists_of_operator ON screening_lists (source) WHERE company_id IS NULL;
CREATE UNIQUE INDEX screening_lists_of_company ON screening_lists (company_id) WHERE company_id IS NOT NULL;

CREATE TABLE screening_list_versions (
  list_id uuid NOT NULL REFERENCES screening_lists (id),
  version integer NOT NULL CHECK (version > 0),
  company_id uuid REFERENCES companies (id),
  status text NOT NULL CHECK (status IN ('importing', 'held', 'inUse', 'superseded')),
  format text NOT NULL CHECK (format IN ('un', 'ofac', 'dfat', 'opensanctions', 'plain')),
  sha256 text NOT NULL COLLATE "C" CHECK (length(sha256) = 64),
  file_names text[] NOT NULL,
  published_on date,
  entities integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  reworded integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  notes jsonb NOT NULL DEFAULT '[]',
  received_at timestamptz NOT NULL,
  -- 'command', 'schedule', 'demo', or a member's id.
  received_by text NOT NULL,
  used_since timestamptz,
  used_until timestamptz,
  PRIMARY KEY (list_id, version),
  CHECK ((status IN ('inUse', 'superseded')) = (used_since IS NOT NULL))
);
CREATE UNIQUE INDEX screening_list_versions_in_use ON screening_list_versions (list_id) WHERE status = 'inUse';
CREATE UNIQUE INDEX screening_list_versions_waiting ON screening_list_versions (list_id)
  WHERE status IN ('importing', 'held');

CREATE TABLE screening_list_entities (
  list_id uuid NOT NULL REFERENCES screening_lists (id),
  entity_id text NOT NULL COLLATE "C" CHECK (length(entity_id) BETWEEN 1 AND 400),
  from_version integer NOT NULL,
  until_version integer CHECK (until_version > from_version),
  company_id uuid REFERENCES companies (id),
  -- Another one means a material change; null where the entity left the list with this version.
  revision text COLLATE "C",
  content_hash text COLLATE "C",
  entity jsonb,
  PRIMARY KEY (list_id, entity_id, from_version),
  CHECK ((entity IS NULL) = (revision IS NULL) AND (entity IS NULL) = (content_hash IS NULL))
);
CREATE INDEX screening_list_entities_from ON screening_list_entities (list_id, from_version, entity_id);
CREATE INDEX screening_list_entities_until ON screening_list_entities (list_id, until_version, entity_id)
  WHERE until_version IS NOT NULL;
`;

const names = ['screening_lists', 'screening_list_versions', 'screening_list_entities'];

const rights = `
${names
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_reads ON ${table} FOR SELECT TO assay_tenant
  USING (company_id IS NULL OR company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant_adds ON ${table} FOR INSERT TO assay_tenant
  WITH CHECK (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant_changes ON ${table} FOR UPDATE TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant_removes ON ${table} FOR DELETE TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
-- The operator's lists alone: a company's own is its own affair.
CREATE POLICY jobs ON ${table} TO assay_jobs USING (company_id IS NULL);
GRANT SELECT, INSERT, UPDATE ON ${table} TO assay_tenant, assay_jobs;`,
  )
  .join('\n')}
-- What was ever in use stays; what was not can go.
GRANT DELETE ON screening_list_versions, screening_list_entities TO assay_tenant, assay_jobs;
CREATE POLICY platform ON screening_lists FOR SELECT TO assay_platform USING (company_id IS NULL);
CREATE POLICY platform ON screening_list_versions FOR SELECT TO assay_platform USING (company_id IS NULL);
GRANT SELECT ON screening_lists, screening_list_versions TO assay_platform;
`;

export const screeningListsMigration: Migration = {
  name: '0013-screening-lists',
  sql: [tables, rights].join('\n'),
};
