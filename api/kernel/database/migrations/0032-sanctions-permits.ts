import type { Migration } from './migration.ts';

/** Permits and authorisations that lift a sanctions prohibition: recorded by one person, approved by another, immutable. */
const permits = `
CREATE TABLE sanctions_permits (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  client_id uuid NOT NULL,
  document_id uuid NOT NULL,
  country text NOT NULL CHECK (country IN ('NZL', 'AUS')),
  regimes text[] NOT NULL CHECK (cardinality(regimes) > 0 AND regimes <@ ARRAY['un', 'dfat', 'nzTerrorism', 'nzRussia']),
  authority text NOT NULL,
  number text NOT NULL,
  scope text NOT NULL,
  acts text[] NOT NULL CHECK (cardinality(acts) > 0 AND acts <@ ARRAY['takeOn', 'startWork', 'completeWork']),
  valid_from date NOT NULL,
  valid_to date NOT NULL,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES members (id),
  approved_at timestamptz,
  approved_by uuid REFERENCES members (id),
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES members (id),
  withdrawal_reason text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  FOREIGN KEY (company_id, document_id) REFERENCES documents (company_id, id),
  CHECK (valid_from <= valid_to),
  CHECK ((approved_at IS NULL) = (approved_by IS NULL)),
  CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL) AND (withdrawn_at IS NULL) = (withdrawal_reason IS NULL))
);
CREATE INDEX sanctions_permits_by_client ON sanctions_permits (company_id, client_id, id);
ALTER TABLE sanctions_permits ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON sanctions_permits TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT ON sanctions_permits TO assay_tenant;
GRANT UPDATE (version, approved_at, approved_by, withdrawn_at, withdrawn_by, withdrawal_reason) ON sanctions_permits TO assay_tenant;
`;

/** Stored responses get the new properties of confirmed matches, so that a request repeated across the upgrade gets its first response. */
const storedResponses = `
UPDATE request_keys SET body = jsonb_set(body::jsonb, '{sanctions}',
    (SELECT jsonb_agg(one || '{"regimes": [], "permits": []}') FROM jsonb_array_elements(body::jsonb -> 'sanctions') AS one))::json
 WHERE body IS NOT NULL AND jsonb_typeof(body::jsonb -> 'sanctions') = 'array'
   AND jsonb_array_length(body::jsonb -> 'sanctions') > 0;
`;

export const permitsMigration: Migration = {
  name: '0032-sanctions-permits',
  sql: [permits, storedResponses].join('\n'),
};
