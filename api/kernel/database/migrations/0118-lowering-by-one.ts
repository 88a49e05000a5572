import type { Migration } from './migration.ts';

/** When one person lowered a level alone: their own assessment's, by an override or by removing one, or that of CDD, by a finding. */
const loweredByOne = `
ALTER TABLE risk_assessments ADD COLUMN lowered_by_one_at timestamptz;
CREATE INDEX risk_assessments_lowered_by_one ON risk_assessments (company_id, resource_type, resource_id)
 WHERE lowered_by_one_at IS NOT NULL;
ALTER TABLE clients ADD COLUMN cdd_lowered_by_one_at timestamptz;
CREATE INDEX clients_cdd_lowered_by_one ON clients (company_id, id) WHERE cdd_lowered_by_one_at IS NOT NULL;
`;

/** Decisions that one person made about a client, with levels that their own assessor lowered. */
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
  SELECT company_id, resource_id, 'lowering', lowered_by_one_at FROM risk_assessments
   WHERE lowered_by_one_at IS NOT NULL AND resource_type = 'clients'
   UNION ALL
  SELECT a.company_id, p.client_id, 'activityLowering', a.lowered_by_one_at
    FROM risk_assessments a JOIN activity_parties p ON p.company_id = a.company_id AND p.activity_id = a.resource_id
   WHERE a.lowered_by_one_at IS NOT NULL AND a.resource_type = 'activities'
   UNION ALL
  SELECT company_id, id, 'cddLowering', cdd_lowered_by_one_at FROM clients WHERE cdd_lowered_by_one_at IS NOT NULL
   UNION ALL
  SELECT company_id, client_id, 'exception', exception_approved_at FROM individual_verifications
   WHERE exception_approved_by = created_by
   UNION ALL
  SELECT company_id, client_id, 'permit', approved_at FROM sanctions_permits WHERE decided_by_one;
`;

export const loweringByOneMigration: Migration = {
  name: '0118-lowering-by-one',
  sql: [loweredByOne, decisions].join('\n'),
};
