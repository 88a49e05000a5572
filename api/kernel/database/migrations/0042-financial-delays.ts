import type { Migration } from './migration.ts';

/** Delays of CDD of financial services: AU Rules 6-13 to 6-15. */
export const financialDelaysMigration: Migration = {
  name: '0042-financial-delays',
  sql: `
ALTER TABLE activities DROP CONSTRAINT activities_delayed_cdd_basis_check;
ALTER TABLE activities ADD CONSTRAINT activities_delayed_cdd_basis_check
  CHECK (delayed_cdd_basis IN ('property', 'general', 'account', 'market', 'foreign'));
`,
};
