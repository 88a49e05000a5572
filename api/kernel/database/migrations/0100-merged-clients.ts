import type { Migration } from './migration.ts';

/**
 * A client that was merged into another one stays, with a status of its own and the surviving client. Chains are flattened: the surviving
 * client is never merged itself.
 */
const columns = `
ALTER TABLE clients
  ADD COLUMN merged_into_id uuid,
  ADD COLUMN merged_at timestamptz,
  DROP CONSTRAINT clients_status_check,
  ADD CONSTRAINT clients_status_check CHECK (status IN ('draft', 'onboarding', 'active', 'dormant', 'exited', 'archived', 'declined',
    'merged')),
  ADD CONSTRAINT clients_merged CHECK ((status = 'merged') = (merged_into_id IS NOT NULL)
    AND (status = 'merged') = (merged_at IS NOT NULL) AND merged_into_id <> id),
  ADD CONSTRAINT clients_merged_into FOREIGN KEY (company_id, merged_into_id) REFERENCES clients (company_id, id);
CREATE INDEX clients_merged_into_client ON clients (company_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

ALTER TABLE reviews DROP CONSTRAINT reviews_trigger_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_trigger_check
  CHECK (trigger IN ('confirmedMatch', 'registryChange', 'riskRose', 'identityChanged', 'pepConfirmed', 'clientsMerged', 'manual'));
`;

/** Tables whose rows a merged client never gets, and whose remaining rows are never written: column and condition of the client. */
const guarded: Record<string, { column: string; only?: string; on?: string }[]> = {
  activity_parties: [{ column: 'client_id' }],
  business_verifications: [{ column: 'client_id', on: 'INSERT OR UPDATE OF client_id, status' }],
  cdd_decisions: [{ column: 'client_id' }],
  client_findings: [{ column: 'client_id' }],
  client_parties: [{ column: 'client_id' }, { column: 'party_client_id' }],
  document_requests: [{ column: 'client_id' }],
  funds_lines: [{ column: 'client_id' }],
  individual_verifications: [{ column: 'client_id', on: 'INSERT OR UPDATE OF client_id, status' }],
  legal_holds: [{ column: 'client_id' }],
  monitoring_enrolments: [{ column: 'client_id' }],
  non_cooperation_records: [{ column: 'client_id' }],
  privacy_requests: [{ column: 'client_id' }],
  property_arrangements: [{ column: 'client_id' }],
  reviews: [{ column: 'client_id' }],
  sanctions_permits: [{ column: 'client_id' }],
  screenings: [{ column: 'client_id' }],
  alerts: [{ column: 'resource_id', only: "NEW.resource_type = 'clients'" }],
  risk_assessments: [{ column: 'resource_id', only: "NEW.resource_type = 'clients'" }],
  // A file with the same bytes as one of the surviving client stays, and is scanned and encrypted like any other.
  documents: [{ column: 'owner_id', only: "NEW.owner_type = 'client'", on: 'INSERT' }],
};

/**
 * Refuses every write to a merged client, whichever command or job makes it. AM001 becomes the API's message. The client is locked as by a
 * foreign key, so that a row written while the client is being merged waits, and is refused.
 */
const guards = `
CREATE FUNCTION refuse_merged_client() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  found clients;
BEGIN
  SELECT * INTO found FROM clients c
   WHERE c.company_id = NEW.company_id AND c.id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid FOR KEY SHARE;
  IF found.status = 'merged' THEN
    RAISE EXCEPTION 'This client was merged into another one.' USING ERRCODE = 'AM001';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION refuse_merged_client() FROM PUBLIC;

${Object.entries(guarded)
  .flatMap(([table, clients]) =>
    clients.map(
      ({ column, only = 'true', on = 'INSERT OR UPDATE' }) =>
        `CREATE TRIGGER no_merged_${column} BEFORE ${on} ON ${table} FOR EACH ROW WHEN (${only})
  EXECUTE FUNCTION refuse_merged_client('${column}');`,
    ),
  )
  .join('\n')}

-- Of the record itself only the surviving client changes, when that one is merged too.
CREATE FUNCTION refuse_changes_of_merged_client() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF to_jsonb(NEW) - 'merged_into_id' IS DISTINCT FROM to_jsonb(OLD) - 'merged_into_id' THEN
    RAISE EXCEPTION 'This client was merged into another one.' USING ERRCODE = 'AM001';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION refuse_changes_of_merged_client() FROM PUBLIC;
CREATE TRIGGER no_changes_of_merged BEFORE UPDATE ON clients FOR EACH ROW WHEN (OLD.status = 'merged')
  EXECUTE FUNCTION refuse_changes_of_merged_client();
`;

