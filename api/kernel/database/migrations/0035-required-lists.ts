import type { Migration } from './migration.ts';

/**
 * New Zealand's own lists, the required lists that a screening lacked, and the time a list was last confirmed current. Discarding a
 * version marks it at once; its rows are deleted afterwards.
 */
const sources = `
ALTER TABLE screening_lists DROP CONSTRAINT screening_lists_source_check;
ALTER TABLE screening_lists ADD CONSTRAINT screening_lists_source_check
  CHECK (source IN ('un', 'ofac', 'dfat', 'nzPolice', 'nzRussia', 'opensanctions', 'demo', 'own'));
ALTER TABLE screening_lists ADD COLUMN current_at timestamptz;

ALTER TABLE screening_list_versions DROP CONSTRAINT screening_list_versions_format_check;
ALTER TABLE screening_list_versions ADD CONSTRAINT screening_list_versions_format_check
  CHECK (format IN ('un', 'ofac', 'dfat', 'nzPolice', 'nzRussia', 'opensanctions', 'plain'));
ALTER TABLE screening_list_versions DROP CONSTRAINT screening_list_versions_status_check;
ALTER TABLE screening_list_versions ADD CONSTRAINT screening_list_versions_status_check
  CHECK (status IN ('importing', 'held', 'discarded', 'inUse', 'superseded'));
ALTER TABLE screening_list_versions ADD COLUMN regimes text[] NOT NULL DEFAULT '{}';
DROP INDEX screening_list_versions_waiting;
CREATE UNIQUE INDEX screening_list_versions_waiting ON screening_list_versions (list_id)
  WHERE status IN ('importing', 'held', 'discarded');
`;

const programme = (words: string) => `EXISTS (SELECT FROM screening_list_entities e
    WHERE e.list_id = v.list_id AND e.until_version IS NULL AND (e.entity -> 'programmes')::text ~* '${words}')`;

/** A list whose last import failed has no record of its last success: its version was current when it became active. */
const ofLists = `
UPDATE screening_list_versions v SET regimes = ARRAY[l.source]
  FROM screening_lists l WHERE l.id = v.list_id AND l.source IN ('un', 'dfat');
UPDATE screening_list_versions v SET regimes = array_remove(ARRAY[
    CASE WHEN ${programme('un_sc|UN-SC|security council')} THEN 'un' END,
    CASE WHEN ${programme('dfat|"AU-')} THEN 'dfat' END,
    CASE WHEN ${programme('NZ-UNSC1373|NZ-TERR|NZ-TSA|nz_designated')} THEN 'nzTerrorism' END,
    CASE WHEN ${programme('NZ-RSA|NZ-RUS|nz_russia')} THEN 'nzRussia' END], NULL)
  FROM screening_lists l WHERE l.id = v.list_id AND l.source = 'opensanctions' AND v.status = 'inUse';
UPDATE screening_lists l SET current_at = CASE WHEN l.failed_at IS NULL THEN l.checked_at ELSE v.used_since END
  FROM screening_list_versions v WHERE v.list_id = l.id AND v.status = 'inUse';
`;

/** Clients that were clear by lists that cannot have included a required one are marked as incompletely screened. */
const ofClients = `
ALTER TABLE clients DROP CONSTRAINT clients_sanctions_status_check;
ALTER TABLE clients ADD CONSTRAINT clients_sanctions_status_check
  CHECK (sanctions_status IN ('notChecked', 'incomplete', 'clear', 'potential', 'confirmed'));
ALTER TABLE clients ADD COLUMN screening_gaps jsonb NOT NULL DEFAULT '[]';
WITH required (country, regime) AS (
    VALUES ('NZL', 'un'), ('NZL', 'nzTerrorism'), ('NZL', 'nzRussia'), ('AUS', 'dfat')),
  held (regime) AS (
    SELECT DISTINCT unnest(v.regimes) FROM screening_list_versions v JOIN screening_lists l ON l.id = v.list_id
     WHERE v.status = 'inUse' AND l.company_id IS NULL),
  lacking AS (
    SELECT c.id, jsonb_agg(jsonb_build_object('regime', r.regime, 'problem', 'missing') ORDER BY r.country DESC, r.regime) AS gaps
      FROM companies c JOIN required r ON r.country = ANY (c.regulated_in)
     WHERE r.regime NOT IN (SELECT regime FROM held)
     GROUP BY c.id)
UPDATE clients k SET screening_gaps = lacking.gaps,
    sanctions_status = CASE k.sanctions_status WHEN 'clear' THEN 'incomplete' ELSE k.sanctions_status END
  FROM lacking WHERE lacking.id = k.company_id AND k.sanctions_status <> 'notChecked';
`;

export const requiredListsMigration: Migration = {
  name: '0035-required-lists',
  sql: [sources, ofLists, ofClients].join('\n'),
};
