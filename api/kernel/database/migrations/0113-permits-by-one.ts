import type { Migration } from './migration.ts';

/** Whether a permit was approved by the person who recorded it. Of earlier permits, those approved so under whichever policy. */
const decidedByOne = `
ALTER TABLE sanctions_permits ADD COLUMN decided_by_one boolean NOT NULL DEFAULT false;
UPDATE sanctions_permits SET decided_by_one = true WHERE present_member(approved_by) = present_member(recorded_by);
CREATE INDEX sanctions_permits_by_one ON sanctions_permits (company_id, client_id) WHERE decided_by_one;
GRANT UPDATE (decided_by_one) ON sanctions_permits TO assay_tenant;
`;

/** Decisions that one person made about a client, with approvals of sanctions permits. */
const decisions = `
CREATE OR REPLACE VIEW decisions_by_one WITH (security_invoker = true) AS
  SELECT company_id, client_id, 'cdd' AS kind, decided_at AS at FROM cdd_decisions WHERE decided_by_one
   UNION ALL
  SELECT company_id, resource_id, 'assessment', approved_at FROM risk_assessments
   WHERE decided_by_one AND resource_type = 'clients'
   UNION ALL
  SELECT a.company_id, p.client_id, 'activityAssessment', a.approved_at
    FROM risk_assessments a JOIN activity_parties p ON p.company_id = a.company_id AND p.activity_id = a.resource_id
   WHERE a.decided_by_one AND a.resource_type = 'activities'
   UNION ALL
  SELECT company_id, client_id, 'exception', exception_approved_at FROM individual_verifications
   WHERE exception_approved_by = created_by
   UNION ALL
  SELECT company_id, client_id, 'permit', approved_at FROM sanctions_permits WHERE decided_by_one;
`;

/** Stored responses get the new property, so that a request repeated across the upgrade gets its first response. */
const storedResponses = `
UPDATE request_keys SET body = jsonb_set(body::jsonb, '{decidedByOne}', 'false')::json
 WHERE body IS NOT NULL AND jsonb_typeof(body::jsonb) = 'object'
   AND body::jsonb -> 'acts' IS NOT NULL AND body::jsonb -> 'validTo' IS NOT NULL AND body::jsonb -> 'recorded' IS NOT NULL;
`;

export const permitsByOneMigration: Migration = {
  name: '0113-permits-by-one',
  sql: [decidedByOne, decisions, storedResponses].join('\n'),
};
