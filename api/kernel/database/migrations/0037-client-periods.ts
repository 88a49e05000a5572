import type { Migration } from './migration.ts';

/**
 * Recorded values of a client over time, by kind of value. `to_at` is infinity for the current value, `value` null for none. A period after
 * the first starts exactly where another ends (`follows`), and no two end at the same time: periods of a kind neither overlap nor leave a
 * gap, and one of them is open.
 *
 * `cause` of the start: `event`, with the event's number in the company's chain; `migration`, the value existed when recording of periods
 * started, and the audit log does not state since when; `other`, a change without an event.
 */
const table = `
CREATE TABLE client_periods (
  company_id uuid NOT NULL,
  client_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('status', 'cddStatus', 'cddLevel', 'riskLevel', 'pepStatus', 'sanctionsStatus',
    'clientType')),
  value text,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL DEFAULT 'infinity' CHECK (to_at > from_at),
  follows timestamptz CHECK (follows = from_at),
  cause text NOT NULL CHECK (cause IN ('event', 'migration', 'other')),
  cause_seq bigint CHECK ((cause_seq IS NOT NULL) = (cause = 'event')),
  PRIMARY KEY (company_id, client_id, kind, to_at)
);
`;

/**
 * Kinds with their columns and, for the trail, the values that every client starts with. One function serves the trigger and the migration.
 */
const values = `
CREATE FUNCTION client_period_values(client clients) RETURNS TABLE (kind text, value text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, assay, pg_temp AS $$
  VALUES ('status', client.status), ('cddStatus', client.cdd_status), ('cddLevel', client.cdd_level),
    ('riskLevel', client.risk_level), ('pepStatus', client.pep_status), ('sanctionsStatus', client.sanctions_status),
    ('clientType', client.client_type)
$$;

-- What one event says of a client's values, before and after; in the words of screens or as stored.
CREATE FUNCTION told_client_values(resource_type text, resource_id text, detail json)
RETURNS TABLE (client_id text, kind text, before text, after text)
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT resource_id, CASE change.key WHEN 'pepStatus.pepStatus' THEN 'pepStatus' ELSE change.key END,
         change.value ->> 'before', change.value ->> 'after'
    FROM json_each(CASE WHEN resource_type = 'client' AND json_typeof(detail -> 'changes') = 'object'
                        THEN detail -> 'changes' ELSE '{}' END) AS change
   WHERE change.key IN ('status', 'cddStatus', 'cddLevel', 'riskLevel', 'pepStatus', 'pepStatus.pepStatus', 'sanctionsStatus',
           'clientType')
     AND json_typeof(change.value) = 'object'
  UNION ALL
  SELECT detail ->> 'resourceId', 'riskLevel', detail #>> '{riskLevel,before}', detail #>> '{riskLevel,after}'
   WHERE resource_type = 'riskAssessment' AND detail ->> 'resourceType' = 'clients'
     AND json_typeof(detail -> 'riskLevel') = 'object'
$$;
`;

/**
 * Runs at COMMIT, when the events of the transaction are written: a period starts at the time of the event of its change. Values
 * changed and reverted within a transaction leave no period. No code writes periods, and no role may.
 */
