import type { Migration } from './migration.ts';

/**
 * Sessions ended before their tokens expire. By the identity service's user id, because a person may be a member, an admin or unknown
 * here. The tables are read by the functions only, because they are read before the company is known.
 */
const sessions = `
CREATE TABLE session_starts (
  subject text COLLATE "C" PRIMARY KEY,
  -- Unix seconds by the identity service's clock: tokens issued earlier are refused.
  valid_from bigint NOT NULL
);
CREATE TABLE ended_session_tokens (
  subject text COLLATE "C" NOT NULL,
  -- SHA-256 of the token, base64.
  token_hash text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject, token_hash)
);
CREATE INDEX ended_session_tokens_by_expiry ON ended_session_tokens (expires_at);
ALTER TABLE session_starts ENABLE ROW LEVEL SECURITY;
ALTER TABLE ended_session_tokens ENABLE ROW LEVEL SECURITY;

-- Never earlier than before: an old token cannot bring old sessions back.
CREATE FUNCTION end_sessions_before(person text, issued_at bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  INSERT INTO session_starts AS s (subject, valid_from) VALUES (person, issued_at)
  ON CONFLICT (subject) DO UPDATE SET valid_from = greatest(s.valid_from, excluded.valid_from)
$$;

-- What has expired meanwhile is refused by its expiry and leaves on the way.
CREATE FUNCTION end_session_token(person text, hash text, expiry timestamptz, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  DELETE FROM ended_session_tokens WHERE expires_at < at - interval '1 minute';
  INSERT INTO ended_session_tokens (subject, token_hash, expires_at) VALUES (person, hash, expiry) ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION session_ends_of(person text)
RETURNS TABLE (sessions_valid_from bigint, ended_tokens text[])
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT (SELECT s.valid_from FROM session_starts s WHERE s.subject = person),
         ARRAY(SELECT t.token_hash FROM ended_session_tokens t WHERE t.subject = person)
$$;

DROP FUNCTION member_by_subject(text);
CREATE FUNCTION member_by_subject(subject text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[],
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer,
  sessions_valid_from bigint, ended_tokens text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT m.id, m.company_id, m.login_id, m.name, m.role, m.designations, m.status, m.access_ends_at, c.name,
         c.billing_country_code, c.regulated_in, c.access_restricted, c.access_restricted_reason,
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

DROP FUNCTION admin_by_subject(text);
CREATE FUNCTION admin_by_subject(person text)
RETURNS TABLE (id uuid, login_id text, name text, status text, sessions_valid_from bigint, ended_tokens text[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT a.id, a.login_id, a.name, a.status, e.sessions_valid_from, e.ended_tokens
    FROM admins a CROSS JOIN session_ends_of(person) e WHERE a.identity_user_id = person
$$;

REVOKE ALL ON FUNCTION end_sessions_before(text, bigint), end_session_token(text, text, timestamptz, timestamptz),
  session_ends_of(text), member_by_subject(text), admin_by_subject(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_sessions_before(text, bigint), end_session_token(text, text, timestamptz, timestamptz),
  session_ends_of(text), member_by_subject(text), admin_by_subject(text) TO assay_app;
`;

/** Removing a document outside of a draft: one person requests it with a reason, another confirms. */
const removals = `
ALTER TABLE documents
  ADD COLUMN removal_reason text,
  ADD COLUMN removal_requested_by uuid REFERENCES members (id),
  ADD COLUMN removal_requested_at timestamptz,
  -- The member who removed it, or who confirmed; null where the recipient of a request replaced it.
  ADD COLUMN purged_by uuid REFERENCES members (id),
  ADD CHECK (num_nonnulls(removal_reason, removal_requested_by, removal_requested_at) IN (0, 3)),
  ADD CHECK (purged_by IS NULL OR purged_at IS NOT NULL),
  ADD CHECK (purged_by IS NULL OR removal_requested_by IS NULL OR purged_by <> removal_requested_by);
CREATE INDEX documents_removal_requested ON documents (company_id, removal_requested_at, id)
  WHERE removal_requested_at IS NOT NULL AND purged_at IS NULL;
`;

export const sessionsAndRemovals: Migration = {
  name: '0022-sessions-and-removals',
  sql: [sessions, removals].join('\n'),
};
