import type { Migration } from './migration.ts';

/** Adds the company's sector to the caller's session data: it determines the label of activities on every screen. */
const sessionSector = `
DROP FUNCTION member_by_subject(text);
CREATE FUNCTION member_by_subject(subject text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[], sector text,
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer,
  sessions_valid_from bigint, ended_tokens text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT m.id, m.company_id, m.login_id, m.name, m.role, m.designations, m.status, m.access_ends_at, c.name,
         c.billing_country_code, c.regulated_in, c.sector, c.access_restricted, c.access_restricted_reason,
         c.subscription_active, c.default_worklist_id, c.onboarding_step, c.time_zone, s.status, s.plan, s.grace_until,
         (SELECT count(*)::integer FROM (
            SELECT FROM alerts a WHERE a.company_id = m.company_id AND a.status <> 'closed'
             ORDER BY a.company_id, a.id LIMIT 100) AS seen),
         (SELECT b.valid_from FROM session_starts b WHERE b.subject = m.identity_user_id),
         ARRAY(SELECT t.token_hash FROM ended_session_tokens t WHERE t.subject = m.identity_user_id)
    FROM members m JOIN companies c ON c.id = m.company_id LEFT JOIN subscriptions s ON s.company_id = m.company_id
   WHERE m.identity_user_id = member_by_subject.subject;
END
$$;

REVOKE ALL ON FUNCTION member_by_subject(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_subject(text) TO assay_app;
`;

export const sessionSectorMigration: Migration = { name: '0026-session-sector', sql: sessionSector };
