import type { Migration } from './migration.ts';

/**
 * Beneficial owners of a chart, stored with its summary. Of charts so far: owners by share under a law of the company, and people who
 * control the client itself.
 */
const owners = `
ALTER TABLE business_verifications ADD COLUMN owner_client_ids uuid[] NOT NULL DEFAULT '{}';
UPDATE business_verifications v SET owner_client_ids = o.ids
  FROM (
    SELECT found.company_id, found.id, array_agg(DISTINCT found.client_id) AS ids
      FROM (
        SELECT b.company_id, b.id, s.key::uuid AS client_id
          FROM business_verifications b
          JOIN companies c ON c.id = b.company_id
         CROSS JOIN LATERAL jsonb_each_text(b.shares) AS s
         WHERE s.value::numeric > 25 OR (s.value::numeric = 25 AND 'AUS' = ANY (c.regulated_in))
         UNION
        SELECT b.company_id, b.id, (n.node ->> 'clientId')::uuid
          FROM business_verifications b
         CROSS JOIN LATERAL jsonb_array_elements(b.graph -> 'controls') AS k (control)
         CROSS JOIN LATERAL jsonb_array_elements(b.graph -> 'nodes') AS n (node)
         WHERE k.control ->> 'of' = b.graph ->> 'rootId' AND n.node ->> 'id' = k.control ->> 'by'
           AND n.node ->> 'kind' = 'person' AND n.node ->> 'clientId' IS NOT NULL
           AND k.control ->> 'role' IN ('beneficialOwner', 'controller', 'trustee', 'appointor', 'protector', 'executor')) AS found
     GROUP BY found.company_id, found.id) AS o
 WHERE v.company_id = o.company_id AND v.id = o.id;
`;

/** As of the merge of clients before, with the owners. */
const merging = `
CREATE OR REPLACE FUNCTION merge_verifications(company uuid, survivor uuid, merged uuid, other_identity boolean) RETURNS jsonb
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
         owner_client_ids = array_replace(v.owner_client_ids, merged, survivor),
         graph = replace(v.graph::text, merged::text, survivor::text)::jsonb,
         shares = CASE WHEN v.shares ? survivor::text AND v.shares ? merged::text
                       THEN v.shares - merged::text || jsonb_build_object(survivor::text, trim_scale(least(100,
                         (v.shares ->> survivor::text)::numeric + (v.shares ->> merged::text)::numeric))::text)
                       ELSE replace(v.shares::text, merged::text, survivor::text)::jsonb END
   WHERE v.company_id = company AND v.client_id <> merged AND v.graph::text LIKE '%' || merged || '%';
  RETURN jsonb_build_object('individual_verifications', individual, 'business_verifications', business, 'charts_joined', charts);
END $$;
`;

export const chartOwnersMigration: Migration = {
  name: '0122-chart-owners',
  sql: [owners, merging].join('\n'),
};
