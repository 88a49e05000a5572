import type { Migration } from './migration.ts';

/** Indexes for the filters of the audit log, each in reading order. */
const auditLog = `
CREATE INDEX audit_events_by_action ON audit_events (chain, action, seq);
CREATE INDEX audit_events_by_actor ON audit_events (chain, actor_id, seq);
CREATE INDEX audit_events_by_time ON audit_events (chain, at);
`;

/** Legal holds, records due for destruction, and certificates of destruction. */
const retention = `
CREATE TABLE legal_holds (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  -- Without a foreign key to the client, which may be destroyed once the hold is lifted; the row stays.
  client_id uuid NOT NULL,
  reason text NOT NULL,
  set_by uuid NOT NULL REFERENCES members (id),
  set_at timestamptz NOT NULL,
  lifted_because text,
  lifted_by uuid REFERENCES members (id),
  lifted_at timestamptz,
  PRIMARY KEY (company_id, id),
  CHECK (num_nonnulls(lifted_because, lifted_by, lifted_at) IN (0, 3))
);
CREATE UNIQUE INDEX legal_holds_live ON legal_holds (company_id, client_id) WHERE lifted_at IS NULL;

-- Listed, confirmed by two people, destroyed: then the row is the certificate. It names nobody but by an id that leads nowhere.
CREATE TABLE destructions (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('client', 'draft')),
  client_id uuid NOT NULL,
  basis text NOT NULL CHECK (basis IN ('nzS54', 'policy')),
  kept_until date NOT NULL,
  listed_at timestamptz NOT NULL,
  confirmed_by uuid REFERENCES members (id),
  confirmed_at timestamptz,
  destroyed_by uuid REFERENCES members (id),
  destroyed_at timestamptz,
  item_counts jsonb,
  digest text,
  PRIMARY KEY (company_id, id),
  CHECK (destroyed_by IS NULL OR destroyed_by <> confirmed_by),
  CHECK (num_nonnulls(destroyed_by, destroyed_at, item_counts, digest) IN (0, 4))
);
CREATE UNIQUE INDEX destructions_once ON destructions (company_id, client_id);
CREATE INDEX destructions_due ON destructions (company_id, kept_until, id) WHERE destroyed_at IS NULL;
CREATE INDEX destructions_done ON destructions (company_id, id) WHERE destroyed_at IS NOT NULL;
CREATE INDEX clients_kept_until ON clients (company_id, retain_until) WHERE retain_until IS NOT NULL;

ALTER TABLE legal_holds ENABLE ROW LEVEL SECURITY;
ALTER TABLE destructions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON legal_holds TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON destructions TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON legal_holds TO assay_tenant;
GRANT SELECT, INSERT, UPDATE ON destructions TO assay_tenant;
-- What is no longer due leaves the list; a certificate does not.
CREATE POLICY kept ON destructions AS RESTRICTIVE FOR DELETE TO assay_tenant USING (destroyed_at IS NULL);
GRANT DELETE ON destructions TO assay_tenant;
`;

/**
 * Destroys rows and, first, all rows that refer to them by a foreign key, recursively: tables added later are included. `gone` are
 * the ids of all of them, `counts` the number per table.
 */
const destroying = `
CREATE FUNCTION destroy_rows(company uuid, doomed regclass, ids uuid[], INOUT counts jsonb, INOUT gone uuid[])
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  link record;
  hanging uuid[];
  how_many bigint;
BEGIN
  IF coalesce(cardinality(ids), 0) = 0 THEN RETURN; END IF;
  FOR link IN
    SELECT c.conrelid::regclass AS child, a.attname AS named, EXISTS (
             SELECT 1 FROM pg_attribute i
              WHERE i.attrelid = c.conrelid AND i.attname = 'id' AND i.atttypid = 'uuid'::regtype AND NOT i.attisdropped) AS has_id
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[2]
     WHERE c.contype = 'f' AND c.confrelid = doomed AND cardinality(c.conkey) = 2 AND c.conrelid <> doomed
     ORDER BY c.conrelid::regclass::text
  LOOP
    IF link.has_id THEN
      EXECUTE format('SELECT array_agg(id) FROM %s WHERE company_id = $1 AND %I = ANY ($2)', link.child, link.named)
        INTO hanging USING company, ids;
      SELECT d.counts, d.gone FROM destroy_rows(company, link.child, hanging, counts, gone) AS d INTO counts, gone;
    ELSE
      EXECUTE format('DELETE FROM %s WHERE company_id = $1 AND %I = ANY ($2)', link.child, link.named) USING company, ids;
      GET DIAGNOSTICS how_many = ROW_COUNT;
      counts := counts || jsonb_build_object(link.child::text, coalesce((counts ->> link.child::text)::bigint, 0) + how_many);
    END IF;
  END LOOP;
  EXECUTE format('DELETE FROM %s WHERE company_id = $1 AND id = ANY ($2)', doomed) USING company, ids;
  GET DIAGNOSTICS how_many = ROW_COUNT;
  counts := counts || jsonb_build_object(doomed::text, coalesce((counts ->> doomed::text)::bigint, 0) + how_many);
  gone := gone || ids;
END $$;

-- A client of the transaction's company with all that hangs on it: what points at it by kind and id, activities that were for it
-- alone, documents, and the details of the events that tell of them. The events stay, so that their chain still verifies.
CREATE FUNCTION destroy_client(client uuid)
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

  DELETE FROM audit_details d USING audit_events e
   WHERE e.chain = company::text AND e.resource_id = ANY (gone::text[]) AND d.id = e.detail_id AND d.chain = e.chain;
  GET DIAGNOSTICS details = ROW_COUNT;
  RETURN QUERY SELECT tally || jsonb_build_object('audit_details', details), coalesce(keys, '{}'), coalesce(hashes, '{}');
END $$;
REVOKE ALL ON FUNCTION destroy_rows(uuid, regclass, uuid[], jsonb, uuid[]), destroy_client(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION destroy_client(uuid) TO assay_tenant;
-- What is told of a record is found by the record's id alone.
CREATE INDEX audit_events_by_record ON audit_events (chain, resource_id);
`;

export const settingsAndRetention: Migration = {
  name: '0015-settings-and-retention',
  sql: [auditLog, retention, destroying].join('\n'),
};
