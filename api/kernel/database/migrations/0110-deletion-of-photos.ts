import type { Migration } from './migration.ts';

/** Captures at the verification provider: of each, whether and when its photos are deleted there, by the provider’s own confirmation. */
const captures = `
CREATE TABLE verification_captures (
  company_id uuid NOT NULL REFERENCES companies (id),
  capture_reference text COLLATE "C" NOT NULL,
  verification_id uuid NOT NULL,
  started_at timestamptz NOT NULL,
  -- Ended without a decision of its own: cancelled, expired, replaced by another link, or of an earlier round.
  ended_at timestamptz,
  -- First request for the deletion, number of requests, and why the last one was not confirmed.
  deletion_requested_at timestamptz,
  deletion_tries integer NOT NULL DEFAULT 0,
  deletion_problem text,
  -- Set once the retention day has passed, and until the deletion is confirmed.
  deletion_next_try_at timestamptz,
  -- As the provider confirmed.
  deleted_at timestamptz,
  deletion_reference text,
  PRIMARY KEY (company_id, capture_reference),
  FOREIGN KEY (company_id, verification_id) REFERENCES individual_verifications (company_id, id),
  CHECK ((deleted_at IS NULL) = (deletion_reference IS NULL)),
  CHECK (deleted_at IS NULL
    OR (deletion_requested_at IS NOT NULL AND deletion_problem IS NULL AND deletion_next_try_at IS NULL))
);
CREATE INDEX verification_captures_of ON verification_captures (company_id, verification_id);
CREATE INDEX verification_captures_held ON verification_captures (company_id, capture_reference)
  WHERE deleted_at IS NULL AND deletion_next_try_at IS NULL;
CREATE INDEX verification_captures_due ON verification_captures (deletion_next_try_at)
  WHERE deletion_next_try_at IS NOT NULL;

ALTER TABLE verification_captures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON verification_captures TO assay_owner USING (true);
CREATE POLICY tenant ON verification_captures TO assay_tenant
  USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY jobs ON verification_captures FOR SELECT TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE ON verification_captures TO assay_tenant;
GRANT SELECT (company_id, capture_reference, deletion_next_try_at) ON verification_captures TO assay_jobs;
`;

/** Every known capture, also those recorded as deleted: their deletion was not requested, so it becomes due for all of them. */
const former = `
INSERT INTO verification_captures (company_id, capture_reference, verification_id, started_at, ended_at)
SELECT company_id, capture_reference, id, created_at, CASE WHEN status IN ('expired', 'cancelled') THEN updated_at END
  FROM individual_verifications WHERE capture_reference IS NOT NULL
ON CONFLICT DO NOTHING;
-- Captures of earlier rounds are named by their checks alone.
INSERT INTO verification_captures (company_id, capture_reference, verification_id, started_at, ended_at)
SELECT DISTINCT ON (company_id, reference) company_id, reference, verification_id, at, at
  FROM verification_checks WHERE type IN ('face', 'liveness') AND reference IS NOT NULL
 ORDER BY company_id, reference, at DESC
ON CONFLICT DO NOTHING;

UPDATE verification_events SET kind = 'imageDeletionNotConfirmed', actor_type = 'system',
       text = 'The photos were recorded as deleted when their retention ended. The verification provider was not asked and has not confirmed it.'
 WHERE kind = 'imagesPurged';
ALTER TABLE individual_verifications DROP COLUMN images_held_until, DROP COLUMN images_purged_at;

-- A request repeated across the upgrade gets its first response, in today's form.
UPDATE request_keys
   SET body = regexp_replace(body::text, '"imagesPurgedAt":("[^"]*"|null)', '"imagesPurgedAt":null,"imageDeletion":null', 'g')::json
 WHERE endpoint LIKE 'individualVerifications.%' AND body::text LIKE '%"imagesPurgedAt":%';
`;

export const deletionOfPhotosMigration: Migration = {
  name: '0110-deletion-of-photos',
  sql: [captures, former].join('\n'),
};
