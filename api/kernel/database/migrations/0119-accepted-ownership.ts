import type { Migration } from './migration.ts';

/**
 * The last day of an accepted exception for ownership that could hide a beneficial owner, and whether the member who started the verification
 * accepted it alone. Acceptances by earlier versions have no end: what was unresolved then is not traced.
 */
const acceptances = `
ALTER TABLE business_verifications
  ADD COLUMN exception_ends_on date,
  ADD COLUMN decided_by_one boolean NOT NULL DEFAULT false;
UPDATE business_verifications SET ownership_traced = false
 WHERE ownership_traced AND unresolved_reason IS NOT NULL AND unresolved_percent <> '0';
CREATE INDEX business_verifications_by_one ON business_verifications (company_id, client_id) WHERE decided_by_one;
`;

/**
 * Decisions that one person made about a client, with accepted ownership. A person may approve with another membership than the one that started
 * the verification, so the index has all approved exceptions.
 */
const decisions = `
DROP INDEX individual_verifications_by_one;
CREATE INDEX individual_verifications_by_one ON individual_verifications (company_id, client_id) WHERE exception_approved_by IS NOT NULL;
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
   WHERE exception_approved_by IS NOT NULL AND present_member(exception_approved_by) = present_member(created_by)
   UNION ALL
  SELECT company_id, client_id, 'exception', decided_at FROM business_verifications WHERE decided_by_one
   UNION ALL
  SELECT company_id, client_id, 'permit', approved_at FROM sanctions_permits WHERE decided_by_one;
`;

/** A request repeated across the upgrade gets its first response, in the form of this version. */
const storedResponses = `
UPDATE request_keys
   SET body = jsonb_set(body::jsonb, '{decision}', body::jsonb -> 'decision' || '{"exceptionEndsOn":null,"decidedByOne":false}')::json
 WHERE endpoint LIKE 'businessVerifications.%' AND body IS NOT NULL AND jsonb_typeof(body::jsonb) = 'object'
   AND jsonb_typeof(body::jsonb -> 'decision') = 'object';
`;

export const acceptedOwnershipMigration: Migration = {
  name: '0119-accepted-ownership',
  sql: [acceptances, decisions, storedResponses].join('\n'),
};
