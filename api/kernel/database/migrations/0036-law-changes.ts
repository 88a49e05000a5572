import type { Migration } from './migration.ts';

/**
 * Progress of checking a company's clients against rule changes, and the lists of affected clients. A list is built in batches:
 * `cursor` is the last processed client and is updated in the transaction that saves the results. Existing companies start on their
 * current day, before the first corrected rule.
 */
const lawChanges = `
CREATE TABLE law_checks (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  checked_through date NOT NULL,
  revision integer NOT NULL CHECK (revision >= 0)
);
INSERT INTO law_checks (company_id, checked_through, revision)
SELECT id, (now() AT TIME ZONE time_zone)::date, 0 FROM companies;

CREATE TABLE law_changes (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL CHECK (kind IN ('day', 'release')),
  effective_on date NOT NULL,
  -- With release alone.
  revision integer,
  packs_before text[] NOT NULL,
  packs_after text[] NOT NULL,
  -- Rules that begin, end or change, as they were read then.
  rules jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('checking', 'open', 'signedOff', 'noClients')),
  cursor uuid,
  clients_checked integer NOT NULL DEFAULT 0,
  clients_listed integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  signed_off_by uuid REFERENCES members (id),
  signed_off_at timestamptz,
  note text,
  PRIMARY KEY (company_id, id),
  CHECK ((kind = 'release') = (revision IS NOT NULL)),
  CHECK ((status = 'checking') = (finished_at IS NULL)),
  CHECK (num_nonnulls(signed_off_by, signed_off_at, note) = CASE status WHEN 'signedOff' THEN 3 ELSE 0 END)
);
CREATE UNIQUE INDEX law_changes_once ON law_changes (company_id, kind, effective_on, coalesce(revision, 0));
CREATE UNIQUE INDEX law_changes_one_checking ON law_changes (company_id) WHERE status = 'checking';

CREATE TABLE law_change_clients (
  company_id uuid NOT NULL REFERENCES companies (id),
  law_change_id uuid NOT NULL,
  client_id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  rules jsonb NOT NULL,
  PRIMARY KEY (company_id, law_change_id, client_id),
  FOREIGN KEY (company_id, law_change_id) REFERENCES law_changes (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)
);
CREATE INDEX law_change_clients_by_client ON law_change_clients (company_id, client_id);
`;

const rights = ['law_checks', 'law_changes', 'law_change_clients']
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT${table === 'law_change_clients' ? '' : ', UPDATE'} ON ${table} TO assay_tenant;`,
  )
  .join('\n');

export const lawChangesMigration: Migration = {
  name: '0036-law-changes',
  sql: [lawChanges, rights].join('\n'),
};
