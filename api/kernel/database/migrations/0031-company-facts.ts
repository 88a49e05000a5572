import type { Migration } from './migration.ts';

/**
 * Facts about the company itself that the law requires. Nothing is assumed for existing companies: missing facts stay null, and the rules
 * apply the stricter reading until they are recorded.
 */
const companyFacts = `
ALTER TABLE companies
  ADD COLUMN other_sectors text[] NOT NULL DEFAULT '{}' CHECK (other_sectors <@ ARRAY['accounting', 'legal',
    'conveyancing', 'realEstate', 'finance', 'trustAndCompanyService', 'preciousMetals', 'other']),
  ADD COLUMN australian_tranche text CHECK (australian_tranche IN ('T1', 'T2')),
  ADD COLUMN first_service_nz date,
  ADD COLUMN first_service_au date,
  ADD COLUMN former_supervisor text CHECK (former_supervisor IN ('DIA', 'FMA', 'RBNZ')),
  ADD COLUMN enrolment_number text CHECK (enrolment_number ~ '^[0-9]{3,9}$');
GRANT UPDATE (other_sectors, australian_tranche, first_service_nz, first_service_au, former_supervisor,
  enrolment_number) ON companies TO assay_tenant;
`;

/** Adds the facts that determine from when a law binds the company to the caller's session data. */
const sessionFacts = `
DROP FUNCTION member_by_subject(text);
CREATE FUNCTION member_by_subject(subject text)
RETURNS TABLE (id uuid, company_id uuid, login_id text, name text, role text, designations text[], status text,
  access_ends_at timestamptz, company_name text, billing_country_code text, regulated_in text[], sector text,
  other_sectors text[], australian_tranche text, first_service_nz date, first_service_au date,
  access_restricted boolean, access_restricted_reason text, subscription_active boolean, default_worklist_id integer,
  onboarding_step text, time_zone text, subscription_status text, plan text, grace_until timestamptz, open_alerts integer,
  sessions_valid_from bigint, ended_tokens text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 1 SET search_path = pg_catalog, assay, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT m.id, m.company_id, m.login_id, m.name, m.role, m.designations, m.status, m.access_ends_at, c.name,
         c.billing_country_code, c.regulated_in, c.sector, c.other_sectors, c.australian_tranche, c.first_service_nz,
         c.first_service_au, c.access_restricted, c.access_restricted_reason,
         c.subscription_active, c.default_worklist_id, c.onboarding_step, c.time_zone, s.status, s.plan, s.grace_until,
         (SELECT count(*)::integer FROM (
            SELECT FROM alerts a WHERE a.company_id = m.company_id AND a.status <> 'closed'
             ORDER BY a.company_id, a.id LIMIT 100) AS seen),
         (SELECT b.valid_from FROM session_starts b WHERE b.subject = m.identity_user_id),
         ARRAY(SELECT t.token_hash FROM ended_session_tokens t WHERE t.subject = m.identity_user_id)
    FROM members m JOIN companies c ON c.id = m.company_id LEFT JOIN subscriptions s ON s.company_id = m.company_id
   WHERE m.identity_user_id = member_by_subject.subject;
END
$$;

REVOKE ALL ON FUNCTION member_by_subject(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_by_subject(text) TO assay_app;
`;

/**
 * Captured activities and designated services by code, and the basis of delayed CDD. The former free text stays as a note; the few texts
 * that name exactly one service get its code.
 */
const services = `
ALTER TABLE activities
  ADD COLUMN captured_activity_nz text CHECK (captured_activity_nz ~ '^nz[.]a[1-6]$'),
  ADD COLUMN designated_service_au text CHECK (designated_service_au ~ '^au[.]t[56][.][1-9]$'),
  ADD COLUMN delayed_cdd_basis text CHECK (delayed_cdd_basis IN ('property', 'general')),
  ADD COLUMN service_started_on date;
UPDATE activities SET delayed_cdd_basis = 'property' WHERE delayed_cdd_ground IS NOT NULL;
ALTER TABLE activities ADD CONSTRAINT activities_delayed_cdd_basis
  CHECK ((delayed_cdd_basis IS NULL) = (delayed_cdd_ground IS NULL));

UPDATE activities a SET
    captured_activity_nz = CASE WHEN 'NZL' = ANY (c.regulated_in) THEN said.nz END,
    designated_service_au = CASE WHEN 'AUS' = ANY (c.regulated_in) THEN said.au END
  FROM companies c,
       (VALUES ('conveyancing', 'nz.a6', 'au.t6.1'), ('formation of a company', 'nz.a1', 'au.t6.6'),
               ('formation of a trust', 'nz.a1', 'au.t6.6'), ('managing client funds', 'nz.a4', 'au.t6.3'),
               ('acting as a nominee director', 'nz.a2', 'au.t6.7'), ('real estate agency work', 'nz.a5', 'au.t5.1'))
       AS said (text, nz, au)
 WHERE c.id = a.company_id AND lower(btrim(a.captured_service)) = said.text;

ALTER TABLE activity_parties DROP CONSTRAINT activity_parties_capacity_check;
ALTER TABLE activity_parties ADD CONSTRAINT activity_parties_capacity_check
  CHECK (capacity IN ('customer', 'otherParty', 'onBehalfOf', 'formedEntity'));
`;

/** Stored responses get the new properties, so that a request repeated across the upgrade gets its first response. */
const storedResponses = `
UPDATE request_keys SET body = (body::jsonb || jsonb_build_object('capturedActivityNz', NULL, 'designatedServiceAu', NULL,
    'serviceStartedOn', NULL, 'customersByLaw', '[]'::jsonb))::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb -> 'capturedService' IS NOT NULL;
UPDATE request_keys SET body = (body::jsonb || jsonb_build_object('delayedCdd',
    body::jsonb -> 'delayedCdd' || '{"basis": "property"}'::jsonb))::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND jsonb_typeof(body::jsonb -> 'delayedCdd') = 'object';
UPDATE request_keys SET body = (body::jsonb || jsonb_build_object('otherSectors', '[]'::jsonb, 'australianTranche', NULL,
    'firstServiceNz', NULL, 'firstServiceAu', NULL, 'formerSupervisor', NULL, 'enrolmentNumber', NULL))::json
 WHERE endpoint = 'company.update' AND body IS NOT NULL AND body::jsonb -> 'timeZone' IS NOT NULL;
`;

export const companyFactsMigration: Migration = {
  name: '0031-company-facts',
  sql: [companyFacts, sessionFacts, services, storedResponses].join('\n'),
};
