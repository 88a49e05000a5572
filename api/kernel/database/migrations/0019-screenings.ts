import type { Migration } from './migration.ts';

/**
 * Screenings of clients against lists, with results. Values common to a run are stored with the run (`lists`, `algorithm`), so that
 * screening a hundred thousand clients does not repeat them. A match is a client and a listed entity in one revision: it is decided
 * once, however often it recurs.
 */
const screenings = `
CREATE TABLE screenings (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at the time of the screening.
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  run_id uuid,
  trigger text NOT NULL CHECK (trigger IN ('manual', 'onboarding', 'monitoring')),
  status text NOT NULL CHECK (status IN ('queued', 'noMatch', 'needsReview', 'resolved', 'error')),
  -- What was asked, as it was asked: names, date of birth, countries, numbers.
  query jsonb NOT NULL,
  threshold integer NOT NULL,
  dob_matching text NOT NULL,
  checks text[] NOT NULL,
  -- Null where the run has them.
  lists jsonb,
  algorithm text,
  error text,
  at timestamptz NOT NULL,
  requested_by uuid REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, run_id) REFERENCES monitoring_runs (company_id, id),
  CHECK (run_id IS NOT NULL OR status IN ('queued', 'error') OR (lists IS NOT NULL AND algorithm IS NOT NULL)),
  CHECK ((status = 'error') = (error IS NOT NULL))
);
CREATE UNIQUE INDEX screenings_once_a_run ON screenings (company_id, run_id, client_id) WHERE run_id IS NOT NULL;
CREATE INDEX screenings_by_client ON screenings (company_id, client_id, id);

CREATE TABLE screening_matches (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  screening_id uuid NOT NULL,
  client_id uuid NOT NULL,
  alert_id uuid NOT NULL,
  list_id text COLLATE "C" NOT NULL,
  list_version text COLLATE "C" NOT NULL,
  list_name text NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  entity_revision text COLLATE "C" NOT NULL,
  -- Counts up where the client's own details changed so that the pair is more alike than when it was decided.
  round integer NOT NULL DEFAULT 1,
  -- The client as it was screened: names, date of birth, countries, numbers.
  fingerprint text NOT NULL,
  change text NOT NULL CHECK (change IN ('added', 'updated', 'removed')),
  topics text[] NOT NULL,
  score numeric(5,4) NOT NULL CHECK (score BETWEEN 0 AND 1),
  features jsonb NOT NULL,
  -- The listed record as it was when it was found.
  entity jsonb NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'possible', 'truePositive', 'falsePositive')),
  reason_code text,
  reason text,
  decided_by uuid REFERENCES members (id),
  decided_at timestamptz,
  found_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, screening_id) REFERENCES screenings (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, alert_id) REFERENCES alerts (company_id, id),
  CHECK ((status IN ('truePositive', 'falsePositive')) = (decided_at IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((decided_at IS NULL) = (reason IS NULL))
);
CREATE UNIQUE INDEX screening_matches_once
  ON screening_matches (company_id, client_id, list_id, entity_id, entity_revision, round);
CREATE INDEX screening_matches_by_alert ON screening_matches (company_id, alert_id, id);
CREATE INDEX screening_matches_by_screening ON screening_matches (company_id, screening_id, id);
CREATE INDEX screening_matches_confirmed ON screening_matches (company_id, list_id, entity_id)
  WHERE status = 'truePositive';
`;

const rights = `
${['screenings', 'screening_matches']
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON ${table} TO assay_tenant;`,
  )
  .join('\n')}
`;

export const screeningsMigration: Migration = {
  name: '0019-screenings',
  sql: [screenings, rights].join('\n'),
};
