import type { Migration } from './migration.ts';

/**
 * Keys of authenticator apps, sealed under a master key. Apps of before are verified by the identity service, whose key the password alone
 * can replace: they count for 60 more days, and only to set the app up again.
 */
const keys = `
ALTER TABLE second_factors
  ADD COLUMN master_key_id text COLLATE "C",
  ADD COLUMN sealed_key text COLLATE "C" CHECK (length(sealed_key) <= 400),
  -- Period of the last code that was accepted: each is accepted once.
  ADD COLUMN last_step bigint,
  -- The sandbox's demo admin, whose key is public: several people may enter the same code.
  ADD COLUMN has_public_key boolean NOT NULL DEFAULT false,
  -- Of an app whose key is at the identity service.
  ADD COLUMN accepted_until timestamptz;
UPDATE second_factors SET accepted_until = now() + interval '60 days' WHERE kind = 'totp';
ALTER TABLE second_factors
  ADD CHECK ((kind = 'totp') = (sealed_key IS NOT NULL OR accepted_until IS NOT NULL)),
  ADD CHECK (sealed_key IS NULL OR (master_key_id IS NOT NULL AND last_step IS NOT NULL AND accepted_until IS NULL));

-- A key that no code has confirmed yet: one for each person, for the session that started it.
CREATE TABLE authenticator_set_ups (
  subject text COLLATE "C" PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  session_id uuid NOT NULL REFERENCES browser_sessions (id) ON DELETE CASCADE,
  -- Started with a code of an app whose key is at the identity service, which it replaces.
  is_renewal boolean NOT NULL,
  master_key_id text COLLATE "C" NOT NULL,
  sealed_key text COLLATE "C" NOT NULL CHECK (length(sealed_key) <= 400),
  expires_at timestamptz NOT NULL
);
CREATE INDEX authenticator_set_ups_by_session ON authenticator_set_ups (session_id);
ALTER TABLE authenticator_set_ups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON authenticator_set_ups TO assay_owner USING (true);

DROP FUNCTION second_factors_of(text);
CREATE FUNCTION second_factors_of(person text)
RETURNS TABLE (id uuid, kind text, label text, credential_id text, created_at timestamptz, last_used_at timestamptz,
  accepted_until timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 3 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT f.id, f.kind, f.label, f.credential_id, f.created_at, f.last_used_at, f.accepted_until
    FROM second_factors f WHERE f.subject = person ORDER BY f.created_at, f.id
$$;

DROP FUNCTION add_second_factor(uuid, text, text, text, text, timestamptz);
-- False if the person has this passkey already.
CREATE FUNCTION add_passkey(new_id uuid, person text, new_label text, credential text, at timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('second factors ' || person, 0));
  IF EXISTS (SELECT FROM second_factors f WHERE f.subject = person AND f.credential_id = credential) THEN
    RETURN false;
  END IF;
  INSERT INTO second_factors (id, subject, kind, label, credential_id, created_at, last_used_at)
  VALUES (new_id, person, 'passkey', new_label, credential, at, at);
  RETURN true;
END
$$;

CREATE FUNCTION authenticator_key_of(person text) RETURNS TABLE (master_key_id text, sealed_key text)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT f.master_key_id, f.sealed_key FROM second_factors f WHERE f.subject = person AND f.sealed_key IS NOT NULL
$$;

-- True for the first code of a period, and none of an earlier one.
CREATE FUNCTION use_authenticator_code(person text, step bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  WITH used AS (
    UPDATE second_factors SET last_step = greatest(last_step, step)
     WHERE subject = person AND sealed_key IS NOT NULL AND (last_step < step OR has_public_key) RETURNING 1)
  SELECT EXISTS (SELECT FROM used)
$$;

-- Replaces a set-up that was left.
CREATE FUNCTION start_authenticator_set_up(new_id uuid, person text, session uuid, renewal boolean, master_key text,
  new_key text, expiry timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  INSERT INTO authenticator_set_ups (subject, id, session_id, is_renewal, master_key_id, sealed_key, expires_at)
  VALUES (person, new_id, session, renewal, master_key, new_key, expiry)
  ON CONFLICT (subject) DO UPDATE
     SET id = new_id, session_id = session, is_renewal = renewal, master_key_id = master_key, sealed_key = new_key,
         expires_at = expiry
$$;

CREATE FUNCTION authenticator_set_up_of(person text, set_up uuid, session uuid, at timestamptz)
RETURNS TABLE (is_renewal boolean, master_key_id text, sealed_key text)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
  SELECT s.is_renewal, s.master_key_id, s.sealed_key FROM authenticator_set_ups s
   WHERE s.subject = person AND s.id = set_up AND s.session_id = session AND s.expires_at > at
$$;

-- Turns a set-up into the person's app, in place of one whose key is at the identity service. False if the set-up was replaced meanwhile,
-- or they have an app.
CREATE FUNCTION add_authenticator_app(new_id uuid, person text, set_up uuid, step bigint, new_label text, at timestamptz)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  started authenticator_set_ups;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('second factors ' || person, 0));
  IF EXISTS (SELECT FROM second_factors f WHERE f.subject = person AND f.sealed_key IS NOT NULL) THEN
    RETURN false;
  END IF;
  DELETE FROM authenticator_set_ups s WHERE s.subject = person AND s.id = set_up RETURNING * INTO started;
  IF started.id IS NULL THEN
    RETURN false;
  END IF;
  DELETE FROM second_factors f WHERE f.subject = person AND f.accepted_until IS NOT NULL;
  INSERT INTO second_factors (id, subject, kind, label, master_key_id, sealed_key, last_step, created_at, last_used_at)
  VALUES (new_id, person, 'totp', new_label, started.master_key_id, started.sealed_key, step, at, at);
  RETURN true;
END
$$;

-- The demo admin's app, in sandboxes alone: a new one, in place of one whose key is at the identity service, or sealed by today's keys.
CREATE FUNCTION set_public_authenticator_app(new_id uuid, person text, is_new boolean, new_label text, master_key text,
  new_key text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM settings s WHERE s.key = 'sandbox') THEN
    RAISE EXCEPTION 'Only a sandbox has an authenticator app with a public key.';
  END IF;
  UPDATE second_factors SET master_key_id = master_key, sealed_key = new_key, last_step = 0, has_public_key = true,
         accepted_until = NULL
   WHERE subject = person AND (accepted_until IS NOT NULL OR has_public_key);
  IF is_new THEN
    INSERT INTO second_factors (id, subject, kind, label, master_key_id, sealed_key, last_step, has_public_key,
      created_at, last_used_at)
    VALUES (new_id, person, 'totp', new_label, master_key, new_key, 0, true, at, at);
  END IF;
END
$$;

-- Keys of apps and set-ups that another master key seals, those of other transactions excepted.
CREATE FUNCTION authenticator_keys_to_rewrap(newest text, batch integer)
RETURNS TABLE (person text, place text, master_key_id text, sealed_key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT f.subject, 'second_factors', f.master_key_id, f.sealed_key FROM second_factors f
   WHERE f.sealed_key IS NOT NULL AND f.master_key_id <> newest
   ORDER BY f.subject LIMIT batch FOR UPDATE SKIP LOCKED;
  RETURN QUERY
  SELECT s.subject, 'authenticator_set_ups', s.master_key_id, s.sealed_key FROM authenticator_set_ups s
   WHERE s.master_key_id <> newest
   ORDER BY s.subject LIMIT batch FOR UPDATE SKIP LOCKED;
END
$$;

CREATE FUNCTION rewrap_authenticator_key(person text, place text, former text, master_key text, new_key text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  UPDATE second_factors SET master_key_id = master_key, sealed_key = new_key
   WHERE place = 'second_factors' AND subject = person AND sealed_key = former;
  UPDATE authenticator_set_ups SET master_key_id = master_key, sealed_key = new_key
   WHERE place = 'authenticator_set_ups' AND subject = person AND sealed_key = former
$$;

REVOKE ALL ON FUNCTION second_factors_of(text), add_passkey(uuid, text, text, text, timestamptz),
  authenticator_key_of(text), use_authenticator_code(text, bigint),
  start_authenticator_set_up(uuid, text, uuid, boolean, text, text, timestamptz),
  authenticator_set_up_of(text, uuid, uuid, timestamptz),
  add_authenticator_app(uuid, text, uuid, bigint, text, timestamptz),
  set_public_authenticator_app(uuid, text, boolean, text, text, text, timestamptz),
  authenticator_keys_to_rewrap(text, integer), rewrap_authenticator_key(text, text, text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION second_factors_of(text), add_passkey(uuid, text, text, text, timestamptz),
  authenticator_key_of(text), use_authenticator_code(text, bigint),
  start_authenticator_set_up(uuid, text, uuid, boolean, text, text, timestamptz),
  authenticator_set_up_of(text, uuid, uuid, timestamptz),
  add_authenticator_app(uuid, text, uuid, bigint, text, timestamptz),
  set_public_authenticator_app(uuid, text, boolean, text, text, text, timestamptz) TO assay_app;
GRANT EXECUTE ON FUNCTION authenticator_keys_to_rewrap(text, integer),
  rewrap_authenticator_key(text, text, text, text, text) TO assay_jobs;
`;

export const authenticatorAppsMigration: Migration = { name: '0109-authenticator-apps', sql: keys };
