import type { Migration } from './migration.ts';

/**
 * Accepted items of document requests as evidence of a verification, and the verification or activity that each record was started for.
 * Files stay with their request; a number is in the identity document's own record, masked.
 */
const evidence = `
ALTER TABLE document_requests
  ADD COLUMN individual_verification_id uuid,
  ADD COLUMN business_verification_id uuid,
  ADD FOREIGN KEY (company_id, individual_verification_id) REFERENCES individual_verifications (company_id, id),
  ADD FOREIGN KEY (company_id, business_verification_id) REFERENCES business_verifications (company_id, id),
  ADD CHECK (num_nonnulls(individual_verification_id, business_verification_id) <= 1);
-- Files up to then were looked at and not accepted.
ALTER TABLE document_request_items ADD COLUMN refused_until timestamptz;
-- A draft's items are written anew when it is edited.
GRANT DELETE ON document_request_items TO assay_tenant;

CREATE TABLE verification_evidence (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  client_id uuid NOT NULL,
  request_id uuid NOT NULL,
  item_id uuid NOT NULL,
  individual_verification_id uuid,
  business_verification_id uuid,
  -- Of an individual's verification: evidence of an earlier round is history.
  round integer,
  -- The record of the identity document that was made of it, and the item whose number it has.
  document_record_id uuid,
  number_item_id uuid,
  -- False where the document was recorded before, by hand: taking the evidence back leaves it there.
  record_is_own boolean NOT NULL DEFAULT false,
  -- What was given in words, held against the client's record; numbers masked.
  details jsonb NOT NULL DEFAULT '[]',
  accepted_by uuid NOT NULL REFERENCES members (id),
  accepted_at timestamptz NOT NULL,
  withdrawn_by uuid REFERENCES members (id),
  withdrawn_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, item_id) REFERENCES document_request_items (company_id, id),
  FOREIGN KEY (company_id, individual_verification_id) REFERENCES individual_verifications (company_id, id),
  FOREIGN KEY (company_id, business_verification_id) REFERENCES business_verifications (company_id, id),
  FOREIGN KEY (company_id, document_record_id) REFERENCES verification_documents (company_id, id),
  CHECK (num_nonnulls(individual_verification_id, business_verification_id) = 1),
  CHECK ((individual_verification_id IS NULL) = (round IS NULL)),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL))
);
-- One item is evidence once, however often it is accepted.
CREATE UNIQUE INDEX verification_evidence_once ON verification_evidence (company_id, item_id) WHERE withdrawn_at IS NULL;
CREATE INDEX verification_evidence_of_individual ON verification_evidence (company_id, individual_verification_id, id)
  WHERE individual_verification_id IS NOT NULL;
CREATE INDEX verification_evidence_of_business ON verification_evidence (company_id, business_verification_id, id)
  WHERE business_verification_id IS NOT NULL;
ALTER TABLE verification_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON verification_evidence TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON verification_evidence TO assay_tenant;
`;

/** Validity of the evidence for a verified business, and its register's data since. */
const businesses = `
ALTER TABLE business_verifications
  ADD COLUMN activity_id uuid,
  ADD COLUMN evidence_expires_on date,
  ADD FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id);
CREATE INDEX business_verifications_verified ON business_verifications (company_id, client_id, id) WHERE status = 'verified';
CREATE INDEX business_verifications_expiring ON business_verifications (company_id, evidence_expires_on)
  WHERE status = 'verified' AND evidence_expires_on IS NOT NULL;

CREATE TABLE register_watches (
  company_id uuid NOT NULL REFERENCES companies (id),
  verification_id uuid NOT NULL,
  client_id uuid NOT NULL,
  registry text NOT NULL CHECK (registry IN ('nzbn', 'abr')),
  number text NOT NULL,
  -- What the register said when it was asked last: status, name, directors, address.
  seen jsonb NOT NULL,
  asked_at timestamptz NOT NULL,
  next_ask_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  PRIMARY KEY (company_id, verification_id),
  FOREIGN KEY (company_id, verification_id) REFERENCES business_verifications (company_id, id)
);
CREATE INDEX register_watches_due ON register_watches (company_id, next_ask_at);
ALTER TABLE register_watches ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON register_watches TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON register_watches TO assay_tenant;
`;

/** Processed events of the provider, to process none twice; the job deletes those too old to be resent. */
const callbacks = `
CREATE INDEX verification_callbacks_received ON verification_callbacks (received_at);
CREATE POLICY jobs ON verification_callbacks TO assay_jobs USING (true);
GRANT SELECT, DELETE ON verification_callbacks TO assay_jobs;
`;

export const evidenceOfRequestsMigration: Migration = {
  name: '0012-evidence-of-requests',
  sql: [evidence, businesses, callbacks].join('\n'),
};
