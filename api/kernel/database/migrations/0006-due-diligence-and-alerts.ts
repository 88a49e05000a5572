import type { Migration } from './migration.ts';

/** Related parties of a client, with roles and periods. A party is a client of the same company. */
const parties = `
CREATE TABLE client_parties (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order in which parties were recorded.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  party_client_id uuid NOT NULL,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['director', 'shareholder', 'beneficialOwner',
    'controller', 'trustee', 'settlor', 'appointor', 'protector', 'beneficiary', 'partner', 'executor', 'actingFor',
    'authorisedRepresentative', 'seniorManagingOfficial', 'nominee', 'nominator']::text[]),
  direct_percent numeric(7,4) CHECK (direct_percent > 0 AND direct_percent <= 100),
  joint boolean NOT NULL DEFAULT false,
  beneficially_held boolean,
  control_basis text,
  authority text,
  authority_document_id uuid,
  -- What a person asks for beyond the rules; who the rules want verified is worked out whenever it is asked.
  must_verify boolean NOT NULL DEFAULT false,
  must_verify_reason text,
  valid_from date NOT NULL,
  valid_to date,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, party_client_id) REFERENCES clients (company_id, id),
  CHECK (client_id <> party_client_id),
  CHECK (valid_to >= valid_from),
  CHECK (must_verify = (must_verify_reason IS NOT NULL))
);
CREATE UNIQUE INDEX client_parties_one_current ON client_parties (company_id, client_id, party_client_id)
  WHERE valid_to IS NULL;
CREATE INDEX client_parties_current ON client_parties (company_id, client_id, id) WHERE valid_to IS NULL;
CREATE INDEX client_parties_ended ON client_parties (company_id, client_id, id) WHERE valid_to IS NOT NULL;
CREATE INDEX client_parties_by_party ON client_parties (company_id, party_client_id, id) WHERE valid_to IS NULL;
`;

/** Findings about a client outside the record's form: one row per subject, with the latest finding. */
const findings = `
CREATE TABLE client_findings (
  company_id uuid NOT NULL REFERENCES companies (id),
  client_id uuid NOT NULL,
  subject text NOT NULL CHECK (subject IN ('politicalExposure', 'sourceOfWealthOrFunds', 'mitigation', 'simplified',
    'enhanced', 'unusual', 'structure', 'significantChange', 'seniorApproval')),
  content jsonb NOT NULL,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, client_id, subject),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)
);

ALTER TABLE clients
  ADD COLUMN pep_of text CHECK (pep_of IN ('foreign', 'domestic', 'internationalOrganisation'));
`;

/** Alerts: one per cause, identified by dedupe_key. */
const alerts = `
CREATE TABLE alerts (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order in which alerts were opened.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  type text NOT NULL CHECK (type IN ('screeningMatch', 'idExpiring', 'reviewDue', 'riskRose', 'overrideExpiring',
    'registryChange', 'requestOverdue', 'delayedCdd', 'other')),
  resource_type text NOT NULL CHECK (resource_type IN ('clients', 'activities')),
  resource_id uuid NOT NULL,
  severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high')),
  status text NOT NULL CHECK (status IN ('open', 'inProgress', 'snoozed', 'escalated', 'closed')),
  summary text NOT NULL,
  outcome text CHECK (outcome IN ('truePositive', 'falsePositive', 'actioned', 'noAction')),
  reason text,
  assignee_member_id uuid REFERENCES members (id),
  due_at timestamptz,
  snoozed_until timestamptz,
  dedupe_key text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by uuid REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  CHECK (status <> 'closed' OR (outcome IS NOT NULL AND reason IS NOT NULL)),
  CHECK ((status = 'snoozed') = (snoozed_until IS NOT NULL)),
  CHECK (NOT (type = 'screeningMatch' AND status = 'snoozed'))
);
CREATE UNIQUE INDEX alerts_dedupe_key ON alerts (company_id, dedupe_key);
CREATE INDEX alerts_by_resource ON alerts (company_id, resource_type, resource_id, id) WHERE status <> 'closed';
CREATE INDEX alerts_open ON alerts (company_id, id) WHERE status <> 'closed';
CREATE INDEX alerts_open_by_assignee ON alerts (company_id, assignee_member_id, id) WHERE status <> 'closed';
CREATE INDEX alerts_open_by_type ON alerts (company_id, type, id) WHERE status <> 'closed';
-- What the daily job looks for: activities whose other party is still to be verified.
CREATE INDEX activities_delayed ON activities (company_id, delayed_cdd_due_on, id)
  WHERE delayed_cdd_due_on IS NOT NULL AND status NOT IN ('completed', 'cancelled');
`;

const rights = `
ALTER TABLE client_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_findings ENABLE ROW LEVEL SECURITY;
ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON client_parties TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON client_findings TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON alerts TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON client_parties, alerts TO assay_tenant;
GRANT SELECT, INSERT, UPDATE, DELETE ON client_findings TO assay_tenant;
`;

export const dueDiligenceMigration: Migration = {
  name: '0006-due-diligence-and-alerts',
  sql: [parties, findings, alerts, rights].join('\n'),
};
