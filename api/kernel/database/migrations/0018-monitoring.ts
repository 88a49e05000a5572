import type { Migration } from './migration.ts';

/**
 * Checks and frequency of monitoring. Ids are positive integers, because `companies.default_worklist_id` is one, where 0 means none
 * yet.
 */
const worklists = `
CREATE TABLE worklists (
  company_id uuid NOT NULL REFERENCES companies (id),
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  checks text[] NOT NULL CHECK (cardinality(checks) > 0
    AND checks <@ ARRAY['sanctions', 'pep', 'adverseMedia', 'idExpiry', 'registry']::text[]),
  threshold integer NOT NULL CHECK (threshold BETWEEN 0 AND 100),
  frequency text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly', 'halfYearly', 'yearly')),
  -- 1 is Monday.
  day_of_week integer CHECK (day_of_week BETWEEN 1 AND 7),
  -- The month's last day where it is shorter.
  day_of_month integer CHECK (day_of_month BETWEEN 1 AND 31),
  month integer CHECK (month BETWEEN 1 AND 12),
  dob_matching text NOT NULL CHECK (dob_matching IN ('exact', 'sameYear', 'off')),
  -- The company's day on which everybody enrolled is screened next; null once archived.
  next_run_on date,
  -- Set when a pause ends, until the run that makes up for it has begun.
  must_catch_up boolean NOT NULL DEFAULT false,
  -- Versions of lists, by list, that everybody enrolled has been compared with.
  covered_lists jsonb NOT NULL DEFAULT '{}',
  archived_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK ((frequency = 'weekly') = (day_of_week IS NOT NULL)),
  CHECK ((frequency IN ('monthly', 'halfYearly', 'yearly')) = (day_of_month IS NOT NULL)),
  CHECK ((frequency IN ('halfYearly', 'yearly')) = (month IS NOT NULL)),
  CHECK ((archived_at IS NULL) = (next_run_on IS NOT NULL))
);
CREATE UNIQUE INDEX worklists_by_name ON worklists (company_id, name) WHERE archived_at IS NULL;
CREATE INDEX worklists_due ON worklists (next_run_on) WHERE archived_at IS NULL;

-- A client is watched by one worklist at a time; what ended stays as history.
CREATE TABLE monitoring_enrolments (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  worklist_id integer NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'ended')),
  paused_reason text CHECK (paused_reason IN ('manual')),
  paused_at timestamptz,
  -- Null until the client was screened as enrolled.
  first_run_at timestamptz,
  ended_at timestamptz,
  ended_reason text CHECK (ended_reason IN ('manual', 'relationshipEnded', 'moved')),
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, worklist_id) REFERENCES worklists (company_id, id),
  CHECK ((status = 'paused') = (paused_at IS NOT NULL)),
  CHECK ((status = 'paused') = (paused_reason IS NOT NULL)),
  CHECK ((status = 'ended') = (ended_at IS NOT NULL)),
  CHECK ((status = 'ended') = (ended_reason IS NOT NULL))
);
CREATE UNIQUE INDEX monitoring_enrolments_one_current ON monitoring_enrolments (company_id, client_id)
  WHERE status <> 'ended';
CREATE INDEX monitoring_enrolments_by_worklist ON monitoring_enrolments (company_id, worklist_id, client_id)
  WHERE status <> 'ended';
CREATE INDEX monitoring_enrolments_by_client ON monitoring_enrolments (company_id, client_id, id);
CREATE INDEX monitoring_enrolments_new ON monitoring_enrolments (company_id, worklist_id, client_id)
  WHERE status = 'active' AND first_run_at IS NULL;
`;

/**
 * Runs process enrolled clients in id order. `cursor` is the last processed one and is updated in the transaction that saves the
 * results, so that an interrupted run continues from there and screens each client once.
 */
const runs = `
CREATE TABLE monitoring_runs (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  worklist_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('scheduled', 'listChange', 'catchUp')),
  status text NOT NULL CHECK (status IN ('running', 'done')),
  due_on date NOT NULL,
  -- As they were when the run began: what it found can be read years later.
  checks text[] NOT NULL,
  threshold integer NOT NULL,
  dob_matching text NOT NULL,
  lists jsonb NOT NULL,
  algorithm text,
  -- With listChange: which list, and which version everybody had been compared with.
  list_id text COLLATE "C",
  list_since text COLLATE "C",
  cursor uuid,
  screened integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  moved_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, worklist_id) REFERENCES worklists (company_id, id),
  CHECK ((status = 'done') = (finished_at IS NOT NULL))
);
CREATE UNIQUE INDEX monitoring_runs_one_running ON monitoring_runs (company_id, worklist_id) WHERE status = 'running';
CREATE INDEX monitoring_runs_by_worklist ON monitoring_runs (company_id, worklist_id, id);

-- When nothing ran, and why. One at a time is open.
CREATE TABLE monitoring_pauses (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('subscription', 'restricted')),
  since timestamptz NOT NULL,
  until timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE UNIQUE INDEX monitoring_pauses_one_open ON monitoring_pauses (company_id) WHERE until IS NULL;
`;

