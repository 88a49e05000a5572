import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

type Statement = [text: string, values: unknown[]];

/** Days of a fixed course: the identity verified, the client approved, and before, between and after them. */
const [before, verified, between, approved, after] = [6, 7, 8, 9, 10].map(
  (day) => `2026-07-${String(day).padStart(2, '0')}T00:00:00.000Z`,
) as [string, string, string, string, string];
const [many, sole] = [uuidv7(), uuidv7()];
const [assessor, officer, practitioner] = [uuidv7(), uuidv7(), uuidv7()];
const ids = { template: uuidv7(), version: uuidv7(), soleTemplate: uuidv7(), soleVersion: uuidv7() };

/** What of a client, besides its approval. */
interface Course {
  status?: string;
  cddStatus?: string;
  /** Edits: action, when, and the fields that they changed. */
  edits?: [action: string, at: string, fields: string[]][];
  partyAddedAt?: string;
  roles?: string[];
  assessment?: { former: string; computed: string; final: string; by?: string; isByOne?: boolean };
  isSole?: boolean;
}

const correction: [string, string, string[]] = ['client.updated', between, ['name', 'spellingCorrection']];
const courses: Record<string, { causes: string[] } & Course> = {
  'approved, and unchanged since': { causes: [] },
  'of another type since': { causes: ['typeChanged'], edits: [['client.updated', after, ['clientType']]] },
  'of another type before': { causes: [], edits: [['client.updated', between, ['clientType']]] },
  'edited in what decides nothing': { causes: [], edits: [['client.updated', after, ['tags']]] },
  'with a party added since': { causes: ['partyAdded'], partyAddedAt: after },
  'with a party of before': { causes: [], partyAddedAt: between },
  'with a family member added since': { causes: [], partyAddedAt: after, roles: ['familyMember'] },
  'with a party of another share since': {
    causes: ['partyChanged'],
    edits: [['client.partyChanged', after, ['party', 'directPercent']]],
  },
  'with a party of another authority since': {
    causes: [],
    edits: [['client.partyChanged', after, ['party', 'authority']]],
  },
  'lowered by its assessor': {
    causes: ['loweredAlone'],
    assessment: { former: 'high', computed: 'low', final: 'low' },
  },
  'overridden to a lower level by its assessor': {
    causes: ['loweredAlone'],
    assessment: { former: 'low', computed: 'high', final: 'low' },
  },
  'raised by its assessor': { causes: [], assessment: { former: 'low', computed: 'high', final: 'high' } },
  'lowered by two people': {
    causes: [],
    assessment: { former: 'high', computed: 'low', final: 'low', by: officer },
  },
  'lowered by one, as the record states': {
    causes: [],
    assessment: { former: 'high', computed: 'low', final: 'low', isByOne: true },
  },
  'lowered by a sole practitioner': {
    causes: [],
    isSole: true,
    assessment: { former: 'high', computed: 'low', final: 'low', by: practitioner },
  },
  'corrected twice since its identity was verified': {
    causes: ['correctedAgain'],
    edits: [correction, ['client.updated', after, ['name', 'spellingCorrection']]],
  },
  'corrected once': { causes: [], edits: [correction] },
  'corrected twice, verified between': {
    causes: [],
    edits: [['client.updated', before, ['name', 'spellingCorrection']], correction],
  },
  'of another type since, and ended': {
    causes: [],
    status: 'exited',
    edits: [['client.updated', after, ['clientType']]],
  },
  'of another type since, and under way again': {
    causes: [],
    cddStatus: 'inProgress',
    edits: [['client.updated', after, ['clientType']]],
  },
  'of another type and with a party since': {
    causes: ['partyAdded', 'typeChanged'],
    partyAddedAt: after,
    edits: [['client.updated', after, ['clientType']]],
  },
};

const company = (id: string): Statement => [
  `INSERT INTO companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
   VALUES ($1, 'Invented', '{NZL}', 'Pacific/Auckland', $2, 'system', $2)`,
  [id, before],
];
const member = (id: string, of: string): Statement => [
  `INSERT INTO members (id, company_id, login_id, name, role, designations, status, created_at, created_by, updated_at)
   VALUES ($1, $2, $4, 'Invented', 'owner', '{}', 'active', $3, 'system', $3)`,
  [id, of, before, `${id}@example.test`],
];
const template = (of: string, id: string, version: string): Statement[] => [
  [
    `INSERT INTO risk_templates (company_id, id, name, resource_type, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, 'Invented', 'clients', $3, $4, $3, $4)`,
    [of, id, before, assessor],
  ],
  [
    `INSERT INTO risk_template_versions (company_id, id, template_id, number, status, content, content_hash, questions, created_at, created_by)
     VALUES ($1, $2, $3, 1, 'draft', '{}', 'h', 0, $4, $5)`,
    [of, version, id, before, assessor],
  ],
];
const client = (of: string, id: string, { status = 'active', cddStatus = 'verified' }: Course): Statement => [
  `INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags, individual,
     pre_commencement, cdd_status, cdd_decided_at, pep_status, sanctions_status, created_at, created_by, updated_at, updated_by)
   VALUES ($1, $2, 'individual', 'individual', $3, 'Invented', 'invented', '{}', '[]', '{}', '{}', false, $4, $5, 'none', 'clear', $6, $7, $6, $7)`,
  [of, id, status, cddStatus, approved, before, assessor],
];

