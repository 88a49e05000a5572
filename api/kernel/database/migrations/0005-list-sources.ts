import type { Migration } from './migration.ts';

/** What a company compared a list of countries with, kept with each state of the list. */
export const listSourcesMigration: Migration = {
  name: '0005-list-sources',
  sql: `ALTER TABLE country_lists ADD COLUMN source text NOT NULL DEFAULT '' CHECK (char_length(source) <= 300);`,
};
