import type { Migration } from './migration.ts';

/**
 * `cdd_submitted_by`: the member who submitted the client for review, while it is in review. For clients currently in review it is taken
 * from the audit log, if an event started their period. `cdd_decided_at`: the last approval of the client's CDD on evidence, or its
 * exception by a decision; null if neither exists.
 */
const columns = `
ALTER TABLE clients ADD COLUMN cdd_submitted_by uuid REFERENCES members (id), ADD COLUMN cdd_decided_at timestamptz;

UPDATE clients c SET cdd_submitted_by = m.id
  FROM client_periods p
  JOIN audit_events e ON e.chain = p.company_id::text AND e.seq = p.cause_seq
  JOIN members m ON m.company_id = p.company_id AND m.id::text = e.actor_id
 WHERE c.cdd_status = 'readyForReview' AND p.company_id = c.company_id AND p.client_id = c.id AND p.kind = 'cddStatus'
   AND p.to_at = 'infinity' AND p.value = 'readyForReview' AND p.cause = 'event' AND e.actor_type = 'user'
   AND e.resource_type = 'client' AND e.resource_id = c.id::text;

UPDATE clients c SET cdd_decided_at = d.at
  FROM (SELECT company_id, client_id, max(at) AS at
          FROM (SELECT company_id, client_id, decided_at AS at FROM cdd_decisions
                UNION ALL
                SELECT company_id, client_id, from_at FROM client_periods
                 WHERE kind = 'cddStatus' AND value = 'exceptionApproved') AS decided
         GROUP BY company_id, client_id) AS d
 WHERE d.company_id = c.company_id AND d.client_id = c.id;
SET CONSTRAINTS ALL IMMEDIATE;
`;

/**
 * `evidence_gap_rank`: clients that are verified, active or dormant although their CDD was never approved on evidence nor excepted,
 * highest risk first; null for all others. Pre-commencement clients need not be verified to remain clients. Written to be inlined, with
 * leakproof operators only, so that the index is usable under the row policy.
 */
const gap = `
CREATE FUNCTION evidence_gap_rank(client_status text, cdd_status text, cdd_decided_at timestamptz, pre_commencement boolean, risk_level text)
RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cdd_decided_at IS NULL AND cdd_status <> 'exceptionApproved'
      AND (client_status IN ('active', 'dormant') AND NOT pre_commencement
        OR client_status IN ('draft', 'onboarding', 'active', 'dormant') AND cdd_status = 'verified')
    THEN CASE risk_level WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 4 ELSE 3 END END
$$;
CREATE INDEX clients_with_evidence_gap
  ON clients (company_id, evidence_gap_rank(status, cdd_status, cdd_decided_at, pre_commencement, risk_level), id)
  WHERE evidence_gap_rank(status, cdd_status, cdd_decided_at, pre_commencement, risk_level) IS NOT NULL;
`;

/** Whether one person made a decision alone, and whether it closes such a gap, which the worklist counts. */
const decisions = `
ALTER TABLE cdd_decisions ADD COLUMN decided_by_one boolean NOT NULL DEFAULT false,
  ADD COLUMN closes_gap boolean NOT NULL DEFAULT false;
CREATE INDEX cdd_decisions_closing_gaps ON cdd_decisions (company_id) WHERE closes_gap;
`;

export const clientApprovalsMigration: Migration = {
  name: '0039-client-approvals',
  sql: [columns, gap, decisions].join('\n'),
};
