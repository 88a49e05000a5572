-- Creates Assay's roles and its two logins on a PostgreSQL server. An administrator of the server runs it once, connected to the database
-- that Assay will use, with a password for each login:
--
--   psql -v migrator_password=… -v runtime_password=… -f scripts/database-logins.sql postgres://admin@host/assay
--
-- assay_migrator owns the schema, through assay_owner, and is used by `npm run migrate` alone (DATABASE_MIGRATION_URL).
-- assay_runtime reads and writes rows, as the policies of each table let it (DATABASE_URL). It can neither change the schema nor bypass a
-- policy.

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['assay_owner', 'assay_app', 'assay_tenant', 'assay_platform', 'assay_jobs'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN EXECUTE format('CREATE ROLE %I NOLOGIN', name); END IF;
  END LOOP;
END $$;

CREATE ROLE assay_migrator LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD :'migrator_password';
GRANT assay_owner, assay_app, assay_tenant, assay_platform, assay_jobs TO assay_migrator;

CREATE ROLE assay_runtime LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD :'runtime_password';
GRANT assay_app, assay_tenant, assay_platform, assay_jobs TO assay_runtime;

-- Settings of the runtime's connections. Assay sends them itself when it connects, unless a pooler is between.
ALTER ROLE assay_runtime SET role = 'assay_app';
ALTER ROLE assay_runtime SET search_path = assay, public;
ALTER ROLE assay_runtime SET TimeZone = 'UTC';
ALTER ROLE assay_runtime SET DateStyle = 'ISO';
ALTER ROLE assay_runtime SET jit = 'off';
ALTER ROLE assay_runtime SET statement_timeout = '30s';
ALTER ROLE assay_runtime SET idle_in_transaction_session_timeout = '60s';

DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO assay_migrator', current_database());
  EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO assay_owner', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO assay_runtime', current_database());
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