const keeping = `
-- Whether a visible row was written by this transaction, or one of its savepoints: it alone sees what is in progress.
CREATE FUNCTION is_own_row(writer xid) RETURNS boolean
LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN writer::text::bigint < pg_current_xact_id()::xid::text::bigint THEN false
    ELSE pg_xact_status((((pg_current_xact_id()::text::bigint >> 32) << 32) + writer::text::bigint)::text::xid8) = 'in progress' END
$$;

-- Plans are kept from when the tables were small: without sequential scans they are right for large ones as well.
CREATE FUNCTION keep_client_periods() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp SET enable_seqscan = off AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    WITH differing AS (
      SELECT v.kind, v.value, p.from_at AS since
        FROM clients c CROSS JOIN LATERAL client_period_values(c) AS v
        LEFT JOIN client_periods p
          ON p.company_id = c.company_id AND p.client_id = c.id AND p.kind = v.kind AND p.to_at = 'infinity'
       WHERE c.company_id = NEW.company_id AND c.id = NEW.id AND (p.kind IS NULL OR p.value IS DISTINCT FROM v.value)
    ), written AS MATERIALIZED (
      -- Of this transaction: the client's own events, and the last of all. The chain is locked, so nobody else's come between.
      SELECT e.seq, e.at, e.resource_type, e.resource_id, e.detail_id FROM audit_events e
       WHERE EXISTS (SELECT FROM differing) AND e.chain = NEW.company_id::text AND e.resource_type = 'client'
         AND e.resource_id = NEW.id::text AND is_own_row(e.xmin)
         AND e.seq > (SELECT h.seq - 10000 FROM audit_chain_heads h WHERE h.chain = NEW.company_id::text)
      UNION
      SELECT l.seq, l.at, l.resource_type, l.resource_id, l.detail_id
        FROM (SELECT e.*, e.xmin AS writer FROM audit_events e
               WHERE EXISTS (SELECT FROM differing) AND e.chain = NEW.company_id::text ORDER BY e.seq DESC LIMIT 20) AS l
       WHERE is_own_row(l.writer)
    ), told AS MATERIALIZED (
      SELECT w.seq, t.kind FROM written w JOIN audit_details d ON d.id = w.detail_id
       CROSS JOIN LATERAL told_client_values(w.resource_type, w.resource_id, d.detail) AS t
       WHERE t.client_id = NEW.id::text
    )
    SELECT d.kind, d.value, d.since, e.seq, coalesce(e.at, clock_timestamp()) AS at
      FROM differing d
      LEFT JOIN LATERAL (
        SELECT w.seq, w.at FROM written w
         ORDER BY EXISTS (SELECT FROM told t WHERE t.seq = w.seq AND t.kind = d.kind) DESC,
                  (w.resource_id = NEW.id::text AND d.since IS NULL) DESC, w.seq
         LIMIT 1) AS e ON true
  LOOP
    -- A chain's times never go back, but a clock may, and two commands may share a millisecond.
    changed.at := greatest(changed.at, changed.since + interval '1 microsecond');
    IF changed.since IS NOT NULL THEN
      UPDATE client_periods SET to_at = changed.at
       WHERE company_id = NEW.company_id AND client_id = NEW.id AND kind = changed.kind AND to_at = 'infinity';
    END IF;
    INSERT INTO client_periods (company_id, client_id, kind, value, from_at, follows, cause, cause_seq)
    VALUES (NEW.company_id, NEW.id, changed.kind, changed.value, changed.at,
      CASE WHEN changed.since IS NOT NULL THEN changed.at END,
      CASE WHEN changed.seq IS NULL THEN 'other' ELSE 'event' END, changed.seq);
  END LOOP;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER client_periods_begin AFTER INSERT ON clients
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_client_periods();
CREATE CONSTRAINT TRIGGER client_periods_change AFTER UPDATE ON clients
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.status, OLD.cdd_status, OLD.cdd_level, OLD.risk_level, OLD.pep_status, OLD.sanctions_status, OLD.client_type)
    IS DISTINCT FROM
    (NEW.status, NEW.cdd_status, NEW.cdd_level, NEW.risk_level, NEW.pep_status, NEW.sanctions_status, NEW.client_type))
  EXECUTE FUNCTION keep_client_periods();
`;

/**
 * Periods of existing clients. The events of a kind, newest first, are accepted while each ends with the value the next starts with and
 * the newest ends with the recorded value; nothing is asserted before the oldest accepted one. A kind without such events is known from
 * the day of the migration.
 */
