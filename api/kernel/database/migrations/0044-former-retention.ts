import type { Migration } from './migration.ts';

/**
 * Taking a former client back on used to clear the end of the former relationship and its retention at once, so that a client who was then
 * declined never came due. Both are restored from the event that ended the relationship; where no event tells, the end is the day on which
 * the period of the ended relationship began, and the retention the longest legal minimum from then (AU s111: 7 years).
 */
const restored = `
UPDATE clients c
   SET relationship_ended_on = former.ended_on,
       retain_until = coalesce(c.retain_until, former.retain_until, (former.ended_on + interval '7 years')::date)
  FROM (
    SELECT k.company_id, k.id, coalesce(told.ended_on, period.ended_on) AS ended_on, told.retain_until
      FROM clients k
      LEFT JOIN LATERAL (
        SELECT (d.detail #>> '{changes,relationshipEndedOn,after}')::date AS ended_on,
               (d.detail #>> '{changes,retainUntil,after}')::date AS retain_until
          FROM audit_events e JOIN audit_details d ON d.id = e.detail_id
         WHERE e.chain = k.company_id::text AND e.resource_type = 'client' AND e.resource_id = k.id::text
           AND d.detail #>> '{changes,relationshipEndedOn,after}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
         ORDER BY e.seq DESC LIMIT 1) AS told ON true
      LEFT JOIN LATERAL (
        SELECT (p.from_at AT TIME ZONE o.time_zone)::date AS ended_on
          FROM client_periods p JOIN companies o ON o.id = p.company_id
         WHERE p.company_id = k.company_id AND p.client_id = k.id AND p.kind = 'status' AND p.value = 'exited'
         ORDER BY p.from_at DESC LIMIT 1) AS period ON true
     WHERE k.status IN ('onboarding', 'declined', 'archived')
       AND k.relationship_started_on IS NOT NULL AND k.relationship_ended_on IS NULL) AS former
 WHERE c.company_id = former.company_id AND c.id = former.id AND former.ended_on IS NOT NULL;
`;

export const formerRetentionMigration: Migration = { name: '0044-former-retention', sql: restored };
