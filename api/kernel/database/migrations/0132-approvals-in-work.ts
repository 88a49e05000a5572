import type { Migration } from './migration.ts';

const kinds = `CHECK (kind IN ('assigned', 'escalated', 'approval', 'returned', 'submitted', 'clock'))`;

/** Clients in review are work of those who can approve them, since when they are in review; and those members are notified. */
export const approvalsInWorkMigration: Migration = {
  name: '0132-approvals-in-work',
  sql: `
CREATE INDEX client_periods_in_review ON client_periods (company_id, from_at, client_id)
  WHERE kind = 'cddStatus' AND value = 'readyForReview' AND to_at = 'infinity';
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check, ADD CONSTRAINT notifications_kind_check ${kinds};
ALTER TABLE notification_choices DROP CONSTRAINT notification_choices_kind_check,
  ADD CONSTRAINT notification_choices_kind_check ${kinds};
`,
};
