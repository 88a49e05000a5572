import type { Migration } from './migration.ts';

/** Email domains of companies, with the proof that they own them, and the connection to their identity provider. */
const tables = `
CREATE TABLE company_domains (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  domain text COLLATE "C" NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 4 AND 253),
  -- What a TXT record of the domain has to contain.
  token text NOT NULL,
  added_at timestamptz NOT NULL,
  added_by uuid NOT NULL REFERENCES members (id),
  verified_at timestamptz,
  PRIMARY KEY (company_id, id),
  UNIQUE (company_id, domain)
);
CREATE INDEX company_domains_verified ON company_domains (domain) WHERE verified_at IS NOT NULL;

CREATE TABLE sso_connections (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  version integer NOT NULL DEFAULT 1,
  mode text NOT NULL CHECK (mode IN ('off', 'optional', 'required')),
  protocol text NOT NULL CHECK (protocol IN ('oidc', 'saml')),
  -- Without the client secret, which only the identity service has.
  settings jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id)
);

ALTER TABLE company_domains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON company_domains TO assay_owner USING (true);
CREATE POLICY tenant ON company_domains TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
-- Whether a domain is proven is not the company's to write.
GRANT SELECT, INSERT (company_id, id, domain, token, added_at, added_by), DELETE ON company_domains TO assay_tenant;
ALTER TABLE sso_connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sso_connections TO assay_owner USING (true);
CREATE POLICY tenant ON sso_connections TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE (version, mode, protocol, settings, updated_at, updated_by) ON sso_connections TO assay_tenant;
`;

const functions = `
-- Marks a domain of the transaction's company as proven; false while another company has proven it.
CREATE FUNCTION claim_domain(domain_id uuid, at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  own uuid := current_setting('app.company_id')::uuid;
  claimed text;
BEGIN
  SELECT d.domain INTO claimed FROM company_domains d WHERE d.company_id = own AND d.id = domain_id;
  IF claimed IS NULL THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('domain ' || claimed, 0));
  IF EXISTS (SELECT FROM company_domains d
              WHERE d.domain = claimed AND d.verified_at IS NOT NULL AND d.company_id <> own) THEN
    RETURN false;
  END IF;
  UPDATE company_domains d SET verified_at = at WHERE d.company_id = own AND d.id = domain_id;
  RETURN true;
END
$$;

-- The company whose identity provider signs in the addresses of a domain.
CREATE FUNCTION sso_of_domain(given text) RETURNS TABLE (company_id uuid, company_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT c.id, c.name
    FROM company_domains d JOIN sso_connections s ON s.company_id = d.company_id AND s.mode <> 'off'
         JOIN companies c ON c.id = d.company_id
   WHERE d.domain = given AND d.verified_at IS NOT NULL
$$;

-- Companies of a person with an identity provider for the person's address there.
CREATE FUNCTION sso_of_person(person text, at timestamptz)
RETURNS TABLE (company_id uuid, mode text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.company_id, s.mode, m.role
    FROM memberships_of(person, at) m
         JOIN sso_connections s ON s.company_id = m.company_id AND s.mode <> 'off'
         JOIN company_domains d ON d.company_id = m.company_id AND d.verified_at IS NOT NULL
                               AND d.domain = split_part(m.login_id, '@', 2)
$$;

REVOKE ALL ON FUNCTION claim_domain(uuid, timestamptz), sso_of_domain(text), sso_of_person(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION claim_domain(uuid, timestamptz) TO assay_tenant;
GRANT EXECUTE ON FUNCTION sso_of_domain(text), sso_of_person(text, timestamptz) TO assay_app;
`;

export const singleSignOnMigration: Migration = {
  name: '0096-single-sign-on',
  sql: [tables, functions].join('\n'),
};
