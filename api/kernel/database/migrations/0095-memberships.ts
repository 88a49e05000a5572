import type { Migration } from './migration.ts';

/**
 * A person, by the identity service's user id, may be a member of several companies: each row of `members` is one membership. An address
 * is unique within a company.
 */
const memberships = `
ALTER TABLE members DROP CONSTRAINT members_identity_user_id_key;
DROP INDEX members_by_login_id;
CREATE UNIQUE INDEX members_by_identity_user ON members (company_id, identity_user_id);
CREATE UNIQUE INDEX members_by_login_id ON members (company_id, login_id) WHERE status <> 'removed';
CREATE INDEX members_of_person ON members (identity_user_id);
CREATE INDEX members_of_address ON members (login_id) WHERE status <> 'removed';

-- Whether a sign-in address is a platform admin's. Nothing is said of other companies.
CREATE OR REPLACE FUNCTION login_id_holder(given text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM admins WHERE login_id = given) THEN 'admin' END
$$;

-- Memberships with which a person can be signed in at an instant.
CREATE FUNCTION memberships_of(person text, at timestamptz)
RETURNS TABLE (member_id uuid, company_id uuid, company_name text, login_id text, name text, role text, designations text[],
  access_ends_at timestamptz, last_sign_in_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 2 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.id, m.company_id, c.name, m.login_id, m.name, m.role, m.designations, m.access_ends_at, m.last_sign_in_at
    FROM members m JOIN companies c ON c.id = m.company_id
   WHERE m.identity_user_id = person AND m.status = 'active' AND (m.access_ends_at IS NULL OR m.access_ends_at > at)
   ORDER BY c.name COLLATE "C", m.company_id LIMIT 1000
$$;

-- True for a person who belongs to no company yet. Until the transaction ends, others who ask about the same person wait.
CREATE FUNCTION is_newcomer(person text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('newcomer ' || person, 0));
  RETURN NOT EXISTS (SELECT FROM members m WHERE m.identity_user_id = person);
END
$$;

-- \`known\`: the address belongs to a person who has joined a company.
DROP FUNCTION member_by_invite(text);
CREATE FUNCTION member_by_invite(hash text)
RETURNS TABLE (id uuid, company_id uuid, company_name text, login_id text, role text, status text,
  invite_expires_at timestamptz, known boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT m.id, m.company_id, c.name, m.login_id, m.role, m.status, m.invite_expires_at,
         EXISTS (SELECT FROM members o
                  WHERE o.login_id = m.login_id AND o.identity_user_id IS NOT NULL AND o.status IN ('active', 'suspended'))
    FROM members m JOIN companies c ON c.id = m.company_id
   WHERE m.invite_hash = hash
$$;

REVOKE ALL ON FUNCTION memberships_of(text, timestamptz), is_newcomer(text), member_by_invite(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION memberships_of(text, timestamptz), member_by_invite(text) TO assay_app;
GRANT EXECUTE ON FUNCTION is_newcomer(text) TO assay_tenant;
`;

/** The company in use is part of the session. A session without one is a platform admin's, or its member has yet to select one. */
const sessions = `
ALTER TABLE browser_sessions ADD COLUMN choosing boolean NOT NULL DEFAULT false;
ALTER TABLE browser_sessions ADD CHECK (NOT choosing OR company_id IS NULL);

DROP FUNCTION start_browser_session(uuid, text, text, uuid, timestamptz, text, text);
CREATE FUNCTION start_browser_session(new_id uuid, person text, secret text, company uuid, chooses boolean, at timestamptz,
  ip text, browser text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  DELETE FROM browser_sessions WHERE subject = person AND last_seen_at < at - interval '30 days';
  INSERT INTO browser_sessions (id, subject, secret_hash, company_id, choosing, started_at, last_seen_at, address, device)
  VALUES (new_id, person, secret, company, chooses, at, at, ip, browser)
$$;

-- The session is in that company from now on; false for a company that its person cannot use, and for an admin's session.
CREATE FUNCTION use_company(person text, session uuid, company uuid, at timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH moved AS (
    UPDATE browser_sessions SET company_id = company, choosing = false
     WHERE id = session AND subject = person AND ended_at IS NULL AND (choosing OR company_id IS NOT NULL)
       AND EXISTS (SELECT FROM memberships_of(person, at) m WHERE m.company_id = company)
    RETURNING 1)
  SELECT EXISTS (SELECT FROM moved)
$$;

-- After the end of a membership: the person's sessions in that company have to select another. Without another company all of their
-- sessions end. True if there is one.
CREATE FUNCTION leave_company(person text, company uuid, at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  belongs_elsewhere boolean := EXISTS (SELECT FROM memberships_of(person, at) m WHERE m.company_id <> company);
BEGIN
  IF belongs_elsewhere THEN
    UPDATE browser_sessions b SET company_id = NULL, choosing = true
     WHERE b.subject = person AND b.company_id = company AND b.ended_at IS NULL;
  ELSE
    UPDATE browser_sessions b SET ended_at = at WHERE b.subject = person AND b.ended_at IS NULL;
  END IF;
  RETURN belongs_elsewhere;
END
$$;

REVOKE ALL ON FUNCTION start_browser_session(uuid, text, text, uuid, boolean, timestamptz, text, text),
  use_company(text, uuid, uuid, timestamptz), leave_company(text, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_browser_session(uuid, text, text, uuid, boolean, timestamptz, text, text),
  use_company(text, uuid, uuid, timestamptz) TO assay_app;
GRANT EXECUTE ON FUNCTION leave_company(text, uuid, timestamptz) TO assay_tenant, assay_platform;
`;

