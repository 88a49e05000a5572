import type { Migration } from './migration.ts';

/** What changed of an approved client, until it is approved again. */
const causes = `
ALTER TABLE clients ADD COLUMN refresh_causes text[] NOT NULL DEFAULT '{}'
  CONSTRAINT clients_refresh_causes CHECK (refresh_causes <@ ARRAY['typeChanged', 'partyAdded', 'partyChanged', 'identityChanged',
    'exceptionEnded', 'outstanding']);

ALTER TABLE reviews DROP CONSTRAINT reviews_trigger_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_trigger_check
  CHECK (trigger IN ('confirmedMatch', 'registryChange', 'riskRose', 'identityChanged', 'pepConfirmed', 'clientsMerged', 'clientChanged', 'manual'));
`;

/**
 * One list of the clients to be approved: those verified or activated without an approval on evidence, and those whose CDD is due again or under way
 * again after an approval. A start day of before commencement relieves no client whose CDD is due again.
 */
const list = `
DROP INDEX clients_with_evidence_gap;
DROP INDEX clients_with_evidence_gap_by_start;
CREATE OR REPLACE FUNCTION evidence_gap_rank(client_status text, cdd_status text, cdd_decided_at timestamptz, risk_level text)
RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN CASE WHEN cdd_decided_at IS NULL
      THEN cdd_status <> 'exceptionApproved' AND (client_status IN ('active', 'dormant')
        OR client_status IN ('draft', 'onboarding') AND cdd_status = 'verified')
      ELSE client_status IN ('active', 'dormant') AND cdd_status NOT IN ('verified', 'exceptionApproved', 'unableToComplete')
        OR client_status IN ('draft', 'onboarding') AND cdd_status = 'refreshDue' END
    THEN CASE risk_level WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 4 ELSE 3 END END
$$;
CREATE OR REPLACE FUNCTION evidence_gap_relief(cdd_status text, pre_commencement boolean, started_on date)
RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN pre_commencement AND cdd_status NOT IN ('verified', 'refreshDue') THEN started_on END
$$;
CREATE INDEX clients_with_evidence_gap
  ON clients (company_id, evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level), id)
  WHERE evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level) IS NOT NULL
    AND evidence_gap_relief(cdd_status, pre_commencement, relationship_started_on) IS NULL;
CREATE INDEX clients_with_evidence_gap_by_start
  ON clients (company_id, evidence_gap_relief(cdd_status, pre_commencement, relationship_started_on))
  WHERE evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level) IS NOT NULL
    AND evidence_gap_relief(cdd_status, pre_commencement, relationship_started_on) IS NOT NULL;
`;

export const refreshDueMigration: Migration = {
  name: '0116-refresh-due',
  sql: [causes, list].join('\n'),
};
