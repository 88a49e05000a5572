import type { Migration } from './migration.ts';

/**
 * Sign-in attempts that failed or were blocked, and requested password resets, until a job records them in the audit log of the person's
 * companies. Every login ID is noted, known or not, so that neither the response nor its time tells which exist.
 */
const signIns = `
CREATE TABLE sign_in_reports (
  login_id text COLLATE "C" NOT NULL CHECK (length(login_id) <= 400),
  event text COLLATE "C" NOT NULL CHECK (event IN ('failed', 'blocked', 'resetRequested')),
  method text COLLATE "C" NOT NULL CHECK (length(method) <= 40),
  address text COLLATE "C" NOT NULL CHECK (length(address) <= 100),
  attempts integer NOT NULL DEFAULT 1,
  first_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (login_id, event, method, address)
);
ALTER TABLE sign_in_reports ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON sign_in_reports TO assay_owner USING (true);
CREATE POLICY jobs ON sign_in_reports TO assay_jobs USING (true);
GRANT SELECT, DELETE ON sign_in_reports TO assay_jobs;

CREATE POLICY jobs ON admins FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (id, login_id) ON admins TO assay_jobs;

CREATE FUNCTION note_sign_in(login text, what text, how text, ip text, at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
  INSERT INTO sign_in_reports AS r (login_id, event, method, address, first_at, last_at)
  VALUES (left(login, 400), what, how, ip, at, at)
  ON CONFLICT (login_id, event, method, address) DO UPDATE
    SET attempts = r.attempts + 1, last_at = greatest(r.last_at, at)
$$;
REVOKE ALL ON FUNCTION note_sign_in(text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_sign_in(text, text, text, text, timestamptz) TO assay_app;
`;

/**
 * Words of an event's detail and reason, for the search of the audit log. A plain index expression, so that the words are destroyed
 * with the detail. Letters with macrons and accents count as the letters without, and apostrophes join, as in \`search.ts\`.
 */
const search = `
CREATE FUNCTION audit_words(detail json, reason text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT strip(to_tsvector('simple', regexp_replace(
    translate(lower(left(regexp_replace(detail::text, '\\\\[bfnrt"\\\\/]', ' ', 'g'), 100000) || ' ' || left(coalesce(reason, ''), 20000)),
      'āēīōūàáâãäåèéêëìíîïòóôõöùúûüçñĀĒĪŌŪÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜÇÑ''‘’ʻʼ\`′',
      'aeiouaaaaaaeeeeiiiiooooouuuucnaeiouaaaaaaeeeeiiiiooooouuuucn'),
    '[^[:alnum:]]+', ' ', 'g')))
$$;
CREATE INDEX audit_details_search ON audit_details USING gin (chain, audit_words(detail, reason));
CREATE INDEX audit_events_by_detail ON audit_events (chain, detail_id);

-- Text operators are not leakproof and would read the whole table under a policy; hence the owner's rights, and the company here.
CREATE FUNCTION audit_details_with(query text, at_most integer) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN QUERY SELECT d.id FROM audit_details d
    WHERE d.chain = current_setting('app.company_id')::uuid::text
      AND audit_words(d.detail, d.reason) @@ to_tsquery('simple', query)
    LIMIT at_most;
END
$$;
REVOKE ALL ON FUNCTION audit_details_with(text, integer), audit_words(json, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_details_with(text, integer) TO assay_tenant;
-- Whoever adds details computes the index.
GRANT EXECUTE ON FUNCTION audit_words(json, text) TO assay_tenant, assay_platform, assay_jobs;
`;

/** Where a company's events are sent as they happen, and how far the receiver has confirmed them. */
const streams = `
CREATE TABLE audit_streams (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  host text NOT NULL CHECK (length(host) <= 300),
  -- URL and secrets, sealed: some services take the key in the URL.
  target text NOT NULL,
  -- The former secret signs too until then, so that a receiver can be changed without a gap.
  former_until timestamptz,
  last_seq bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_error text CHECK (length(last_error) <= 300),
  created_at timestamptz NOT NULL
);
ALTER TABLE audit_streams ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON audit_streams TO assay_owner USING (true);
CREATE POLICY tenant ON audit_streams TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON audit_streams FOR SELECT TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON audit_streams TO assay_tenant;
GRANT SELECT (company_id, due_at) ON audit_streams TO assay_jobs;
`;

/** Alerts about the company’s own duties, and the job that tells owners of requests for support access. */
const alerts = `
DO $$
DECLARE types text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO types FROM pg_constraint
   WHERE conrelid = 'alerts'::regclass AND conname = 'alerts_type_check';
  ALTER TABLE alerts DROP CONSTRAINT alerts_type_check;
  EXECUTE 'ALTER TABLE alerts ADD CONSTRAINT alerts_type_check ' ||
    replace(types, '''other''::text', '''privacyClock''::text, ''supportRequest''::text, ''other''::text');
END $$;
ALTER TABLE alerts DROP CONSTRAINT alerts_resource_type_check;
ALTER TABLE alerts ADD CONSTRAINT alerts_resource_type_check
  CHECK (resource_type IN ('clients', 'activities', 'privacyBreaches', 'supportGrants'));
CREATE POLICY jobs ON support_grants FOR SELECT TO assay_jobs USING (true);
GRANT SELECT (company_id, requested_at) ON support_grants TO assay_jobs;
`;

/** Confirmations of a destruction that followed a recent proof of identity; those of former versions are not counted. */
const destructions = `
ALTER TABLE destructions ADD COLUMN identity_proofs smallint NOT NULL DEFAULT 0 CHECK (identity_proofs BETWEEN 0 AND 2);
`;

export const auditReachMigration: Migration = {
  name: '0093-audit-reach',
  sql: [signIns, search, streams, alerts, destructions].join('\n'),
};
