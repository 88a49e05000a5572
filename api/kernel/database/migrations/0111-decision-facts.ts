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
 * The facts that a decision relied on, stored with it. The assessments of an activity that was not edited since they were saved relied on its
 * present facts, and so did its outcome and its senior manager's approval, which an edit withdrew before. For the others nothing is assumed:
 * they count as outdated.
 */
const facts = `
ALTER TABLE risk_assessments ADD COLUMN relied_on jsonb;
ALTER TABLE activities ADD COLUMN outcome_relied_on jsonb, ADD COLUMN senior_relied_on jsonb;
`;

export const decisionFactsMigration: Migration = {
  name: '0111-decision-facts',
  sql: [delays, facts].join('\n'),
};