const fromTheTrail = `
CREATE TEMPORARY TABLE period_words (kind text, word text, value text, PRIMARY KEY (kind, word)) ON COMMIT DROP;
INSERT INTO period_words (kind, word, value) VALUES
  ('status', 'Draft', 'draft'), ('status', 'Onboarding', 'onboarding'), ('status', 'Active', 'active'),
  ('status', 'Dormant', 'dormant'), ('status', 'Relationship ended', 'exited'), ('status', 'Exited', 'exited'),
  ('status', 'Archived', 'archived'), ('status', 'Declined', 'declined'),
  ('cddStatus', 'Not started', 'notStarted'), ('cddStatus', 'In progress', 'inProgress'),
  ('cddStatus', 'Ready for review', 'readyForReview'), ('cddStatus', 'Returned', 'returned'),
  ('cddStatus', 'Verified', 'verified'), ('cddStatus', 'Exception approved', 'exceptionApproved'),
  ('cddStatus', 'Refresh due', 'refreshDue'), ('cddStatus', 'Unable to complete', 'unableToComplete'),
  ('cddLevel', 'Simplified', 'simplified'), ('cddLevel', 'Standard', 'standard'), ('cddLevel', 'Enhanced', 'enhanced'),
  ('riskLevel', 'Low', 'low'), ('riskLevel', 'Medium', 'medium'), ('riskLevel', 'High', 'high'),
  ('pepStatus', 'Not checked', 'notChecked'), ('pepStatus', 'Not a PEP', 'none'), ('pepStatus', 'Foreign PEP', 'foreign'),
  ('pepStatus', 'Domestic PEP', 'domestic'),
  ('pepStatus', 'PEP of an international organisation', 'internationalOrganisation'),
  ('pepStatus', 'Relative or close associate of a PEP', 'relativeOrAssociate'),
  ('sanctionsStatus', 'Not screened', 'notChecked'), ('sanctionsStatus', 'Clear', 'clear'),
  ('sanctionsStatus', 'Possible match', 'potential'), ('sanctionsStatus', 'Confirmed match', 'confirmed');

CREATE TEMPORARY TABLE told_periods ON COMMIT DROP AS
WITH told AS (
  SELECT e.chain, t.client_id, t.kind, e.seq, e.at, e.action = 'client.created' AS is_first,
         coalesce(b.value, t.before) AS before, coalesce(a.value, t.after) AS after
    FROM audit_events e JOIN audit_details d ON d.id = e.detail_id
   CROSS JOIN LATERAL told_client_values(e.resource_type, e.resource_id, d.detail) AS t
    LEFT JOIN period_words b ON b.kind = t.kind AND b.word = t.before
    LEFT JOIN period_words a ON a.kind = t.kind AND a.word = t.after
   WHERE e.resource_type IN ('client', 'riskAssessment')
  UNION ALL
  -- A client begins without a level.
  SELECT e.chain, e.resource_id, unleveled.kind, e.seq, e.at, true, NULL, NULL
    FROM audit_events e JOIN audit_details d ON d.id = e.detail_id CROSS JOIN (VALUES ('cddLevel'), ('riskLevel')) AS unleveled (kind)
   WHERE e.resource_type = 'client' AND e.action = 'client.created' AND d.detail -> 'changes' -> unleveled.kind IS NULL
), likened AS (
  SELECT t.chain, t.client_id, t.kind, t.seq, t.at, t.is_first,
         coalesce(t.before, s.value) AS before, coalesce(t.after, s.value) AS after
    FROM told t LEFT JOIN (VALUES ('pepStatus', 'notChecked'), ('sanctionsStatus', 'notChecked')) AS s (kind, value) ON s.kind = t.kind
), linked AS (
  SELECT l.*, l.after IS NOT DISTINCT FROM lead(l.before) OVER w AS is_linked, lead(l.seq) OVER w IS NULL AS is_last,
         lead(l.at) OVER w AS next_at
    FROM likened l WINDOW w AS (PARTITION BY l.chain, l.client_id, l.kind ORDER BY l.seq)
), believed AS (
  SELECT c.company_id, c.id AS client_id, l.kind, l.seq, l.at, l.next_at, l.after,
         bool_and(CASE WHEN l.is_last THEN v.value IS NOT DISTINCT FROM l.after ELSE l.is_linked END)
           OVER (PARTITION BY c.company_id, c.id, l.kind ORDER BY l.seq DESC) AS holds
    FROM linked l JOIN clients c ON c.company_id::text = l.chain AND c.id::text = l.client_id
    JOIN LATERAL client_period_values(c) AS v ON v.kind = l.kind
)
SELECT b.company_id, b.client_id, b.kind, b.after AS value, b.at AS from_at,
       lead(b.at, 1, 'infinity') OVER w AS to_at, CASE WHEN row_number() OVER w > 1 THEN b.at END AS follows, b.seq
  FROM believed b WHERE b.holds AND b.next_at IS DISTINCT FROM b.at
WINDOW w AS (PARTITION BY b.company_id, b.client_id, b.kind ORDER BY b.seq);
ANALYZE told_periods;

INSERT INTO client_periods (company_id, client_id, kind, value, from_at, to_at, follows, cause, cause_seq)
SELECT company_id, client_id, kind, value, from_at, to_at, follows, 'event', seq FROM told_periods
UNION ALL
SELECT c.company_id, c.id, v.kind, v.value, now(), 'infinity', NULL, 'migration', NULL
  FROM clients c CROSS JOIN LATERAL client_period_values(c) AS v
  LEFT JOIN told_periods t
    ON t.company_id = c.company_id AND t.client_id = c.id AND t.kind = v.kind AND t.to_at = 'infinity'
 WHERE t.kind IS NULL;
DROP TABLE told_periods, period_words;
`;

/**
 * After the rows are inserted, which checks them together. The table refers to clients, so that destroying a client includes its
 * periods.
 */
const order = `
ALTER TABLE client_periods
  ADD CONSTRAINT client_periods_begin_once UNIQUE NULLS NOT DISTINCT (company_id, client_id, kind, follows),
  ADD CONSTRAINT client_periods_follow FOREIGN KEY (company_id, client_id, kind, follows)
    REFERENCES client_periods (company_id, client_id, kind, to_at),
  ADD CONSTRAINT client_periods_client FOREIGN KEY (company_id, client_id) REFERENCES clients (company_id, id);
ANALYZE client_periods;
`;

const rights = `
ALTER TABLE client_periods ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON client_periods TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT ON client_periods TO assay_tenant;
REVOKE ALL ON FUNCTION client_period_values(clients), told_client_values(text, text, json), is_own_row(xid),
  keep_client_periods() FROM PUBLIC;
`;

export const clientPeriodsMigration: Migration = {
  name: '0037-client-periods',
  sql: [table, values, fromTheTrail, order, keeping, rights].join('\n'),
};
