import type { Migration } from './migration.ts';

/**
 * Exports of evidence: requester, recipient and time. The pack itself is not stored: it is generated during the download, and
 * identified by the digest of its manifest.
 */
const exports = `
CREATE TABLE compliance_exports (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at.
  id uuid NOT NULL,
  scope text NOT NULL CHECK (scope IN ('client', 'activity')),
  scope_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('audit', 'regulator', 'subjectAccess', 'reliance', 'internal')),
  with_notes boolean NOT NULL,
  with_files boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'ready', 'failed')),
  manifest_sha256 text COLLATE "C" CHECK (length(manifest_sha256) = 64),
  file_count integer CHECK (file_count >= 0),
  byte_count bigint CHECK (byte_count >= 0),
  requested_by uuid NOT NULL REFERENCES members (id),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK ((status = 'ready') = (manifest_sha256 IS NOT NULL AND file_count IS NOT NULL AND byte_count IS NOT NULL)),
  CHECK ((status = 'queued') = (finished_at IS NULL))
);
CREATE INDEX compliance_exports_by_record ON compliance_exports (company_id, scope, scope_id, id);
-- What the job ends that a stopped server left.
CREATE INDEX compliance_exports_queued ON compliance_exports (created_at) WHERE status = 'queued';
`;

const rights = `
ALTER TABLE compliance_exports ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON compliance_exports TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT ON compliance_exports TO assay_tenant;
GRANT UPDATE (status, manifest_sha256, file_count, byte_count, finished_at) ON compliance_exports TO assay_tenant;
CREATE POLICY jobs ON compliance_exports TO assay_jobs USING (true);
GRANT SELECT (company_id, id, status, created_at, finished_at), UPDATE (status, finished_at)
  ON compliance_exports TO assay_jobs;
`;

/**
 * Numbers of clients by kind, for the home page: counting a hundred thousand on each view would be slow, and a counter row would make
 * writers wait for each other. So each statement adds a row with its change, the page sums a company's rows, and a job compacts them.
 * `review` has one value per month; all but `status` cover open clients only.
 */
const tallies = `
CREATE TABLE client_tallies (
  company_id uuid NOT NULL,
  dimension text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  clients integer NOT NULL
);
CREATE INDEX client_tallies_by_company ON client_tallies (company_id);

CREATE FUNCTION tally_keys(status text, risk_level text, cdd_status text, review_due_on date, responsible uuid)
RETURNS TABLE (dimension text, value text) LANGUAGE sql IMMUTABLE AS $$
  SELECT k.dimension, k.value FROM (VALUES
      ('status', status, true),
      ('unassigned', CASE WHEN responsible IS NULL THEN 'all' END, true),
      ('risk', coalesce(risk_level, 'none'), false),
      ('cdd', cdd_status, false),
      ('review', to_char(review_due_on, 'YYYY-MM'), false)) AS k (dimension, value, of_all)
   WHERE k.value IS NOT NULL AND (k.of_all OR status IN ('onboarding', 'active', 'dormant'))
$$;

CREATE FUNCTION tally_clients() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO client_tallies
    SELECT c.company_id, k.dimension, k.value, count(*)
      FROM added c, tally_keys(c.status, c.risk_level, c.cdd_status, c.next_review_due_on, c.responsible_member_id) k
     GROUP BY 1, 2, 3;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO client_tallies
    SELECT c.company_id, k.dimension, k.value, -count(*)
      FROM removed c, tally_keys(c.status, c.risk_level, c.cdd_status, c.next_review_due_on, c.responsible_member_id) k
     GROUP BY 1, 2, 3;
  ELSE
    INSERT INTO client_tallies
    SELECT c.company_id, k.dimension, k.value, sum(c.n)
      FROM (SELECT company_id, status, risk_level, cdd_status, next_review_due_on, responsible_member_id, 1 AS n FROM added
             UNION ALL
            SELECT company_id, status, risk_level, cdd_status, next_review_due_on, responsible_member_id, -1 FROM removed) c,
           tally_keys(c.status, c.risk_level, c.cdd_status, c.next_review_due_on, c.responsible_member_id) k
     GROUP BY 1, 2, 3 HAVING sum(c.n) <> 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER clients_added AFTER INSERT ON clients REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tally_clients();
CREATE TRIGGER clients_changed AFTER UPDATE ON clients REFERENCING NEW TABLE AS added OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_clients();
CREATE TRIGGER clients_removed AFTER DELETE ON clients REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION tally_clients();

INSERT INTO client_tallies
SELECT c.company_id, k.dimension, k.value, count(*)
  FROM clients c, tally_keys(c.status, c.risk_level, c.cdd_status, c.next_review_due_on, c.responsible_member_id) k
 GROUP BY 1, 2, 3;

ALTER TABLE client_tallies ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON client_tallies FOR SELECT TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT ON client_tallies TO assay_tenant;
CREATE POLICY jobs ON client_tallies TO assay_jobs USING (true);
GRANT SELECT, INSERT, DELETE ON client_tallies TO assay_jobs;
`;

/** Partial indexes of items that require action, independent of the number of other records. */
const waiting = `
CREATE INDEX clients_by_responsible_review ON clients (company_id, responsible_member_id, next_review_due_on, id)
  WHERE next_review_due_on IS NOT NULL AND status IN ('onboarding', 'active', 'dormant');
CREATE INDEX risk_assessments_submitted ON risk_assessments (company_id, submitted_at, id) WHERE status = 'submitted';
CREATE INDEX risk_assessments_own_drafts ON risk_assessments (company_id, assessed_by, id)
  WHERE status IN ('draft', 'returned');
CREATE INDEX individual_verifications_to_decide ON individual_verifications (company_id, id) WHERE status = 'needsReview';
CREATE INDEX business_verifications_to_decide ON business_verifications (company_id, id) WHERE status = 'needsReview';
CREATE INDEX activities_open_by_assignee ON activities (company_id, assignee_member_id, due_on, id)
  WHERE status IN ('toDo', 'inProgress', 'inReview', 'onHold');
`;

export const complianceExportsMigration: Migration = {
  name: '0017-compliance-exports',
  sql: [exports, rights, tallies, waiting].join('\n'),
};
