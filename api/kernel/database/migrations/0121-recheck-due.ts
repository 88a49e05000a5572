import type { Migration } from './migration.ts';

/**
 * Why an activity is to be rechecked, and since when. The list is in the order of the risk. `recheck_unrecorded`: the audit log does not say so yet;
 * a job writes it, as the hashes of its events are not made in SQL.
 */
const columns = `
ALTER TABLE activities
  ADD COLUMN recheck_causes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN recheck_due_at timestamptz,
  ADD COLUMN recheck_unrecorded boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT activities_recheck_causes CHECK (recheck_causes <@ ARRAY['startedBeforeCdd', 'delayNotApproved', 'delayBeyondLimit',
    'delayMoved', 'checksMissing', 'factsChanged']),
  ADD CONSTRAINT activities_recheck_due CHECK ((recheck_due_at IS NULL) = (recheck_causes = '{}')),
  ADD CONSTRAINT activities_recheck_recorded CHECK (recheck_due_at IS NOT NULL OR NOT recheck_unrecorded);
CREATE FUNCTION recheck_rank(risk_level text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE risk_level WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 4 ELSE 3 END
$$;
CREATE INDEX activities_to_recheck ON activities (company_id, recheck_rank(risk_level), id) WHERE recheck_due_at IS NOT NULL;
CREATE INDEX activities_recheck_unrecorded ON activities (company_id, id) WHERE recheck_unrecorded;

UPDATE request_keys SET body = (body::jsonb || '{"recheck": null}'::jsonb)::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb ? 'arrangements';
`;

/** Work that has started, or is completed, and was not declined; with its log. What the log no longer has is not assumed. */
const work = `
CREATE TEMPORARY TABLE started_work ON COMMIT DROP AS
SELECT a.company_id, a.id, a.completed_at, a.designated_service_au, a.exchange_on, a.service_started_on,
       coalesce(a.service_first_started_on, a.service_started_on) AS first_started_on,
       CASE WHEN a.delayed_cdd_ground IS NOT NULL THEN coalesce(a.delayed_cdd_basis, 'property') END AS basis,
       a.delayed_cdd_due_on AS due_on, a.delayed_cdd_approved_at AS approved_at,
       'AUS' = ANY (c.regulated_in) AS in_australia, c.first_service_au, c.time_zone,
       coalesce((c.policy ->> 'delayMaxDays')::integer, 30) AS max_days
  FROM activities a JOIN companies c ON c.id = a.company_id
 WHERE (a.status IN ('inProgress', 'inReview', 'completed') OR a.status = 'onHold' AND a.held_from IN ('inProgress', 'inReview'))
   AND a.outcome IS DISTINCT FROM 'declined';
ANALYZE started_work;

CREATE TEMPORARY TABLE work_log ON COMMIT DROP AS
SELECT w.company_id, w.id, e.seq, e.at, e.action, f.key AS field, f.value -> 'before' AS before, f.value -> 'after' AS after
  FROM audit_events e
  JOIN started_work w ON w.company_id::text = e.chain AND w.id::text = e.resource_id
  JOIN audit_details d ON d.id = e.detail_id
 CROSS JOIN LATERAL jsonb_each(CASE WHEN json_typeof(d.detail -> 'changes') = 'object' THEN (d.detail -> 'changes')::jsonb ELSE '{}' END) AS f
 WHERE e.resource_type = 'activity' AND e.action IN ('activity.created', 'activity.updated', 'activity.statusChanged')
   AND jsonb_typeof(f.value) = 'object';
CREATE INDEX ON work_log (company_id, id, field);
ANALYZE work_log;
`;

