import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesBetween, writableDetail } from '#api/kernel/audit/detail.ts';
import { type AuditEventInput, recordEvent } from '#api/kernel/audit/record-event.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import { asPlatform, asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { testVerifyDeps } from '#tests/support/signing-keys.ts';

const deps = { now: () => new Date('2026-03-02T09:00:00.123Z') };

function renamed(companyId: string | null, detail: Record<string, unknown> = {}): AuditEventInput {
  return {
    companyId,
    actor: { type: 'user', id: 'member-1', role: 'owner' },
    action: 'company.updated',
    resourceType: 'company',
    resourceId: companyId ?? 'platform',
    reason: 'New trading name',
    detail,
    requestId: 'request-1',
  };
}

describe.each(testEngines)('recording events on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('an event is numbered, linked to the previous one and read back as written', async () => {
    const { companyId } = await insertCompany(database, 'Kauri Conveyancing');
    const record = (detail: Record<string, unknown>) =>
      asTenant(database.db, companyId, (trx) => recordEvent(trx, deps, renamed(companyId, detail)));
    const first = await record({ name: { before: 'Kauri', after: 'Kauri Conveyancing' } });
    const second = await record({});
    const events = await asTenant(database.db, companyId, (trx) =>
      trx.selectFrom('audit_events').selectAll().orderBy('seq').execute(),
    );
    expect(events).toMatchObject([
      {
        seq: 1,
        at: '2026-03-02T09:00:00.123Z',
        format: 2,
        reason: null,
        hash: first.hash,
        prev_hash: '0'.repeat(64),
      },
      { seq: 2, hash: second.hash, prev_hash: first.hash },
    ]);
    const [detail] = await asTenant(database.db, companyId, (trx) =>
      trx
        .selectFrom('audit_details')
        .select(['detail', 'reason'])
        .where('id', '=', String(events[0]?.detail_id))
        .execute(),
    );
    expect(detail).toEqual({
      detail: { name: { before: 'Kauri', after: 'Kauri Conveyancing' } },
      reason: 'New trading name',
    });
  });

  test('session and address are part of the event, a recipient’s address only of the detail, and an admin’s only in the platform’s chain', async () => {
    const { companyId } = await insertCompany(database, 'Matai Lending');
    const origin = { sessionId: 'c0ffee', clientAddress: '203.0.113.9' };
    const client = { type: 'client', id: 'request-1', role: 'recipient' } as const;
    const admin = { type: 'admin', id: 'admin-1', role: 'admin' } as const;
    await asTenant(database.db, companyId, async (trx) => {
      await recordEvent(trx, deps, { ...renamed(companyId), origin });
      await recordEvent(trx, deps, { ...renamed(companyId), actor: client, origin });
    });
    await asPlatform(database.db, async (trx) => {
      await recordEvent(trx, deps, { ...renamed(companyId), actor: admin, origin });
      await recordEvent(trx, deps, { ...renamed(null), actor: admin, origin });
    });
    const { rows } = await database.asSuperuser(
      `SELECT e.session_id, e.client_address, d.client_address AS destroyable FROM assay.audit_events e
         JOIN assay.audit_details d ON d.id = e.detail_id
        WHERE e.chain = $1 OR e.chain = 'platform' AND e.client_address IS NOT NULL ORDER BY e.chain, e.seq`,
      [companyId],
    );
    expect(rows).toEqual([
      { session_id: 'c0ffee', client_address: '203.0.113.9', destroyable: null },
      { session_id: null, client_address: null, destroyable: '203.0.113.9' },
      { session_id: null, client_address: null, destroyable: null },
      { session_id: 'c0ffee', client_address: '203.0.113.9', destroyable: null },
    ]);
  });

  test('numbers have no gap under concurrent commands of one company, some of them rejected', async () => {
    const { companyId } = await insertCompany(database, 'Wattle Accounting');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 24 }, (_, index) =>
        asTenant(database.db, companyId, async (trx) => {
          const { seq } = await recordEvent(trx, deps, renamed(companyId, { index }));
          if (index % 3 === 0) throw new Error('refused after the event');
          return seq;
        }),
      ),
    );
    const seqs = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(seqs.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });

  test('the platform has its own chain, and appends to a company’s without reading it', async () => {
    const { companyId } = await insertCompany(database, 'Rimu Legal');
    const seen = await asPlatform(database.db, async (trx) => {
      await recordEvent(trx, deps, renamed(null));
      await recordEvent(trx, deps, renamed(companyId));
      return trx.selectFrom('audit_events').select('chain').distinct().execute();
    });
    expect(seen).toEqual([{ chain: 'platform' }]);
    const told = await asTenant(database.db, companyId, (trx) =>
      trx.selectFrom('audit_events').select('seq').execute(),
    );
    expect(told).toEqual([{ seq: 1 }]);
  });

  test('a company cannot append to another’s chain', async () => {
    const { companyId } = await insertCompany(database, 'Totara Trust Services');
    const { companyId: other } = await insertCompany(database, 'Banksia Bullion');
    await expect(
      asTenant(database.db, companyId, (trx) => recordEvent(trx, deps, renamed(other))),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('the chain verifies for any detail', async () => {
    const { companyId } = await insertCompany(database, 'Property Tests');
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.string({ unit: 'binary' }).map((key) => `field ${key}`),
          fc.jsonValue({ stringUnit: 'binary' }),
        ),
        async (detail) => {
          await asTenant(database.db, companyId, (trx) => recordEvent(trx, deps, renamed(companyId, detail)));
        },
      ),
      { numRuns: 60 },
    );
    await asTenant(database.db, companyId, (trx) =>
      recordEvent(
        trx,
        deps,
        renamed(companyId, { hostile: 'NUL \u0000, lone \ud800, U+2028 \u2028', left: undefined }),
      ),
    );
    const report = (await verifyChains(database.db, testVerifyDeps())).chains.find(
      ({ chain }) => chain === companyId,
    );
    expect(report).toMatchObject({ ok: true, events: 61, broken: null });
  });
});

describe('event details', () => {
  test('contain only changed fields', () => {
    expect(changesBetween({ a: 1, b: [1], c: null, gone: 'x' }, { a: 2, b: [1], new: true })).toEqual({
      a: { before: 1, after: 2 },
      gone: { before: 'x', after: null },
      new: { before: null, after: true },
    });
  });

  test.each(['password', 'sessionToken', 'clientSecret', 'apiKey'])('reject a field named %s', (name) => {
    expect(() => writableDetail({ before: { [name]: 'x' } })).toThrow(TypeError);
  });

  test('accept the fields secretary and footprint', () => {
    expect(writableDetail({ secretary: 'Invented Name', footprint: 1 })).toEqual({
      secretary: 'Invented Name',
      footprint: 1,
    });
  });
});
