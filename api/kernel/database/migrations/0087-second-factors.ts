import type { Migration } from './migration.ts';

/**
 * Whether all members must have a second factor, as a policy; owners and platform admins must regardless of it. Stored responses get it
 * too.
 */
const policy = `
UPDATE companies SET policy = policy || '{"secondFactor": "optional"}';
UPDATE request_keys
   SET body = jsonb_set(body::jsonb, '{policies}', body::jsonb -> 'policies' || '{"secondFactor": "optional"}')::json
 WHERE endpoint = 'company.policies.update' AND body IS NOT NULL AND body::jsonb -> 'policies' IS NOT NULL;
DO $$
DECLARE
  current_default jsonb;
BEGIN
  EXECUTE (SELECT 'SELECT ' || pg_get_expr(d.adbin, d.adrelid)
             FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
            WHERE d.adrelid = 'companies'::regclass AND a.attname = 'policy') INTO current_default;
  EXECUTE format('ALTER TABLE companies ALTER COLUMN policy SET DEFAULT %L', current_default || '{"secondFactor": "optional"}');
END
$$;
`;

/**
 * Second factors that the identity service verifies, and recovery codes, which Assay verifies itself. By the identity service's user id, as
 * sessions are; read by the functions only.
 */
const factors = `
CREATE TABLE second_factors (
  id uuid PRIMARY KEY,
  subject text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  -- Of a passkey: its id at the identity service.
  credential_id text COLLATE "C" CHECK (length(credential_id) <= 1400),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CHECK ((kind = 'passkey') = (credential_id IS NOT NULL))
);
CREATE INDEX second_factors_by_subject ON second_factors (subject, created_at);
CREATE UNIQUE INDEX second_factors_one_app ON second_factors (subject) WHERE kind = 'totp';
ALTER TABLE second_factors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON second_factors TO assay_owner USING (true);

CREATE TABLE recovery_codes (
  subject text COLLATE "C" NOT NULL,
  -- SHA-256 of the person and the code, base64.
  code_hash text COLLATE "C" NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (subject, code_hash)
);
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON recovery_codes TO assay_owner USING (true);

-- When the session's person last proved a second factor.
ALTER TABLE browser_sessions ADD COLUMN factor_at timestamptz;
-- When they last entered their password in it, after the sign-in.
ALTER TABLE browser_sessions ADD COLUMN password_at timestamptz;

CREATE FUNCTION second_factors_of(person text)
RETURNS TABLE (id uuid, kind text, label text, credential_id text, created_at timestamptz, last_used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 3 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT f.id, f.kind, f.label, f.credential_id, f.created_at, f.last_used_at
    FROM second_factors f WHERE f.subject = person ORDER BY f.created_at, f.id
$$;

CREATE FUNCTION recovery_codes_left(person text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT count(*)::integer FROM recovery_codes WHERE subject = person AND used_at IS NULL
$$;

-- False if the person has an authenticator app already, or this passkey.
CREATE FUNCTION add_second_factor(new_id uuid, person text, new_kind text, new_label text, credential text, at timestamptz)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH added AS (
    INSERT INTO second_factors (id, subject, kind, label, credential_id, created_at, last_used_at)
    VALUES (new_id, person, new_kind, new_label, credential, at, at) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM added)
$$;

CREATE FUNCTION remove_second_factor(person text, factor uuid) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH removed AS (DELETE FROM second_factors WHERE id = factor AND subject = person RETURNING 1)
  SELECT EXISTS (SELECT FROM removed)
$$;

-- Replaces all of a person's codes; with none, removes them.
CREATE FUNCTION replace_recovery_codes(person text, hashes text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  DELETE FROM recovery_codes WHERE subject = person;
  INSERT INTO recovery_codes (subject, code_hash) SELECT person, hash FROM unnest(hashes) AS hash
$$;

-- True once for each code.
CREATE FUNCTION use_recovery_code(person text, hash text, at timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH used AS (
    UPDATE recovery_codes SET used_at = at WHERE subject = person AND code_hash = hash AND used_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$$;

-- The session's person has entered their password again.
CREATE FUNCTION record_password_entry(person text, session uuid, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  UPDATE browser_sessions SET password_at = at WHERE id = session AND subject = person AND ended_at IS NULL
$$;

-- The session has proved a second factor, of this kind if it is not a recovery code.
CREATE FUNCTION record_second_factor(person text, session uuid, used_kind text, used_credential text, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  UPDATE browser_sessions SET factor_at = at WHERE id = session AND subject = person AND ended_at IS NULL;
  UPDATE second_factors SET last_used_at = at
   WHERE subject = person AND kind = used_kind AND credential_id IS NOT DISTINCT FROM used_credential
$$;
`;

const callers = `
DROP FUNCTION member_by_subject(text, text);
CREATE FUNCTION member_by_subject(subject text, secret text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[], sector text,
  other_sectors text[], australian_tranche text, first_service_nz date, first_service_au date,
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer,
  sessions_valid_from bigint, ended_tokens text[], session_id uuid, session_started_at timestamptz,
  session_last_seen_at timestamptz, session_factor_at timestamptz,
  session_password_at timestamptz, has_factor boolean, session_idle_minutes integer,
  session_max_hours integer, second_factor text)
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
         (c.policy ->> 'sessionIdleMinutes')::integer, (c.policy ->> 'sessionMaxHours')::integer,
         c.policy ->> 'secondFactor'
    FROM members m JOIN companies c ON c.id = m.company_id LEFT JOIN subscriptions s ON s.company_id = m.company_id
         LEFT JOIN browser_sessions x ON x.secret_hash = member_by_subject.secret AND x.subject = m.identity_user_id
                                     AND x.company_id = m.company_id AND x.ended_at IS NULL
   WHERE m.identity_user_id = member_by_subject.subject;
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
                                     AND x.ended_at IS NULL
   WHERE a.identity_user_id = person
$$;

REVOKE ALL ON FUNCTION member_by_subject(text, text), admin_by_subject(text, text), second_factors_of(text),
  recovery_codes_left(text), add_second_factor(uuid, text, text, text, text, timestamptz),
  remove_second_factor(text, uuid), replace_recovery_codes(text, text[]), use_recovery_code(text, text, timestamptz),
  record_second_factor(text, uuid, text, text, timestamptz), record_password_entry(text, uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_subject(text, text), admin_by_subject(text, text), second_factors_of(text),
  recovery_codes_left(text), add_second_factor(uuid, text, text, text, text, timestamptz),
  remove_second_factor(text, uuid), replace_recovery_codes(text, text[]), use_recovery_code(text, text, timestamptz),
  record_second_factor(text, uuid, text, text, timestamptz), record_password_entry(text, uuid, timestamptz) TO assay_app;
`;

export const secondFactorsMigration: Migration = {
  name: '0087-second-factors',
  sql: [policy, factors, callers].join('\n'),
};
