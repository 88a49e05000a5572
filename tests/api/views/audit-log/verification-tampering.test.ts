import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BatchHeader, getBatchSignature, hashBatch, sha256, toHeader } from '#api/kernel/audit/batch.ts';
import { hashEvent, type StoredEvent } from '#api/kernel/audit/chain.ts';
import { publishHeads } from '#api/kernel/audit/publish-heads.ts';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { signBatches } from '#api/kernel/audit/sign-batch.ts';
import { installSigningKeys, readSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { listAuditLog, verifyAuditLog } from '#contract/platform/audit.ts';
import { merkleLevels, merkleRoot } from '#rules/audit/merkle-tree.ts';
import { openTestApi, type TestApi, type TestPerson } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import { newSigningKey, testSigningKeys } from '#tests/support/signing-keys.ts';

/** Someone who can write to the whole database, and knows how hashes are made, but has no key: what a member is told. */
describe('verification of a tampered audit log over HTTP', () => {
  let api: TestApi;
  let folder: string;
  let companyId: string;
  let other: string;

  const record = (chain: string, resourceType = 'client') =>
    asTenant(api.database.db, chain, (trx) =>
      recordEvent(trx, api.clock, {
        companyId: chain,
        actor: { type: 'user', id: 'member-1', role: 'owner' },
        action: `${resourceType}.updated`,
        resourceType,
        resourceId: 'record-1',
        detail: {},
        requestId: 'request-1',
      }),
    );
  const sign = () => signBatches(api.database.db, { signingKeys: testSigningKeys, now: api.clock.now });
  const tamper = (statement: string, values: unknown[] = [companyId]) =>
    api.database.asSuperuser(statement, values);
  async function verify(as: TestPerson = api.companies.a.auditor) {
    const { status, response } = await api.request(verifyAuditLog, { query: {} }, { as });
    expect(status).toBe(200);
    expect(JSON.stringify(response)).not.toContain(other);
    return response;
  }
  const find = async () => {
    const { broken, batches } = await verify();
    return { event: broken, batch: batches?.broken ?? null };
  };

  /** Four events in batch 1, two in batch 2, two that are not signed yet. */
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-heads-'));
    api = await openTestApi(testEngine, { headsFolder: folder });
    installSigningKeys(testSigningKeys);
    companyId = api.companies.a.id;
    other = api.companies.b.id;
    for (const chain of [companyId, companyId, companyId, companyId, other]) await record(chain);
    await sign();
    for (const chain of [companyId, companyId, other]) await record(chain);
    await sign();
    await publishHeads(api.database.db, { receivers: { folder }, now: api.clock.now });
    for (const chain of [companyId, companyId]) await record(chain);
  });
  afterEach(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  test('an untouched log verifies, with the batches outside the database', async () => {
    expect(await verify()).toMatchObject({
      verifiedTo: 8,
      done: true,
      broken: null,
      signedTo: 6,
      lastSigned: { seq: 6 },
      batches: { verifiedTo: 2, done: true, broken: null, compared: 2, problem: null },
    });
    await rm(join(folder, 'audit-heads.jsonl'));
    expect(await verify()).toMatchObject({ batches: { broken: null, compared: 0, problem: 'noFile' } });
  });

  test('1: a changed event is found', async () => {
    await tamper(`UPDATE audit_events SET actor_id = 'somebody-else' WHERE chain = $1 AND seq = 3`);
    expect(await find()).toMatchObject({ event: { seq: 3, fault: 'hash' } });
  });

  test('2: a rewritten chain is found, though its signed heads or all batches are deleted', async () => {
    const events = await asTenant(api.database.db, companyId, (trx) =>
      trx.selectFrom('audit_events').selectAll().orderBy('seq').execute(),
    );
    let prevHash = '0'.repeat(64);
    for (const { hash: _old, ...event } of events as StoredEvent[]) {
      const hash = hashEvent({ ...event, actor_id: 'somebody-else', prev_hash: prevHash });
      await tamper(
        `UPDATE audit_events SET actor_id = 'somebody-else', prev_hash = $3, hash = $4 WHERE chain = $1 AND seq = $2`,
        [companyId, event.seq, prevHash, hash],
      );
      prevHash = hash;
    }
    await tamper('UPDATE audit_chain_heads SET hash = $2 WHERE chain = $1', [companyId, prevHash]);
    expect(await find()).toMatchObject({ event: { seq: 4, fault: 'signedHead' } });
    await tamper('DELETE FROM audit_batch_heads', []);
    await tamper('DELETE FROM audit_batches', []);
    expect(await find()).toMatchObject({ event: { seq: 8, fault: 'head' } });
  });

  test('3: a deleted detail is found, though it is entered as destroyed', async () => {
    await tamper(
      'DELETE FROM audit_details WHERE id = (SELECT detail_id FROM audit_events WHERE chain = $1 AND seq = 2)',
    );
    expect(await find()).toMatchObject({ event: { seq: 2, fault: 'detailMissing' } });
    await tamper(
      'INSERT INTO audit_destroyed_details (chain, seq, destruction) VALUES ($1, 2, gen_random_uuid())',
    );
    expect(await find()).toMatchObject({ event: { seq: 2, fault: 'detailMissing' } });
    await tamper('UPDATE audit_destroyed_details SET destruction = NULL WHERE chain = $1');
    expect(await find()).toMatchObject({ event: { seq: 2, fault: 'detailMissing' } });
  });

  test('4: a cut tail is found, though the newest batch is deleted', async () => {
    const cutTo = (seq: number) =>
      tamper(
        `WITH cut AS (DELETE FROM audit_events WHERE chain = $1 AND seq > $2)
         UPDATE audit_chain_heads SET seq = $2, hash = (SELECT hash FROM audit_events WHERE chain = $1 AND seq = $2)
          WHERE chain = $1`,
        [companyId, seq],
      );
    await cutTo(6);
    expect(await find()).toMatchObject({ event: { seq: 6, fault: 'head' } });
    await cutTo(4);
    expect(await find()).toMatchObject({ event: { seq: 5, fault: 'cutTail' } });
    await tamper('DELETE FROM audit_batch_heads WHERE batch = 2', []);
    await tamper('DELETE FROM audit_batches WHERE number = 2', []);
    expect(await find()).toMatchObject({ event: { seq: 4, fault: 'head' } });
    // Another company is told of the batch alone.
    const { broken, batches } = await verify(api.companies.b.owner);
    expect([broken, batches?.broken]).toEqual([null, { number: 2, fault: 'published' }]);
  });

  test('5: the deletion of all that a company has is found', async () => {
    for (const table of ['audit_events', 'audit_details', 'audit_chain_heads', 'audit_batch_heads'])
      await tamper(`DELETE FROM ${table} WHERE chain = $1`);
    expect(await find()).toMatchObject({ event: { seq: 1, fault: 'missing' } });
    const { broken, batches } = await verify(api.companies.b.owner);
    expect([broken, batches?.broken]).toEqual([null, { number: 1, fault: 'root' }]);
  });

  test('6: a replaced signed head is found, and a batch signed with another key', async () => {
    await tamper(`UPDATE audit_batch_heads SET hash = repeat('a', 64) WHERE chain = $1 AND batch = 2`);
    expect(await find()).toMatchObject({ event: { seq: 6, fault: 'signedHead' } });
    const stranger = readSigningKeys(newSigningKey()).current;
    const row = await asTenant(api.database.db, companyId, (trx) =>
      trx.selectFrom('audit_batches').selectAll().where('number', '=', 1).executeTakeFirstOrThrow(),
    );
    const header = { ...toHeader(row), keyId: stranger.id };
    await tamper('UPDATE audit_batches SET key_id = $1, hash = $2, signature = $3 WHERE number = 1', [
      header.keyId,
      hashBatch(header),
      getBatchSignature(header, stranger),
    ]);
    expect(await find()).toMatchObject({ event: { seq: 4, fault: 'key' } });
  });

  /** Adds signed batches without parts, up to a number. */
  async function addBatches(to: number) {
    let before = await asTenant(api.database.db, companyId, (trx) =>
      trx
        .selectFrom('audit_batches')
        .selectAll()
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    const rows: (typeof before)[] = [];
    while (before.number < to) {
      const { current } = testSigningKeys;
      const header: BatchHeader = {
        ...toHeader(before),
        number: before.number + 1,
        prevHash: before.hash,
        root: merkleRoot(sha256, merkleLevels(sha256, [])),
      };
      before = {
        number: header.number,
        signed_at: header.signedAt,
        key_id: header.keyId,
        prev_hash: header.prevHash,
        root: header.root,
        hash: hashBatch(header),
        signature: getBatchSignature(header, current),
      };
      rows.push(before);
    }
    await tamper(
      'INSERT INTO audit_batches SELECT * FROM jsonb_populate_recordset(NULL::audit_batches, $1::jsonb)',
      [JSON.stringify(rows)],
    );
  }

  test('a program that sends what `next` says verifies all batches, and finds a fault in the last portion', async () => {
    await addBatches(2003);
    const ask = async (query: object) =>
      (await api.request(verifyAuditLog, { query: query as never }, { as: api.companies.a.auditor }))
        .response;
    async function run() {
      const portions: EndpointResponse<typeof verifyAuditLog>[] = [];
      for (let query: object | null = {}; query !== null; ) {
        const response = await ask(query);
        portions.push(response);
        query = response.next;
        expect(portions.length).toBeLessThan(10);
      }
      return portions;
    }
    const [first, second, ...rest] = await run();
    expect(first).toMatchObject({ verifiedTo: 8, done: false, next: { after: 8, afterBatch: 2000 } });
    expect(second).toMatchObject({
      verifiedTo: 8,
      done: true,
      batches: { verifiedTo: 2003, broken: null },
      next: null,
    });
    expect(rest).toEqual([]);
    await tamper(`UPDATE audit_batches SET root = repeat('a', 64) WHERE number = 2003`, []);
    expect((await run()).at(-1)).toMatchObject({
      done: true,
      batches: { broken: { number: 2003, fault: 'hash' } },
      next: null,
    });
    await tamper(`UPDATE audit_events SET actor_id = 'somebody-else' WHERE chain = $1 AND seq = 3`);
    expect(await run()).toMatchObject([{ done: true, broken: { seq: 3, fault: 'hash' }, next: null }]);
  });

  test('numbers reveal no withheld event, before or after it is recorded, nor by its fault', async () => {
    const { staff, auditor } = api.companies.a;
    const numbers = async () =>
      (await api.request(listAuditLog, { query: {} as never }, { as: staff })).response.events.map(
        ({ seq }) => seq,
      );
    expect([await numbers(), staff.id === auditor.id]).toEqual([[8, 7, 6, 5, 4, 3, 2, 1], false]);
    const before = await verify(staff);
    await record(companyId, 'suspicion');
    await record(companyId, 'legalHold');
    expect(await numbers()).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(JSON.stringify(await verify(staff))).toBe(JSON.stringify(before));
    await record(companyId);
    expect(await numbers()).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const paged = await api.request(listAuditLog, { query: { before: 9 } as never }, { as: staff });
    expect(paged.response.events[0]?.seq).toBe(8);
    await tamper(`UPDATE audit_events SET actor_id = 'somebody-else' WHERE chain = $1 AND seq = 9`);
    expect(await verify(staff)).toMatchObject({ verifiedTo: 8, broken: { seq: 9, fault: 'hash' } });
  });
});
