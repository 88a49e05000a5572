import type { Migration } from './migration.ts';

/**
 * Decisions about a client that one person made because no second person was eligible: approvals of CDD, of risk assessments, and of identity
 * exceptions. The guard lets the person who started a verification approve its exception in that case only.
 */
const decisions = `
CREATE INDEX cdd_decisions_by_one ON cdd_decisions (company_id, client_id) WHERE decided_by_one;
CREATE INDEX risk_assessments_by_one ON risk_assessments (company_id, resource_type, resource_id) WHERE decided_by_one;
CREATE INDEX individual_verifications_by_one ON individual_verifications (company_id, client_id)
  WHERE exception_approved_by = created_by;
CREATE VIEW decisions_by_one WITH (security_invoker = true) AS
  SELECT company_id, client_id, 'cdd' AS kind, decided_at AS at FROM cdd_decisions WHERE decided_by_one
   UNION ALL
  SELECT company_id, resource_id, 'assessment', approved_at FROM risk_assessments
   WHERE decided_by_one AND resource_type = 'clients'
   UNION ALL
  SELECT company_id, client_id, 'exception', exception_approved_at FROM individual_verifications
   WHERE exception_approved_by = created_by;
GRANT SELECT ON decisions_by_one TO assay_tenant;
`;

/** The search of clients with the filter by such decisions; otherwise as before. */
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
  IF filters ? 'status' THEN met := met || format(' AND c.status = %L', filters ->> 'status'); END IF;
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

export const decisionsByOneMigration: Migration = {
  name: '0048-decisions-by-one',
  sql: [decisions, search].join('\n'),
};
