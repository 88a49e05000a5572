import type { Migration } from './migration.ts';

/** Days from which delayed CDD is counted stay as first recorded, and so does its earliest due day: an edit never moves it forward. */
const delays = `
ALTER TABLE activities
  ADD COLUMN no_service_reason text,
  ADD COLUMN exchange_first_on date,
  ADD COLUMN service_first_started_on date,
  ADD COLUMN delayed_cdd_risk_limits text,
  ADD COLUMN delayed_cdd_first_due_on date,
  ADD COLUMN delayed_cdd_recorded_by uuid REFERENCES members (id),
  ADD COLUMN delayed_cdd_approved_by uuid REFERENCES members (id),
  ADD COLUMN delayed_cdd_approved_at timestamptz,
  ADD CHECK ((delayed_cdd_approved_by IS NULL) = (delayed_cdd_approved_at IS NULL));
UPDATE activities
   SET exchange_first_on = exchange_on, service_first_started_on = service_started_on, delayed_cdd_first_due_on = delayed_cdd_due_on;
`;

/**
 * The facts that a decision relied on, stored with it. A decision about an activity of which no detail was changed since relied on its present
 * facts; of the others nothing is assumed, and they count as outdated. Every edit withdrew a senior manager's approval before.
 */
const facts = `
ALTER TABLE risk_assessments ADD COLUMN relied_on jsonb;
ALTER TABLE activities ADD COLUMN outcome_relied_on jsonb, ADD COLUMN senior_relied_on jsonb;

CREATE TEMPORARY TABLE present_facts ON COMMIT DROP AS
SELECT a.company_id, a.id, jsonb_build_object(
         'activityType', a.activity_type, 'capturedService', a.captured_service, 'capturedActivityNz', a.captured_activity_nz,
         'designatedServiceAu', a.designated_service_au, 'noServiceReason', a.no_service_reason, 'nature', a.nature, 'purpose', a.purpose,
         'parties', (SELECT coalesce(jsonb_agg(jsonb_build_object('clientId', p.client_id, 'capacity', p.capacity) ORDER BY p.client_id), '[]')
                       FROM activity_parties p WHERE p.company_id = a.company_id AND p.activity_id = a.id),
         'maxTransactionValue', a.max_transaction_value, 'currency', a.currency, 'cashExpected', a.cash_expected,
         'fundsCountries', (SELECT coalesce(jsonb_agg(c ORDER BY c COLLATE "C"), '[]') FROM unnest(a.funds_countries) AS c),
         'sourceOfFunds', a.source_of_funds, 'address', a.address) AS facts,
       (SELECT max(e.at) FROM audit_events e
         WHERE e.chain = a.company_id::text AND e.resource_type = 'activity' AND e.resource_id = a.id::text
           AND e.action = 'activity.updated') AS edited_at,
       (SELECT max(e.at) FROM audit_events e
         WHERE e.chain = a.company_id::text AND e.resource_type = 'activity' AND e.resource_id = a.id::text
           AND e.action = 'activity.outcomeSet') AS outcome_at
  FROM activities a WHERE a.status NOT IN ('completed', 'cancelled');

UPDATE risk_assessments r SET relied_on = p.facts
  FROM present_facts p
 WHERE r.resource_type = 'activities' AND r.company_id = p.company_id AND r.resource_id = p.id
   AND (p.edited_at IS NULL OR p.edited_at < coalesce(r.submitted_at, r.created_at));
UPDATE activities a
   SET outcome_relied_on = CASE WHEN a.outcome IS NOT NULL AND (p.edited_at IS NULL OR p.edited_at < p.outcome_at) THEN p.facts END,
       senior_relied_on = CASE WHEN a.senior_approved_at IS NOT NULL THEN p.facts END
  FROM present_facts p
 WHERE a.company_id = p.company_id AND a.id = p.id;
`;

export const decisionFactsMigration: Migration = {
  name: '0111-decision-facts',
  sql: [delays, facts].join('\n'),
};
