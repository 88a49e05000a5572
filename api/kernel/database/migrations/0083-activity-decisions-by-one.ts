import type { Migration } from './migration.ts';

/** Decisions that one person made about a client, with risk assessments of the activities in which the client takes part. */
export const activityDecisionsByOneMigration: Migration = {
  name: '0083-activity-decisions-by-one',
  sql: `
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
   WHERE exception_approved_by = created_by;
`,
};
