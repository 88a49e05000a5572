import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngine, testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';
import { isSoak } from '#tests/support/soak.ts';

const start = '2026-03-02T09:00:00.000Z';

interface OldClient {
  status: string;
  cdd: string;
  risk?: string;
  isDecided?: true;
  isExcepted?: true;
  isOld?: true;
  isNotified?: true;
  rank: number | null;
}

/** Clients by what is on record of each, with the migration's result. */
const oldClients: Record<string, OldClient> = {
  'active, nothing approved': { status: 'active', cdd: 'inProgress', risk: 'low', rank: 4 },
  'active at high risk': { status: 'active', cdd: 'refreshDue', risk: 'high', rank: 1 },
  'dormant, never assessed': { status: 'dormant', cdd: 'notStarted', rank: 3 },
  'verified in onboarding': { status: 'onboarding', cdd: 'verified', risk: 'medium', rank: 2 },
  'approved on evidence': { status: 'active', cdd: 'verified', risk: 'high', isDecided: true, rank: null },
  'approved, then due again': { status: 'active', cdd: 'refreshDue', isDecided: true, rank: 3 },
  'an exception in force': { status: 'active', cdd: 'exceptionApproved', isExcepted: true, rank: null },
  'an exception that ended': { status: 'active', cdd: 'refreshDue', isExcepted: true, rank: 3 },
  'one marked as pre-commencement, which the query judges': {
    status: 'active',
    cdd: 'notStarted',
    isOld: true,
    rank: 3,
  },
  'the same, verified': { status: 'active', cdd: 'verified', isOld: true, rank: 3 },
  'a relationship that ended': { status: 'exited', cdd: 'verified', rank: null },
  'in review, as an event tells': {
    status: 'onboarding',
    cdd: 'readyForReview',
    isNotified: true,
    rank: null,
  },
  'in review, as nothing tells': { status: 'onboarding', cdd: 'readyForReview', rank: null },
};
/** Clients beside those above: in the soak as many as a large company has, on a server. `APPROVALS_CLIENTS` sets another number. */
const further = Number(
  process.env.APPROVALS_CLIENTS ?? (isSoak && testEngine === 'postgres' ? 100_000 : 300),
);

