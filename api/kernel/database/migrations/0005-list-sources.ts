import type { Migration } from './migration.ts';

/** Sources that a company compared a country list with, stored with each version of the list. */
export const listSourcesMigration: Migration = {
  name: '0005-list-sources',
  sql: `ALTER TABLE country_lists ADD COLUMN source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 300);`,
};
