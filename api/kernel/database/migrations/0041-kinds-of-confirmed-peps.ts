import type { Migration } from './migration.ts';

/** Of which kind the PEP of a confirmed match is. Matches of before have none: what is on record of their client counts for them, as it did. */
export const kindsOfConfirmedPepsMigration: Migration = {
  name: '0041-kinds-of-confirmed-peps',
  sql: `
ALTER TABLE screening_matches ADD COLUMN pep_of text
  CHECK (pep_of IS NULL OR pep_of IN ('foreign', 'domestic', 'internationalOrganisation') AND status = 'truePositive');
`,
};
