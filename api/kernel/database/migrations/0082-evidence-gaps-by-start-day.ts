import type { Migration } from './migration.ts';

/**
 * `evidence_gap_rank` no longer reads the mark “pre-commencement client”: whether it relieves a client depends on the start day of the
 * relationship and on facts of the company, which a query adds as a condition. Written to be inlined, with leakproof operators only, so that the
 * index is usable under the row policy.
 */
export const evidenceGapsByStartDayMigration: Migration = {
  name: '0082-evidence-gaps-by-start-day',
  sql: `
DROP INDEX clients_with_evidence_gap;
DROP FUNCTION evidence_gap_rank(text, text, timestamptz, boolean, text);
CREATE FUNCTION evidence_gap_rank(client_status text, cdd_status text, cdd_decided_at timestamptz, risk_level text)
RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cdd_decided_at IS NULL AND cdd_status <> 'exceptionApproved'
      AND (client_status IN ('active', 'dormant')
        OR client_status IN ('draft', 'onboarding') AND cdd_status = 'verified')
    THEN CASE risk_level WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 4 ELSE 3 END END
$$;
CREATE INDEX clients_with_evidence_gap
  ON clients (company_id, evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level), id)
  WHERE evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level) IS NOT NULL;
`,
};
