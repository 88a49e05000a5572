import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getAuditKeyId, getDetailDigest, getHeadSignature, hashEvent } from '#api/kernel/audit/chain.ts';
import { insertChain, insertEvents } from '#api/kernel/audit/chain-store.ts';
import { getDestructionDigest } from '#api/kernel/audit/destroyed-details.ts';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { signBatches } from '#api/kernel/audit/sign-batch.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import type { Fault, Within } from '#api/kernel/audit/verify-deps.ts';
import { readBasis, verifyEvents } from '#api/kernel/audit/verify-events.ts';
import type { AuditEventsTable } from '#api/kernel/database/tables/foundation-tables.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { retentionDestroyedEvent } from '#rules/audit/event-names.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngines } from '#tests/support/database/database.ts';
import { testSigningKeys, testVerifyDeps } from '#tests/support/signing-keys.ts';

const auditKey = 'a shared key of a former version';
const now = () => new Date('2026-03-02T09:00:00.000Z');

describe.each(testEngines)('verifying chains on %s', (engine) => {
  let database: TestDatabase;
  let companyId: string;

  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  async function record(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await asTenant(database.db, companyId, (trx) =>
        recordEvent(
          trx,
          { now },
          {
            companyId,
            actor: { type: 'user', id: 'member-1', role: 'owner' },
            action: 'client.updated',
            resourceType: 'client',
            resourceId: `client-${index}`,
            detail: { index },
            requestId: 'request-1',
          },
        ),
      );
    }
  }

  /** Six events, the fourth signed as head. */
  beforeEach(async () => {
    ({ companyId } = await insertCompany(database, 'Kauri Conveyancing'));
    await record(4);
    await signBatches(database.db, { signingKeys: testSigningKeys, now });
    await record(2);
  });

  async function report() {
    const { chains } = await verifyChains(database.db, testVerifyDeps({ auditKeys: [auditKey], now }));
    return chains.find(({ chain }) => chain === companyId);
  }

  test('an untouched chain verifies', async () => {
    expect(await report()).toEqual({
      chain: companyId,
      events: 6,
      detailsDestroyed: 0,
      signedTo: 4,
      unsignedSince: now().toISOString(),
      formerHeads: { compared: 0, notCompared: 0 },
      ok: true,
      broken: null,
    });
  });

  test('a client destroyed while a chain is verified breaks nothing', async () => {
    const within: Within = (work) => asTenant(database.db, companyId, work);
    const deps = testVerifyDeps({ now });
    const basis = await readBasis(within, deps, companyId);
    const destruction = '01970000-0000-7000-8000-000000000001';
    await database.asSuperuser(
      'DELETE FROM audit_details WHERE id = (SELECT detail_id FROM audit_events WHERE chain = $1 AND seq = 2)',
      [companyId],
    );
    await database.asSuperuser(
      'INSERT INTO audit_destroyed_details (chain, seq, destruction) VALUES ($1, 2, $2)',
      [companyId, destruction],
    );
    expect(await verifyEvents(within, deps, basis, 0)).toMatchObject({
      broken: { seq: 2, fault: 'detailMissing' },
    });
    await within((trx) =>
      recordEvent(
        trx,
        { now },
        {
          companyId,
          actor: { type: 'user', id: 'member-1', role: 'owner' },
          action: retentionDestroyedEvent,
          resourceType: 'destruction',
          resourceId: destruction,
          detail: { itemCounts: { audit_details: 1 }, detailsDigest: getDestructionDigest([2]) },
          requestId: 'request-1',
        },
      ),
    );
    expect(await verifyEvents(within, deps, basis, 0)).toMatchObject({
      done: true,
      broken: null,
      verifiedTo: 7,
      detailsDestroyed: 1,
    });
  });

  const eventFields: [keyof AuditEventsTable, string][] = [
    ['at', '2026-03-02T09:00:00.001Z'],
    ['actor_type', 'admin'],
    ['actor_id', 'someone-else'],
    ['actor_role', 'auditor'],
    ['action', 'client.viewed'],
    ['resource_type', 'activity'],
    ['resource_id', 'another'],
    ['session_id', 'another'],
    ['client_address', '203.0.113.9'],
    ['format', '1'],
    ['detail_id', '01970000-0000-7000-8000-000000000000'],
    ['detail_digest', 'f'.repeat(64)],
    ['request_id', 'another'],
  ];
  test.each(eventFields)('a changed %s is detected', async (column, value) => {
    await database.asSuperuser(`UPDATE audit_events SET ${column} = $2 WHERE chain = $1 AND seq = 2`, [
      companyId,
      value,
    ]);
    expect(await report()).toMatchObject({ ok: false, broken: { seq: 2, fault: 'hash' } });
  });

  const tamperings: [string, string, number, Fault][] = [
    ['an event taken out', 'DELETE FROM audit_events WHERE chain = $1 AND seq = 3', 3, 'gap'],
    [
      'a changed hash',
      `UPDATE audit_events SET hash = repeat('a', 64) WHERE chain = $1 AND seq = 2`,
      2,
      'hash',
    ],
    [
      'a changed link',
      `UPDATE audit_events SET prev_hash = repeat('a', 64) WHERE chain = $1 AND seq = 3`,
      3,
      'link',
    ],
    [
      'a changed detail',
      `UPDATE audit_details SET detail = '{"index": 99}'
        WHERE id = (SELECT detail_id FROM audit_events WHERE chain = $1 AND seq = 5)`,
      5,
      'detail',
    ],
    [
      'a changed reason',
      `UPDATE audit_details SET reason = 'made up'
        WHERE id = (SELECT detail_id FROM audit_events WHERE chain = $1 AND seq = 5)`,
      5,
      'detail',
    ],
    [
      'a changed address of a recipient',
      `UPDATE audit_details SET client_address = '203.0.113.9'
        WHERE id = (SELECT detail_id FROM audit_events WHERE chain = $1 AND seq = 5)`,
      5,
      'detail',
    ],
    ['a cut tail', 'DELETE FROM audit_events WHERE chain = $1 AND seq > 4', 5, 'cutTail'],
    ['a head moved back', 'UPDATE audit_chain_heads SET seq = 5 WHERE chain = $1', 5, 'head'],
    ['a changed head', `UPDATE audit_chain_heads SET hash = repeat('a', 64) WHERE chain = $1`, 6, 'head'],
    ['a deleted head', 'DELETE FROM audit_chain_heads WHERE chain = $1', 1, 'head'],
    ['all events deleted', 'DELETE FROM audit_events WHERE chain = $1', 1, 'cutTail'],
  ];
  test.each(tamperings)('%s is detected', async (_what, statement, seq, fault) => {
    await database.asSuperuser(statement, [companyId]);
    expect(await report()).toMatchObject({ ok: false, broken: { seq, fault } });
  });

  test('a tail cut behind a signed head is detected though the head was moved back with it', async () => {
    await database.asSuperuser('DELETE FROM audit_events WHERE chain = $1 AND seq > 3', [companyId]);
    await database.asSuperuser(
      `UPDATE audit_chain_heads SET seq = 3, hash = (SELECT hash FROM audit_events WHERE chain = $1 AND seq = 3)
        WHERE chain = $1`,
      [companyId],
    );
    expect(await report()).toMatchObject({ ok: false, broken: { seq: 4, fault: 'cutTail' } });
  });

  test('a chain rewritten with valid hashes is detected against its signed head', async () => {
    const { rows } = await database.asSuperuser('SELECT * FROM audit_events WHERE chain = $1 ORDER BY seq', [
      companyId,
    ]);
    let prevHash = '0'.repeat(64);
    for (const row of rows as unknown as AuditEventsTable[]) {
      const { hash: _old, ...event } = { ...row, prev_hash: prevHash, actor_role: 'rewritten' };
      // The superuser's connection to a server parses dates differently.
      const hash = hashEvent({ ...event, seq: Number(event.seq), at: now().toISOString() });
      await database.asSuperuser(
        `UPDATE audit_events SET prev_hash = $3, actor_role = 'rewritten', hash = $4 WHERE chain = $1 AND seq = $2`,
        [companyId, event.seq, prevHash, hash],
      );
      prevHash = hash;
    }
    await database.asSuperuser('UPDATE audit_chain_heads SET hash = $2 WHERE chain = $1', [
      companyId,
      prevHash,
    ]);
    expect(await report()).toMatchObject({ ok: false, broken: { seq: 4, fault: 'signedHead' } });
  });

  test('a head that a former version signed with the shared key still verifies, and a changed one is detected', async () => {
    const { rows } = await database.asSuperuser(
      'SELECT hash FROM audit_events WHERE chain = $1 AND seq = 2',
      [companyId],
    );
    const head = { chain: companyId, seq: 2, hash: String(rows[0]?.hash), signedAt: now().toISOString() };
    await database.asSuperuser(
      `INSERT INTO audit_signed_heads (chain, seq, hash, signed_at, key_id, signature) VALUES ($1, 2, $2, $3, $4, $5)`,
      [companyId, head.hash, head.signedAt, getAuditKeyId(auditKey), getHeadSignature(head, auditKey)],
    );
    expect(await report()).toMatchObject({ ok: true });
    const verifyWith = async (auditKeys: string[]) => {
      const { chains } = await verifyChains(database.db, testVerifyDeps({ now, auditKeys }));
      return chains.find(({ chain }) => chain === companyId);
    };
    expect(await report()).toMatchObject({ formerHeads: { compared: 1, notCompared: 0 } });
    expect(await verifyWith([])).toMatchObject({ ok: true, formerHeads: { compared: 0, notCompared: 1 } });
    expect(await verifyWith(['another key'])).toMatchObject({
      ok: false,
      broken: { seq: 2, fault: 'signature' },
    });
    await database.asSuperuser(
      `UPDATE audit_signed_heads SET signed_at = signed_at + interval '1 day' WHERE chain = $1`,
      [companyId],
    );
    expect(await report()).toMatchObject({ ok: false, broken: { seq: 2, fault: 'signature' } });
  });

  test('events of format 1 verify beside those of format 2, and a reason added to their detail is detected', async () => {
    const { companyId: former } = await insertCompany(database, 'Rimu Former');
    const detail = { index: 1 };
    const key = Buffer.alloc(32, 7).toString('base64');
    const unhashed = {
      chain: former,
      seq: 1,
      at: now().toISOString(),
      actor_type: 'user' as const,
      actor_id: 'member-1',
      actor_role: 'owner',
      action: 'client.updated',
      resource_type: 'client',
      resource_id: 'client-1',
      reason: 'As entered then',
      detail_id: '01970000-0000-7000-8000-000000000001',
      detail_digest: getDetailDigest({ detail, reason: null, clientAddress: null }, key, 1),
      request_id: 'request-1',
      prev_hash: '0'.repeat(64),
      format: 1 as const,
      session_id: null,
      client_address: null,
    };
    const hash = hashEvent(unhashed);
    await asTenant(database.db, former, async (trx) => {
      const id = unhashed.detail_id;
      await insertChain(trx, former);
      await insertEvents(trx, former, {
        details: [{ id, chain: former, detail: JSON.stringify(detail), detail_key: key }],
        events: [{ ...unhashed, hash }],
        head: { seq: 1, hash, mac: null },
      });
    });
    companyId = former;
    await record(1);
    expect(await report()).toMatchObject({ ok: true, events: 2 });
    await database.asSuperuser(`UPDATE audit_details SET reason = 'added' WHERE id = $1`, [
      unhashed.detail_id,
    ]);
    expect(await report()).toMatchObject({ ok: false, broken: { seq: 1, fault: 'detail' } });
  });

  test('a chain longer than a batch verifies up to its last event', async () => {
    await record(2_100);
    expect(await report()).toMatchObject({ ok: true, events: 2_106 });
    await database.asSuperuser(`UPDATE audit_events SET actor_id = 'x' WHERE chain = $1 AND seq = 2106`, [
      companyId,
    ]);
    expect(await report()).toMatchObject({ ok: false, broken: { seq: 2_106, fault: 'hash' } });
  });
});
