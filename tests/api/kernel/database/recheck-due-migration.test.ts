import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

type Statement = [text: string, values: unknown[]];
type Changes = Record<string, { before: unknown; after: unknown }>;

/** Instants of a fixed course of work: created, assessment approved, started, edited, completed. */
const [created, approved, started, edited, completed] = [
  '2026-07-06T00:00:00.000Z',
  '2026-07-07T00:00:00.000Z',
  '2026-07-08T00:00:00.000Z',
  '2026-07-09T00:00:00.000Z',
  '2026-07-10T00:00:00.000Z',
];
const [companyId, zealandId, memberId, templateId, versionId] = [
  uuidv7(),
  uuidv7(),
  uuidv7(),
  uuidv7(),
  uuidv7(),
];

const company = (id: string, law: string): Statement => [
  `INSERT INTO companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
   VALUES ($1, 'Invented', $2, 'Pacific/Auckland', $3, 'system', $3)`,
  [id, law, created],
];

/** A client, whose periods begin long before the work. */
const client = (id: string, of: string, columns: Record<string, unknown>): Statement => {
  const { cddStatus = 'verified', sanctions = 'clear', pep = 'none', risk = 'low', waived = false } = columns;
  return [
    `INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags, individual,
       pre_commencement, cdd_status, pep_status, sanctions_status, risk_level, created_at, created_by, updated_at, updated_by)
     VALUES ($1, $2, 'individual', 'individual', 'active', 'Invented', 'invented', '{}', '[]', '{}', '{}', $3, $4, $5, $6, $7, $8, $9, $8, $9)`,
    [of, id, waived, cddStatus, pep, sanctions, risk, created, memberId],
  ];
};

let seq = 0;
const event = (of: string, id: string, action: string, at: string, changes: Changes): Statement[] => {
  const detailId = uuidv7();
  seq += 1;
  return [
    [
      `INSERT INTO audit_details (id, chain, detail, detail_key) VALUES ($1, $2, $3, 'k')`,
      [detailId, of, JSON.stringify({ changes })],
    ],
    [
      `INSERT INTO audit_events (chain, seq, at, actor_type, actor_id, actor_role, action, resource_type, resource_id, detail_id,
         detail_digest, request_id, prev_hash, hash)
       VALUES ($1, $2, $3, 'user', $4, 'staff', $5, 'activity', $6, $7, 'd', 'r', 'p', 'h')`,
      [of, seq, at, memberId, action, id, detailId],
    ],
  ];
};

const become = (before: unknown, after: unknown) => ({ before, after });

interface Course {
  /** Columns of the activity besides the defaults of one that is completed. */
  columns?: Record<string, unknown>;
  customer?: Record<string, unknown>;
  capacity?: string;
  /** Changes of edits in order, after the start. */
  edits?: Changes[];
  createdWith?: Changes;
  /** Changes of an edit before the assessment was approved. */
  earlierEdit?: Changes;
  /** What the assessment relied on; by default not on record. */
  reliedOn?: object;
  law?: 'NZL' | 'AUS';
}

