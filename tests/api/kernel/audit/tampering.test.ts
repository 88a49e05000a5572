import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getBatchSignature, hashBatch, toHeader } from '#api/kernel/audit/batch.ts';
import { hashEvent, type StoredEvent } from '#api/kernel/audit/chain.ts';
import { openHeadsBucket } from '#api/kernel/audit/heads-bucket.ts';
import { deliverySignature, headsFileIn, publishHeads } from '#api/kernel/audit/publish-heads.ts';
import { recordEvent } from '#api/kernel/audit/record-event.ts';
import { signBatches } from '#api/kernel/audit/sign-batch.ts';
import { readSigningKeys } from '#api/kernel/audit/signing-keys.ts';
import { readPublishedHeads } from '#api/kernel/audit/verify-batches.ts';
import { verifyChains } from '#api/kernel/audit/verify-chains.ts';
import type { AuditBatchesTable } from '#api/kernel/database/tables/foundation-tables.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { insertCompany } from '#tests/support/api/companies.ts';
import { openTestDatabase, type TestDatabase, testEngine } from '#tests/support/database/database.ts';
import { startS3Service } from '#tests/support/services/s3-service.ts';
import { newSigningKey, testSigningKeys, testVerifyDeps } from '#tests/support/signing-keys.ts';

const at = Date.parse('2026-03-02T09:00:00.000Z');

