import type { Migration } from './migration.ts';

/**
 * The exposures that a senior manager's approval was made for, stored with it. Of earlier approvals those of the client and its present related
 * parties that were on record before and did not change since. No approval is assumed of a person whose designations changed after it.
 */
const approvedExposures = `
ALTER TABLE risk_assessments ADD COLUMN senior_approved_for jsonb;

CREATE TEMPORARY TABLE earlier_approvals ON COMMIT DROP AS
SELECT r.company_id, r.resource_id AS record_id, r.id AS assessment_id, r.approved_at AS approved_at
  FROM risk_assessments r
  JOIN members m ON m.company_id = r.company_id AND m.id = r.approved_by
 WHERE r.resource_type = 'clients' AND r.status = 'approved' AND 'seniorManager' = ANY (m.designations)
   AND NOT EXISTS (
     SELECT FROM audit_events e
      WHERE e.chain = r.company_id::text AND e.resource_type = 'member' AND e.resource_id = m.id::text
        AND e.action = 'member.roleChanged' AND e.at > r.approved_at)
UNION ALL
SELECT f.company_id, f.client_id, NULL::uuid, f.recorded_at FROM client_findings f WHERE f.subject = 'seniorApproval'
UNION ALL
SELECT a.company_id, a.id, NULL::uuid, a.senior_approved_at FROM activities a
 WHERE a.senior_relied_on IS NOT NULL AND a.senior_approved_at IS NOT NULL AND a.status NOT IN ('completed', 'cancelled');

CREATE TEMPORARY TABLE earlier_exposures ON COMMIT DROP AS
WITH persons AS (
  SELECT a.*, a.record_id AS person FROM earlier_approvals a
  UNION
  SELECT a.*, p.party_client_id FROM earlier_approvals a
    JOIN client_parties p ON p.company_id = a.company_id AND p.client_id = a.record_id
   WHERE p.valid_to IS NULL AND p.created_at <= a.approved_at
  UNION
  SELECT a.*, p.client_id FROM earlier_approvals a
    JOIN activity_parties p ON p.company_id = a.company_id AND p.activity_id = a.record_id)
SELECT a.company_id, a.record_id, a.assessment_id, coalesce(jsonb_agg(jsonb_build_object(
         'clientId', c.id, 'pepStatus', c.pep_status, 'pepOf', c.pep_of,
         'pepOffice', CASE WHEN coalesce(f.content ->> 'officeCountry', f.content ->> 'officeEndedOn') IS NOT NULL
           THEN jsonb_build_object('country', f.content ->> 'officeCountry', 'endedOn', f.content ->> 'officeEndedOn') END)
         ) FILTER (WHERE c.id IS NOT NULL), '[]') AS exposures
  FROM persons a
  LEFT JOIN clients c ON c.company_id = a.company_id AND c.id = a.person AND c.pep_status NOT IN ('none', 'notChecked')
   AND NOT EXISTS (
     SELECT FROM client_findings g
      WHERE g.company_id = c.company_id AND g.client_id = c.id AND g.subject = 'politicalExposure' AND g.recorded_at > a.approved_at)
   AND NOT EXISTS (
     SELECT FROM audit_events e
      WHERE e.chain = c.company_id::text AND e.resource_type = 'client' AND e.resource_id = c.id::text
        AND e.action = 'client.screeningStatusChanged' AND e.at > a.approved_at)
  LEFT JOIN client_findings f ON f.company_id = c.company_id AND f.client_id = c.id AND f.subject = 'politicalExposure'
 GROUP BY a.company_id, a.record_id, a.assessment_id;

UPDATE risk_assessments r SET senior_approved_for = x.exposures
  FROM earlier_exposures x WHERE r.company_id = x.company_id AND r.id = x.assessment_id;
UPDATE client_findings f SET content = f.content || jsonb_build_object('exposures', x.exposures)
  FROM earlier_exposures x
 WHERE x.assessment_id IS NULL AND f.company_id = x.company_id AND f.client_id = x.record_id AND f.subject = 'seniorApproval';
UPDATE activities a SET senior_relied_on = a.senior_relied_on || jsonb_build_object('approvedFor', x.exposures)
  FROM earlier_exposures x
 WHERE x.assessment_id IS NULL AND a.company_id = x.company_id AND a.id = x.record_id AND a.senior_relied_on IS NOT NULL;
`;

export const seniorApprovalsMigration: Migration = {
  name: '0114-senior-approvals',
  sql: approvedExposures,
};
