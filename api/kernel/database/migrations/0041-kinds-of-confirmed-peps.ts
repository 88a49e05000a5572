import type { Migration } from './migration.ts';

/** Kind of the PEP of a confirmed match. Existing matches have none: their client's recorded kind still applies. */
export const kindsOfConfirmedPepsMigration: Migration = {
  name: '0041-kinds-of-confirmed-peps',
  sql: `
ALTER TABLE screening_matches ADD COLUMN pep_of text
  CHECK (pep_of IS NULL OR pep_of IN ('foreign', 'domestic', 'internationalOrganisation') AND status = 'truePositive');
`,
};
