import type { Migration } from './migration.ts';

/** The rows of an import's file up to the one with its headings, from which another can be chosen. */
export const headingRowsMigration: Migration = {
  name: '0134-heading-rows',
  sql: `ALTER TABLE client_imports ADD COLUMN first_rows jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_array_length(first_rows) <= 10);`,
};