const courses: Record<string, { causes: string[] } & Course> = {
  'completed on what was assessed': { causes: [] },
  'assessed, then of another value and in cash': {
    causes: ['factsChanged'],
    edits: [{ maxTransactionValue: become(100_000, 990_000_000), cashExpected: become(false, true) }],
  },
  'assessed, then with another party': {
    causes: ['factsChanged'],
    edits: [{ parties: become(['Ana (customer)'], ['Ana (customer)', 'Ben (customer)']) }],
  },
  'in progress, changed after its assessment': {
    causes: ['factsChanged'],
    columns: { status: 'inProgress' },
    edits: [{ fundsCountries: become(['NZL'], ['NZL', 'IRN']) }],
  },
  'on hold from review, changed after its assessment': {
    causes: ['factsChanged'],
    columns: { status: 'onHold', held_from: 'inReview' },
    edits: [{ purpose: become('A home', 'To let') }],
  },
  'changed before its assessment was approved': {
    causes: [],
    earlierEdit: { cashExpected: become(false, true) },
  },
  'edited in what decides nothing': {
    causes: [],
    edits: [{ name: become('One', 'Two'), settlementOn: become(null, '2026-07-20') }],
  },
  'with parties and countries in another order': {
    causes: [],
    edits: [
      { parties: become(['Ana (customer)', 'Ben (customer)'], ['Ben (customer)', 'Ana (customer)']) },
      { fundsCountries: become(['NZL', 'AUS'], ['AUS', 'NZL']) },
    ],
  },
  'changed and set back': {
    causes: [],
    edits: [{ cashExpected: become(false, true) }, { cashExpected: become(true, false) }],
  },
  'assessed on facts that are on record': {
    causes: [],
    reliedOn: { cashExpected: true },
    edits: [{ cashExpected: become(false, true) }],
  },
  declined: {
    causes: [],
    columns: { outcome: 'declined' },
    edits: [{ cashExpected: become(false, true) }],
  },
  cancelled: {
    causes: [],
    columns: { status: 'cancelled' },
    edits: [{ cashExpected: become(false, true) }],
  },
  'not started': {
    causes: [],
    columns: { status: 'toDo' },
    edits: [{ cashExpected: become(false, true) }],
  },
  'completed under a delay of its own day in 2099': {
    causes: ['delayBeyondLimit', 'delayNotApproved'],
    customer: { cddStatus: 'inProgress' },
    columns: { ...delay('relationship'), delayed_cdd_due_on: '2099-12-31' },
  },
  'completed under a delay within the policy': {
    causes: ['delayNotApproved'],
    customer: { cddStatus: 'inProgress' },
    columns: delay('relationship'),
  },
  'completed under an approved delay': {
    causes: [],
    customer: { cddStatus: 'inProgress' },
    columns: {
      ...delay('relationship'),
      delayed_cdd_approved_by: memberId,
      delayed_cdd_approved_at: started,
    },
  },
  'completed under an approved delay whose day was moved': {
    causes: ['delayMoved'],
    customer: { cddStatus: 'inProgress' },
    columns: {
      ...delay('relationship'),
      delayed_cdd_approved_by: memberId,
      delayed_cdd_approved_at: started,
    },
    createdWith: { delayedCddDueOn: become(null, '2026-07-12') },
  },
  'verified before completion despite a delay': {
    causes: [],
    columns: { ...delay('relationship'), delayed_cdd_due_on: '2099-12-31' },
  },
  'of a customer whose initial CDD is waived': {
    causes: [],
    customer: { cddStatus: 'notStarted', waived: true },
    columns: delay('relationship'),
  },
  'in progress under New Zealand’s delay': {
    causes: [],
    customer: { cddStatus: 'inProgress' },
    columns: { ...delay('relationship'), status: 'inProgress' },
  },
  'completed under a delay with an undecided match': {
    causes: ['checksMissing', 'delayNotApproved'],
    customer: { cddStatus: 'inProgress', sanctions: 'potential' },
    columns: delay('relationship'),
  },
  'completed under a delay without a rating': {
    causes: ['checksMissing', 'delayNotApproved'],
    customer: { cddStatus: 'inProgress', risk: null },
    columns: delay('relationship'),
  },
  'in New Zealand, without a PEP check': {
    causes: ['delayNotApproved'],
    customer: { cddStatus: 'inProgress', pep: 'notChecked' },
    columns: delay('relationship'),
  },
  'in Australia, without a PEP check': {
    causes: ['checksMissing', 'delayNotApproved'],
    law: 'AUS',
    customer: { cddStatus: 'inProgress', pep: 'notChecked' },
    columns: delay('general'),
  },
  'in Australia, in progress under a delay': {
    causes: ['delayNotApproved'],
    law: 'AUS',
    customer: { cddStatus: 'inProgress', sanctions: 'potential' },
    columns: { ...delay('general'), status: 'inProgress' },
  },
  'a sale whose exchange was moved later': {
    causes: ['delayMoved', 'delayNotApproved'],
    law: 'AUS',
    capacity: 'otherParty',
    customer: { cddStatus: 'notStarted' },
    columns: {
      ...delay('property'),
      designated_service_au: 'au.t5.1',
      exchange_on: '2026-07-30',
    },
    createdWith: { exchangeOn: become(null, '2026-07-06') },
  },
  'a sale of a verified seller': {
    causes: [],
    law: 'AUS',
    columns: { ...delay('property'), designated_service_au: 'au.t5.1', exchange_on: '2026-07-30' },
    createdWith: { exchangeOn: become(null, '2026-07-06') },
  },
  'a service in Australia that started before CDD': {
    causes: ['startedBeforeCdd'],
    law: 'AUS',
    customer: { cddStatus: 'notStarted' },
    columns: { designated_service_au: 'au.t6.1', status: 'inProgress' },
  },
  'a service in Australia after CDD': {
    causes: [],
    law: 'AUS',
    columns: { designated_service_au: 'au.t6.1', status: 'inProgress' },
  },
  'a service in Australia for another party': {
    causes: [],
    law: 'AUS',
    capacity: 'otherParty',
    customer: { cddStatus: 'notStarted' },
    columns: { designated_service_au: 'au.t6.1', status: 'inProgress' },
  },
  'a service in Australia that was delayed once': {
    causes: [],
    law: 'AUS',
    customer: { cddStatus: 'notStarted' },
    columns: { designated_service_au: 'au.t6.1', status: 'inProgress' },
    createdWith: { delayedCddGround: become(null, 'Urgent') },
  },
  'in New Zealand, started before CDD': {
    causes: [],
    customer: { cddStatus: 'notStarted' },
    columns: { status: 'inProgress' },
  },
};