/** Clients for whom a record of non-cooperation or an arrangement completes CDD, and those whose initial CDD may be waived, are left out. */
const parties = `
CREATE TEMPORARY TABLE work_parties ON COMMIT DROP AS
SELECT p.company_id, p.activity_id AS id, p.client_id, p.capacity, c.cdd_status
  FROM started_work w
  JOIN activity_parties p ON p.company_id = w.company_id AND p.activity_id = w.id
  JOIN clients c ON c.company_id = p.company_id AND c.id = p.client_id
 WHERE p.capacity <> 'formedEntity' AND NOT c.pre_commencement
   AND NOT EXISTS (SELECT FROM non_cooperation_records n
                    WHERE n.company_id = p.company_id AND n.activity_id = p.activity_id AND n.client_id = p.client_id AND n.withdrawn_at IS NULL)
   AND NOT EXISTS (SELECT FROM property_arrangements r
                    WHERE r.company_id = p.company_id AND r.activity_id = p.activity_id AND r.client_id = p.client_id AND r.withdrawn_at IS NULL);
CREATE INDEX ON work_parties (company_id, id);
ANALYZE work_parties;
`;

/**
 * Delays that mattered: CDD on a party of the delayed side was not complete at completion, as the periods of the client say, or of work in progress
 * is not now. New Zealand's delay matters at completion alone: its law lets work start before.
 */
const delays = `
CREATE TEMPORARY TABLE relied_delays ON COMMIT DROP AS
SELECT w.company_id, w.id, w.basis, w.due_on, w.approved_at, w.exchange_on, w.service_started_on, w.first_started_on, w.max_days,
       bool_or(w.completed_at IS NOT NULL AND (
         EXISTS (SELECT FROM client_periods s WHERE s.company_id = p.company_id AND s.client_id = p.client_id
                   AND s.from_at <= w.completed_at AND s.to_at > w.completed_at
                   AND (s.kind = 'sanctionsStatus' AND s.value IN ('notChecked', 'potential')
                     OR s.kind = 'riskLevel' AND s.value IS NULL
                     OR s.kind = 'pepStatus' AND s.value = 'notChecked' AND w.in_australia)))) AS lacks_checks
  FROM started_work w
  JOIN work_parties p ON p.company_id = w.company_id AND p.id = w.id
  LEFT JOIN client_periods s ON s.company_id = p.company_id AND s.client_id = p.client_id AND s.kind = 'cddStatus'
   AND s.from_at <= w.completed_at AND s.to_at > w.completed_at
 WHERE w.basis IS NOT NULL
   AND (p.capacity = 'otherParty') = (w.basis = 'property' AND w.designated_service_au IS DISTINCT FROM 'au.t6.1')
   AND CASE WHEN w.completed_at IS NOT NULL THEN s.value
            WHEN w.basis <> 'relationship' THEN p.cdd_status END NOT IN ('verified', 'exceptionApproved')
 GROUP BY w.company_id, w.id, w.basis, w.due_on, w.approved_at, w.exchange_on, w.service_started_on, w.first_started_on, w.max_days;

CREATE TEMPORARY TABLE findings (company_id uuid, id uuid, cause text) ON COMMIT DROP;
INSERT INTO findings
SELECT company_id, id, 'delayNotApproved' FROM relied_delays WHERE approved_at IS NULL
UNION ALL
SELECT company_id, id, 'checksMissing' FROM relied_delays WHERE lacks_checks
UNION ALL
SELECT company_id, id, 'delayBeyondLimit' FROM relied_delays
 WHERE basis IN ('account', 'foreign', 'relationship') AND due_on > first_started_on + max_days
UNION ALL
-- Settlement is counted from the day that was first agreed, so that moving it moved no due day.
SELECT r.company_id, r.id, 'delayMoved' FROM relied_delays r
 WHERE EXISTS (
   SELECT FROM work_log l CROSS JOIN LATERAL (VALUES (l.before), (l.after)) AS told (day)
    WHERE l.company_id = r.company_id AND l.id = r.id
      AND l.field = CASE r.basis WHEN 'property' THEN 'exchangeOn' WHEN 'general' THEN 'serviceStartedOn'
        WHEN 'market' THEN 'serviceStartedOn' ELSE 'delayedCddDueOn' END
      AND jsonb_typeof(told.day) = 'string' AND told.day #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      AND (told.day #>> '{}')::date <
        CASE r.basis WHEN 'property' THEN r.exchange_on WHEN 'general' THEN r.service_started_on WHEN 'market' THEN r.service_started_on
          ELSE r.due_on END);
`;

