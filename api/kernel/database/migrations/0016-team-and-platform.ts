import type { Migration } from './migration.ts';

/**
 * Invitations. Only the hash of a link is stored. A removed member's record retains the address, which can be invited again by
 * any company: a sign-in address is unique among members who were not removed.
 */
const invitations = `
ALTER TABLE members ADD COLUMN invite_hash text UNIQUE;
ALTER TABLE members DROP CONSTRAINT members_login_id_key;
CREATE UNIQUE INDEX members_by_login_id ON members (login_id) WHERE status <> 'removed';
GRANT UPDATE (invite_hash) ON members TO assay_tenant;
GRANT UPDATE (invite_hash, invited_at, invite_expires_at) ON members TO assay_platform;

-- Whom a link invites, before it is known whose company it is.
CREATE FUNCTION member_by_invite(hash text)
RETURNS TABLE (id uuid, company_id uuid, company_name text, login_id text, role text, status text,
  invite_expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.id, m.company_id, c.name, m.login_id, m.role, m.status, m.invite_expires_at
    FROM members m JOIN companies c ON c.id = m.company_id
   WHERE m.invite_hash = hash
$$;

-- Who holds a sign-in address already. Nothing is said of where.
CREATE FUNCTION login_id_holder(given text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT CASE
    WHEN EXISTS (SELECT FROM members WHERE login_id = given AND status <> 'removed') THEN 'member'
    WHEN EXISTS (SELECT FROM admins WHERE login_id = given) THEN 'admin'
  END
$$;

REVOKE ALL ON FUNCTION member_by_invite(text), login_id_holder(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_invite(text) TO assay_app;
GRANT EXECUTE ON FUNCTION login_id_holder(text) TO assay_tenant;
`;

/**
 * Search columns for admins: without case and accents. `translate` instead of `unaccent`, which is not immutable; applied first,
 * because lower-casing letters beyond ASCII depends on the locale.
 */
const search = `
CREATE FUNCTION platform_folded(given text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT pg_catalog.lower(pg_catalog.translate(given,
    'ĀāÁáÀàÂâÄäÃãÅåĒēÉéÈèÊêËëĪīÍíÌìÎîÏïŌōÓóÒòÔôÖöÕõØøŪūÚúÙùÛûÜüÝýÇçÑñ',
    'aaaaaaaaaaaaaaeeeeeeeeeeiiiiiiiiiioooooooooooooouuuuuuuuuuyyccnn'))
$$;
CREATE INDEX companies_search ON companies
  USING gin (platform_folded(name || ' ' || coalesce(legal_name, '') || ' ' || coalesce(nzbn, '') || ' ' || coalesce(abn, '') || ' ' || coalesce(acn, '')) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX companies_by_country ON companies (billing_country_code, id);
CREATE INDEX companies_not_onboarded ON companies (id) WHERE onboarding_step <> 'done';
CREATE INDEX companies_restricted ON companies (id) WHERE access_restricted AND access_restricted_by IS NOT NULL;
CREATE INDEX companies_unsubscribed ON companies (id) WHERE NOT subscription_active;
CREATE INDEX members_search ON members USING gin (platform_folded(name || ' ' || login_id) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX members_by_status ON members (status, id);
REVOKE ALL ON FUNCTION platform_folded(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_folded(text) TO assay_tenant, assay_platform, assay_jobs;
`;

/**
 * Counts only: the platform's role has no access to a company's records, and these functions return only numbers, capped at 10,000.
 * Months are those of the records' creation.
 */
const counts = `
CREATE INDEX individual_verifications_by_time ON individual_verifications (created_at);
CREATE INDEX business_verifications_by_time ON business_verifications (created_at);
CREATE INDEX alerts_by_time ON alerts (created_at);

CREATE FUNCTION platform_open_alerts() RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT count(*)::integer FROM (SELECT FROM alerts WHERE status <> 'closed' LIMIT 10001) AS counted_rows
$$;

CREATE FUNCTION platform_months(since timestamptz) RETURNS TABLE (month text, kind text, added integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), made.kind, count(*)::integer
    FROM (
      SELECT created_at, 'companies' AS kind FROM companies WHERE created_at >= since
      UNION ALL SELECT created_at, 'people' FROM members WHERE created_at >= since
      UNION ALL SELECT created_at, 'checks' FROM individual_verifications WHERE created_at >= since
      UNION ALL SELECT created_at, 'checks' FROM business_verifications WHERE created_at >= since
      UNION ALL SELECT created_at, 'alerts' FROM alerts WHERE created_at >= since
    ) AS made
   GROUP BY 1, 2
$$;

CREATE FUNCTION platform_usage(company uuid) RETURNS TABLE (kind text, counted integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT 'clients', count(*)::integer FROM (SELECT FROM clients WHERE company_id = company LIMIT 10001) AS counted_rows
  UNION ALL
  SELECT 'activities', count(*)::integer FROM (SELECT FROM activities WHERE company_id = company LIMIT 10001) AS counted_rows
  UNION ALL
  SELECT 'identityChecks', count(*)::integer
    FROM (SELECT FROM individual_verifications WHERE company_id = company LIMIT 10001) AS counted_rows
  UNION ALL
  SELECT 'businessChecks', count(*)::integer
    FROM (SELECT FROM business_verifications WHERE company_id = company LIMIT 10001) AS counted_rows
  UNION ALL
  SELECT 'documentRequests', count(*)::integer
    FROM (SELECT FROM document_requests WHERE company_id = company LIMIT 10001) AS counted_rows
  UNION ALL
  SELECT 'openAlerts', count(*)::integer
    FROM (SELECT FROM alerts WHERE company_id = company AND status <> 'closed' LIMIT 10001) AS counted_rows
$$;

REVOKE ALL ON FUNCTION platform_open_alerts(), platform_months(timestamptz), platform_usage(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform_open_alerts(), platform_months(timestamptz), platform_usage(uuid) TO assay_platform;
`;

export const teamAndPlatform: Migration = {
  name: '0016-team-and-platform',
  sql: [invitations, search, counts].join('\n'),
};
