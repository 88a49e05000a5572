import type { Migration } from './migration.ts';

/**
 * Verifications of businesses. The tree is stored with its row: it is read and written as a whole, with at most 50 extracts. Shares
 * are exact decimal text, because four decimals would move some of them across 25 %.
 */
const verifications = `
CREATE TABLE business_verifications (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order in which verifications were begun.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('notStarted', 'processing', 'needsReview', 'verified', 'failed', 'cancelled',
    'error', 'evidenceExpired')),
  graph jsonb NOT NULL,
  settled jsonb NOT NULL DEFAULT '[]',
  asking jsonb,
  next_ask_at timestamptz,
  lease_until timestamptz,
  -- Minor units of the currency.
  estimated_cost integer CHECK (estimated_cost >= 0),
  actual_cost integer NOT NULL DEFAULT 0 CHECK (actual_cost >= 0),
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  extracts_used integer NOT NULL DEFAULT 0 CHECK (extracts_used >= 0),
  last_failure jsonb,
  extracted_at timestamptz,
  unresolved_percent text,
  owner_count integer NOT NULL DEFAULT 0,
  shares jsonb NOT NULL DEFAULT '{}',
  entity_client_ids uuid[] NOT NULL DEFAULT '{}',
  has_nominees boolean NOT NULL DEFAULT false,
  decision_outcome text CHECK (decision_outcome IN ('verified', 'notVerified')),
  decision_reason text,
  unresolved_reason text,
  decided_by uuid REFERENCES members (id),
  decided_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK ((asking IS NULL) = (next_ask_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL AND decision_reason IS NULL))
);
CREATE INDEX business_verifications_by_client ON business_verifications (company_id, client_id, id);
-- One at a time for a client.
CREATE UNIQUE INDEX business_verifications_open ON business_verifications (company_id, client_id)
  WHERE status IN ('notStarted', 'processing', 'needsReview', 'error');
-- What the job looks for.
CREATE INDEX business_verifications_to_ask ON business_verifications (next_ask_at) WHERE next_ask_at IS NOT NULL;

CREATE TABLE registry_extracts (
  company_id uuid NOT NULL,
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  node_id text NOT NULL,
  registry text NOT NULL CHECK (registry IN ('nzbn', 'abr', 'asic')),
  number text NOT NULL,
  extract jsonb NOT NULL,
  sha256 text COLLATE "C" NOT NULL CHECK (length(sha256) = 64),
  document_id uuid NOT NULL,
  fetched_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, verification_id) REFERENCES business_verifications (company_id, id),
  FOREIGN KEY (company_id, document_id) REFERENCES documents (company_id, id)
);
CREATE INDEX registry_extracts_by_verification ON registry_extracts (company_id, verification_id, id);
`;

/** A register's response is stored as received, as text. */
const documents = `
ALTER TABLE documents DROP CONSTRAINT documents_mime_type_check;
ALTER TABLE documents ADD CONSTRAINT documents_mime_type_check
  CHECK (mime_type IN ('application/pdf', 'image/jpeg', 'image/png', 'image/heic')
    OR (mime_type = 'text/plain' AND uploaded_by = 'system'));
`;

const rights = `
ALTER TABLE business_verifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE registry_extracts ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON business_verifications TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON registry_extracts TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON business_verifications TO assay_tenant;
GRANT SELECT, INSERT ON registry_extracts TO assay_tenant;
-- The job that asks again sees which verification is due, and nothing else of it.
CREATE POLICY jobs ON business_verifications FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, id, next_ask_at) ON business_verifications TO assay_jobs;
`;

export const businessVerificationsMigration: Migration = {
  name: '0011-business-verifications',
  sql: [verifications, documents, rights].join('\n'),
};
