import type { Migration } from './migration.ts';

/** Nonces of sign-ins that were used, until they expire. The table is read by the functions only. */
const nonces = `
CREATE TABLE used_sign_in_nonces (
  -- SHA-256, base64.
  nonce_hash text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_sign_in_nonces_by_expiry ON used_sign_in_nonces (expires_at);
ALTER TABLE used_sign_in_nonces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON used_sign_in_nonces TO assay_owner USING (true);

-- True for the first use. Expired ones leave on the way, some minutes late: the clocks of the API's nodes differ.
CREATE FUNCTION use_sign_in_nonce(hash text, expiry timestamptz, at timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  DELETE FROM used_sign_in_nonces WHERE expires_at < at - interval '10 minutes';
  WITH used AS (
    INSERT INTO used_sign_in_nonces (nonce_hash, expires_at) VALUES (hash, expiry) ON CONFLICT DO NOTHING RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$$;

CREATE FUNCTION is_sign_in_nonce_used(hash text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT EXISTS (SELECT FROM used_sign_in_nonces n WHERE n.nonce_hash = hash)
$$;
`;

/**
 * A session looked up by its secret alone: the web asks before it renews a session token that has expired. Its limits are the strictest of
 * the person's companies, as when a caller is identified; null for a platform admin.
 */
const openSessions = `
CREATE FUNCTION browser_session_by_secret(secret text, at timestamptz)
RETURNS TABLE (id uuid, subject text, started_at timestamptz, last_seen_at timestamptz, idle_minutes integer, max_hours integer)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT b.id, b.subject, b.started_at, b.last_seen_at, p.idle_minutes, p.max_hours
    FROM browser_sessions b,
         LATERAL (SELECT min((c.policy ->> 'sessionIdleMinutes')::integer) AS idle_minutes,
                         min((c.policy ->> 'sessionMaxHours')::integer) AS max_hours
                    FROM memberships_of(b.subject, at) m JOIN companies c ON c.id = m.company_id) p
   WHERE b.secret_hash = secret AND b.ended_at IS NULL
$$;

REVOKE ALL ON FUNCTION use_sign_in_nonce(text, timestamptz, timestamptz), is_sign_in_nonce_used(text),
  browser_session_by_secret(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_sign_in_nonce(text, timestamptz, timestamptz), is_sign_in_nonce_used(text),
  browser_session_by_secret(text, timestamptz) TO assay_app;
`;

export const signInNoncesMigration: Migration = {
  name: '0108-sign-in-nonces',
  sql: [nonces, openSessions].join('\n'),
};
