import type { Migration } from './migration.ts';

/** The lists that releases up to this one shipped. A saved list was one of them, changed freely. */
const shipped = `
CREATE TEMPORARY TABLE shipped_lists (key text, as_at date, countries text[]) ON COMMIT DROP;
INSERT INTO shipped_lists VALUES
  ('callForAction', '2025-10-24', '{IRN,MMR,PRK}'),
  ('firm', '2025-10-24', '{IRN,MMR,PRK}'),
  ('increasedMonitoring', '2025-10-24',
   '{AGO,BGR,BOL,CIV,CMR,COD,DZA,HTI,KEN,LAO,LBN,MCO,NAM,NPL,SSD,SYR,VEN,VGB,VNM,YEM}'),
  ('increasedMonitoring', '2026-02-13',
   '{AGO,BGR,BOL,CIV,CMR,COD,DZA,HTI,KEN,KWT,LAO,LBN,MCO,NAM,NPL,PNG,SSD,SYR,VEN,VGB,VNM,YEM}'),
  ('increasedMonitoring', '2026-06-19',
   '{AGO,BGR,BIH,BOL,CIV,CMR,COD,HTI,IRQ,KEN,KWT,LAO,LBN,MCO,NPL,PNG,SSD,SYR,VEN,VGB,VNM,YEM}');
`;

/** Countries of a saved list that were not on the shipped one of its day are the company's own additions. */
const added = `
ALTER TABLE country_lists ADD COLUMN added text[] NOT NULL DEFAULT '{}';
UPDATE country_lists l SET added = ARRAY(
  SELECT country FROM unnest(l.countries) AS country
   WHERE country <> ALL ((
     SELECT s.countries FROM shipped_lists s
      WHERE s.key = l.key
      ORDER BY s.as_at <= (l.saved_at AT TIME ZONE c.time_zone)::date DESC,
               CASE WHEN s.as_at <= (l.saved_at AT TIME ZONE c.time_zone)::date THEN s.as_at END DESC, s.as_at
      LIMIT 1)::text[])
   ORDER BY country)
  FROM companies c WHERE c.id = l.company_id;
ALTER TABLE country_lists ALTER COLUMN added DROP DEFAULT;
`;

/**
 * Stored responses to saved lists get the new properties, so that a request repeated across the upgrade gets its first response.
 * Nothing is known of what was shipped then, so that the list counts as the company's own.
 */
const storedResponses = `
UPDATE request_keys SET body = (body::jsonb || jsonb_build_object(
    'ownCountries', body::jsonb -> 'countries',
    'shipped', jsonb_build_object(
      'asAt', body::jsonb -> 'asAt', 'countries', '[]'::jsonb, 'source', '', 'note', '')))::json
 WHERE body IS NOT NULL AND jsonb_typeof(body::jsonb) = 'object'
   AND body::jsonb ->> 'key' IN ('callForAction', 'increasedMonitoring', 'firm')
   AND body::jsonb -> 'countries' IS NOT NULL AND body::jsonb -> 'asAt' IS NOT NULL;
`;

/** Lists of clients whose level a company changed by its country lists or facts: any number a day, and beside those of the law. */
const companyChanges = `
ALTER TABLE law_changes DROP CONSTRAINT law_changes_kind_check;
ALTER TABLE law_changes ADD CONSTRAINT law_changes_kind_check CHECK (kind IN ('day', 'release', 'company'));
ALTER TABLE law_changes ADD COLUMN cause text CHECK (char_length(cause) <= 300);
ALTER TABLE law_changes ADD CONSTRAINT law_changes_caused CHECK ((kind = 'company') = (cause IS NOT NULL));
DROP INDEX law_changes_once;
CREATE UNIQUE INDEX law_changes_once ON law_changes (company_id, kind, effective_on, coalesce(revision, 0)) WHERE kind <> 'company';
DROP INDEX law_changes_one_checking;
CREATE UNIQUE INDEX law_changes_one_checking ON law_changes (company_id) WHERE status = 'checking' AND kind <> 'company';
CREATE INDEX law_changes_checking ON law_changes (company_id, id) WHERE status = 'checking';
CREATE POLICY jobs ON law_changes FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, kind, status) ON law_changes TO assay_jobs;
UPDATE request_keys SET body = jsonb_set(body::jsonb, '{cause}', 'null')::json
 WHERE body IS NOT NULL AND jsonb_typeof(body::jsonb) = 'object'
   AND body::jsonb -> 'packsBefore' IS NOT NULL AND body::jsonb -> 'clientsListed' IS NOT NULL;
`;

export const ownCountriesMigration: Migration = {
  name: '0117-own-countries',
  sql: [shipped, added, storedResponses, companyChanges].join('\n'),
};
