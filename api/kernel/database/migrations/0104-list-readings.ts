import type { Migration } from './migration.ts';

/**
 * Readings of screening lists: the number of the reader, the columns that it found filled, the rows that it could not read and the files that it
 * read. Versions imported before have reader 1. A revision that only another reading of the same files changed retains its decisions, by
 * the revisions that it replaced. `not_fetched_since`: since when the list's source could not be fetched.
 */
const listReadings = `
ALTER TABLE screening_list_versions
  ADD COLUMN reader_version integer NOT NULL DEFAULT 1 CHECK (reader_version > 0),
  ADD COLUMN columns text[] NOT NULL DEFAULT '{}',
  ADD COLUMN unread_rows integer NOT NULL DEFAULT 0 CHECK (unread_rows >= 0),
  ADD COLUMN files jsonb NOT NULL DEFAULT '[]';
ALTER TABLE screening_list_versions ALTER COLUMN reader_version DROP DEFAULT;
ALTER TABLE screening_list_entities ADD COLUMN former_revisions text[] NOT NULL DEFAULT '{}';
ALTER TABLE screening_lists ADD COLUMN not_fetched_since timestamptz;
`;

/**
 * Owners of lists in use that an older reader read or that have unread rows; null is the operator. Jobs do not see companies' own lists.
 * `readers`: current numbers of the readers by format.
 */
const misread = `
CREATE FUNCTION owners_of_misread_lists(readers jsonb) RETURNS TABLE (company_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT DISTINCT v.company_id FROM screening_list_versions v
   WHERE v.status = 'inUse' AND (v.unread_rows > 0 OR v.reader_version < (readers ->> v.format)::integer)
$$;
REVOKE ALL ON FUNCTION owners_of_misread_lists(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION owners_of_misread_lists(jsonb) TO assay_jobs;
`;

/** Alerts about lists that are not current. */
const alerts = `
DO $$
DECLARE types text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO types FROM pg_constraint
   WHERE conrelid = 'alerts'::regclass AND conname = 'alerts_type_check';
  ALTER TABLE alerts DROP CONSTRAINT alerts_type_check;
  EXECUTE 'ALTER TABLE alerts ADD CONSTRAINT alerts_type_check ' ||
    replace(types, '''other''::text', '''listNotCurrent''::text, ''other''::text');
END $$;
ALTER TABLE alerts DROP CONSTRAINT alerts_resource_type_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_resource_type_check
  CHECK (resource_type IN ('clients', 'activities', 'privacyBreaches', 'supportGrants', 'screeningLists'));
`;

export const listReadingsMigration: Migration = {
  name: '0104-list-readings',
  sql: [listReadings, misread, alerts].join('\n'),
};
