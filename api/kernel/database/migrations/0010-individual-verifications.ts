import type { Migration } from './migration.ts';

/**
 * Verifications of individuals. Document numbers are stored masked, as keyed digests, and encrypted only while a check may need them.
 */
const verifications = `
CREATE TABLE individual_verifications (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order of creation.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  round integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  activity_id uuid,
  method text NOT NULL CHECK (method IN ('electronicRemote', 'electronicInPerson', 'documentSighted',
    'documentCertified', 'reliance', 'exception')),
  status text NOT NULL CHECK (status IN ('notStarted', 'sent', 'opened', 'processing', 'needsReview', 'verified',
    'failed', 'expired', 'cancelled', 'error', 'evidenceExpired')),
  channel text CHECK (channel IN ('sms', 'email', 'link', 'inPerson')),
  sent_to_masked text,
  recipient_sealed text,
  link_sealed text,
  link_days integer CHECK (link_days BETWEEN 1 AND 14),
  link_expires_at timestamptz,
  capture_reference text COLLATE "C",
  consent jsonb,
  data_sources text[] NOT NULL DEFAULT '{}',
  reliance jsonb,
  exception jsonb,
  exception_approved_by uuid REFERENCES members (id),
  exception_approved_at timestamptz,
  pending jsonb NOT NULL DEFAULT '[]',
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  leased_until timestamptz,
  machine_result text CHECK (machine_result IN ('pass', 'refer', 'fail', 'error')),
  rules jsonb,
  decision text CHECK (decision IN ('verified', 'notVerified')),
  decision_reason text,
  decided_by uuid REFERENCES members (id),
  decided_at timestamptz,
  opposes_findings boolean NOT NULL DEFAULT false,
  verified_at timestamptz,
  evidence_expires_on date,
  images_held_until timestamptz,
  images_purged_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id),
  CHECK ((decision IS NULL) = (decision_reason IS NULL)),
  CHECK ((decision IS NULL) = (decided_at IS NULL)),
  CHECK (status NOT IN ('verified', 'failed') OR decision IS NOT NULL),
  CHECK (status <> 'verified' OR verified_at IS NOT NULL)
);
CREATE INDEX individual_verifications_by_client ON individual_verifications (company_id, client_id, id);
CREATE INDEX individual_verifications_verified ON individual_verifications (company_id, client_id)
  WHERE status = 'verified';
CREATE INDEX individual_verifications_expiring ON individual_verifications (company_id, evidence_expires_on)
  WHERE status = 'verified' AND evidence_expires_on IS NOT NULL;
CREATE INDEX individual_verifications_due ON individual_verifications (next_try_at) WHERE next_try_at IS NOT NULL;
`;

const documents = `
CREATE TABLE verification_documents (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  client_id uuid NOT NULL,
  round integer NOT NULL,
  type text NOT NULL,
  issuer text NOT NULL,
  number_masked text,
  number_hmac text COLLATE "C" CHECK (length(number_hmac) = 64),
  version_masked text,
  state text,
  expires_on date,
  issued_on date,
  assurance text CHECK (assurance IN ('checkDigit', 'formatOnly')),
  warnings jsonb NOT NULL DEFAULT '[]',
  missing_for_issuer text[] NOT NULL DEFAULT '{}',
  zone jsonb,
  sighted jsonb,
  certified jsonb,
  sealed text,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES members (id),
  removed_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, verification_id) REFERENCES individual_verifications (company_id, id),
  CHECK ((number_masked IS NULL) = (number_hmac IS NULL))
);
CREATE INDEX verification_documents_of ON verification_documents (company_id, verification_id, id);
CREATE INDEX verification_documents_same ON verification_documents (company_id, number_hmac)
  WHERE removed_at IS NULL AND number_hmac IS NOT NULL;
CREATE INDEX verification_documents_expiring ON verification_documents (company_id, expires_on)
  WHERE removed_at IS NULL AND expires_on IS NOT NULL;

CREATE TABLE verification_checks (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  round integer NOT NULL,
  type text NOT NULL CHECK (type IN ('issuer', 'dataSource', 'face', 'liveness', 'machineReadableZone', 'sighted')),
  outcome text NOT NULL CHECK (outcome IN ('match', 'no_match', 'document_error', 'source_unavailable', 'exception')),
  source text,
  document_id uuid,
  matched text[] NOT NULL DEFAULT '{}',
  unmatched text[] NOT NULL DEFAULT '{}',
  detail text,
  reference text,
  at timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, verification_id) REFERENCES individual_verifications (company_id, id)
);
CREATE INDEX verification_checks_of ON verification_checks (company_id, verification_id, id);
`;

/** History as sentences, and processed events of the provider. */
const events = `
CREATE TABLE verification_events (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('member', 'client', 'system', 'provider')),
  actor_id uuid REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, verification_id) REFERENCES individual_verifications (company_id, id),
  CHECK ((actor_type = 'member') = (actor_id IS NOT NULL))
);
CREATE INDEX verification_events_of ON verification_events (company_id, verification_id, id);

CREATE TABLE verification_callbacks (
  company_id uuid NOT NULL REFERENCES companies (id),
  event_id text COLLATE "C" NOT NULL CHECK (length(event_id) BETWEEN 1 AND 200),
  received_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, event_id)
);
`;

const tenantTables = [
  'individual_verifications',
  'verification_documents',
  'verification_checks',
  'verification_events',
  'verification_callbacks',
];

const rights = `
${tenantTables
  .map(
    (table) => `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ${table} TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);`,
  )
  .join('\n')}
GRANT SELECT, INSERT, UPDATE ON individual_verifications, verification_documents TO assay_tenant;
GRANT SELECT, INSERT ON verification_checks, verification_events, verification_callbacks TO assay_tenant;
-- The job that asks again wants to know which verifications wait, and nothing else about them.
CREATE POLICY jobs ON individual_verifications FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, id, next_try_at, leased_until) ON individual_verifications TO assay_jobs;
`;

export const individualVerificationsMigration: Migration = {
  name: '0010-individual-verifications',
  sql: [verifications, documents, events, rights].join('\n'),
};
