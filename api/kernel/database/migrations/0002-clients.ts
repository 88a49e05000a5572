import type { Migration } from './migration.ts';

/**
 * Clients. Columns for filters and sorting are text, because under a policy only leakproof operators use an index; other fields are jsonb.
 * sort_name and search_words are written by our code (rules/name-matching/name-normalisation.ts), identically on both engines.
 */
const clients = `
CREATE TABLE clients (
  company_id uuid NOT NULL REFERENCES companies (id),
  -- UUIDv7 made at created_at, so that the order of ids is the order of creation.
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL CHECK (kind IN ('individual', 'business')),
  client_type text NOT NULL CHECK (client_type IN ('individual', 'soleTrader', 'joint', 'company', 'overseasCompany',
    'partnership', 'limitedPartnership', 'trust', 'smsf', 'estate', 'charity', 'society', 'government', 'listedIssuer',
    'other')),
  status text NOT NULL CHECK (status IN ('draft', 'onboarding', 'active', 'dormant', 'exited', 'archived', 'declined')),
  display_name text NOT NULL,
  sort_name text COLLATE "C" NOT NULL,
  search_words text[] NOT NULL,
  external_id text COLLATE "C",
  responsible_member_id uuid REFERENCES members (id),
  email text COLLATE "C",
  phone text COLLATE "C",
  addresses jsonb NOT NULL,
  tags text[] NOT NULL,
  individual jsonb,
  business jsonb,
  nzbn text COLLATE "C",
  nz_company_number text COLLATE "C",
  abn text COLLATE "C",
  acn text COLLATE "C",
  arbn text COLLATE "C",
  relationship_purpose text,
  relationship_started_on date,
  pre_commencement boolean NOT NULL,
  cdd_status text NOT NULL CHECK (cdd_status IN ('notStarted', 'inProgress', 'readyForReview', 'returned', 'verified',
    'exceptionApproved', 'refreshDue', 'unableToComplete')),
  cdd_level text CHECK (cdd_level IN ('simplified', 'standard', 'enhanced')),
  risk_level text CHECK (risk_level IN ('low', 'medium', 'high')),
  pep_status text NOT NULL CHECK (pep_status IN ('notChecked', 'none', 'foreign', 'domestic',
    'internationalOrganisation', 'relativeOrAssociate')),
  sanctions_status text NOT NULL CHECK (sanctions_status IN ('notChecked', 'clear', 'potential', 'confirmed')),
  next_review_due_on date,
  created_at timestamptz NOT NULL,
  created_by uuid NOT NULL REFERENCES members (id),
  updated_at timestamptz NOT NULL,
  updated_by uuid NOT NULL REFERENCES members (id),
  PRIMARY KEY (company_id, id),
  CHECK ((kind = 'individual') = (individual IS NOT NULL)),
  CHECK ((kind = 'business') = (business IS NOT NULL))
);

-- One index for each order of the list, alone and under each filter: the first page and the thousandth cost the same.
CREATE INDEX clients_by_name ON clients (company_id, sort_name, id);
CREATE INDEX clients_by_kind_name ON clients (company_id, kind, sort_name, id);
CREATE INDEX clients_by_kind_age ON clients (company_id, kind, id);
CREATE INDEX clients_by_type_name ON clients (company_id, client_type, sort_name, id);
CREATE INDEX clients_by_type_age ON clients (company_id, client_type, id);
CREATE INDEX clients_by_status_name ON clients (company_id, status, sort_name, id);
CREATE INDEX clients_by_status_age ON clients (company_id, status, id);
CREATE INDEX clients_by_responsible_name ON clients (company_id, responsible_member_id, sort_name, id);
CREATE INDEX clients_by_responsible_age ON clients (company_id, responsible_member_id, id);
CREATE INDEX clients_by_responsible_status ON clients (company_id, responsible_member_id, status, id);

CREATE UNIQUE INDEX clients_external_id ON clients (company_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX clients_email ON clients (company_id, email) WHERE email IS NOT NULL;
CREATE INDEX clients_phone ON clients (company_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX clients_nzbn ON clients (company_id, nzbn) WHERE nzbn IS NOT NULL;
CREATE INDEX clients_nz_company_number ON clients (company_id, nz_company_number) WHERE nz_company_number IS NOT NULL;
CREATE INDEX clients_abn ON clients (company_id, abn) WHERE abn IS NOT NULL;
CREATE INDEX clients_acn ON clients (company_id, acn) WHERE acn IS NOT NULL;
CREATE INDEX clients_arbn ON clients (company_id, arbn) WHERE arbn IS NOT NULL;

-- Without a list of pending entries: nothing empties one in the embedded database, and every search would read it through.
CREATE INDEX clients_search_words ON clients USING gin (company_id, search_words) WITH (fastupdate = off);

-- Searches touch a few thousand rows at most; a plan drawn for the average word is far off for a rare or a common one.
ALTER TABLE clients ALTER COLUMN search_words SET STATISTICS 300;
`;

