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

export const ownCountriesMigration: Migration = {
  name: '0117-own-countries',
  sql: [shipped, added, storedResponses].join('\n'),
};
