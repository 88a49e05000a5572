import type { Migration } from './migration.ts';

/**
 * Former clients whose end of the relationship neither an event nor a period of the ended relationship tells (0044) had no end, so they never came
 * due. It ended on the day from which their present status is known, at the latest; the retention is the longest legal minimum from then (AU s111: 7
 * years). `relationship_end_known_from` marks such an end.
 */
export const relationshipEndsKnownFromMigration: Migration = {
  name: '0084-relationship-ends-known-from',
  sql: `
ALTER TABLE clients ADD COLUMN relationship_end_known_from boolean NOT NULL DEFAULT false;
UPDATE clients c
   SET relationship_ended_on = former.known_from, relationship_end_known_from = true,
       retain_until = coalesce(c.retain_until, (former.known_from + interval '7 years')::date)
  FROM (
    SELECT k.company_id, k.id, (coalesce(p.from_at, k.updated_at) AT TIME ZONE o.time_zone)::date AS known_from
      FROM clients k
      JOIN companies o ON o.id = k.company_id
      LEFT JOIN client_periods p ON p.company_id = k.company_id AND p.client_id = k.id AND p.kind = 'status' AND p.to_at = 'infinity'
     WHERE k.status IN ('exited', 'declined', 'archived')
       AND k.relationship_started_on IS NOT NULL AND k.relationship_ended_on IS NULL) AS former
 WHERE c.company_id = former.company_id AND c.id = former.id;
SET CONSTRAINTS ALL IMMEDIATE;
`,
};