/**
 * Details on which the approved assessment relied, changed after it and not set back, where nothing on record says on what it relied: later ones
 * say so, and are outdated by a change. The order of parties and countries decides nothing.
 */
const facts = `
CREATE FUNCTION pg_temp.recheck_value(told jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_typeof(told) = 'array'
    THEN (SELECT coalesce(jsonb_agg(DISTINCT e ORDER BY e), '[]') FROM jsonb_array_elements(told) AS e)
    ELSE coalesce(told, 'null') END
$$;
INSERT INTO findings
SELECT DISTINCT company_id, id, 'factsChanged' FROM (
  SELECT l.company_id, l.id, l.field
    FROM risk_assessments r
    JOIN work_log l ON l.company_id = r.company_id AND l.id = r.resource_id
   WHERE r.resource_type = 'activities' AND r.status = 'approved' AND r.relied_on IS NULL
     AND l.action = 'activity.updated' AND l.at > r.approved_at
     AND l.field IN ('activityType', 'capturedService', 'capturedActivityNz', 'designatedServiceAu', 'noServiceReason', 'nature', 'purpose',
       'parties', 'maxTransactionValue', 'currency', 'cashExpected', 'fundsCountries', 'sourceOfFunds', 'address')
   GROUP BY l.company_id, l.id, l.field
  HAVING bool_or(pg_temp.recheck_value(l.before) <> pg_temp.recheck_value(l.after))
     AND pg_temp.recheck_value((array_agg(l.before ORDER BY l.seq))[1]) <> pg_temp.recheck_value((array_agg(l.after ORDER BY l.seq DESC))[1])
  ) AS changed;
`;

/**
 * Designated services in Australia that started before CDD on a customer, without a delay at any time. Counted from the last change of the parties,
 * since who was added later need not have been verified at the start; not before the second tranche's first day or the company's first service. AU s28(1).
 */
const starts = `
INSERT INTO findings
SELECT DISTINCT w.company_id, w.id, 'startedBeforeCdd'
  FROM started_work w
 CROSS JOIN LATERAL (
   SELECT min(l.at) FILTER (WHERE l.action = 'activity.statusChanged' AND l.field = 'status' AND l.after = '"In progress"') AS started_at,
          max(l.at) FILTER (WHERE l.action = 'activity.updated' AND l.field = 'parties') AS parties_at,
          coalesce(bool_or(l.field = 'delayedCddGround' AND l.after <> 'null'), false) AS was_delayed
     FROM work_log l WHERE l.company_id = w.company_id AND l.id = w.id) AS told
  JOIN work_parties p ON p.company_id = w.company_id AND p.id = w.id AND p.capacity = 'customer'
  JOIN client_periods s ON s.company_id = p.company_id AND s.client_id = p.client_id AND s.kind = 'cddStatus'
   AND s.from_at <= greatest(told.started_at, told.parties_at) AND s.to_at > greatest(told.started_at, told.parties_at)
   AND s.value NOT IN ('verified', 'exceptionApproved')
 WHERE w.in_australia AND w.designated_service_au IS NOT NULL AND w.basis IS NULL AND NOT told.was_delayed AND told.started_at IS NOT NULL
   AND (told.started_at AT TIME ZONE w.time_zone)::date >= greatest(date '2026-07-01', w.first_service_au);
`;

const written = `
UPDATE activities a SET recheck_causes = f.causes, recheck_due_at = now(), recheck_unrecorded = true
  FROM (SELECT company_id, id, array_agg(DISTINCT cause ORDER BY cause) AS causes FROM findings GROUP BY company_id, id) AS f
 WHERE a.company_id = f.company_id AND a.id = f.id;
DROP FUNCTION pg_temp.recheck_value(jsonb);
`;

/** Finds activities that hold only by what no decision is made on any more. No status changes: they are listed, and people decide. */
export const recheckDueMigration: Migration = {
  name: '0121-recheck-due',
  sql: [columns, work, parties, delays, facts, starts, written].join('\n'),
};