/** Columns of a delay that is not approved, within the policy. */
function delay(basis: string): Record<string, unknown> {
  return {
    delayed_cdd_basis: basis,
    delayed_cdd_ground: 'Essential not to interrupt',
    delayed_cdd_due_on: '2026-07-20',
    service_started_on: '2026-07-06',
    service_first_started_on: '2026-07-06',
  };
}

describe.each(testEngines)('activities that hold only by a former way, on %s', (engine) => {
  let schema: FormerSchema;
  const ids = new Map(Object.keys(courses).map((name) => [name, uuidv7()]));
  const idOf = (name: string) => ids.get(name) ?? '';

  const put = (name: string, course: Course, number: number): Statement[] => {
    const [of, id, customer] = [course.law === 'AUS' ? companyId : zealandId, idOf(name), uuidv7()];
    const status = course.columns?.status ?? 'completed';
    const row: Record<string, unknown> = {
      company_id: of,
      id,
      reference: `A-${String(number).padStart(6, '0')}`,
      name: 'Invented',
      search_text: ' invented',
      activity_type: 'matter',
      status,
      outcome: status === 'completed' ? 'approved' : null,
      currency: 'NZD',
      cash_expected: false,
      funds_countries: [],
      completed_at: status === 'completed' ? completed : null,
      snapshot_hash: status === 'completed' ? 'h' : null,
      created_at: created,
      created_by: memberId,
      updated_at: created,
      updated_by: memberId,
      ...course.columns,
    };
    const columns = Object.keys(row);
    return [
      client(customer, of, course.customer ?? {}),
      [
        `INSERT INTO activities (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      ],
      [
        'INSERT INTO activity_parties (company_id, activity_id, client_id, capacity, position) VALUES ($1, $2, $3, $4, 0)',
        [of, id, customer, course.capacity ?? 'customer'],
      ],
      [
        `INSERT INTO risk_assessments (company_id, id, resource_type, resource_id, template_id, template_version_id, status, answers, scored, computed_level, final_level,
           assessed_by, approved_by, approved_at, relied_on, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, 'activities', $3, $4, $5, 'approved', '[]', '{}', 'low', 'low', $6, $6, $7, $8, $7, $6, $7, $6)`,
        [
          of,
          uuidv7(),
          id,
          of === companyId ? templateId : `${templateId.slice(0, -1)}0`,
          of === companyId ? versionId : `${versionId.slice(0, -1)}0`,
          memberId,
          approved,
          course.reliedOn === undefined ? null : JSON.stringify(course.reliedOn),
        ],
      ],
      ...event(of, id, 'activity.created', created, {
        cashExpected: become(null, false),
        ...course.createdWith,
      }),
      ...(course.earlierEdit === undefined
        ? []
        : event(of, id, 'activity.updated', created, course.earlierEdit)),
      ...event(of, id, 'activity.statusChanged', started, { status: become('To do', 'In progress') }),
      ...(course.edits ?? []).flatMap((changes) => event(of, id, 'activity.updated', edited, changes)),
    ];
  };

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0121');
    const templates = [
      [companyId, templateId, versionId],
      [zealandId, `${templateId.slice(0, -1)}0`, `${versionId.slice(0, -1)}0`],
    ].flatMap(([of, template, version]): Statement[] => [
      [
        `INSERT INTO risk_templates (company_id, id, name, resource_type, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, 'Invented', 'activities', $3, $4, $3, $4)`,
        [of, template, created, memberId],
      ],
      [
        `INSERT INTO risk_template_versions (company_id, id, template_id, number, status, content, content_hash, questions, created_at,
           created_by)
         VALUES ($1, $2, $3, 1, 'draft', '{}', 'h', 0, $4, $5)`,
        [of, version, template, created, memberId],
      ],
    ]);
    await schema.asOwner([
      company(companyId, '{AUS}'),
      company(zealandId, '{NZL}'),
      [
        `INSERT INTO members (id, company_id, login_id, name, role, designations, status, created_at, created_by, updated_at)
         VALUES ($1, $2, 'm@example.test', 'Invented', 'owner', '{}', 'active', $3, 'system', $3)`,
        [memberId, companyId, created],
      ],
      ...templates,
      ...Object.entries(courses).flatMap(([name, course], index) => put(name, course, index + 1)),
    ]);
    await schema.asOwner([[`UPDATE client_periods SET from_at = '2026-01-01'`, []]]);
    await schema.migrate();
  });
  afterAll(() => schema?.close());

  test.each(Object.entries(courses))('%s', async (name, { causes, columns }) => {
    const [row] = await schema.asOwner([
      [
        'SELECT status, recheck_causes, recheck_due_at IS NOT NULL AS due, recheck_unrecorded FROM activities WHERE id = $1',
        [idOf(name)],
      ],
    ]);
    expect(row).toEqual({
      // No status changes by itself.
      status: columns?.status ?? 'completed',
      recheck_causes: causes,
      due: causes.length > 0,
      recheck_unrecorded: causes.length > 0,
    });
  });
});
