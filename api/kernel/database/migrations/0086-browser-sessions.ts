import type { Migration } from './migration.ts';

/**
 * Limits of sessions as policies, added to the default that earlier migrations left. Stored responses get them too, so that a repeated
 * request gets its first response.
 */
const policies = `
UPDATE companies SET policy = policy || '{"sessionIdleMinutes": 60, "sessionMaxHours": 12}';
UPDATE request_keys
   SET body = jsonb_set(body::jsonb, '{policies}', body::jsonb -> 'policies' || '{"sessionIdleMinutes": 60, "sessionMaxHours": 12}')::json
 WHERE endpoint = 'company.policies.update' AND body IS NOT NULL AND body::jsonb -> 'policies' IS NOT NULL;
DO $$
DECLARE
  current_default jsonb;
BEGIN
  EXECUTE (SELECT 'SELECT ' || pg_get_expr(d.adbin, d.adrelid)
             FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
            WHERE d.adrelid = 'companies'::regclass AND a.attname = 'policy') INTO current_default;
  EXECUTE format('ALTER TABLE companies ALTER COLUMN policy SET DEFAULT %L',
    current_default || '{"sessionIdleMinutes": 60, "sessionMaxHours": 12}');
END
$$;
`;

/**
 * Sign-ins, one for each browser. By the identity service's user id, because the caller is
 * authenticated before the company is known. The table is read by the functions only.
 */
const sessions = `
CREATE TABLE browser_sessions (
  id uuid PRIMARY KEY,
  subject text COLLATE "C" NOT NULL,
  -- SHA-256, base64, of the secret that only the browser holds.
  secret_hash text COLLATE "C" NOT NULL UNIQUE,
  -- The company in use; null for a platform admin.
  company_id uuid REFERENCES companies (id),
  started_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  address text NOT NULL CHECK (length(address) <= 64),
  -- The browser's own description of itself.
  device text NOT NULL CHECK (length(device) <= 300)
);
CREATE INDEX browser_sessions_by_subject ON browser_sessions (subject, last_seen_at);
ALTER TABLE browser_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON browser_sessions TO assay_owner USING (true);

-- Long ended ones leave on the way.
CREATE FUNCTION start_browser_session(new_id uuid, person text, secret text, company uuid, at timestamptz, ip text, browser text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  DELETE FROM browser_sessions WHERE subject = person AND last_seen_at < at - interval '30 days';
  INSERT INTO browser_sessions (id, subject, secret_hash, company_id, started_at, last_seen_at, address, device)
  VALUES (new_id, person, secret, company, at, at, ip, browser)
$$;

CREATE FUNCTION touch_browser_session(session uuid, at timestamptz, ip text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  UPDATE browser_sessions SET last_seen_at = greatest(last_seen_at, at), address = ip WHERE id = session AND ended_at IS NULL
$$;

-- A person's own session; false for another person's, and for one that has ended.
CREATE FUNCTION end_browser_session(person text, session uuid, at timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH ended AS (
    UPDATE browser_sessions SET ended_at = at WHERE id = session AND subject = person AND ended_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT FROM ended)
$$;

-- The session with this secret, if it is the person's.
CREATE FUNCTION end_session_of_secret(person text, secret text, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  UPDATE browser_sessions SET ended_at = at WHERE secret_hash = secret AND subject = person AND ended_at IS NULL
$$;

-- All of a person's sessions except the one with this secret, if any.
CREATE FUNCTION end_browser_sessions(person text, except_secret text, at timestamptz) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH ended AS (
    UPDATE browser_sessions SET ended_at = at
     WHERE subject = person AND secret_hash IS DISTINCT FROM except_secret AND ended_at IS NULL RETURNING 1)
  SELECT count(*)::integer FROM ended
$$;

-- Browsers in which a person signed in during the last 30 days, ended sessions included.
CREATE FUNCTION devices_of(person text) RETURNS TABLE (device text)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 5 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT DISTINCT b.device FROM browser_sessions b WHERE b.subject = person LIMIT 1000
$$;

CREATE FUNCTION browser_sessions_of(person text, since timestamptz)
RETURNS TABLE (id uuid, company_id uuid, started_at timestamptz, last_seen_at timestamptz, address text, device text)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 10 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT b.id, b.company_id, b.started_at, b.last_seen_at, b.address, b.device
    FROM browser_sessions b
   WHERE b.subject = person AND b.ended_at IS NULL AND b.last_seen_at > since
   ORDER BY b.last_seen_at DESC, b.id LIMIT 200
$$;
`;