let seq = 0;
function edit(of: string, id: string, [action, at, fields]: [string, string, string[]]): Statement[] {
  const detailId = uuidv7();
  seq += 1;
  const changes = Object.fromEntries(fields.map((field) => [field, { before: 'One', after: 'Two' }]));
  return [
    [
      `INSERT INTO audit_details (id, chain, detail, detail_key) VALUES ($1, $2, $3, 'k')`,
      [detailId, of, JSON.stringify({ changes })],
    ],
    [
      `INSERT INTO audit_events (chain, seq, at, actor_type, actor_id, actor_role, action, resource_type, resource_id, detail_id,
         detail_digest, request_id, prev_hash, hash)
       VALUES ($1, $2, $3, 'user', $4, 'staff', $5, 'client', $6, $7, 'd', 'r', 'p', 'h')`,
      [of, seq, at, assessor, action, id, detailId],
    ],
  ];
}

/** An assessment, and the one that it replaced. */
function assess(of: string, id: string, { assessment, isSole }: Course): Statement[] {
  if (assessment === undefined) return [];
  const { former, computed, final, by = assessor, isByOne = false } = assessment;
  const one = uuidv7();
  const put = (
    row: string,
    status: string,
    level: [string, string],
    approver: string,
    supersedes: string | null,
  ): Statement => [
    `INSERT INTO risk_assessments (company_id, id, resource_type, resource_id, template_id, template_version_id, status, answers, scored,
       computed_level, override, override_by, final_level, assessed_by, approved_by, approved_at, decided_by_one, supersedes_id, created_at, created_by,
       updated_at, updated_by)
     VALUES ($1, $2, 'clients', $3, $4, $5, $6, '[]', '{}', $7, $8, $15, $9, $10, $11, $12, $13, $14, $12, $10, $12, $10)`,
    [
      of,
      row,
      id,
      isSole ? ids.soleTemplate : ids.template,
      isSole ? ids.soleVersion : ids.version,
      status,
      level[0],
      level[0] === level[1] ? null : JSON.stringify({ level: level[1], reason: 'As agreed with them' }),
      level[1],
      isSole ? practitioner : assessor,
      approver,
      between,
      isByOne && status === 'approved',
      supersedes,
      level[0] === level[1] ? null : assessor,
    ],
  ];
  return [
    put(one, 'superseded', [former, former], officer, null),
    put(uuidv7(), 'approved', [computed, final], by, one),
  ];
}

function put(id: string, course: Course): Statement[] {
  const of = course.isSole ? sole : many;
  const party = uuidv7();
  return [
    client(of, id, course),
    [
      `INSERT INTO individual_verifications (company_id, id, client_id, method, status, decision, decision_reason, decided_by, decided_at, verified_at, created_at, created_by, updated_at, updated_by)
       VALUES ($1, $2, $3, 'documentSighted', 'verified', 'verified', 'Seen', $5, $4, $4, $4, $5, $4, $5)`,
      [of, uuidv7(), id, verified, assessor],
    ],
    ...(course.edits ?? []).flatMap((one) => edit(of, id, one)),
    ...assess(of, id, course),
    ...(course.partyAddedAt === undefined
      ? []
      : [
          client(of, party, { status: 'draft', cddStatus: 'notStarted' }),
          [
            `INSERT INTO client_parties (company_id, id, client_id, party_client_id, roles, valid_from, created_at, created_by, updated_at, updated_by)
             VALUES ($1, $2, $3, $4, $5, '2026-07-01', $6, $7, $6, $7)`,
            [
              of,
              uuidv7(),
              id,
              party,
              course.roles ?? ['authorisedRepresentative'],
              course.partyAddedAt,
              assessor,
            ],
          ] satisfies Statement,
        ]),
  ];
}

describe.each(testEngines)(
  'clients whose approval holds only by what was possible before, on %s',
  (engine) => {
    let schema: FormerSchema;
    const clientIds = new Map(Object.keys(courses).map((name) => [name, uuidv7()]));
    const idOf = (name: string) => clientIds.get(name) ?? '';

    beforeAll(async () => {
      schema = await openFormerSchema(engine, '0123');
      await schema.asOwner([
        company(many),
        company(sole),
        member(assessor, many),
        member(officer, many),
        member(practitioner, sole),
        ...template(many, ids.template, ids.version),
        ...template(sole, ids.soleTemplate, ids.soleVersion),
        ...Object.entries(courses).flatMap(([name, course]) => put(idOf(name), course)),
      ]);
      await schema.migrate();
    });
    afterAll(() => schema?.close());

    test.each(Object.entries(courses))('%s', async (name, { causes, status, cddStatus }) => {
      const [row] = await schema.asOwner([
        ['SELECT status, cdd_status, refresh_causes FROM clients WHERE id = $1', [idOf(name)]],
      ]);
      // No status changes by itself.
      expect(row).toEqual({
        status: status ?? 'active',
        cdd_status: cddStatus ?? 'verified',
        refresh_causes: causes,
      });
    });
  },
);