/** A review of a client, scheduled by its risk or triggered by an event. */
const reviews = `
CREATE TABLE reviews (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('periodic', 'triggered')),
  -- What asked for it, riskRose for one; with a triggered review.
  trigger text CHECK (trigger IN ('confirmedMatch', 'registryChange', 'riskRose', 'manual')),
  -- Why on this day, in a sentence.
  cause text NOT NULL,
  dedupe_key text COLLATE "C" NOT NULL,
  due_on date NOT NULL,
  status text NOT NULL CHECK (status IN ('scheduled', 'due', 'overdue', 'inProgress', 'completed', 'cancelled')),
  assignee_member_id uuid REFERENCES members (id),
  findings text,
  risk_before text CHECK (risk_before IN ('low', 'medium', 'high')),
  risk_after text CHECK (risk_after IN ('low', 'medium', 'high')),
  next_due_on date,
  reason text,
  started_at timestamptz,
  completed_at timestamptz,
  completed_by uuid REFERENCES members (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK ((kind = 'triggered') = (trigger IS NOT NULL)),
  CHECK (status <> 'completed' OR (findings IS NOT NULL AND risk_after IS NOT NULL AND completed_by IS NOT NULL))
);
CREATE UNIQUE INDEX reviews_dedupe_key ON reviews (company_id, dedupe_key);
CREATE UNIQUE INDEX reviews_one_periodic ON reviews (company_id, client_id)
  WHERE kind = 'periodic' AND status NOT IN ('completed', 'cancelled');
CREATE INDEX reviews_by_client ON reviews (company_id, client_id, id);
CREATE INDEX reviews_open ON reviews (company_id, due_on, id) WHERE status NOT IN ('completed', 'cancelled');
`;

const alerts = `
ALTER TABLE alerts
  ADD COLUMN screening_id uuid,
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN escalated_by uuid REFERENCES members (id),
  ADD COLUMN escalation_note text;
CREATE INDEX alerts_closed ON alerts (company_id, id) WHERE status = 'closed';
CREATE INDEX alerts_unassigned ON alerts (company_id, severity, due_at, id)
  WHERE status = 'open' AND assignee_member_id IS NULL;
`;

const tables = [
  'worklists',
  'monitoring_enrolments',
  'monitoring_runs',
  'monitoring_pauses',
  'reviews',
] as const;

const rights = `
${tables
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON ${table} TO assay_tenant;`,
  )
  .join('\n')}
-- The job asks which companies have something due, and does the rest as each of them.
CREATE POLICY jobs ON worklists FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, id, next_run_on, archived_at) ON worklists TO assay_jobs;
CREATE POLICY jobs ON monitoring_pauses FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, until) ON monitoring_pauses TO assay_jobs;
`;

/**
 * The caller, the company's status and its number of open alerts, in the single query that starts every request; the count is capped at a
 * hundred. In PL/pgSQL, because its plans are cached between calls.
 */
const standing = `
DROP FUNCTION member_by_subject(text);
CREATE FUNCTION member_by_subject(subject text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[],
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT m.id, m.company_id, m.login_id, m.name, m.role, m.designations, m.status, m.access_ends_at, c.name,
         c.billing_country_code, c.regulated_in, c.access_restricted, c.access_restricted_reason,
         c.subscription_active, c.default_worklist_id, c.onboarding_step, c.time_zone, s.status, s.plan, s.grace_until,
         (SELECT count(*)::integer FROM (
            -- In the order of an index: else a company without any could cost a look at all that others have.
            SELECT FROM alerts a WHERE a.company_id = m.company_id AND a.status <> 'closed'
             ORDER BY a.company_id, a.id LIMIT 100) AS seen)
    FROM members m JOIN companies c ON c.id = m.company_id LEFT JOIN subscriptions s ON s.company_id = m.company_id
   WHERE m.identity_user_id = subject;
END
$$;
REVOKE ALL ON FUNCTION member_by_subject(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_subject(text) TO assay_app;
`;

export const monitoringMigration: Migration = {
  name: '0018-monitoring',
  sql: [worklists, runs, reviews, alerts, rights, standing].join('\n'),
};
