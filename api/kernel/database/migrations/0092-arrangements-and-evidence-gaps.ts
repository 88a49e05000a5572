import type { Migration } from './migration.ts';

/**
 * Arrangements with another participant of a sale of property on whose CDD the company relies (AU Rules 6-33(1)). Never changed, only
 * withdrawn; refers to the activity and the client, so that it stays when the parties are edited and is destroyed with either.
 */
const arrangements = `
CREATE TABLE property_arrangements (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at recorded_at.
  id uuid NOT NULL,
  activity_id uuid NOT NULL,
  client_id uuid NOT NULL,
  participant text NOT NULL CHECK (participant <> ''),
  responsibilities text NOT NULL CHECK (responsibilities <> ''),
  agreed_on date NOT NULL,
  cdd_done_on date NOT NULL,
  received_on date NOT NULL,
  recorded_at timestamptz NOT NULL,
  recorded_by uuid NOT NULL REFERENCES members (id),
  withdrawn_at timestamptz,
  withdrawn_by uuid REFERENCES members (id),
  withdrawal_reason text,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, activity_id) REFERENCES activities (company_id, id),
  FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id),
  CHECK (agreed_on <= received_on AND cdd_done_on <= received_on),
  CHECK (num_nonnulls(withdrawn_at, withdrawn_by, withdrawal_reason) IN (0, 3))
);
CREATE UNIQUE INDEX property_arrangements_once ON property_arrangements (company_id, activity_id, client_id)
  WHERE withdrawn_at IS NULL;
CREATE INDEX property_arrangements_by_client ON property_arrangements (company_id, client_id);
ALTER TABLE property_arrangements ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON property_arrangements TO assay_owner USING (true);
CREATE POLICY tenant ON property_arrangements TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT ON property_arrangements TO assay_tenant;
GRANT UPDATE (withdrawn_at, withdrawn_by, withdrawal_reason) ON property_arrangements TO assay_tenant;
`;

/** Stored responses get the new property of activities, so that a request repeated across the upgrade gets its first response. */
const storedResponses = `
UPDATE request_keys SET body = (body::jsonb || '{"arrangements": []}'::jsonb)::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb ? 'nonCooperation';
`;

/**
 * The start day that relieves a client of having been approved without evidence, if it is before a day that depends on the company: null if none
 * does. Two indexes, so that neither those who are relieved nor those who are not have to be read for the others.
 */
const evidenceGaps = `
CREATE FUNCTION evidence_gap_relief(cdd_status text, pre_commencement boolean, started_on date)
RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pre_commencement AND cdd_status <> 'verified' THEN started_on END
$$;
DROP INDEX clients_with_evidence_gap;
CREATE INDEX clients_with_evidence_gap
  ON clients (company_id, evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level), id)
  WHERE evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level) IS NOT NULL
    AND evidence_gap_relief(cdd_status, pre_commencement, relationship_started_on) IS NULL;
CREATE INDEX clients_with_evidence_gap_by_start
  ON clients (company_id, evidence_gap_relief(cdd_status, pre_commencement, relationship_started_on))
  WHERE evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level) IS NOT NULL
    AND evidence_gap_relief(cdd_status, pre_commencement, relationship_started_on) IS NOT NULL;
`;

export const arrangementsAndEvidenceGapsMigration: Migration = {
  name: '0092-arrangements-and-evidence-gaps',
  sql: [arrangements, storedResponses, evidenceGaps].join('\n'),
};
