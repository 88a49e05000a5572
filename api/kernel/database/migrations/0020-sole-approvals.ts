import type { Migration } from './migration.ts';

/** Which approvals one person gave to an assessment of their own because there was no second who could have. */
export const soleApprovalsMigration: Migration = {
  name: '0020-sole-approvals',
  sql: `
ALTER TABLE risk_assessments ADD COLUMN decided_by_one boolean NOT NULL DEFAULT false,
  ADD CHECK (NOT decided_by_one OR approved_by IS NOT NULL);
`,
};
