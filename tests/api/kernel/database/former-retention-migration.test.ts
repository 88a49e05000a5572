import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testEngines } from '#tests/support/database/database.ts';
import { type FormerSchema, openFormerSchema } from '#tests/support/database/former-schema.ts';

const start = '2026-03-02T09:00:00.000Z';

interface OldClient {
  status: string;
  started: string | null;
  told?: { ended: string; kept: string };
  exitedAt?: string;
  restored: [ended: string | null, kept: string | null];
  /** The end is the day from which the status is known. */
  isKnownFrom?: true;
}

/** Clients by what tells of their former relationship, with what the migration restores. */
const oldClients: Record<string, OldClient> = {
  'declined, the end told by an event': {
    status: 'declined',
    started: '2020-01-31',
    told: { ended: '2026-01-31', kept: '2033-01-31' },
    exitedAt: '2026-02-03T00:00:00Z',
    restored: ['2026-01-31', '2033-01-31'],
  },
  'declined, the end told by a period alone': {
    status: 'declined',
    started: '2020-01-31',
    exitedAt: '2026-02-02T12:00:00Z',
    restored: ['2026-02-03', '2033-02-03'],
  },
  'taken back on': {
    status: 'onboarding',
    started: '2020-01-31',
    told: { ended: '2026-01-31', kept: '2031-01-31' },
    restored: ['2026-01-31', '2031-01-31'],
  },
  'declined, the end told by nothing': {
    status: 'declined',
    started: '2020-01-31',
    restored: ['2026-03-02', '2033-03-02'],
    isKnownFrom: true,
  },
  'archived, the end told by nothing': {
    status: 'archived',
    started: '2020-01-31',
    restored: ['2026-03-02', '2033-03-02'],
    isKnownFrom: true,
  },
  'declined, never a client': { status: 'declined', started: null, restored: [null, null] },
  'active again': {
    status: 'active',
    started: '2020-01-31',
    told: { ended: '2026-01-31', kept: '2033-01-31' },
    restored: [null, null],
  },
};

describe.each(testEngines)('retention of former clients that a migration restores on %s', (engine) => {
  let schema: FormerSchema;
  const [companyId, memberId] = [uuidv7(), uuidv7()];
  const ids = new Map(Object.keys(oldClients).map((name) => [name, uuidv7()]));

  const getRows = (
    id: string,
    seq: number,
    { status, started, told, exitedAt }: OldClient,
  ): [string, unknown[]][] => {
    const detailId = uuidv7();
    return [
      [
        `INSERT INTO clients (company_id, id, kind, client_type, status, display_name, sort_name, search_words, addresses, tags, individual,
           pre_commencement, cdd_status, relationship_started_on, pep_status, sanctions_status, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, 'individual', 'individual', $3, 'Invented', 'invented', '{}', '[]', '{}', '{}', false, 'verified', $4,
           'notChecked', 'notChecked', $5, $6, $5, $6)`,
        [companyId, id, status, started, start, memberId],
      ],
      ...(told === undefined
        ? []
        : ([
            [
              `INSERT INTO audit_details (id, chain, detail, detail_key) VALUES ($2, $1, $3, 'k')`,
              [
                companyId,
                detailId,
                JSON.stringify({
                  changes: {
                    relationshipEndedOn: { before: null, after: told.ended },
                    retainUntil: { before: null, after: told.kept },
                  },
                }),
              ],
            ],
            [
              `INSERT INTO audit_events (chain, seq, at, actor_type, actor_id, actor_role, action, resource_type, resource_id, detail_id,
                 detail_digest, request_id, prev_hash, hash)
               VALUES ($1, $2, $3, 'user', $4, 'owner', 'client.statusChanged', 'client', $5, $6, 'd', 'r', 'p', 'h')`,
              [companyId, seq, start, memberId, id, detailId],
            ],
          ] as [string, unknown[]][])),
      ...(exitedAt === undefined
        ? []
        : ([
            [
              `INSERT INTO client_periods (company_id, client_id, kind, value, from_at, to_at, cause)
               VALUES ($1, $2, 'status', 'exited', $3, $4, 'other')`,
              [companyId, id, exitedAt, start],
            ],
          ] as [string, unknown[]][])),
    ];
  };

  beforeAll(async () => {
    schema = await openFormerSchema(engine, '0044');
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
      // Periods are given here as they were; the triggers would begin others.
      ['ALTER TABLE clients DISABLE TRIGGER client_periods_begin'],
      ...Object.entries(oldClients).flatMap(([name, one], at) => getRows(ids.get(name) ?? '', at + 1, one)),
      ['ALTER TABLE clients ENABLE TRIGGER client_periods_begin'],
    ]);
    await schema.migrate();
  }, 600_000);
  afterAll(() => schema?.close());

  test.each(Object.entries(oldClients))('%s', async (name, { restored, isKnownFrom = false }) => {
    const [row] = await schema.asOwner([
      [
        'SELECT relationship_ended_on::text AS ended, retain_until::text AS kept, relationship_end_known_from AS known FROM clients WHERE id = $1',
        [ids.get(name)],
      ],
    ]);
    expect([row?.ended, row?.kept, row?.known]).toEqual([...restored, isKnownFrom]);
  });
});
