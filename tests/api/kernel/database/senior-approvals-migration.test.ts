import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

type Statement = [text: string, values: unknown[]];

const [before, at, later] = [
  '2026-06-01T00:00:00.000Z',
  '2026-06-05T00:00:00.000Z',
  '2026-06-09T00:00:00.000Z',
];
const [companyId, managerId, formerId, templateId, versionId] = [
  uuidv7(),
  uuidv7(),
  uuidv7(),
  uuidv7(),
  uuidv7(),
];
const ids = {
  earlier: uuidv7(),
  found: uuidv7(),
  owner: uuidv7(),
  joined: uuidv7(),
  approved: uuidv7(),
  changed: uuidv7(),
};
const assessments = { byManager: uuidv7(), byFormer: uuidv7() };

const member = (id: string, designations: string): Statement => [
  `INSERT INTO members (id, company_id, login_id, name, role, designations, status, created_at, created_by, updated_at)
   VALUES ($1, $2, $3, 'Invented', 'owner', $4, 'active', $5, 'system', $5)`,
  [id, companyId, `${id}@example.test`, designations, before],
];
const client = (id: string, pepStatus: string): Statement => [
  `INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags, individual,
     pre_commencement, cdd_status, pep_status, sanctions_status, created_at, created_by, updated_at, updated_by)
   VALUES ($1, $2, 'individual', 'individual', 'onboarding', 'Invented', 'invented', '{}', '[]', '{}', '{}', false, 'notStarted', $5,
     'notChecked', $3, $4, $3, $4)`,
  [companyId, id, before, managerId, pepStatus],
];
const finding = (id: string, subject: string, content: object, on: string): Statement => [
  `INSERT INTO client_findings (company_id, client_id, subject, content, recorded_at, recorded_by) VALUES ($1, $2, $3, $4, $5, $6)`,
  [companyId, id, subject, JSON.stringify(content), on, managerId],
];
const exposure = {
  pepStatus: 'foreign',
  pepOf: null,
  officeCountry: 'FJI',
  officeEndedOn: null,
  basis: 'Seen',
};
const party = (clientId: string, partyId: string, on: string): Statement => [
  `INSERT INTO client_parties (company_id, id, client_id, party_client_id, roles, joint, must_verify, valid_from, created_at, created_by,
     updated_at, updated_by)
   VALUES ($1, $2, $3, $4, '{shareholder}', false, false, '2026-06-01', $5, $6, $5, $6)`,
  [companyId, uuidv7(), clientId, partyId, on, managerId],
];
const assessment = (id: string, clientId: string, by: string): Statement => [
  `INSERT INTO risk_assessments (company_id, id, resource_type, resource_id, template_id, template_version_id, status, answers, scored, computed_level, final_level,
     assessed_by, approved_by, approved_at, created_at, created_by, updated_at, updated_by)
   VALUES ($1, $2, 'clients', $3, $4, $5, 'approved', '[]', '{}', 'high', 'high', $6, $6, $7, $7, $6, $7, $6)`,
  [companyId, id, clientId, templateId, versionId, by, at],
];

describe.each(testEngines)('earlier approvals by senior managers on %s', (engine) => {
  let schema: FormerSchema;

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0114');
    await schema.asOwner([
      [
        `INSERT INTO companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
         VALUES ($1, 'Kauri Conveyancing', '{NZL}', 'Pacific/Auckland', $2, 'system', $2)`,
        [companyId, before],
      ],
      member(managerId, '{seniorManager}'),
      member(formerId, '{seniorManager}'),
      [
        `INSERT INTO audit_events (chain, seq, at, actor_type, actor_id, actor_role, action, resource_type, resource_id, detail_id,
           detail_digest, request_id, prev_hash, hash)
         VALUES ($1, 7, $2, 'user', $3, 'owner', 'member.roleChanged', 'member', $4, $5, 'd', 'r', 'p', 'h')`,
        [companyId, later, managerId, formerId, uuidv7()],
      ],
      ...Object.values(ids).map((id) => client(id, 'foreign')),
      finding(ids.earlier, 'politicalExposure', exposure, before),
      finding(ids.earlier, 'seniorApproval', { note: 'Known' }, at),
      finding(ids.found, 'politicalExposure', exposure, later),
      finding(ids.found, 'seniorApproval', { note: null }, at),
      party(ids.found, ids.owner, before),
      party(ids.found, ids.joined, later),
      [
        `INSERT INTO risk_templates (company_id, id, name, resource_type, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, 'Invented', 'clients', $3, $4, $3, $4)`,
        [companyId, templateId, before, managerId],
      ],
      [
        `INSERT INTO risk_template_versions (company_id, id, template_id, number, status, content, content_hash, questions, created_at,
           created_by)
         VALUES ($1, $2, $3, 1, 'draft', '{}', 'h', 0, $4, $5)`,
        [companyId, versionId, templateId, before, managerId],
      ],
      assessment(assessments.byManager, ids.approved, managerId),
      assessment(assessments.byFormer, ids.changed, formerId),
    ]);
    await schema.migrate();
  });
  afterAll(() => schema?.close());

  const approvedFor = async (id: string) => {
    const [row] = await schema.asOwner([
      [
        `SELECT content -> 'exposures' AS exposures FROM client_findings WHERE subject = 'seniorApproval' AND client_id = $1`,
        [id],
      ],
    ]);
    return row?.exposures;
  };

  test('cover the exposures on record then, of the client and its related parties', async () => {
    const office = { country: 'FJI', endedOn: null };
    expect(await approvedFor(ids.earlier)).toEqual([
      { clientId: ids.earlier, pepStatus: 'foreign', pepOf: null, pepOffice: office },
    ]);
    // Neither what was found later nor an owner who was added later.
    expect(await approvedFor(ids.found)).toEqual([
      { clientId: ids.owner, pepStatus: 'foreign', pepOf: null, pepOffice: null },
    ]);
  });

  test('of assessments count where the designations of the approver did not change since', async () => {
    const rows = await schema.asOwner([
      ['SELECT id, senior_approved_for AS exposures FROM risk_assessments ORDER BY id', []],
    ]);
    expect(rows).toEqual([
      {
        id: assessments.byManager,
        exposures: [{ clientId: ids.approved, pepStatus: 'foreign', pepOf: null, pepOffice: null }],
      },
      { id: assessments.byFormer, exposures: null },
    ]);
  });
});
