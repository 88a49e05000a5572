import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenPeriods } from '#tests/support/api/client-periods.ts';
import { testEngine, testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';
import { isSoak } from '#tests/support/soak.ts';

const start = '2020-03-02T09:00:00.000Z';
const day = (count: number) => new Date(Date.parse(start) + count * 86_400_000).toISOString();

interface OldEvent {
  day: number;
  action: string;
  /** Events of the client; `risk`: of an assessment. */
  changes?: Record<string, [before: string | null, after: string | null]>;
  risk?: [before: string | null, after: string | null];
  /** The event's detail is destroyed. */
  isDestroyed?: true;
}

interface OldClient {
  /** Columns that differ from those of a new client. */
  now: Partial<Record<'status' | 'cdd_level' | 'risk_level' | 'pep_status' | 'sanctions_status', string>>;
  events: OldEvent[];
  /** Expected periods: value, first and last day; null for open; 'migration' for the day of the migration. */
  kind: string;
  periods: [value: string | null, from: number | 'migration', to: number | null][];
}

const created: OldEvent = {
  day: 0,
  action: 'client.created',
  changes: {
    status: [null, 'draft'],
    cddStatus: [null, 'notStarted'],
    pepStatus: [null, 'notChecked'],
    sanctionsStatus: [null, 'notChecked'],
    clientType: [null, 'individual'],
  },
};

const statusTo = (on: number, before: string, after: string): OldEvent => ({
  day: on,
  action: 'client.statusChanged',
  changes: { status: [before, after] },
});

const oldClients: Record<string, OldClient> = {
  'a trail that tells everything': {
    now: { status: 'active' },
    events: [created, statusTo(2, 'Draft', 'Onboarding'), statusTo(5, 'Onboarding', 'Active')],
    kind: 'status',
    periods: [
      ['draft', 0, 2],
      ['onboarding', 2, 5],
      ['active', 5, null],
    ],
  },
  'a level of the assessments, from none': {
    now: { risk_level: 'high' },
    events: [
      created,
      { day: 3, action: 'riskAssessment.approved', risk: [null, 'medium'] },
      { day: 9, action: 'client.screeningStatusChanged', changes: { riskLevel: ['Medium', 'High'] } },
    ],
    kind: 'riskLevel',
    periods: [
      [null, 0, 3],
      ['medium', 3, 9],
      ['high', 9, null],
    ],
  },
  'a change that no event tells of': {
    now: { sanctions_status: 'clear' },
    events: [created],
    kind: 'sanctionsStatus',
    periods: [['clear', 'migration', null]],
  },
  'a gap: only what follows it is believed': {
    now: { status: 'dormant' },
    events: [created, statusTo(4, 'Onboarding', 'Active'), statusTo(8, 'Active', 'Dormant')],
    kind: 'status',
    periods: [
      ['active', 4, 8],
      ['dormant', 8, null],
    ],
  },
  'a destroyed detail': {
    now: { status: 'onboarding' },
    events: [created, { ...statusTo(4, 'Draft', 'Onboarding'), isDestroyed: true }],
    kind: 'status',
    periods: [['onboarding', 'migration', null]],
  },
  'no events at all': { now: {}, events: [], kind: 'cddLevel', periods: [[null, 'migration', null]] },
  'a finding of a PEP': {
    now: { pep_status: 'domestic' },
    events: [
      created,
      {
        day: 6,
        action: 'client.findingRecorded',
        changes: { 'pepStatus.pepStatus': [null, 'Domestic PEP'] },
      },
    ],
    kind: 'pepStatus',
    periods: [
      ['notChecked', 0, 6],
      ['domestic', 6, null],
    ],
  },
  'two changes in one moment': {
    now: { status: 'active' },
    events: [created, statusTo(5, 'Draft', 'Onboarding'), statusTo(5, 'Onboarding', 'Active')],
    kind: 'status',
    periods: [
      ['draft', 0, 5],
      ['active', 5, null],
    ],
  },
};

/** Clients beside those above: in the soak as many as a large company has, on a server. `PERIODS_CLIENTS` sets another number. */
const further = Number(process.env.PERIODS_CLIENTS ?? (isSoak && testEngine === 'postgres' ? 100_000 : 300));

describe.each(testEngines)('client periods that a migration creates on %s', (engine) => {
  let schema: FormerSchema;
  let migratedAfter: number;
  const companyId = uuidv7();
  const memberId = uuidv7();
  const ids = new Map(Object.keys(oldClients).map((name) => [name, uuidv7()]));

  const insertClient = `
    INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags, individual,
      pre_commencement, cdd_status, cdd_level, risk_level, pep_status, sanctions_status, created_at, created_by, updated_at, updated_by)`;
  const insertEvent = `
    INSERT INTO audit_events (chain, seq, at, actor_type, actor_id, actor_role, action, resource_type, resource_id, detail_id,
      detail_digest, request_id, prev_hash, hash)`;

  let seq = 0;

  const eventRows = (clientId: string, { day: on, action, changes, risk, isDestroyed }: OldEvent) => {
    const detailId = uuidv7();
    seq += 1;
    const pairs = Object.entries(changes ?? {}).map(([field, [before, after]]) => [field, { before, after }]);
    const detail = risk
      ? { resourceType: 'clients', resourceId: clientId, riskLevel: { before: risk[0], after: risk[1] } }
      : { changes: Object.fromEntries(pairs) };
    const rows: [string, unknown[]][] = [
      [
        `${insertEvent} VALUES ($1, $2, $3, 'user', $4, 'owner', $5, $6, $7, $8, 'd', 'r', 'p', 'h')`,
        [
          companyId,
          seq,
          day(on),
          memberId,
          action,
          risk ? 'riskAssessment' : 'client',
          risk ? uuidv7() : clientId,
          detailId,
        ],
      ],
    ];
    if (!isDestroyed) {
      const values = [detailId, companyId, JSON.stringify(detail)];
      rows.push([
        `INSERT INTO audit_details (id, chain, detail, detail_key) VALUES ($1, $2, $3, 'k')`,
        values,
      ]);
    }
    return rows;
  };

  /** Many clients, each created and moved to onboarding, with a risk level that no event recorded. */
  const insertFurther = (): [string, unknown[]?][] => [
    [
      `CREATE TEMPORARY TABLE further AS
         SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS first, gen_random_uuid() AS second FROM generate_series(1, ${further}) n`,
    ],
    [
      `${insertClient} SELECT '${companyId}', id, 'individual', 'individual', 'onboarding', 'Invented', 'invented', '{}', '[]', '{}', '{}',
         false, 'notStarted', NULL, 'low', 'notChecked', 'notChecked', '${start}', '${memberId}', '${start}', '${memberId}' FROM further`,
    ],
    [
      `INSERT INTO audit_details (id, chain, detail, detail_key)
         SELECT first, '${companyId}', '${JSON.stringify({
           changes: Object.fromEntries(
             Object.entries(created.changes ?? {}).map(([field, [before, after]]) => [
               field,
               { before, after },
             ]),
           ),
         })}'::json, 'k' FROM further
         UNION ALL
         SELECT second, '${companyId}', '{"changes":{"status":{"before":"Draft","after":"Onboarding"}}}'::json, 'k' FROM further`,
    ],
    ...(['first', 'second'] as const).map((which, place): [string] => [
      `${insertEvent} SELECT '${companyId}', ${1000 + place * further} + n, '${day(place)}', 'user', '${memberId}', 'owner',
         '${place === 0 ? 'client.created' : 'client.statusChanged'}', 'client', id::text, ${which}, 'd', 'r', 'p', 'h' FROM further`,
    ]),
    ['DROP TABLE further'],
  ];

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0033');
    await schema.asOwner([
      [
        `INSERT INTO companies (id, name, regulated_in, time_zone, created_at, created_by, updated_at)
         VALUES ($1, 'Kauri Conveyancing', '{NZL}', 'Pacific/Auckland', $2, 'system', $2)`,
        [companyId, start],
      ],
      [
        `INSERT INTO members (id, company_id, login_id, name, role, status, created_at, created_by, updated_at)
         VALUES ($1, $2, 'owner@example.test', 'Invented Owner', 'owner', 'active', $3, 'system', $3)`,
        [memberId, companyId, start],
      ],
      ...Object.entries(oldClients).flatMap(([name, { now, events }]): [string, unknown[]][] => {
        const id = ids.get(name) ?? '';
        return [
          [
            `${insertClient} VALUES ($1, $2, 'individual', 'individual', $3, 'Invented', 'invented', '{}', '[]', '{}', '{}', false,
               'notStarted', $4, $5, $6, $7, $8, $9, $8, $9)`,
            [
              companyId,
              id,
              now.status ?? 'draft',
              now.cdd_level ?? null,
              now.risk_level ?? null,
              now.pep_status ?? 'notChecked',
              now.sanctions_status ?? 'notChecked',
              start,
              memberId,
            ],
          ],
          ...events.flatMap((event) => eventRows(id, event)),
        ];
      }),
      ...insertFurther(),
    ]);
    // The migration dates periods by the server's clock, which may differ from this process's (`ASSAY_TEST_CLOCK`).
    const [server] = await schema.asOwner([['SELECT now() AS now']]);
    migratedAfter = Date.parse(String(server?.now));
    const from = performance.now();
    await schema.migrate((name) => name === '0037-client-periods');
    const seconds = (performance.now() - from) / 1000;
    if (further > 1000) console.log(`${engine}: periods of ${further} clients in ${seconds.toFixed(1)} s`);
  }, 600_000);
  afterAll(() => schema?.close());

  test.each(Object.entries(oldClients))('%s', async (name, { kind, periods }) => {
    const rows = await schema.asOwner([
      [
        `SELECT value, from_at, nullif(to_at, 'infinity') AS to_at, cause FROM client_periods
          WHERE client_id = $1 AND kind = $2 ORDER BY from_at`,
        [ids.get(name), kind],
      ],
    ]);
    expect(rows).toHaveLength(periods.length);
    for (const [place, [value, from, to]] of periods.entries()) {
      const row = rows[place];
      expect(row).toMatchObject({
        value,
        cause: from === 'migration' ? 'migration' : 'event',
        to_at: to === null ? null : day(to),
      });
      if (from === 'migration')
        expect(Date.parse(String(row?.from_at))).toBeGreaterThanOrEqual(migratedAfter);
      else expect(row?.from_at).toBe(day(from));
    }
  });

  test('one period of each kind is open and equals the column, and none overlap', async () => {
    const query = async (text: string) => ({ rows: await schema.asOwner([[text]]) });
    expect(await brokenPeriods(query)).toEqual([]);
  });
});
