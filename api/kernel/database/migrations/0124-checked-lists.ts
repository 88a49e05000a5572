import type { Migration } from './migration.ts';

/**
 * The shipped country lists with which each company's clients were last checked. Null for existing companies: a release may have changed a list
 * after a client's level was written, so they are checked once.
 */
const checkedLists = `
ALTER TABLE law_checks ADD COLUMN shipped_lists jsonb;
`;

export const checkedListsMigration: Migration = {
  name: '0124-checked-lists',
  sql: checkedLists,
};
