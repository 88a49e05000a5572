import type { Migration } from './migration.ts';

const causes = `
ALTER TABLE clients DROP CONSTRAINT clients_refresh_causes;
ALTER TABLE clients ADD CONSTRAINT clients_refresh_causes CHECK (refresh_causes <@ ARRAY['typeChanged', 'partyAdded', 'partyChanged',
  'identityChanged', 'exceptionEnded', 'loweredAlone', 'correctedAgain', 'outstanding']);
`;

/** Approved clients whose relationship has not ended, with what the log says of them. What the log no longer has is not assumed. */
const approved = `
CREATE TEMPORARY TABLE approved_clients ON COMMIT DROP AS
SELECT c.company_id, c.id, c.cdd_decided_at,
       (SELECT max(v.decided_at) FROM individual_verifications v
         WHERE v.company_id = c.company_id AND v.client_id = c.id AND v.status = 'verified') AS identity_at
  FROM clients c
 WHERE c.cdd_status = 'verified' AND c.cdd_decided_at IS NOT NULL AND c.status NOT IN ('exited', 'declined', 'archived', 'merged');
ANALYZE approved_clients;

CREATE TEMPORARY TABLE client_log ON COMMIT DROP AS
SELECT c.company_id, c.id, e.at, e.action, d.detail -> 'changes' AS changes, c.cdd_decided_at, c.identity_at
  FROM audit_events e
  JOIN approved_clients c ON c.company_id::text = e.chain AND c.id::text = e.resource_id
  JOIN audit_details d ON d.id = e.detail_id
 WHERE e.resource_type = 'client' AND e.action IN ('client.updated', 'client.partyChanged')
   AND e.at > least(c.cdd_decided_at, c.identity_at) AND json_typeof(d.detail -> 'changes') = 'object';
ANALYZE client_log;
`;

/**
 * What makes CDD due again, of before it did: a type or party changed after the approval; a level that its assessor lowered alone, where the
 * company has other members; and several corrections of a name, each compared with the last one alone, since the identity was verified.
 */
const findings = `
CREATE TEMPORARY TABLE found_causes ON COMMIT DROP AS
SELECT company_id, id, 'typeChanged' AS cause FROM client_log
 WHERE action = 'client.updated' AND at > cdd_decided_at AND changes -> 'clientType' IS NOT NULL
UNION
SELECT c.company_id, c.id, 'partyAdded'
  FROM approved_clients c JOIN client_parties p ON p.company_id = c.company_id AND p.client_id = c.id
 WHERE p.valid_to IS NULL AND p.created_at > c.cdd_decided_at AND NOT p.roles <@ ARRAY['familyMember']
UNION
SELECT company_id, id, 'partyChanged' FROM client_log
 WHERE action = 'client.partyChanged' AND at > cdd_decided_at
   AND changes::jsonb ?| ARRAY['roles', 'directPercent', 'joint', 'beneficiallyHeld', 'controlBasis']
UNION
SELECT c.company_id, c.id, 'loweredAlone'
  FROM approved_clients c
  JOIN risk_assessments r ON r.company_id = c.company_id AND r.resource_type = 'clients' AND r.resource_id = c.id AND r.status = 'approved'
  LEFT JOIN risk_assessments o ON o.company_id = r.company_id AND o.id = r.supersedes_id
 WHERE present_member(r.approved_by) = present_member(r.assessed_by) AND NOT r.decided_by_one AND r.lowered_by_one_at IS NULL
   AND array_position(ARRAY['low', 'medium', 'high'], r.final_level)
     < array_position(ARRAY['low', 'medium', 'high'], CASE WHEN r.override IS NULL THEN o.final_level ELSE r.computed_level END)
   AND EXISTS (SELECT FROM members m WHERE m.company_id = c.company_id AND m.status = 'active' AND m.role <> 'auditor'
                  AND m.id <> present_member(r.assessed_by))
UNION
SELECT company_id, id, 'correctedAgain' FROM client_log
 WHERE action = 'client.updated' AND at > identity_at AND changes -> 'spellingCorrection' IS NOT NULL
 GROUP BY company_id, id HAVING count(*) > 1;
`;

/** The daily evaluation makes them due, with an event each: no status changes here. */
const written = `
UPDATE clients c SET refresh_causes = f.causes
  FROM (SELECT company_id, id, array_agg(cause ORDER BY cause) AS causes FROM found_causes GROUP BY company_id, id) AS f
 WHERE c.company_id = f.company_id AND c.id = f.id;
`;

/** Finds clients whose approval holds only because nothing made it due again then. */
export const formerApprovalsMigration: Migration = {
  name: '0123-former-approvals',
  sql: [causes, approved, findings, written].join('\n'),
};
