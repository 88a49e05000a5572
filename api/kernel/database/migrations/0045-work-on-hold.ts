import type { Migration } from './migration.ts';

/** Why an activity is on hold, while it is. */
const reasons = `
ALTER TABLE activities ADD COLUMN hold_reason text;
ALTER TABLE activities ADD CONSTRAINT activities_hold_reason_check CHECK (hold_reason IS NULL OR status = 'onHold');
`;

/** Alerts about work that a confirmed sanctions match puts on hold. Like a match, such an alert is never snoozed. */
const alerts = `
ALTER TABLE alerts DROP CONSTRAINT alerts_type_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_type_check CHECK (type IN ('screeningMatch', 'workHeld', 'idExpiring', 'reviewDue',
  'riskRose', 'overrideExpiring', 'registryChange', 'requestOverdue', 'delayedCdd', 'other'));
ALTER TABLE alerts ADD CONSTRAINT alerts_held_never_snoozed CHECK (NOT (type = 'workHeld' AND status = 'snoozed'));
`;

/** Stored responses get the new property of activities, so that a request repeated across the upgrade gets its first response. */
const storedResponses = `
UPDATE request_keys SET body = (body::jsonb || '{"holdReason": null}'::jsonb)::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb -> 'capturedService' IS NOT NULL;
`;

export const workOnHoldMigration: Migration = {
  name: '0045-work-on-hold',
  sql: [reasons, alerts, storedResponses].join('\n'),
};
