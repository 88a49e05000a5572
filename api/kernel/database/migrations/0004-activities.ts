import type { Migration } from './migration.ts';

/**
 * Activities. As for clients, columns for filters and sorting use leakproof comparisons, so that indexes are usable under the
 * policies.
 */
const activities = `
CREATE TABLE activities (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order of creation.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  reference text COLLATE "C" NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 240),
  search_text text COLLATE "C" NOT NULL,
  activity_type text NOT NULL CHECK (activity_type IN ('matter', 'transaction', 'engagement', 'propertySale',
    'propertyPurchase', 'other')),
  captured_service text,
  nature text,
  purpose text,
  status text NOT NULL CHECK (status IN ('toDo', 'inProgress', 'inReview', 'onHold', 'completed', 'cancelled')),
  held_from text CHECK (held_from IN ('toDo', 'inProgress', 'inReview')),
  outcome text CHECK (outcome IN ('approved', 'declined')),
  max_transaction_value bigint CHECK (max_transaction_value >= 0),
  currency text NOT NULL CHECK (currency IN ('NZD', 'AUD')),
  cash_expected boolean NOT NULL,
  funds_countries text[] NOT NULL,
  source_of_funds text,
  address jsonb,
  exchange_on date,
  settlement_on date,
  delayed_cdd_ground text,
  delayed_cdd_due_on date,
  -- What falls due first; activities without anything due sort behind all others.
  due_on date NOT NULL GENERATED ALWAYS AS (coalesce(least(delayed_cdd_due_on, settlement_on), 'infinity'::date)) STORED,
  assignee_member_id uuid REFERENCES members (id),
  reviewer_member_id uuid REFERENCES members (id),
  external_id text COLLATE "C",
  risk_level text CHECK (risk_level IN ('low', 'medium', 'high')),
  current_risk_assessment_id uuid,
  senior_approved_by uuid REFERENCES members (id),
  senior_approved_at timestamptz,
  copy_of_id uuid,
  completed_at timestamptz,
  snapshot_hash text,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, copy_of_id) REFERENCES activities (company_id, id),
  CHECK ((status = 'onHold') = (held_from IS NOT NULL)),
  CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CHECK ((status = 'completed') = (snapshot_hash IS NOT NULL)),
  CHECK ((delayed_cdd_ground IS NULL) = (delayed_cdd_due_on IS NULL)),
  CHECK ((senior_approved_by IS NULL) = (senior_approved_at IS NULL))
);
CREATE UNIQUE INDEX activities_reference ON activities (company_id, reference);

-- One index for each order of the list, alone and under each filter.
CREATE INDEX activities_by_due ON activities (company_id, due_on, id);
CREATE INDEX activities_by_status_age ON activities (company_id, status, id);
CREATE INDEX activities_by_status_due ON activities (company_id, status, due_on, id);
CREATE INDEX activities_by_type_age ON activities (company_id, activity_type, id);
CREATE INDEX activities_by_type_due ON activities (company_id, activity_type, due_on, id);
CREATE INDEX activities_by_risk_age ON activities (company_id, risk_level, id);
CREATE INDEX activities_by_risk_due ON activities (company_id, risk_level, due_on, id);
CREATE INDEX activities_by_assignee_age ON activities (company_id, assignee_member_id, id);
CREATE INDEX activities_by_assignee_due ON activities (company_id, assignee_member_id, due_on, id);
CREATE INDEX activities_by_assignee_status ON activities (company_id, assignee_member_id, status, id);
CREATE INDEX activities_copies ON activities (company_id, copy_of_id) WHERE copy_of_id IS NOT NULL;
CREATE INDEX activities_search ON activities USING gin (company_id, search_text gin_trgm_ops);
`;

const parties = `
CREATE TABLE activity_parties (
  company_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  client_id uuid NOT NULL,
  capacity text NOT NULL CHECK (capacity IN ('customer', 'otherParty', 'onBehalfOf')),
  position smallint NOT NULL,
  PRIMARY KEY (company_id, activity_id, client_id),
  FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id)
);
CREATE INDEX activity_parties_by_client ON activity_parties (company_id, client_id, activity_id);
`;

/**
 * The last reference number issued to a company's activity; updating it serialises concurrent requests for the next.
 */
const numbers = `
CREATE TABLE activity_numbers (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  last_number integer NOT NULL
);
`;

/** Snapshot of a completed activity: written once, immutable. */
const snapshots = `
CREATE TABLE activity_snapshots (
  company_id uuid NOT NULL,
  activity_id uuid NOT NULL,
  content text NOT NULL,
  hash text NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, activity_id),
  FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id)
);
`;

/**
 * Runs as the owner, bypassing the policies, because trigram operators are not leakproof and would read the whole table under a
 * policy. Filters by company and returns only ids: the activities are then read under the policy as usual.
 */
const search = `
CREATE FUNCTION activities_named(words text[], at_most integer) RETURNS TABLE (id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, assay, public, pg_temp
SET jit = off AS $$
DECLARE
  met text := format('a.company_id = %L::uuid', current_setting('app.company_id')::uuid);
  word text;
BEGIN
  IF cardinality(words) = 0 THEN
    RETURN;
  END IF;
  FOREACH word IN ARRAY words LOOP
    met := met || format(' AND a.search_text LIKE %L', '% ' || word || '%');
  END LOOP;
  RETURN QUERY EXECUTE format('SELECT a.id FROM activities a WHERE %s ORDER BY a.id DESC LIMIT %s', met, at_most);
END
$$;
REVOKE ALL ON FUNCTION activities_named(text[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION activities_named(text[], integer) TO assay_tenant;
`;

/** CDD reasons recorded by a client's transitions, and indexes for the list's new filters. */
const clientDiligence = `
ALTER TABLE clients
  ADD COLUMN relationship_ended_on date,
  ADD COLUMN retain_until date,
  ADD COLUMN cdd_reasons jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN cdd_exception_reason text,
  ADD COLUMN cdd_exception_ends_on date,
  ADD COLUMN cdd_exception_by uuid REFERENCES members (id);
CREATE INDEX clients_by_risk_name ON clients (company_id, risk_level, sort_name, id);
CREATE INDEX clients_by_risk_age ON clients (company_id, risk_level, id);
CREATE INDEX clients_by_cdd_name ON clients (company_id, cdd_status, sort_name, id);
CREATE INDEX clients_by_cdd_age ON clients (company_id, cdd_status, id);
CREATE INDEX clients_by_review ON clients (company_id, next_review_due_on, id);
CREATE INDEX clients_exceptions ON clients (company_id, cdd_exception_ends_on) WHERE cdd_status = 'exceptionApproved';
`;

const rights = `
ALTER TABLE activities ENABLE ROW LEVEL SECURITY;
ALTER TABLE activity_parties ENABLE ROW LEVEL SECURITY;
ALTER TABLE activity_numbers ENABLE ROW LEVEL SECURITY;
ALTER TABLE activity_snapshots ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON activities TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON activity_parties TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON activity_numbers TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON activity_snapshots TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON activities TO assay_tenant;
GRANT SELECT, INSERT, DELETE ON activity_parties TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON activity_numbers TO assay_tenant;
GRANT SELECT, INSERT ON activity_snapshots TO assay_tenant;
`;

export const activitiesMigration: Migration = {
  name: '0004-activities',
  sql: [activities, parties, numbers, snapshots, search, clientDiligence, rights].join('\n'),
};
