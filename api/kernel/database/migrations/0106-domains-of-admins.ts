import type { Migration } from './migration.ts';

/**
 * A domain of a platform admin’s login id is no company’s to prove: its identity provider could sign in as the admin. Whether an admin
 * is active does not matter, because a suspended one can be activated again. Exact domains only, as for the addresses of members.
 */
const functions = `
CREATE FUNCTION is_admin_domain(given text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT EXISTS (SELECT FROM admins a WHERE split_part(a.login_id, '@', 2) = given)
$$;

-- False while another company has proven the domain, and for a platform admin's.
CREATE OR REPLACE FUNCTION claim_domain(domain_id uuid, at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  own uuid := current_setting('app.company_id')::uuid;
  claimed text;
BEGIN
  SELECT d.domain INTO claimed FROM company_domains d WHERE d.company_id = own AND d.id = domain_id;
  IF claimed IS NULL THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('domain ' || claimed, 0));
  IF is_admin_domain(claimed) OR EXISTS (SELECT FROM company_domains d
              WHERE d.domain = claimed AND d.verified_at IS NOT NULL AND d.company_id <> own) THEN
    RETURN false;
  END IF;
  UPDATE company_domains d SET verified_at = at WHERE d.company_id = own AND d.id = domain_id;
  RETURN true;
END
$$;

-- Whether a company has proven the domain. Until the transaction ends, no company can prove it.
CREATE FUNCTION is_proven_domain(given text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('domain ' || given, 0));
  RETURN EXISTS (SELECT FROM company_domains d WHERE d.domain = given AND d.verified_at IS NOT NULL);
END
$$;

CREATE OR REPLACE FUNCTION sso_of_domain(given text) RETURNS TABLE (company_id uuid, company_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT c.id, c.name
    FROM company_domains d JOIN sso_connections s ON s.company_id = d.company_id AND s.mode <> 'off'
         JOIN companies c ON c.id = d.company_id
   WHERE d.domain = given AND d.verified_at IS NOT NULL AND NOT is_admin_domain(given)
$$;

CREATE OR REPLACE FUNCTION sso_of_person(person text, at timestamptz)
RETURNS TABLE (company_id uuid, mode text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.company_id, s.mode, m.role
    FROM memberships_of(person, at) m
         JOIN sso_connections s ON s.company_id = m.company_id AND s.mode <> 'off'
         JOIN company_domains d ON d.company_id = m.company_id AND d.verified_at IS NOT NULL
                               AND d.domain = split_part(m.login_id, '@', 2)
   WHERE NOT is_admin_domain(d.domain)
$$;

REVOKE ALL ON FUNCTION is_admin_domain(text), is_proven_domain(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_proven_domain(text) TO assay_platform;
`;

export const domainsOfAdminsMigration: Migration = { name: '0106-domains-of-admins', sql: functions };