/**
 * Each distinct word of a company's client names. A search term is compared with these few thousand words, not with every
 * client, and the clients are then found by exact words, which keeps searches fast with a million clients.
 *
 * one_letter_out contains the word and each variant with one letter omitted. Two words that share a variant differ by one
 * omitted, inserted or changed letter, or by two adjacent letters swapped ("jhon", "john"), which trigrams miss in short
 * words. A word stays after its last client is gone, without matching any.
 */
const words = `
CREATE TABLE client_words (
  company_id uuid NOT NULL REFERENCES companies (id),
  word text COLLATE "C" NOT NULL,
  one_letter_out text[] NOT NULL,
  PRIMARY KEY (company_id, word)
);
CREATE INDEX client_words_trigrams ON client_words USING gin (company_id, word gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX client_words_one_letter_out ON client_words USING gin (company_id, one_letter_out)
  WITH (fastupdate = off);
`;

/**
 * Search functions run as the owner, bypassing the policies, because trigram and array operators are not leakproof and would
 * read the whole table under a policy. Each function filters by company, from the setting that the policies read, and returns
 * only words or ids: the clients are then read under the policy as usual.
 */
const search = `
CREATE FUNCTION ways_to_leave_one_letter_out(word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT array_agg(DISTINCT way) FROM (
    SELECT word AS way
    UNION ALL
    SELECT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, length(word)) AS place
     WHERE length(word) BETWEEN 3 AND 24
  ) AS ways
$$;

-- Words of the company's clients that are like the asked ones: 1 the same, 0.9 begins with it, less for a likely slip.
-- The slips are as many as one query can use, the likeliest first. %> and never %: pg_trgm's % traps in PGlite 0.5.16, which
-- then answers nothing more.
CREATE FUNCTION client_words_like(asked text[])
RETURNS TABLE (asked_position integer, word text, likeness real)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, assay, public, pg_temp
SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  company uuid := current_setting('app.company_id')::uuid;
  token text;
BEGIN
  FOR position IN 1 .. cardinality(asked) LOOP
    token := asked[position];
    RETURN QUERY
      SELECT position, w.word, 1::real FROM client_words w WHERE w.company_id = company AND w.word = token;
    CONTINUE WHEN length(token) < 3;
    RETURN QUERY
      SELECT position, w.word, 0.9::real FROM client_words w
       WHERE w.company_id = company AND w.word > token COLLATE "C" AND w.word < (token || chr(1114111)) COLLATE "C"
       ORDER BY length(w.word), w.word LIMIT 2000;
    RETURN QUERY
      SELECT position, slip.word, max(slip.likeness)::real FROM (
        (SELECT w.word, 0.55 + 0.25 * similarity(w.word, token) AS likeness FROM client_words w
          WHERE w.company_id = company AND w.one_letter_out && ways_to_leave_one_letter_out(token)
          ORDER BY 2 DESC, 1 LIMIT 40)
        UNION ALL
        (SELECT w.word, greatest(0.8 * similarity(w.word, token), 0.6 * word_similarity(token, w.word))
           FROM client_words w
          WHERE w.company_id = company AND w.word %> token
          ORDER BY 2 DESC, 1 LIMIT 40)
      ) AS slip
      WHERE slip.word <> token AND NOT starts_with(slip.word, token)
      GROUP BY slip.word ORDER BY 3 DESC, 2 LIMIT 40;
  END LOOP;
END
$$;

-- Clients that meet every condition, with how well; first in the asked order, at most so many, all after a place in it.
-- conditions: [{"likeness": {"john": 1, "johnny": 0.9}} one of these words,
--              {"start": "j"} a word that begins so, {"sortStart": "j"} a sort name that begins so].
-- without: words of which a client that has them all is left out, or null. The text of the query is put together with
-- its values quoted in it, because the right plan depends on how common these very words are.
CREATE FUNCTION matching_clients(conditions jsonb, without text[], filters jsonb, in_order text, after_sort_name text,
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

-- After many clients at once: the embedded database has no background process that would count anew what is common.
CREATE FUNCTION refresh_client_statistics() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, assay, pg_temp AS $$
BEGIN
  ANALYZE clients;
  ANALYZE client_words;
END
$$;

REVOKE ALL ON FUNCTION refresh_client_statistics(), ways_to_leave_one_letter_out(text), client_words_like(text[]),
  matching_clients(jsonb, text[], jsonb, text, text, uuid, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_client_statistics(), ways_to_leave_one_letter_out(text), client_words_like(text[]),
  matching_clients(jsonb, text[], jsonb, text, text, uuid, bigint) TO assay_tenant;
`;

/** Properties of the whole database, such as whether it contains demonstration data. */
const settings = `
CREATE TABLE settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  set_at timestamptz NOT NULL
);
ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON settings TO assay_platform USING (true);
GRANT SELECT, INSERT ON settings TO assay_platform;
`;

const rights = `
ALTER TABLE clients ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_words ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON clients TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
CREATE POLICY tenant ON client_words TO assay_tenant USING (company_id = current_setting('app.company_id')::uuid);
GRANT SELECT, INSERT, UPDATE ON clients TO assay_tenant;
GRANT SELECT, INSERT ON client_words TO assay_tenant;
`;

export const clientsMigration: Migration = {
  name: '0002-clients',
  sql: [clients, words, search, settings, rights].join('\n'),
};
