import type { Migration } from './migration.ts';

/** Sources of a client's wealth and funds, one line each, with supporting documents. Earlier single findings stay valid unchanged. */
const fundsLines = `
CREATE TABLE funds_lines (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order in which lines were recorded.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  -- No foreign key: destroying an activity leaves lines of other clients, without it.
  activity_id uuid,
  source_of text NOT NULL CHECK (source_of IN ('wealth', 'funds')),
  kind text NOT NULL CHECK (kind IN ('salary', 'businessIncome', 'propertySale', 'businessSale', 'inheritance', 'gift', 'loan',
    'investments', 'savings', 'settlement', 'pension', 'other')),
  amount bigint NOT NULL CHECK (amount > 0),
  currency text NOT NULL CHECK (length(currency) = 3),
  origin text NOT NULL,
  period text,
  corroboration text,
  decision text CHECK (decision IN ('verified', 'rejected')),
  reject_reason text,
  decided_by uuid REFERENCES members (id),
  decided_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK (activity_id IS NULL OR source_of = 'funds'),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL)),
  CHECK ((decision IS NOT DISTINCT FROM 'rejected') = (reject_reason IS NOT NULL)),
  CHECK (decision IS DISTINCT FROM 'verified' OR corroboration IS NOT NULL)
);
CREATE INDEX funds_lines_by_client ON funds_lines (company_id, client_id, id) WHERE withdrawn_at IS NULL;
CREATE INDEX funds_lines_by_activity ON funds_lines (company_id, activity_id, id)
  WHERE activity_id IS NOT NULL AND withdrawn_at IS NULL;

CREATE FUNCTION forget_activity_of_funds_lines() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  UPDATE funds_lines SET activity_id = NULL WHERE company_id = OLD.company_id AND activity_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER activities_forgotten AFTER DELETE ON activities
  FOR EACH ROW EXECUTE FUNCTION forget_activity_of_funds_lines();

CREATE TABLE funds_line_documents (
  company_id uuid NOT NULL,
  line_id uuid NOT NULL,
  document_id uuid NOT NULL,
  PRIMARY KEY (company_id, line_id, document_id),
  FOREIGN KEY (company_id, line_id) REFERENCES funds_lines (company_id, id),
  FOREIGN KEY (company_id, document_id) REFERENCES documents (company_id, id)
);
CREATE INDEX funds_line_documents_by_document ON funds_line_documents (company_id, document_id);

ALTER TABLE funds_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE funds_line_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON funds_lines TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON funds_line_documents TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON funds_lines TO assay_tenant;
GRANT SELECT, INSERT, DELETE ON funds_line_documents TO assay_tenant;
`;

/**
 * Two more subjects of findings: the value that lines must explain, and the reason why a source is not relevant to the
 * risk.
 */
const findings = `
ALTER TABLE client_findings DROP CONSTRAINT client_findings_subject_check;
ALTER TABLE client_findings ADD CONSTRAINT client_findings_subject_check CHECK (subject IN ('politicalExposure',
  'sourceOfWealthOrFunds', 'mitigation', 'simplified', 'enhanced', 'unusual', 'structure', 'significantChange',
  'seniorApproval', 'sourceValue', 'sourceNotRelevant'));
`;

/**
 * Tolerance by which verified lines may fall short of the value. Stored responses get it too, so that a repeated request gets its first
 * response.
 */
const tolerance = `
ALTER TABLE companies ALTER COLUMN policy SET DEFAULT '{
  "reviewMonths": {"low": 36, "medium": 12, "high": 12}, "retentionYears": 7, "fourEyes": "off",
  "idExpiryAlertDays": [90, 60, 30], "dormantAfterBusinessDays": 14, "overrideMaxMonths": 12,
  "requestExpiryDays": 14, "sourceTolerancePercent": 10}';
UPDATE companies SET policy = policy || '{"sourceTolerancePercent": 10}';
UPDATE request_keys
   SET body = jsonb_set(body::jsonb, '{policies,sourceTolerancePercent}', '10')::json
 WHERE endpoint = 'company.policies.update' AND body IS NOT NULL AND body::jsonb -> 'policies' IS NOT NULL;
`;

export const fundsLinesMigration: Migration = {
  name: '0034-funds-lines',
  sql: [fundsLines, findings, tolerance].join('\n'),
};
