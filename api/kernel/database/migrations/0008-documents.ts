import type { Migration } from './migration.ts';

/**
 * Documents: the rows; their content is in the file storage, under keys that start with the company's id. A row outlives its
 * content.
 */
const documents = `
CREATE TABLE documents (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order of creation.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  owner_type text NOT NULL CHECK (owner_type IN ('client', 'activity', 'riskAssessment', 'individualVerification',
    'businessVerification', 'requestItem')),
  owner_id uuid NOT NULL,
  type text NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 240),
  mime_type text NOT NULL CHECK (mime_type IN ('application/pdf', 'image/jpeg', 'image/png', 'image/heic')),
  size integer NOT NULL CHECK (size > 0),
  -- Of the bytes that were sent, and of those that are kept.
  received_sha256 text COLLATE "C" NOT NULL CHECK (length(received_sha256) = 64),
  sha256 text COLLATE "C" NOT NULL CHECK (length(sha256) = 64),
  storage_key text COLLATE "C" NOT NULL,
  thumbnail_key text COLLATE "C",
  uploaded_by text NOT NULL CHECK (uploaded_by IN ('staff', 'client', 'system')),
  created_by uuid REFERENCES members (id),
  scan_status text NOT NULL CHECK (scan_status IN ('pending', 'clean', 'rejected')),
  expires_on date,
  purged_at timestamptz,
  purge_reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  CHECK ((uploaded_by = 'staff') = (created_by IS NOT NULL)),
  CHECK ((purged_at IS NULL) = (purge_reason IS NULL))
);
CREATE INDEX documents_by_owner ON documents (company_id, owner_type, owner_id, id);
-- The same bytes are kept once for each record, however often they are sent.
CREATE UNIQUE INDEX documents_once ON documents (company_id, owner_type, owner_id, sha256) WHERE purged_at IS NULL;
`;

/** Documents referenced by an assessment's answers, as of the last save: evidence of a submitted assessment stays. */
const evidence = `
CREATE TABLE risk_assessment_documents (
  company_id uuid NOT NULL,
  assessment_id uuid NOT NULL,
  document_id uuid NOT NULL,
  PRIMARY KEY (company_id, assessment_id, document_id),
  FOREIGN KEY (company_id, assessment_id) REFERENCES risk_assessments (company_id, id),
  FOREIGN KEY (company_id, document_id) REFERENCES documents (company_id, id)
);
CREATE INDEX risk_assessment_documents_by_document ON risk_assessment_documents (company_id, document_id);
`;

const rights = `
ALTER TABLE documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON documents TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON documents TO assay_tenant;
ALTER TABLE risk_assessment_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON risk_assessment_documents TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, DELETE ON risk_assessment_documents TO assay_tenant;
-- The job that sweeps the storage asks which files have a row, and nothing else about them.
CREATE POLICY jobs ON documents FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, id, purged_at) ON documents TO assay_jobs;
`;

export const documentsMigration: Migration = {
  name: '0008-documents',
  sql: [documents, evidence, rights].join('\n'),
};