const callers = `
DROP FUNCTION member_by_subject(text);
CREATE FUNCTION member_by_subject(subject text, secret text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[], sector text,
  other_sectors text[], australian_tranche text, first_service_nz date, first_service_au date,
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer,
  sessions_valid_from bigint, ended_tokens text[], session_id uuid, session_started_at timestamptz,
  session_last_seen_at timestamptz, session_idle_minutes integer, session_max_hours integer)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT m.id, m.company_id, m.login_id, m.name, m.role, m.designations, m.status, m.access_ends_at, c.name,
         c.billing_country_code, c.regulated_in, c.sector, c.other_sectors, c.australian_tranche, c.first_service_nz,
         c.first_service_au, c.access_restricted, c.access_restricted_reason,
         c.subscription_active, c.default_worklist_id, c.onboarding_step, c.time_zone, s.status, s.plan, s.grace_until,
         (SELECT count(*)::integer FROM (
            SELECT FROM alerts a WHERE a.company_id = m.company_id AND a.status <> 'closed'
             ORDER BY a.company_id, a.id LIMIT 100) AS seen),
         (SELECT b.valid_from FROM session_starts b WHERE b.subject = m.identity_user_id),
         ARRAY(SELECT t.token_hash FROM ended_session_tokens t WHERE t.subject = m.identity_user_id),
         x.id, x.started_at, x.last_seen_at, (c.policy ->> 'sessionIdleMinutes')::integer,
         (c.policy ->> 'sessionMaxHours')::integer
    FROM members m JOIN companies c ON c.id = m.company_id LEFT JOIN subscriptions s ON s.company_id = m.company_id
         LEFT JOIN browser_sessions x ON x.secret_hash = member_by_subject.secret AND x.subject = m.identity_user_id
                                     AND x.company_id = m.company_id AND x.ended_at IS NULL
   WHERE m.identity_user_id = member_by_subject.subject;
END
$$;

DROP FUNCTION admin_by_subject(text);
CREATE FUNCTION admin_by_subject(person text, secret text)
RETURNS TABLE (id uuid, login_id text, name text, status text, sessions_valid_from bigint, ended_tokens text[],
  session_id uuid, session_started_at timestamptz, session_last_seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT a.id, a.login_id, a.name, a.status, e.sessions_valid_from, e.ended_tokens, x.id, x.started_at, x.last_seen_at
    FROM admins a CROSS JOIN session_ends_of(person) e
         LEFT JOIN browser_sessions x ON x.secret_hash = secret AND x.subject = person AND x.company_id IS NULL
                                     AND x.ended_at IS NULL
   WHERE a.identity_user_id = person
$$;

REVOKE ALL ON FUNCTION start_browser_session(uuid, text, text, uuid, timestamptz, text, text),
  touch_browser_session(uuid, timestamptz, text), end_browser_session(text, uuid, timestamptz),
  end_session_of_secret(text, text, timestamptz), end_browser_sessions(text, text, timestamptz), browser_sessions_of(text, timestamptz), devices_of(text),
  member_by_subject(text, text), admin_by_subject(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_browser_session(uuid, text, text, uuid, timestamptz, text, text),
  touch_browser_session(uuid, timestamptz, text), end_browser_session(text, uuid, timestamptz),
  end_session_of_secret(text, text, timestamptz), end_browser_sessions(text, text, timestamptz), browser_sessions_of(text, timestamptz), devices_of(text),
  member_by_subject(text, text), admin_by_subject(text, text) TO assay_app;
GRANT EXECUTE ON FUNCTION end_browser_sessions(text, text, timestamptz) TO assay_tenant, assay_platform;
`;

export const browserSessionsMigration: Migration = {
  name: '0086-browser-sessions',
  sql: [policies, sessions, callers].join('\n'),
};
