import type { Migration } from './migration.ts';

/** Regimes of a match that prohibit dealing with the person: rules/sanctions.ts. Stored with the match. */
const regimes = `
ALTER TABLE screening_matches ADD COLUMN regimes text[] NOT NULL DEFAULT '{}'
  CHECK (regimes <@ ARRAY['un', 'dfat', 'nzTerrorism', 'nzRussia']);
UPDATE screening_matches m SET regimes = found.regimes
  FROM (SELECT m.company_id, m.id,
               CASE coalesce(l.source, 'service')
                 WHEN 'un' THEN ARRAY['un']
                 WHEN 'demo' THEN ARRAY['un']
                 WHEN 'dfat' THEN ARRAY['dfat']
                 WHEN 'ofac' THEN ARRAY[]::text[]
                 ELSE array_remove(ARRAY[
                   CASE WHEN said.texts ~* 'unsc|un[ _-]sc|security council|united nations.*sanction' THEN 'un' END,
                   CASE WHEN said.texts ~* 'dfat|australian? .*sanction|autonomous sanctions' THEN 'dfat' END,
                   CASE WHEN said.texts ~* 'terrorism suppression act|new zealand.*(designat|terror)' THEN 'nzTerrorism' END,
                   CASE WHEN said.texts ~* 'russia sanctions act|nz_russia|new zealand.*russia' THEN 'nzRussia' END], NULL)
               END AS regimes
          FROM screening_matches m
          LEFT JOIN screening_lists l ON l.id::text = m.list_id
         CROSS JOIN LATERAL (SELECT (m.entity -> 'programmes')::text
           || CASE WHEN l.source = 'own' THEN '' ELSE m.list_name END AS texts) AS said
         WHERE 'sanction' = ANY (m.topics)) AS found
 WHERE m.company_id = found.company_id AND m.id = found.id AND cardinality(found.regimes) > 0;
`;

/**
 * Queue order, as in rules/alerts/alert-order.ts: undecided sanctions matches, then by severity; within each the longest overdue, then the
 * earliest due. Severity rises with lateness; the initial severity stays recorded.
 */
const alertOrder = `
ALTER TABLE alerts
  ADD COLUMN raised_from text CHECK (raised_from IN ('low', 'medium')),
  ADD COLUMN urgency smallint NOT NULL GENERATED ALWAYS AS (CASE severity
    WHEN 'high' THEN CASE type WHEN 'screeningMatch' THEN 0 ELSE 1 END
    WHEN 'medium' THEN 2 ELSE 3 END) STORED,
  ADD COLUMN due_order timestamptz NOT NULL GENERATED ALWAYS AS (coalesce(due_at, 'infinity'::timestamptz)) STORED;
CREATE INDEX alerts_queue ON alerts (company_id, urgency, due_order, id) WHERE status <> 'closed';
CREATE INDEX alerts_queue_by_assignee ON alerts (company_id, assignee_member_id, urgency, due_order, id) WHERE status <> 'closed';
CREATE INDEX alerts_queue_by_type ON alerts (company_id, type, urgency, due_order, id) WHERE status <> 'closed';
CREATE INDEX alerts_late ON alerts (company_id, due_at, id) WHERE status <> 'closed' AND severity <> 'high';
DROP INDEX alerts_unassigned, alerts_open_by_assignee, alerts_open_by_type;
CREATE INDEX alerts_unassigned ON alerts (company_id, urgency, due_order, id)
  WHERE status = 'open' AND assignee_member_id IS NULL;
`;

export const sanctionsAndAlertOrderMigration: Migration = {
  name: '0021-sanctions-and-alert-order',
  sql: [regimes, alertOrder].join('\n'),
};