/**
 * Moves what belongs to one client to another one, table by table as in rules/client-merging/merged-tables.ts, and marks it as merged. Runs
 * with its owner's rights in the transaction's company: no role may move rows otherwise. Both clients are locked.
 */
const merging = `
-- Related parties: a role that both records have is joined, and a role of one record with the other ends. A duplicate more likely repeats a
-- holding than adds to it, so the greater share applies. A share that only one of them holds for someone else counts as the person's own, and
-- the role of a nominee remains, so that neither consequence is lost until the ownership is established again.
CREATE FUNCTION merge_parties(company uuid, survivor uuid, merged uuid, today date, at timestamptz, member uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  ended bigint;
  joined bigint;
  moved bigint;
  further bigint;
  unsettled jsonb;
BEGIN
  SELECT coalesce(jsonb_agg(DISTINCT s.client_id), '[]') INTO unsettled
    FROM client_parties s JOIN client_parties m ON m.company_id = s.company_id
     AND ((m.client_id = merged AND s.client_id = survivor AND m.party_client_id = s.party_client_id)
       OR (m.party_client_id = merged AND s.party_client_id = survivor AND m.client_id = s.client_id))
   WHERE s.company_id = company AND s.valid_to IS NULL AND m.valid_to IS NULL
     AND s.direct_percent IS NOT NULL AND m.direct_percent IS NOT NULL
     AND (s.direct_percent, s.beneficially_held) IS DISTINCT FROM (m.direct_percent, m.beneficially_held);
  UPDATE client_parties p SET valid_to = greatest(today, p.valid_from), version = p.version + 1, updated_at = at, updated_by = member
   WHERE p.company_id = company AND p.valid_to IS NULL AND (p.client_id, p.party_client_id) IN ((survivor, merged), (merged, survivor));
  GET DIAGNOSTICS ended = ROW_COUNT;
  WITH both_have AS (
    SELECT s.id AS stays, m.id AS ends, m.roles, m.direct_percent, m.joint, m.control_basis, m.authority, m.authority_document_id,
           m.must_verify, m.must_verify_reason, CASE
             WHEN s.beneficially_held IS NOT DISTINCT FROM m.beneficially_held THEN s.beneficially_held
             WHEN s.beneficially_held IS NULL AND s.direct_percent IS NULL THEN m.beneficially_held
             WHEN m.beneficially_held IS NULL AND m.direct_percent IS NULL THEN s.beneficially_held
             WHEN NOT coalesce(s.beneficially_held, true) OR NOT coalesce(m.beneficially_held, true) THEN NULL
             ELSE true END AS own,
           CASE WHEN s.beneficially_held IS DISTINCT FROM m.beneficially_held
                 AND NOT (coalesce(s.beneficially_held, true) AND coalesce(m.beneficially_held, true))
                 AND 'nominee' <> ALL (m.roles) THEN ARRAY['nominee'] ELSE '{}' END AS further_roles
      FROM client_parties s JOIN client_parties m ON m.company_id = s.company_id
       AND ((m.client_id = merged AND s.client_id = survivor AND m.party_client_id = s.party_client_id)
         OR (m.party_client_id = merged AND s.party_client_id = survivor AND m.client_id = s.client_id))
     WHERE s.company_id = company AND s.valid_to IS NULL AND m.valid_to IS NULL
  ), joining AS (
    UPDATE client_parties p SET roles = p.roles || (SELECT coalesce(array_agg(r ORDER BY o), '{}')
             FROM unnest(b.roles || CASE WHEN b.own IS NULL THEN b.further_roles ELSE '{}' END) WITH ORDINALITY AS t (r, o)
            WHERE r <> ALL (p.roles)),
           direct_percent = greatest(p.direct_percent, b.direct_percent), beneficially_held = b.own, joint = p.joint OR b.joint,
           control_basis = coalesce(p.control_basis, b.control_basis), authority = coalesce(p.authority, b.authority),
           authority_document_id = CASE WHEN p.authority IS NULL AND p.authority_document_id IS NULL THEN b.authority_document_id
                                        ELSE p.authority_document_id END,
           must_verify = p.must_verify OR b.must_verify, must_verify_reason = coalesce(p.must_verify_reason, b.must_verify_reason),
           version = p.version + 1, updated_at = at, updated_by = member
      FROM both_have b WHERE p.company_id = company AND p.id = b.stays
  )
  UPDATE client_parties p SET valid_to = greatest(today, p.valid_from), version = p.version + 1, updated_at = at, updated_by = member
    FROM both_have b WHERE p.company_id = company AND p.id = b.ends;
  GET DIAGNOSTICS joined = ROW_COUNT;
  UPDATE client_parties p SET client_id = survivor
   WHERE p.company_id = company AND p.client_id = merged AND p.party_client_id <> survivor;
  GET DIAGNOSTICS moved = ROW_COUNT;
  UPDATE client_parties p SET party_client_id = survivor
   WHERE p.company_id = company AND p.party_client_id = merged AND p.client_id <> survivor;
  GET DIAGNOSTICS further = ROW_COUNT;
  RETURN jsonb_build_object('client_parties', moved + further, 'parties_joined', joined, 'parties_ended', ended,
    'holdings_joined', unsettled);
END $$;

-- Activities: where both are parties of one, the surviving client has the stronger capacity.
CREATE FUNCTION merge_activities(company uuid, survivor uuid, merged uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  joined uuid[];
  moved bigint;
  item text;
BEGIN
  UPDATE activity_parties s
     SET capacity = CASE WHEN 'customer' IN (s.capacity, m.capacity) THEN 'customer'
                         WHEN 'onBehalfOf' IN (s.capacity, m.capacity) THEN 'onBehalfOf' ELSE s.capacity END
    FROM activity_parties m
   WHERE s.company_id = company AND s.client_id = survivor AND m.company_id = company AND m.client_id = merged
     AND m.activity_id = s.activity_id;
  WITH both_are AS (
    DELETE FROM activity_parties m USING activity_parties s
     WHERE m.company_id = company AND m.client_id = merged AND s.company_id = company AND s.client_id = survivor
       AND s.activity_id = m.activity_id
    RETURNING m.activity_id)
  SELECT coalesce(array_agg(activity_id), '{}') INTO joined FROM both_are;
  UPDATE activity_parties p SET client_id = survivor WHERE p.company_id = company AND p.client_id = merged;
  GET DIAGNOSTICS moved = ROW_COUNT;
  FOREACH item IN ARRAY ARRAY['non_cooperation_records', 'property_arrangements'] LOOP
    EXECUTE format('UPDATE %1$I m SET client_id = $2 WHERE m.company_id = $1 AND m.client_id = $3 AND (m.withdrawn_at IS NOT NULL
      OR NOT EXISTS (SELECT FROM %1$I s WHERE s.company_id = $1 AND s.client_id = $2 AND s.activity_id = m.activity_id
                        AND s.withdrawn_at IS NULL))', item) USING company, survivor, merged;
  END LOOP;
  RETURN jsonb_build_object('activity_parties', moved + cardinality(joined), 'activities_joined', to_jsonb(joined));
END $$;

-- Verifications: evidence of a person or business that is identified otherwise stays, and so does evidence from before the merged client's
-- own identity changed, which the surviving client's record does not know of; open ones move.
CREATE FUNCTION merge_verifications(company uuid, survivor uuid, merged uuid, other_identity boolean) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  individual bigint;
  business bigint;
  charts jsonb;
  changed timestamptz := (SELECT c.identified_as_changed_at FROM clients c WHERE c.company_id = company AND c.id = merged);
BEGIN
  UPDATE individual_verifications v SET client_id = survivor WHERE v.company_id = company AND v.client_id = merged
     AND NOT (v.status IN ('verified', 'evidenceExpired') AND (other_identity OR coalesce(v.decided_at <= changed, false)));
  GET DIAGNOSTICS individual = ROW_COUNT;
  UPDATE business_verifications v SET client_id = survivor WHERE v.company_id = company AND v.client_id = merged
     AND NOT (v.status IN ('verified', 'evidenceExpired') AND (other_identity OR coalesce(v.decided_at <= changed, false)));
  GET DIAGNOSTICS business = ROW_COUNT;
  UPDATE verification_documents d SET client_id = v.client_id FROM individual_verifications v
   WHERE d.company_id = company AND d.client_id = merged AND v.company_id = company AND v.id = d.verification_id
     AND v.client_id = survivor;
  UPDATE register_watches w SET client_id = v.client_id FROM business_verifications v
   WHERE w.company_id = company AND w.client_id = merged AND v.company_id = company AND v.id = w.verification_id
     AND v.client_id = survivor;
  UPDATE verification_evidence e SET client_id = survivor
   WHERE e.company_id = company AND e.client_id = merged
     AND (EXISTS (SELECT FROM individual_verifications v
                   WHERE v.company_id = company AND v.id = e.individual_verification_id AND v.client_id = survivor)
       OR EXISTS (SELECT FROM business_verifications v
                   WHERE v.company_id = company AND v.id = e.business_verification_id AND v.client_id = survivor));
  -- Ownership charts of others that the merged client is an entry of. Two entries of one register are two holdings, which add up.
  SELECT coalesce(jsonb_agg(DISTINCT v.client_id), '[]') INTO charts FROM business_verifications v
   WHERE v.company_id = company AND v.client_id <> merged AND v.graph::text LIKE '%' || merged || '%'
     AND v.graph::text LIKE '%' || survivor || '%' AND v.client_id <> survivor AND v.status <> 'cancelled';
  UPDATE business_verifications v
     SET entity_client_ids = array_replace(v.entity_client_ids, merged, survivor),
         graph = replace(v.graph::text, merged::text, survivor::text)::jsonb,
         shares = CASE WHEN v.shares ? survivor::text AND v.shares ? merged::text
                       THEN v.shares - merged::text || jsonb_build_object(survivor::text, trim_scale(least(100,
                         (v.shares ->> survivor::text)::numeric + (v.shares ->> merged::text)::numeric))::text)
                       ELSE replace(v.shares::text, merged::text, survivor::text)::jsonb END
   WHERE v.company_id = company AND v.client_id <> merged AND v.graph::text LIKE '%' || merged || '%';
  RETURN jsonb_build_object('individual_verifications', individual, 'business_verifications', business, 'charts_joined', charts);
END $$;

-- Screenings with their matches. A run has one screening of each client: the second one copies the run's lists. A match that both
-- have is a further round, so that no decision replaces another.
CREATE FUNCTION merge_screenings(company uuid, survivor uuid, merged uuid) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  moved bigint;
  matched bigint;
BEGIN
  UPDATE screenings m SET lists = coalesce(m.lists, r.lists), algorithm = coalesce(m.algorithm, r.algorithm), run_id = NULL
    FROM monitoring_runs r
   WHERE m.company_id = company AND m.client_id = merged AND r.company_id = company AND r.id = m.run_id
     AND EXISTS (SELECT FROM screenings s WHERE s.company_id = company AND s.client_id = survivor AND s.run_id = m.run_id);
  UPDATE screenings m SET client_id = survivor WHERE m.company_id = company AND m.client_id = merged;
  GET DIAGNOSTICS moved = ROW_COUNT;
  UPDATE screening_matches m SET client_id = survivor, version = m.version + 1, round = m.round + coalesce((
           SELECT max(s.round) FROM screening_matches s
            WHERE s.company_id = company AND s.client_id = survivor AND s.list_id = m.list_id AND s.entity_id = m.entity_id
              AND s.entity_revision = m.entity_revision), 0)
   WHERE m.company_id = company AND m.client_id = merged;
  GET DIAGNOSTICS matched = ROW_COUNT;
  RETURN jsonb_build_object('screenings', moved, 'screening_matches', matched);
END $$;

-- Work that is due: of periodic reviews and enrolments a client has one, of enrolments the one that is not paused. Open assessments and the
-- current one end with the record.
CREATE FUNCTION merge_due_work(company uuid, survivor uuid, merged uuid, at timestamptz, because text) RETURNS jsonb
LANGUAGE plpgsql SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  cancelled jsonb;
  reviewed bigint;
  alerted bigint;
BEGIN
  UPDATE monitoring_enrolments e SET status = 'ended', ended_at = at, ended_reason = 'moved', paused_at = NULL, paused_reason = NULL,
         version = e.version + 1, updated_at = at
   WHERE e.company_id = company AND e.client_id = survivor AND e.status = 'paused' AND EXISTS (
     SELECT FROM monitoring_enrolments m WHERE m.company_id = company AND m.client_id = merged AND m.status = 'active');
  UPDATE monitoring_enrolments e SET status = 'ended', ended_at = at, ended_reason = 'moved', paused_at = NULL, paused_reason = NULL,
         version = e.version + 1, updated_at = at
   WHERE e.company_id = company AND e.client_id = merged AND e.status <> 'ended' AND EXISTS (
     SELECT FROM monitoring_enrolments s WHERE s.company_id = company AND s.client_id = survivor AND s.status <> 'ended');
  UPDATE monitoring_enrolments e SET client_id = survivor WHERE e.company_id = company AND e.client_id = merged;
  WITH doubled AS (
    UPDATE reviews r SET status = 'cancelled', reason = because, version = r.version + 1, updated_at = at
     WHERE r.company_id = company AND r.client_id = merged AND r.kind = 'periodic' AND r.status NOT IN ('completed', 'cancelled')
       AND EXISTS (SELECT FROM reviews s WHERE s.company_id = company AND s.client_id = survivor AND s.kind = 'periodic'
                      AND s.status NOT IN ('completed', 'cancelled'))
    RETURNING r.id, r.due_on)
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'dueOn', due_on)), '[]') INTO cancelled FROM doubled;
  UPDATE reviews r SET client_id = survivor WHERE r.company_id = company AND r.client_id = merged;
  GET DIAGNOSTICS reviewed = ROW_COUNT;
  UPDATE alerts a SET resource_id = survivor
   WHERE a.company_id = company AND a.resource_type = 'clients' AND a.resource_id = merged;
  GET DIAGNOSTICS alerted = ROW_COUNT;
  UPDATE risk_assessments a SET status = CASE a.status WHEN 'approved' THEN 'superseded' ELSE 'void' END,
         void_reason = CASE a.status WHEN 'approved' THEN a.void_reason ELSE because END, version = a.version + 1, updated_at = at
   WHERE a.company_id = company AND a.resource_type = 'clients' AND a.resource_id = merged
     AND a.status IN ('draft', 'submitted', 'returned', 'approved');
  RETURN jsonb_build_object('reviews', reviewed, 'alerts', alerted, 'reviews_cancelled', cancelled);
END $$;

CREATE FUNCTION merge_clients(survivor uuid, merged uuid, other_identity boolean, today date, at timestamptz, member uuid, because text)
RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  company uuid := current_setting('app.company_id')::uuid;
  counts jsonb;
  item text;
  moved bigint;
  joined bigint;
BEGIN
  counts := merge_parties(company, survivor, merged, today, at, member) || merge_activities(company, survivor, merged)
    || merge_verifications(company, survivor, merged, other_identity) || merge_screenings(company, survivor, merged)
    || merge_due_work(company, survivor, merged, at, because);
  FOREACH item IN ARRAY ARRAY['document_requests', 'funds_lines', 'sanctions_permits', 'privacy_requests', 'outbox'] LOOP
    EXECUTE format('UPDATE %I SET client_id = $2 WHERE company_id = $1 AND client_id = $3', item) USING company, survivor, merged;
    GET DIAGNOSTICS moved = ROW_COUNT;
    counts := counts || jsonb_build_object(item, moved);
  END LOOP;
  UPDATE documents d SET owner_id = survivor, version = d.version + 1
   WHERE d.company_id = company AND d.owner_type = 'client' AND d.owner_id = merged
     AND (d.purged_at IS NOT NULL OR NOT EXISTS (
       SELECT FROM documents s WHERE s.company_id = company AND s.owner_type = 'client' AND s.owner_id = survivor
          AND s.sha256 = d.sha256 AND s.purged_at IS NULL));
  GET DIAGNOSTICS moved = ROW_COUNT;
  counts := counts || jsonb_build_object('documents', moved);
  UPDATE client_findings f SET client_id = survivor
   WHERE f.company_id = company AND f.client_id = merged
     AND f.subject IN ('enhanced', 'unusual', 'significantChange', 'structure')
     AND NOT EXISTS (SELECT FROM client_findings s
                      WHERE s.company_id = company AND s.client_id = survivor AND s.subject = f.subject);
  GET DIAGNOSTICS moved = ROW_COUNT;
  counts := counts || jsonb_build_object('client_findings', moved);
  -- A hold comes along: as it is, or with its reason added to that of the surviving client.
  UPDATE legal_holds s SET reason = s.reason || ' · ' || m.reason FROM legal_holds m
   WHERE s.company_id = company AND s.client_id = survivor AND s.lifted_at IS NULL
     AND m.company_id = company AND m.client_id = merged AND m.lifted_at IS NULL;
  GET DIAGNOSTICS joined = ROW_COUNT;
  UPDATE legal_holds m SET lifted_because = because, lifted_by = member, lifted_at = at
   WHERE m.company_id = company AND m.client_id = merged AND m.lifted_at IS NULL
     AND EXISTS (SELECT FROM legal_holds s WHERE s.company_id = company AND s.client_id = survivor AND s.lifted_at IS NULL);
  UPDATE legal_holds m SET client_id = survivor WHERE m.company_id = company AND m.client_id = merged AND m.lifted_at IS NULL;
  GET DIAGNOSTICS moved = ROW_COUNT;
  counts := counts || jsonb_build_object('holds', moved + joined);
  DELETE FROM destructions d WHERE d.company_id = company AND d.client_id IN (survivor, merged) AND d.destroyed_at IS NULL;
  UPDATE clients c SET merged_into_id = survivor WHERE c.company_id = company AND c.merged_into_id = merged;
  UPDATE clients c SET status = 'merged', merged_into_id = survivor, merged_at = at, next_review_due_on = NULL, retain_until = NULL,
         cdd_submitted_by = NULL, version = c.version + 1, updated_at = at, updated_by = member
   WHERE c.company_id = company AND c.id = merged;
  RETURN counts;
END $$;
REVOKE ALL ON FUNCTION merge_parties(uuid, uuid, uuid, date, timestamptz, uuid), merge_activities(uuid, uuid, uuid),
  merge_verifications(uuid, uuid, uuid, boolean), merge_screenings(uuid, uuid, uuid),
  merge_due_work(uuid, uuid, uuid, timestamptz, text), merge_clients(uuid, uuid, boolean, date, timestamptz, uuid, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION merge_clients(uuid, uuid, boolean, date, timestamptz, uuid, text) TO assay_tenant;
`;

