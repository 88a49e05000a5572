import type { Migration } from './migration.ts';

/**
 * Row-level security for the owner of the tables too, whose statements bypass it otherwise. The owner's own policy lets migrations and
 * functions that run with its rights see all rows: explicitly, table by table.
 */
const forced = `
DO $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.oid, c.relname FROM pg_class c
     WHERE c.relnamespace = 'assay'::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity
  LOOP
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = found.oid AND polname = 'owner') THEN
      EXECUTE format('CREATE POLICY owner ON assay.%I TO assay_owner USING (true)', found.relname);
    END IF;
    EXECUTE format('ALTER TABLE assay.%I FORCE ROW LEVEL SECURITY', found.relname);
  END LOOP;
END $$;
`;

/** What a login that cannot migrate reads at its start, to know whether the schema is its version's. */
const readable = `
CREATE FUNCTION applied_migrations() RETURNS TABLE (name text, checksum text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.name, m.checksum FROM schema_migrations m
$$;
REVOKE ALL ON FUNCTION applied_migrations() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION applied_migrations() TO assay_app;
`;

export const forcedRowSecurityMigration: Migration = {
  name: '0080-forced-row-security',
  sql: [forced, readable].join('\n'),
};
