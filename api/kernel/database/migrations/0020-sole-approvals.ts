import type { Migration } from './migration.ts';

/** Approvals that a member gave to their own assessment because no second person was eligible. */
export const soleApprovalsMigration: Migration = {
  name: '0020-sole-approvals',
  sql: `
ALTER TABLE risk_assessments ADD COLUMN decided_by_one boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT decided_by_one OR approved_by IS NOT NULL);
`,
};
