import type { Migration } from './migration.ts';

/**
 * Signed batches of the audit log. A batch covers all events since the one before, of all companies: one row of `audit_batch_heads` per
 * part of a chain, whose hashes are the leaves of the batch's Merkle tree. A row holds its path to the root, so that a company can prove
 * its events without the rows of others. The heads of chains get an authentication code, which no writer to the database alone can make.
 */
const batches = `
CREATE TABLE audit_batches (
  number bigint PRIMARY KEY CHECK (number > 0),
  signed_at timestamptz NOT NULL,
  key_id text NOT NULL,
  prev_hash text NOT NULL,
  root text NOT NULL,
  hash text NOT NULL UNIQUE,
  signature text NOT NULL
);
CREATE TABLE audit_batch_heads (
  chain text NOT NULL,
  first_seq bigint NOT NULL CHECK (first_seq > 0),
  last_seq bigint NOT NULL CHECK (last_seq >= first_seq),
  hash text NOT NULL,
  events_root text NOT NULL,
  batch bigint NOT NULL REFERENCES audit_batches (number),
  position integer NOT NULL CHECK (position >= 0),
  path text[] NOT NULL,
  PRIMARY KEY (chain, last_seq)
);
CREATE UNIQUE INDEX audit_batch_heads_by_batch ON audit_batch_heads (batch, position);
ALTER TABLE audit_chain_heads ADD COLUMN mac text;

ALTER TABLE audit_batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_batch_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON audit_batches TO assay_owner USING (true);
CREATE POLICY owner ON audit_batch_heads TO assay_owner USING (true);
-- A batch names no company.
CREATE POLICY tenant ON audit_batches FOR SELECT TO assay_tenant USING (true);
CREATE POLICY tenant ON audit_batch_heads FOR SELECT TO assay_tenant
  USING (chain = current_setting('app.company_id')::uuid::text);
CREATE POLICY platform ON audit_batches FOR SELECT TO assay_platform USING (true);
CREATE POLICY platform ON audit_batch_heads FOR SELECT TO assay_platform USING (chain = 'platform');
CREATE POLICY jobs ON audit_batches TO assay_jobs USING (true);
CREATE POLICY jobs ON audit_batch_heads TO assay_jobs USING (true);
GRANT SELECT ON audit_batches, audit_batch_heads TO assay_tenant, assay_platform;
GRANT SELECT, INSERT ON audit_batches, audit_batch_heads TO assay_jobs;

-- How far receivers outside have confirmed the batches.
CREATE TABLE audit_deliveries (
  receiver text PRIMARY KEY,
  last_number bigint NOT NULL,
  attempts integer NOT NULL,
  due_at timestamptz NOT NULL,
  last_error text
);
ALTER TABLE audit_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON audit_deliveries TO assay_owner USING (true);
CREATE POLICY jobs ON audit_deliveries TO assay_jobs USING (true);
GRANT SELECT, INSERT, UPDATE ON audit_deliveries TO assay_jobs;
`;

/**
 * Details destroyed with a client, each with the destruction that its certificate documents; those destroyed before this table existed
 * have none. The details of a chain are deleted by destroy_client alone.
 */
const destroyedDetails = `
CREATE TABLE audit_destroyed_details (
  chain text NOT NULL,
  seq bigint NOT NULL,
  destruction uuid,
  PRIMARY KEY (chain, seq)
);
ALTER TABLE audit_destroyed_details ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON audit_destroyed_details TO assay_owner USING (true);
CREATE POLICY tenant ON audit_destroyed_details FOR SELECT TO assay_tenant
  USING (chain = current_setting('app.company_id')::uuid::text);
CREATE POLICY jobs ON audit_destroyed_details FOR SELECT TO assay_jobs USING (true);
GRANT SELECT ON audit_destroyed_details TO assay_tenant, assay_jobs;
REVOKE DELETE ON audit_details FROM assay_jobs;

INSERT INTO audit_destroyed_details (chain, seq)
SELECT e.chain, e.seq FROM audit_events e
 WHERE NOT EXISTS (SELECT FROM audit_details d WHERE d.id = e.detail_id);

-- As before, and it records whose details are destroyed.
CREATE OR REPLACE FUNCTION destroy_client(client uuid)
RETURNS TABLE (counts jsonb, files text[], digests text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  company uuid := current_setting('app.company_id')::uuid;
  matters uuid[];
  chosen uuid[];
  gone uuid[] := '{}';
  tally jsonb := '{}';
  keys text[];
  hashes text[];
  details bigint;
BEGIN
  SELECT coalesce(array_agg(p.activity_id), '{}') INTO matters FROM activity_parties p
   WHERE p.company_id = company AND p.client_id = client AND NOT EXISTS (
     SELECT 1 FROM activity_parties o
      WHERE o.company_id = company AND o.activity_id = p.activity_id AND o.client_id <> client);
  -- Other clients' work that was begun for such an activity stays, without it.
  UPDATE individual_verifications v SET activity_id = NULL
   WHERE v.company_id = company AND v.activity_id = ANY (matters) AND v.client_id <> client;
  UPDATE document_requests r SET activity_id = NULL
   WHERE r.company_id = company AND r.activity_id = ANY (matters) AND r.client_id <> client;
  UPDATE activities a SET copy_of_id = NULL WHERE a.company_id = company AND a.copy_of_id = ANY (matters);

  SELECT array_agg(r.id) INTO chosen FROM risk_assessments r WHERE r.company_id = company
     AND (r.resource_type, r.resource_id) IN (SELECT 'clients', client UNION ALL SELECT 'activities', unnest(matters));
  SELECT d.counts, d.gone FROM destroy_rows(company, 'risk_assessments', chosen, tally, gone) AS d INTO tally, gone;
  SELECT array_agg(t.id) INTO chosen FROM alerts t WHERE t.company_id = company
     AND (t.resource_type, t.resource_id) IN (SELECT 'clients', client UNION ALL SELECT 'activities', unnest(matters));
  SELECT d.counts, d.gone FROM destroy_rows(company, 'alerts', chosen, tally, gone) AS d INTO tally, gone;
  SELECT d.counts, d.gone FROM destroy_rows(company, 'activities', matters, tally, gone) AS d INTO tally, gone;
  SELECT d.counts, d.gone FROM destroy_rows(company, 'clients', ARRAY[client], tally, gone) AS d INTO tally, gone;

  SELECT array_agg(f.id), array_agg(f.storage_key) || array_remove(array_agg(f.thumbnail_key), NULL), array_agg(f.sha256 ORDER BY f.sha256)
    INTO chosen, keys, hashes FROM documents f WHERE f.company_id = company AND f.owner_id = ANY (gone);
  SELECT d.counts, d.gone FROM destroy_rows(company, 'documents', chosen, tally, gone) AS d INTO tally, gone;

  WITH destroyed AS (
    DELETE FROM audit_details d USING audit_events e
     WHERE e.chain = company::text AND e.resource_id = ANY (gone::text[]) AND d.id = e.detail_id AND d.chain = e.chain
    RETURNING e.seq)
  INSERT INTO audit_destroyed_details (chain, seq, destruction)
  SELECT company::text, t.seq, (SELECT l.id FROM destructions l WHERE l.company_id = company AND l.client_id = client)
    FROM destroyed t;
  GET DIAGNOSTICS details = ROW_COUNT;
  RETURN QUERY SELECT tally || jsonb_build_object('audit_details', details), coalesce(keys, '{}'), coalesce(hashes, '{}');
END $$;
`;

export const auditBatchesMigration: Migration = {
  name: '0051-audit-batches',
  sql: [batches, destroyedDetails].join('\n'),
};
