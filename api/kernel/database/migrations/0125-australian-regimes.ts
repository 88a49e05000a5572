import type { Migration } from './migration.ts';

/** Patterns of rules/sanctions.ts as read on this day: of one text, on Australia's own list and on combined and company lists. */
const committees = {
  un: '(^|[^(\\d])(751|1267|1333|1483|1518|1521|1533|1572|1591|1636|1701|1718|1737|1844|1907|1929|1970|1973|1988|1989|2048|2093|2127|2140|2206|2231|2253|2374|2653|2713|2745)(?!\\d)',
  dfat: '\\yautonomous\\y',
  auTerrorism: '(^|[^(\\d])1373(?!\\d)',
};
const programmes = {
  dfat: '\\yAU-(CRP|CYB|DPRK|HUMAN|IRAN|LIBYA|MYANMAR|RUSSIA|SYRIA|UKRAINE|YUGO|ZIM)\\y|autonomous sanctions|\\yautonomous \\(',
  auTerrorism:
    '\\yAU-UNSC-?1373|(^|[^a-z0-9-])UN[ _-]?SC[ _-]?1373|charter of the united nations (act|\\(dealing with assets)|australian? .*(1373|counter.?terror)',
  unclear:
    '\\yAU-(?!(CRP|CYB|DPRK|HUMAN|IRAN|LIBYA|MYANMAR|RUSSIA|SYRIA|UKRAINE|YUGO|ZIM)\\y)(?!UNSC-?1373)[A-Z]',
  list: '\\yDFAT\\y|au_dfat|australian? .*sanction',
  council: '(^|[^a-z0-9-])UN[ _-]SC[A-Z0-9]',
};

const said = (pattern: string) =>
  `EXISTS (SELECT FROM unnest(t.texts) AS said (text) WHERE said.text ~* '${pattern}')`;
const unknownCommittee = `(cardinality(t.texts) = 0 OR EXISTS (SELECT FROM unnest(t.texts) AS said (text)
   WHERE ${Object.values(committees)
     .map((pattern) => `said.text !~* '${pattern}'`)
     .join(' AND ')}))`;
const unclear = `(${said(programmes.unclear)} OR (${said(programmes.list)}
   AND NOT (${[programmes.dfat, programmes.auTerrorism, programmes.council].map(said).join(' OR ')})))`;

/** Regimes in the order of the rules. */
const regimes = `array_remove(ARRAY[
    CASE WHEN CASE t.source WHEN 'dfat' THEN ${said(committees.un)} ELSE 'un' = ANY (t.regimes) END THEN 'un' END,
    CASE WHEN CASE t.source WHEN 'dfat' THEN ${said(committees.dfat)} OR ${unknownCommittee}
      ELSE ${said(programmes.dfat)} OR ${unclear} END THEN 'dfat' END,
    CASE WHEN CASE t.source WHEN 'dfat' THEN ${said(committees.auTerrorism)} OR ${unknownCommittee}
      ELSE ${said(programmes.auTerrorism)} OR ${unclear} END THEN 'auTerrorism' END,
    CASE WHEN 'nzTerrorism' = ANY (t.regimes) THEN 'nzTerrorism' END,
    CASE WHEN 'nzRussia' = ANY (t.regimes) THEN 'nzRussia' END], NULL)`;

const checks = ['screening_matches', 'sanctions_permits'].map(
  (table) => `
ALTER TABLE ${table} DROP CONSTRAINT ${table}_regimes_check;
ALTER TABLE ${table} ADD CONSTRAINT ${table}_regimes_check
  CHECK (${table === 'sanctions_permits' ? 'cardinality(regimes) > 0 AND ' : ''}regimes <@ ARRAY['un', 'dfat', 'auTerrorism', 'nzTerrorism', 'nzRussia']);`,
);

/**
 * Regimes of existing matches on Australia's list, and on lists that state a programme of it, by the stored entry. Recorded permits stay as
 * they are. The patterns of the other regimes are unchanged.
 */
const ofMatches = `
UPDATE screening_matches m SET regimes = found.regimes
  FROM (SELECT t.company_id, t.id, ${regimes} AS regimes
          FROM (SELECT m.company_id, m.id, m.regimes, coalesce(l.source, 'service') AS source,
                       ARRAY(SELECT jsonb_array_elements_text(m.entity -> 'programmes'))
                         || CASE WHEN coalesce(l.source, 'service') IN ('dfat', 'own') THEN ARRAY[]::text[] ELSE ARRAY[m.list_name] END AS texts
                  FROM screening_matches m LEFT JOIN screening_lists l ON l.id::text = m.list_id
                 WHERE 'sanction' = ANY (m.topics)
                   AND coalesce(l.source, 'service') IN ('dfat', 'opensanctions', 'own', 'service')) AS t) AS found
 WHERE m.company_id = found.company_id AND m.id = found.id AND m.regimes <> found.regimes;
`;

/** A combined list that has Australia's designations has them all, whatever the law. */
const ofVersions = `
UPDATE screening_list_versions SET regimes = array_append(regimes, 'auTerrorism')
 WHERE 'dfat' = ANY (regimes) AND NOT 'auTerrorism' = ANY (regimes);
`;

/** Tells the regimes of Australia's list apart: autonomous sanctions, and listings under Part 4 of the Charter of the United Nations Act 1945. */
export const australianRegimesMigration: Migration = {
  name: '0125-australian-regimes',
  sql: [...checks, ofMatches, ofVersions].join('\n'),
};