/** As before, and with the client all clients that were merged into it: their records end with its own. */
const destroying = `
CREATE OR REPLACE FUNCTION destroy_client(client uuid)
RETURNS TABLE (counts jsonb, files text[], digests text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
DECLARE
  company uuid := current_setting('app.company_id')::uuid;
  -- The client, and those that were merged into it.
  doomed uuid[];
  matters uuid[];
  chosen uuid[];
  gone uuid[] := '{}';
  tally jsonb := '{}';
  keys text[];
  hashes text[];
  details bigint;
BEGIN
  SELECT ARRAY[client] || coalesce(array_agg(m.id), '{}') INTO doomed FROM clients m
   WHERE m.company_id = company AND m.merged_into_id = client;
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
     AND (r.resource_type, r.resource_id) IN (SELECT 'clients', unnest(doomed) UNION ALL SELECT 'activities', unnest(matters));
  SELECT d.counts, d.gone FROM destroy_rows(company, 'risk_assessments', chosen, tally, gone) AS d INTO tally, gone;
  SELECT array_agg(t.id) INTO chosen FROM alerts t WHERE t.company_id = company
     AND (t.resource_type, t.resource_id) IN (SELECT 'clients', unnest(doomed) UNION ALL SELECT 'activities', unnest(matters));
  SELECT d.counts, d.gone FROM destroy_rows(company, 'alerts', chosen, tally, gone) AS d INTO tally, gone;
  SELECT d.counts, d.gone FROM destroy_rows(company, 'activities', matters, tally, gone) AS d INTO tally, gone;
  SELECT d.counts, d.gone FROM destroy_rows(company, 'clients', doomed, tally, gone) AS d INTO tally, gone;

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

/**
 * The search of clients without merged ones, unless the filter includes them, and by the filters of the origin and of monitoring, which it
 * lacked; otherwise as before. Its conditions are those of `filterCondition`.
 */
const search = `
CREATE OR REPLACE FUNCTION matching_clients(conditions jsonb, without text[], filters jsonb, in_order text, after_sort_name text,
  after_id uuid, at_most bigint)
