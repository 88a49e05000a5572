import type { Migration } from './migration.ts';

/** As `getDisplayStatus`. `row`: what the columns are of, with its dot. */
const displayStatus = (row = '') => `CASE
  WHEN ${row}status NOT IN ('draft', 'onboarding') THEN ${row}status
  WHEN ${row}cdd_status = 'readyForReview' THEN 'awaitingApproval'
  WHEN ${row}cdd_status = 'returned' THEN 'returned'
  WHEN ${row}cdd_status = 'verified' THEN 'approved'
  ELSE ${row}status END`;

/**
 * The one status in which people read a client, so that lists are filtered and clients counted by what is shown. It is generated for the clients there are, so
 * that no trigger takes it for a change of a merged client, and set by a trigger of its own from then on.
 */
const column = `
ALTER TABLE clients ADD COLUMN display_status text COLLATE "C" NOT NULL GENERATED ALWAYS AS (${displayStatus()}) STORED;
ALTER TABLE clients ALTER COLUMN display_status DROP EXPRESSION;
ALTER TABLE clients ALTER COLUMN display_status SET DEFAULT 'draft';
CREATE FUNCTION set_display_status() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.display_status := ${displayStatus('NEW.')};
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION set_display_status() FROM PUBLIC;
CREATE TRIGGER display_status BEFORE INSERT OR UPDATE OF status, cdd_status, display_status ON clients
  FOR EACH ROW EXECUTE FUNCTION set_display_status();
CREATE INDEX clients_by_display_status_name ON clients (company_id, display_status, sort_name, id);
CREATE INDEX clients_by_display_status_age ON clients (company_id, display_status, id);
DROP INDEX clients_by_status_name;
DROP INDEX clients_by_status_age;
`;

/** Numbers of clients by that status, otherwise as before. */
const tallies = `
CREATE OR REPLACE FUNCTION tally_keys(status text, risk_level text, cdd_status text, review_due_on date, responsible uuid)
RETURNS TABLE (dimension text, value text) LANGUAGE sql IMMUTABLE AS $$
  SELECT k.dimension, k.value FROM (VALUES
      ('status', ${displayStatus()}, true),
      ('unassigned', CASE WHEN responsible IS NULL THEN 'all' END, true),
      ('risk', coalesce(risk_level, 'none'), false),
      ('cdd', cdd_status, false),
      ('review', to_char(review_due_on, 'YYYY-MM'), false)) AS k (dimension, value, of_all)
   WHERE k.value IS NOT NULL AND (k.of_all OR status IN ('onboarding', 'active', 'dormant'))
$$;
DELETE FROM client_tallies WHERE dimension = 'status';
INSERT INTO client_tallies SELECT company_id, 'status', display_status, count(*) FROM clients GROUP BY 1, 3;
`;

/** The search filters by that status, otherwise as before: its conditions are those of `filterCondition`. */
const search = `
DO $do$
BEGIN
  EXECUTE replace(
    pg_get_functiondef('matching_clients(jsonb, text[], jsonb, text, text, uuid, bigint)'::regprocedure),
    'c.status = %L', 'c.display_status = %L');
END
$do$;
`;

export const displayStatusMigration: Migration = {
  name: '0131-display-status',
  sql: [column, tallies, search].join('\n'),
};