/**
 * A caller's membership: of the session's company, else of the one last signed in to. Limits of sessions and the second factor are
 * the strictest of all of the person's companies.
 */
const callers = `
DROP FUNCTION member_by_subject(text, text);
CREATE FUNCTION member_by_subject(subject text, secret text, at timestamptz)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[], sector text,
  other_sectors text[], australian_tranche text, first_service_nz date, first_service_au date,
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer,
  sessions_valid_from bigint, ended_tokens text[], session_id uuid, session_started_at timestamptz,
  session_last_seen_at timestamptz, session_factor_at timestamptz,
  session_password_at timestamptz, has_factor boolean, session_idle_minutes integer,
  session_max_hours integer, second_factor text, company_chosen boolean, other_companies integer, owns_company boolean)
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
         x.id, x.started_at, x.last_seen_at, x.factor_at, x.password_at,
         EXISTS (SELECT FROM second_factors f WHERE f.subject = m.identity_user_id),
         p.idle_minutes, p.max_hours, CASE WHEN p.requires_factor THEN 'required' ELSE 'optional' END,
         coalesce(x.company_id = m.company_id, false), p.others, p.owns
    FROM (SELECT k.id AS member_id, y.id AS session_id
            FROM members k LEFT JOIN browser_sessions y
                   ON y.secret_hash = member_by_subject.secret AND y.subject = k.identity_user_id AND y.ended_at IS NULL
                  AND (y.choosing OR y.company_id IS NOT NULL),
                 LATERAL (SELECT k.status = 'active' AND (k.access_ends_at IS NULL OR k.access_ends_at > member_by_subject.at)
                                   AS present,
                                 coalesce(y.company_id = k.company_id, false) AS in_use) f
           WHERE k.identity_user_id = member_by_subject.subject
           ORDER BY f.present AND f.in_use DESC, f.present DESC, f.in_use DESC, k.last_sign_in_at DESC NULLS LAST, k.id
           LIMIT 1) found
         JOIN members m ON m.id = found.member_id
         JOIN companies c ON c.id = m.company_id
         LEFT JOIN subscriptions s ON s.company_id = m.company_id
         LEFT JOIN browser_sessions x ON x.id = found.session_id,
         LATERAL (SELECT min((q.policy ->> 'sessionIdleMinutes')::integer) AS idle_minutes,
                         min((q.policy ->> 'sessionMaxHours')::integer) AS max_hours,
                         bool_or(q.policy ->> 'secondFactor' = 'required') AS requires_factor,
                         bool_or(o.role = 'owner') AS owns,
                         count(*) FILTER (WHERE o.id <> m.id)::integer AS others
                    FROM members o JOIN companies q ON q.id = o.company_id
                   WHERE o.identity_user_id = m.identity_user_id
                     AND (o.id = m.id OR o.status = 'active'
                          AND (o.access_ends_at IS NULL OR o.access_ends_at > member_by_subject.at))) p;
END
$$;

DROP FUNCTION admin_by_subject(text, text);
CREATE FUNCTION admin_by_subject(person text, secret text)
RETURNS TABLE (id uuid, login_id text, name text, status text, sessions_valid_from bigint, ended_tokens text[],
  session_id uuid, session_started_at timestamptz, session_last_seen_at timestamptz, session_factor_at timestamptz,
  session_password_at timestamptz,
  has_factor boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT a.id, a.login_id, a.name, a.status, e.sessions_valid_from, e.ended_tokens, x.id, x.started_at, x.last_seen_at,
         x.factor_at, x.password_at, EXISTS (SELECT FROM second_factors f WHERE f.subject = person)
    FROM admins a CROSS JOIN session_ends_of(person) e
         LEFT JOIN browser_sessions x ON x.secret_hash = secret AND x.subject = person AND x.company_id IS NULL
                                     AND NOT x.choosing AND x.ended_at IS NULL
   WHERE a.identity_user_id = person
$$;

REVOKE ALL ON FUNCTION member_by_subject(text, text, timestamptz), admin_by_subject(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_subject(text, text, timestamptz), admin_by_subject(text, text) TO assay_app;
`;

export const membershipsMigration: Migration = {
  name: '0095-memberships',
  sql: [memberships, sessions, callers].join('\n'),
};
