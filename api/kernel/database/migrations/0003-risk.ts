import type { Migration } from './migration.ts';

/** Templates and their versions. A trigger prevents changes to the questions and scores of a published version. */
const templates = `
CREATE TABLE risk_templates (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  resource_type text NOT NULL CHECK (resource_type IN ('clients', 'activities')),
  is_default boolean NOT NULL DEFAULT false,
  archived_at timestamptz,
  -- The starter template that the company was given at first; a second giving finds it here.
  starter_key text COLLATE "C",
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  CHECK (NOT (is_default AND archived_at IS NOT NULL))
);
CREATE UNIQUE INDEX risk_templates_one_default ON risk_templates (company_id, resource_type) WHERE is_default;
CREATE UNIQUE INDEX risk_templates_starters ON risk_templates (company_id, starter_key) WHERE starter_key IS NOT NULL;

CREATE TABLE risk_template_versions (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  template_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  status text NOT NULL CHECK (status IN ('draft', 'published', 'retired')),
  change_note text,
  published_at timestamptz,
  published_by uuid REFERENCES members (id),
  content jsonb NOT NULL,
  -- SHA-256 of the content as canonical JSON.
  content_hash text COLLATE "C" NOT NULL,
  questions integer NOT NULL,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, template_id, number),
  FOREIGN KEY (company_id, template_id) REFERENCES risk_templates (company_id, id),
  CHECK (status = 'draft' OR (published_at IS NOT NULL AND published_by IS NOT NULL AND change_note IS NOT NULL))
);
CREATE UNIQUE INDEX risk_template_versions_one_draft ON risk_template_versions (company_id, template_id)
  WHERE status = 'draft';
CREATE UNIQUE INDEX risk_template_versions_one_published ON risk_template_versions (company_id, template_id)
  WHERE status = 'published';

CREATE FUNCTION keep_published_template_versions() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.status = 'draft' THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    IF NEW.status <> 'retired' THEN RETURN NEW; END IF;
  ELSIF TG_OP = 'UPDATE' AND OLD.status = 'published' AND NEW.status = 'retired'
    AND to_jsonb(NEW) - 'status' = to_jsonb(OLD) - 'status' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'A published version of a template never changes.' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER keep_published BEFORE UPDATE OR DELETE ON risk_template_versions
  FOR EACH ROW EXECUTE FUNCTION keep_published_template_versions();
`;

/**
 * Assessments. From submission, answers and their scores are immutable; ended assessments are immutable as a whole.
 * scored is the result of the rules (rules/risk/scoring.ts) with its sentence, as submitted.
 */
const assessments = `
CREATE TABLE risk_assessments (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order of creation.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  resource_type text NOT NULL CHECK (resource_type IN ('clients', 'activities')),
  resource_id uuid NOT NULL,
  template_id uuid NOT NULL,
  template_version_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'submitted', 'approved', 'returned', 'superseded', 'void')),
  answers jsonb NOT NULL,
  scored jsonb,
  -- Tenths of a point.
  score_tenths integer CHECK (score_tenths BETWEEN 0 AND 1000),
  computed_level text CHECK (computed_level IN ('low', 'medium', 'high')),
  prohibited boolean NOT NULL DEFAULT false,
  override jsonb,
  override_by uuid REFERENCES members (id),
  final_level text CHECK (final_level IN ('low', 'medium', 'high')),
  assessed_by uuid NOT NULL REFERENCES members (id),
  submitted_at timestamptz,
  approved_by uuid REFERENCES members (id),
  approved_at timestamptz,
  return_reason text,
  void_reason text,
  review_reason text,
  next_review_due_on date,
  supersedes_id uuid,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, template_id) REFERENCES risk_templates (company_id, id),
  FOREIGN KEY (company_id, template_version_id) REFERENCES risk_template_versions (company_id, id),
  CHECK ((override IS NULL) = (override_by IS NULL)),
  CHECK (status IN ('draft', 'returned', 'void') OR (scored IS NOT NULL AND computed_level IS NOT NULL)),
  CHECK (status NOT IN ('approved', 'superseded') OR (approved_by IS NOT NULL AND NOT prohibited))
);
CREATE INDEX risk_assessments_by_resource ON risk_assessments (company_id, resource_type, resource_id, id);
CREATE UNIQUE INDEX risk_assessments_one_current ON risk_assessments (company_id, resource_type, resource_id)
  WHERE status = 'approved';
CREATE INDEX risk_assessments_by_template ON risk_assessments (company_id, template_id);
CREATE INDEX risk_assessments_by_version ON risk_assessments (company_id, template_version_id);
CREATE INDEX risk_assessments_current_by_template ON risk_assessments (company_id, template_id, id)
  WHERE status = 'approved';

CREATE FUNCTION keep_submitted_assessments() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.resource_type <> NEW.resource_type OR OLD.resource_id <> NEW.resource_id OR OLD.template_id <> NEW.template_id
    OR OLD.created_by <> NEW.created_by OR OLD.status IN ('superseded', 'void')
    OR (OLD.status IN ('submitted', 'approved') AND (OLD.answers, OLD.template_version_id, OLD.assessed_by)
      IS DISTINCT FROM (NEW.answers, NEW.template_version_id, NEW.assessed_by))
    OR (OLD.status IN ('submitted', 'approved') AND OLD.scored IS DISTINCT FROM NEW.scored) THEN
    RAISE EXCEPTION 'A submitted assessment is kept as it was.' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_submitted BEFORE UPDATE ON risk_assessments
  FOR EACH ROW EXECUTE FUNCTION keep_submitted_assessments();

ALTER TABLE clients ADD COLUMN current_risk_assessment_id uuid;
`;

/** Versions of country lists that a company has edited, so that a decision can be reviewed with the list of its day. */
const countryLists = `
CREATE TABLE country_lists (
  company_id uuid NOT NULL REFERENCES companies (id),
  key text NOT NULL CHECK (key IN ('callForAction', 'increasedMonitoring', 'firm')),
  version integer NOT NULL CHECK (version > 0),
  as_at date NOT NULL,
  countries text[] NOT NULL,
  note text NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, key, version)
);
`;

const rights = `
ALTER TABLE risk_templates ENABLE ROW LEVEL SECURITY;
ALTER TABLE risk_template_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE risk_assessments ENABLE ROW LEVEL SECURITY;
ALTER TABLE country_lists ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON risk_templates TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON risk_template_versions TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON risk_assessments TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON country_lists TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON risk_templates, risk_assessments TO assay_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON risk_template_versions TO assay_tenant;
GRANT SELECT, INSERT ON country_lists TO assay_tenant;
`;

export const riskMigration: Migration = {
  name: '0003-risk',
  sql: [templates, assessments, countryLists, rights].join('\n'),
};