RETURNS TABLE (id uuid, sort_name text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, assay, public, pg_temp
SET work_mem = '32MB' SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  met text := format('c.company_id = %L::uuid', current_setting('app.company_id')::uuid);
  likeness text := '0';
  condition jsonb;
  words text[];
  same_words text[];
  lowest numeric;
  by_name boolean := in_order IN ('name', '-name');
  direction text := CASE WHEN in_order IN ('-name', 'newest') THEN 'DESC' ELSE 'ASC' END;
  beyond text := CASE WHEN in_order IN ('-name', 'newest') THEN '<' ELSE '>' END;
BEGIN
  IF at_most <= 0 OR jsonb_array_length(conditions) = 0 THEN
    RETURN;
  END IF;
  FOR condition IN SELECT * FROM jsonb_array_elements(conditions) LOOP
    IF condition ? 'likeness' THEN
      -- The words as they were asked for, and those that begin so, need no weighing word by word.
      SELECT array_agg(key), array_agg(key) FILTER (WHERE value::numeric = 1), min(value::numeric)
        INTO words, same_words, lowest FROM jsonb_each_text(condition -> 'likeness');
      likeness := likeness || CASE
        WHEN lowest = 1 THEN ' + 1'
        WHEN lowest >= 0.9 AND same_words IS NULL THEN ' + 0.9'
        WHEN lowest >= 0.9 THEN format(' + CASE WHEN c.search_words && %L::text[] THEN 1 ELSE 0.9 END', same_words)
        ELSE format(' + (SELECT max(coalesce((%L::jsonb ->> word)::real, 0)) FROM unnest(c.search_words) AS word)',
          condition -> 'likeness')
        END;
      met := met || format(' AND c.search_words && %L::text[]', words);
    ELSIF condition ? 'start' THEN
      met := met || format(' AND EXISTS (SELECT FROM unnest(c.search_words) AS word WHERE starts_with(word, %L))',
        condition ->> 'start');
      likeness := likeness || format(' + CASE WHEN %L = ANY (c.search_words) THEN 1 ELSE 0.9 END', condition ->> 'start');
    ELSE
      met := met || format(' AND c.sort_name >= %L AND c.sort_name < %L',
        condition ->> 'sortStart', (condition ->> 'sortStart') || chr(1114111));
      likeness := likeness || ' + 0.9';
    END IF;
  END LOOP;
  IF without IS NOT NULL THEN
    met := met || format(' AND NOT c.search_words @> %L::text[]', without);
  END IF;
  IF filters ? 'kind' THEN met := met || format(' AND c.kind = %L', filters ->> 'kind'); END IF;
  IF filters ? 'type' THEN met := met || format(' AND c.client_type = %L', filters ->> 'type'); END IF;
  IF filters ? 'status' THEN
    met := met || format(' AND c.status = %L', filters ->> 'status');
  ELSIF NOT filters ? 'withMerged' THEN
    met := met || ' AND c.status <> ''merged''';
  END IF;
  IF filters ? 'risk' THEN met := met || format(' AND c.risk_level = %L', filters ->> 'risk'); END IF;
  IF filters ? 'cdd' THEN met := met || format(' AND c.cdd_status = %L', filters ->> 'cdd'); END IF;
  IF filters ? 'reviewFrom' THEN
    met := met || format(' AND c.next_review_due_on >= %L::date', filters ->> 'reviewFrom');
  END IF;
  IF filters ? 'reviewTo' THEN
    met := met || format(' AND c.next_review_due_on <= %L::date', filters ->> 'reviewTo');
  END IF;
  IF filters ->> 'responsible' = 'none' THEN
    met := met || ' AND c.responsible_member_id IS NULL';
  ELSIF filters ? 'responsible' THEN
    met := met || format(' AND c.responsible_member_id = %L::uuid', filters ->> 'responsible');
  END IF;
  IF filters ->> 'decided' = 'byOne' THEN
    met := met || format(' AND c.id IN (SELECT o.client_id FROM decisions_by_one o WHERE o.company_id = %L::uuid)',
      current_setting('app.company_id')::uuid);
  END IF;
  IF filters ->> 'origin' = 'import' THEN met := met || ' AND c.imported'; END IF;
  IF filters ->> 'monitoring' = 'none' THEN
    met := met || format(' AND NOT EXISTS (SELECT FROM monitoring_enrolments e
      WHERE e.company_id = %L::uuid AND e.client_id = c.id AND e.status <> ''ended'')', current_setting('app.company_id')::uuid);
  END IF;
  IF after_id IS NOT NULL AND by_name THEN
    met := met || format(' AND (c.sort_name, c.id) %s (%L, %L::uuid)', beyond, after_sort_name, after_id);
  ELSIF after_id IS NOT NULL THEN
    met := met || format(' AND c.id %s %L::uuid', beyond, after_id);
  END IF;
  RETURN QUERY EXECUTE format(
    'SELECT m.id, m.sort_name, ((%s) / %s)::real FROM (SELECT c.id, c.sort_name, c.search_words FROM clients c WHERE %s ORDER BY %s LIMIT %s) AS m',
    replace(likeness, 'c.search_words', 'm.search_words'), jsonb_array_length(conditions), met,
    CASE WHEN by_name THEN format('c.sort_name %1$s, c.id %1$s', direction) ELSE format('c.id %s', direction) END,
    at_most);
END
$$;
`;

export const mergedClientsMigration: Migration = {
  name: '0100-merged-clients',
  sql: [columns, guards, merging, destroying, search].join('\n'),
};