describe.each(testEngines)('client approvals that a migration creates on %s', (engine) => {
  let schema: FormerSchema;
  const [companyId, memberId] = [uuidv7(), uuidv7()];
  const ids = new Map(Object.keys(oldClients).map((name) => [name, uuidv7()]));

  const insertClient = `
    INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags, individual,
      pre_commencement, cdd_status, cdd_level, risk_level, pep_status, sanctions_status, created_at, created_by, updated_at, updated_by)`;
  const insertPeriod = `INSERT INTO client_periods (company_id, client_id, kind, value, from_at, to_at, cause, cause_seq)`;

  const getRows = (id: string, { status, cdd, risk, ...more }: OldClient): [string, unknown[]][] => {
    const rows: [string, unknown[]][] = [
      [
        `${insertClient} VALUES ($1, $2, 'individual', 'individual', $3, 'Invented', 'invented', '{}', '[]', '{}', '{}', $4, $5, NULL, $6,
           'notChecked', 'notChecked', $7, $8, $7, $8)`,
        [companyId, id, status, more.isOld ?? false, cdd, risk ?? null, start, memberId],
      ],
    ];
    if (more.isNotified) {
      rows.push(
        [
          `INSERT INTO audit_events (chain, seq, at, actor_type, actor_id, actor_role, action, resource_type, resource_id, detail_id,
             detail_digest, request_id, prev_hash, hash)
           VALUES ($1, 7, $2, 'user', $3, 'owner', 'client.cddStatusChanged', 'client', $4, $5, 'd', 'r', 'p', 'h')`,
          [companyId, start, memberId, id, uuidv7()],
        ],
        [
          `${insertPeriod} VALUES ($1, $2, 'cddStatus', 'readyForReview', $3, 'infinity', 'event', 7)`,
          [companyId, id, start],
        ],
      );
    }
    if (more.isExcepted) {
      rows.push([
        `${insertPeriod} VALUES ($1, $2, 'cddStatus', 'exceptionApproved', $3, 'infinity', 'other', NULL)`,
        [companyId, id, start],
      ]);
    }
    if (more.isDecided) {
      rows.push([
        `INSERT INTO cdd_decisions (company_id, id, client_id, decided_at, decided_by, cdd_level, packs, items, items_digest, basis)
         VALUES ($1, $2, $3, $4, $5, 'standard', '{}', '[]', repeat('a', 64), '[]')`,
        [companyId, uuidv7(), id, start, memberId],
      ]);
    }
    return rows;
  };

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0039');
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
      // Periods are inserted as they were; the triggers would start others.
      ['ALTER TABLE clients DISABLE TRIGGER client_periods_begin'],
      ...Object.entries(oldClients).flatMap(([name, one]) => getRows(ids.get(name) ?? '', one)),
      [
        `${insertClient} SELECT '${companyId}', gen_random_uuid(), 'individual', 'individual', 'active', 'Invented', 'invented', '{}', '[]',
           '{}', '{}', false, 'verified', NULL, (ARRAY['low', 'medium', 'high', NULL])[1 + n % 4], 'notChecked', 'notChecked',
           '${start}', '${memberId}', '${start}', '${memberId}' FROM generate_series(1, ${further}) n`,
      ],
      ['ALTER TABLE clients ENABLE TRIGGER client_periods_begin'],
    ]);
    const from = performance.now();
    await schema.migrate();
    if (further > 1000) console.info(`${further} clients in ${Math.round(performance.now() - from)} ms`);
  }, 600_000);
  afterAll(() => schema?.close());

  test.each(Object.entries(oldClients))('%s', async (name, { rank, ...old }: OldClient) => {
    const [row] = await schema.asOwner([
      [
        `SELECT evidence_gap_rank(status, cdd_status, cdd_decided_at, risk_level) AS rank, cdd_submitted_by,
                cdd_decided_at IS NOT NULL AS is_decided, status, cdd_status
           FROM clients WHERE id = $1`,
        [ids.get(name)],
      ],
    ]);
    expect(row).toEqual({
      rank,
      cdd_submitted_by: old.isNotified ? memberId : null,
      is_decided: (old.isDecided ?? old.isExcepted) === true,
      status: old.status,
      cdd_status: old.cdd,
    });
  });

  test('other clients are in the list as well, read in order by its index', async () => {
    const plan = await schema.asOwner([
      ['ANALYZE clients'],
      ['SET LOCAL enable_seqscan = off'],
      ['SET LOCAL enable_bitmapscan = off'],
      [
        `EXPLAIN SELECT c.id FROM clients c
          WHERE c.company_id = '${companyId}'
            AND evidence_gap_rank(c.status, c.cdd_status, c.cdd_decided_at, c.risk_level) IS NOT NULL
            AND evidence_gap_relief(c.cdd_status, c.pre_commencement, c.relationship_started_on) IS NULL
          ORDER BY evidence_gap_rank(c.status, c.cdd_status, c.cdd_decided_at, c.risk_level), c.id LIMIT 26`,
      ],
    ]);
    const text = plan.flatMap((row) => Object.values(row)).join('\n');
    expect(text).toContain('clients_with_evidence_gap');
    expect(text).not.toContain('Sort');
    const [counted] = await schema.asOwner([
      [
        `SELECT count(*)::int AS gaps FROM clients c
          WHERE evidence_gap_rank(c.status, c.cdd_status, c.cdd_decided_at, c.risk_level) IS NOT NULL`,
      ],
    ]);
    expect(counted?.gaps).toBe(
      further + Object.values(oldClients).filter(({ rank }) => rank !== null).length,
    );
  });
});