/** Someone who can write to the whole database, and knows how hashes are made, but has no key. */
describe('tampering with the audit log in the database', () => {
  let database: TestDatabase;
  let companyId: string;
  let other: string;
  let folder: string;
  let clock = at;
  const now = () => new Date(clock);

  const record = (chain: string) =>
    asTenant(database.db, chain, (trx) =>
      recordEvent(
        trx,
        { now },
        {
          companyId: chain,
          actor: { type: 'user', id: 'member-1', role: 'owner' },
          action: 'client.updated',
          resourceType: 'client',
          resourceId: 'client-1',
          reason: 'As agreed',
          detail: {},
          requestId: 'request-1',
        },
      ),
    );
  const sign = async () => {
    clock += 3_600_000;
    await signBatches(database.db, { signingKeys: testSigningKeys, now });
  };
  const publish = (receiver?: { url: string; secret: string }) =>
    publishHeads(database.db, { receivers: { folder, ...(receiver ? { receiver } : {}) }, now });
  const published = async () => readPublishedHeads(await readFile(headsFileIn(folder), 'utf8'));
  /** What is found: the first fault of the company's chain and of the batches. */
  async function find({ outside = false } = {}) {
    const report = await verifyChains(
      database.db,
      testVerifyDeps({ now, ...(outside ? { published: await published() } : {}) }),
    );
    return {
      ok: report.ok,
      chain: report.chains.find(({ chain }) => chain === companyId)?.broken?.fault ?? null,
      batches: report.batches.broken,
    };
  }
  const tamper = (statement: string, values: unknown[] = [companyId]) =>
    database.asSuperuser(statement, values);

  /** Rewrites the chain with valid hashes and links, as its head. */
  async function rewrite(): Promise<void> {
    const events = await asTenant(database.db, companyId, (trx) =>
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
  }

  /** Two companies; batch 1 covers four events of the first, batch 2 another two, and two more are not signed yet. */
  beforeEach(async () => {
    clock = at;
    folder = await mkdtemp(join(tmpdir(), 'assay-heads-'));
    database = await openTestDatabase(testEngine);
    ({ companyId } = await insertCompany(database, 'Kauri Conveyancing'));
    ({ companyId: other } = await insertCompany(database, 'Rimu Legal'));
    for (const chain of [companyId, companyId, companyId, companyId, other]) await record(chain);
    await sign();
    for (const chain of [companyId, companyId, other]) await record(chain);
    await sign();
    await publish();
    for (const chain of [companyId, companyId]) await record(chain);
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('an untouched log verifies, with the public key alone too', async () => {
    const untouched = { ok: true, chain: null, batches: null };
    expect(await find({ outside: true })).toEqual(untouched);
    const publicOnly = testVerifyDeps({ now, signingKeys: undefined, published: await published() });
    const report = await verifyChains(database.db, publicOnly);
    expect(report).toMatchObject({ ok: true, batches: { batches: 2 } });
    expect(report.chains.map(({ signedTo, events }) => [signedTo, events]).sort()).toEqual([
      [2, 2],
      [6, 8],
    ]);
  });

  test('1: a changed event is found', async () => {
    await tamper(`UPDATE audit_events SET actor_id = 'somebody-else' WHERE chain = $1 AND seq = 3`);
    expect(await find()).toMatchObject({ ok: false, chain: 'hash' });
  });

  test('2: a chain rewritten with valid hashes is found, though its signed heads or all batches are deleted', async () => {
    await rewrite();
    expect(await find()).toMatchObject({ ok: false, chain: 'signedHead', batches: null });
    await tamper('DELETE FROM audit_batch_heads WHERE chain = $1');
    expect(await find()).toMatchObject({ ok: false, batches: { number: 1, fault: 'root' } });
    await tamper('DELETE FROM audit_batch_heads', []);
    await tamper('DELETE FROM audit_batches', []);
    expect(await find({ outside: true })).toMatchObject({
      ok: false,
      chain: 'head',
      batches: { number: 1, fault: 'published' },
    });
  });

  test('3: a deleted detail is found, though it is entered as destroyed', async () => {
    await tamper(
      'DELETE FROM audit_details WHERE id = (SELECT detail_id FROM audit_events WHERE chain = $1 AND seq = 2)',
    );
    expect(await find()).toMatchObject({ ok: false, chain: 'detailMissing' });
    await tamper(
      'INSERT INTO audit_destroyed_details (chain, seq, destruction) VALUES ($1, 2, gen_random_uuid())',
    );
    expect(await find()).toMatchObject({ ok: false, chain: 'detailMissing' });
    await tamper('UPDATE audit_destroyed_details SET destruction = NULL WHERE chain = $1');
    expect(await find()).toMatchObject({ ok: false, chain: 'detailMissing' });
  });

  const cutTo = (seq: number) =>
    tamper(
      `WITH cut AS (DELETE FROM audit_events WHERE chain = $1 AND seq > $2)
       UPDATE audit_chain_heads SET seq = $2, hash = (SELECT hash FROM audit_events WHERE chain = $1 AND seq = $2)
        WHERE chain = $1`,
      [companyId, seq],
    );

  test('4: a tail cut to the last signed head is found, also once further events follow and are signed', async () => {
    await cutTo(6);
    expect(await find()).toMatchObject({ ok: false, chain: 'head', batches: null });
    await record(companyId);
    await sign();
    expect(await find()).toMatchObject({ ok: false, chain: 'head' });
    await tamper('UPDATE audit_chain_heads SET mac = NULL WHERE chain = $1');
    await sign();
    expect(await find()).toMatchObject({ ok: false, chain: 'head' });
  });

  test('4: a tail cut to an earlier signed head is found, though the later batch is deleted', async () => {
    await cutTo(4);
    expect(await find()).toMatchObject({ ok: false, chain: 'cutTail' });
    await tamper('DELETE FROM audit_batch_heads WHERE batch = 2', []);
    await tamper('DELETE FROM audit_batches WHERE number = 2', []);
    expect(await find({ outside: true })).toMatchObject({
      ok: false,
      batches: { number: 2, fault: 'published' },
    });
  });

  test('5: the deletion of all that a company has is found, with the company itself too', async () => {
    for (const table of ['audit_events', 'audit_details', 'audit_chain_heads', 'audit_batch_heads'])
      await tamper(`DELETE FROM ${table} WHERE chain = $1`);
    expect(await find()).toEqual({ ok: false, chain: null, batches: { number: 1, fault: 'root' } });
    await tamper('DELETE FROM members WHERE company_id = $1');
    await tamper('DELETE FROM companies WHERE id = $1');
    expect(await find()).toEqual({ ok: false, chain: null, batches: { number: 1, fault: 'root' } });
  });

  test('5: a company since the first batch that has no events is found, unlike one of a former version', async () => {
    const { companyId: empty } = await insertCompany(database, 'Matai Lending');
    companyId = empty;
    expect(await find()).toMatchObject({ ok: true });
    await tamper('UPDATE companies SET created_at = $2 WHERE id = $1', [empty, now().toISOString()]);
    expect(await find()).toMatchObject({ ok: false, chain: 'missing', batches: null });
  });

  test('6: a signed head replaced by another is found, signed with another key too', async () => {
    await tamper(`UPDATE audit_batch_heads SET hash = repeat('a', 64) WHERE chain = $1 AND batch = 2`);
    expect(await find()).toMatchObject({ ok: false, batches: { number: 2, fault: 'root' } });
    const stranger = readSigningKeys(newSigningKey()).current;
    const row = await asTenant(database.db, companyId, (trx) =>
      trx.selectFrom('audit_batches').selectAll().where('number', '=', 2).executeTakeFirstOrThrow(),
    );
    const header = { ...toHeader(row as AuditBatchesTable), root: 'b'.repeat(64), keyId: stranger.id };
    await tamper(
      'UPDATE audit_batches SET root = $1, key_id = $2, hash = $3, signature = $4 WHERE number = 2',
      [header.root, header.keyId, hashBatch(header), getBatchSignature(header, stranger)],
    );
    expect(await find()).toMatchObject({ ok: false, batches: { number: 2, fault: 'key' } });
    await tamper(`UPDATE audit_batches SET signed_at = signed_at + interval '1 hour' WHERE number = 1`, []);
    expect(await find()).toMatchObject({ ok: false, batches: { number: 1, fault: 'hash' } });
    await tamper('DELETE FROM audit_batch_heads WHERE batch = 1', []);
    await tamper('DELETE FROM audit_batches WHERE number = 1', []);
    expect(await find()).toMatchObject({ ok: false, batches: { number: 1, fault: 'gap' } });
  });

  test('after a change of keys, batches and heads of both keys verify; without the former key neither does', async () => {
    const text = newSigningKey();
    const former = testSigningKeys.current.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const both = readSigningKeys(`${text}${former}`);
    await signBatches(database.db, { signingKeys: both, now });
    const verify = (keys: typeof both) =>
      verifyChains(database.db, testVerifyDeps({ now, signingKeys: keys, publicKeys: keys.publicKeys }));
    expect(await verify(both)).toMatchObject({ ok: true, batches: { batches: 3 } });
    expect(await verify(readSigningKeys(text))).toMatchObject({
      ok: false,
      batches: { broken: { number: 1, fault: 'key' } },
    });
    const formerPublic = testSigningKeys.current.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect(await verify(readSigningKeys(`${text}${formerPublic}`))).toMatchObject({ ok: true });
  });

  test('the file outside is appended to, continues after an unfinished line, and a changed line is found', async () => {
    const file = headsFileIn(folder);
    const first = await readFile(file, 'utf8');
    expect(first.trimEnd().split('\n')).toHaveLength(2);
    await writeFile(file, `${first}{"format":"assay-aud`);
    await sign();
    expect(await publish()).toEqual({ written: 1, sent: 0, stored: 0 });
    expect(await publish()).toEqual({ written: 0, sent: 0, stored: 0 });
    const text = await readFile(file, 'utf8');
    expect(text.startsWith(first)).toBe(true);
    expect((await published()).byNumber.size).toBe(3);
    expect(await find({ outside: true })).toMatchObject({ ok: true });
    await writeFile(file, text.replace(/"root":"[0-9a-f]/, '"root":"g'));
    expect(await find({ outside: true })).toMatchObject({
      ok: false,
      batches: { number: 1, fault: 'published' },
    });
  });

  test('a bucket gets new objects alone, with a checksum, that verify as the file does', async () => {
    const s3 = await startS3Service();
    try {
      const env = s3.env();
      if (env.kind !== 's3') throw new Error('The service is a bucket.');
      const bucket = await openHeadsBucket(env);
      const store = async () =>
        (await publishHeads(database.db, { receivers: { folder, bucket }, now })).stored;
      s3.failNext(100);
      expect(await store()).toBe(0);
      s3.failNext(0);
      clock += 61_000;
      expect(await store()).toBe(2);
      await record(companyId);
      await sign();
      expect(await store()).toBe(1);
      expect(await store()).toBe(0);
      const objects = [...s3.objects].sort(([a], [b]) => (a < b ? -1 : 1));
      expect(objects.map(([key]) => key)).toEqual([
        'audit-heads/0000000001-0000000002.jsonl',
        'audit-heads/0000000003-0000000003.jsonl',
      ]);
      expect(objects.filter(([, { checksum }]) => checksum === undefined)).toEqual([]);
      const text = objects.map(([, { bytes }]) => bytes.toString()).join('');
      expect(text).toBe(await readFile(headsFileIn(folder), 'utf8'));
      expect(s3.requests.filter((request) => !request.startsWith('PUT'))).toEqual([]);
    } finally {
      await s3.close();
    }
  });

  test('a receiver gets each batch once it answers, signed and in order', async () => {
    const bodies: { text: string; signature: string }[] = [];
    let status = 503;
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (status === 200)
        bodies.push({
          text: Buffer.concat(chunks).toString(),
          signature: String(request.headers['x-assay-signature']),
        });
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const secret = 'a secret of the receiver, 32 characters';
    const receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`, secret };
    try {
      expect((await publish(receiver)).sent).toBe(0);
      status = 200;
      // Waits a minute after the first failure.
      expect((await publish(receiver)).sent).toBe(0);
      clock += 61_000;
      expect((await publish(receiver)).sent).toBe(2);
      await sign();
      expect((await publish(receiver)).sent).toBe(1);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    const numbers = bodies.flatMap(({ text }) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).number),
    );
    expect(numbers).toEqual([1, 2, 3]);
    for (const { text, signature } of bodies) {
      const time = Number(/^t=(\d+),/.exec(signature)?.[1]);
      expect(signature).toBe(deliverySignature(text, secret, new Date(time * 1000)));
    }
  });
});
