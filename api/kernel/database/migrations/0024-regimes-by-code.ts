import type { Migration } from './migration.ts';

/**
 * Regimes that migration 0021 did not recognise in existing matches: collected lists name a programme by its code, such as AU-RUSSIA or
 * NZ-RUSSIA, and each text is parsed separately. The patterns are those of rules/sanctions.ts; recognised regimes stay.
 */
const regimesByCode = `
UPDATE screening_matches m SET regimes = found.regimes
  FROM (SELECT m.company_id, m.id, ARRAY(
                 SELECT word.regime
                   FROM (VALUES
                     (1, 'un', '\\yUNSC\\y|\\yUN[ _-]SC|un_sc_sanctions|(united nations|\\yUN\\y).*(security council|sanction)|security council'),
                     (2, 'dfat', '\\yDFAT\\y|au_dfat|\\yAU-[A-Z]|australian? .*sanction|autonomous sanctions'),
                     (3, 'nzTerrorism', 'terrorism suppression act|nz_(designated_)?terror|new zealand.*(designat|terror)|\\yNZ-(TERR|TSA)'),
                     (4, 'nzRussia', 'russia sanctions act|nz_russia|new zealand.*russia|\\yNZ-RUS')) AS word (place, regime, pattern)
                  WHERE word.regime = ANY (m.regimes)
                     OR EXISTS (SELECT FROM jsonb_array_elements_text(m.entity -> 'programmes') AS said (text) WHERE said.text ~* word.pattern)
                     OR (l.source IS DISTINCT FROM 'own' AND m.list_name ~* word.pattern)
                  ORDER BY word.place) AS regimes
          FROM screening_matches m
          LEFT JOIN screening_lists l ON l.id::text = m.list_id
         WHERE 'sanction' = ANY (m.topics)
           AND coalesce(l.source, 'service') IN ('opensanctions', 'own', 'service')
           AND m.found_at < (SELECT applied_at FROM schema_migrations WHERE name = '0021-sanctions-and-alert-order')) AS found
 WHERE m.company_id = found.company_id AND m.id = found.id AND m.regimes <> found.regimes;
`;

export const regimesByCodeMigration: Migration = { name: '0024-regimes-by-code', sql: regimesByCode };
