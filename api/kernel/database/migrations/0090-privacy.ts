import type { Migration } from './migration.ts';

/** Privacy breaches, with the state under each applicable law, and people’s requests for access and correction. */
const registers = `
CREATE TABLE privacy_breaches (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  summary text NOT NULL,
  description text NOT NULL,
  kinds text[] NOT NULL CHECK (cardinality(kinds) > 0
    AND kinds <@ ARRAY['access', 'disclosure', 'alteration', 'loss', 'unavailable']),
  information text[] NOT NULL CHECK (cardinality(information) > 0),
  people integer CHECK (people >= 0),
  aware_at timestamptz NOT NULL,
  contained text,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES members (id),
  closed_at timestamptz,
  closed_by uuid REFERENCES members (id),
  lessons text,
  PRIMARY KEY (company_id, id),
  CHECK (aware_at <= recorded_at),
  CHECK (num_nonnulls(closed_at, closed_by, lessons) IN (0, 3))
);

CREATE TABLE privacy_breach_countries (
  company_id uuid NOT NULL REFERENCES companies (id),
  breach_id uuid NOT NULL,
  country text NOT NULL CHECK (country IN ('NZL', 'AUS')),
  rule text NOT NULL,
  due_at timestamptz,
  due_on date,
  outcome text CHECK (outcome IN ('notifiable', 'notNotifiable')),
  outcome_reason text,
  assessed_at timestamptz,
  assessed_by uuid REFERENCES members (id),
  regulator_on date,
  regulator_reference text,
  -- Null with people_how set: an exception applies, which people_how explains.
  people_on date,
  people_how text,
  PRIMARY KEY (company_id, breach_id, country),
  FOREIGN KEY (company_id, breach_id) REFERENCES privacy_breaches (company_id, id),
  CHECK (num_nonnulls(due_at, due_on) = 1),
  CHECK (num_nonnulls(outcome, outcome_reason, assessed_at, assessed_by) IN (0, 4)),
  CHECK ((regulator_on IS NULL) = (regulator_reference IS NULL)),
  CHECK (people_on IS NULL OR people_how IS NOT NULL),
  CHECK (outcome IS NOT DISTINCT FROM 'notifiable' OR num_nonnulls(regulator_on, people_how) = 0)
);

CREATE TABLE privacy_requests (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('access', 'correction')),
  received_on date NOT NULL,
  requested_by text NOT NULL,
  details text NOT NULL,
  due_on date NOT NULL,
  rule text NOT NULL,
  working text NOT NULL,
  extended_until date,
  extension_reason text,
  extended_at timestamptz,
  extended_by uuid REFERENCES members (id),
  decision text CHECK (decision IN ('granted', 'partly', 'refused')),
  decision_reason text,
  decided_at timestamptz,
  decided_by uuid REFERENCES members (id),
  statement text,
  statement_at timestamptz,
  statement_by uuid REFERENCES members (id),
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK (num_nonnulls(extended_until, extension_reason, extended_at, extended_by) IN (0, 4)),
  CHECK (num_nonnulls(decision, decision_reason, decided_at, decided_by) IN (0, 4)),
  CHECK (num_nonnulls(statement, statement_at, statement_by) IN (0, 3)),
  CHECK (statement IS NULL OR kind = 'correction' AND decision IN ('partly', 'refused'))
);
CREATE INDEX privacy_requests_by_client ON privacy_requests (company_id, client_id, id);
`;

const rights = [
  [
    'privacy_breaches',
    'version, summary, description, kinds, information, people, contained, closed_at, closed_by, lessons',
  ],
  [
    'privacy_breach_countries',
    'outcome, outcome_reason, assessed_at, assessed_by, regulator_on, regulator_reference, people_on, people_how',
  ],
  [
    'privacy_requests',
    'version, extended_until, extension_reason, extended_at, extended_by, decision, decision_reason, decided_at, decided_by, statement, statement_at, statement_by',
  ],
]
  .map(
    ([table, changed]) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON ${table} TO assay_owner USING (true);
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE (${changed}) ON ${table} TO assay_tenant;`,
  )
  .join('\n');

/** When each job that destroys data last finished; the same for every company, without numbers. */
const purges = `
CREATE TABLE purge_runs (
  job text COLLATE "C" PRIMARY KEY,
  finished_at timestamptz NOT NULL
);
ALTER TABLE purge_runs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON purge_runs TO assay_owner USING (true);
CREATE POLICY tenant ON purge_runs FOR SELECT TO assay_tenant USING (true);
CREATE POLICY jobs ON purge_runs TO assay_jobs USING (true);
GRANT SELECT ON purge_runs TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON purge_runs TO assay_jobs;
`;

export const privacyMigration: Migration = {
  name: '0090-privacy',
  sql: [registers, rights, purges].join('\n'),
};
