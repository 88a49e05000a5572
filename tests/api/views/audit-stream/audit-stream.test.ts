import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicReach, sandboxReach } from '#api/kernel/network-reach.ts';
import { sendAuditStreams } from '#api/views/audit-stream/send-streams-job.ts';
import { renameOwnAccount } from '#contract/company/accounts.ts';
import {
  createAuditStream,
  readAuditStream,
  removeAuditStream,
  rotateAuditStreamSecret,
} from '#contract/platform/audit-stream.ts';
import { setLegalHold } from '#contract/views/retention.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { testEngine } from '#tests/support/database/database.ts';

interface Received {
  signature: string;
  body: string;
  lines: Record<string, unknown>[];
}

let test: TestApi;
let received: Received[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const lines = body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    received.push({ signature: String(request.headers['x-assay-signature']), body, lines });
    response.writeHead(status, { Location: 'http://127.0.0.1:1/elsewhere' }).end('{}');
  });
});
beforeAll(async () => {
  test = await openTestApi(testEngine);
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  await test.close();
  await new Promise((done) => receiver.close(done));
});

const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/collect?key=private`;
const send = async (reach = sandboxReach) => {
  received = [];
  await sendAuditStreams({ db: test.database.db, companyKeys: testCompanyKeys, reach, now: test.clock.now });
  return received.flatMap(({ lines }) => lines.map(({ action }) => action));
};
const owner = () => test.companies.a.owner;
const state = async () => (await test.request(readAuditStream, {}, { as: owner() })).response.stream;
const rename = (name: string) => test.request(renameOwnAccount, { body: { name } }, { as: owner() });

function isSigned({ signature, body }: Received, secret: string): boolean {
  const [time, ...signatures] = signature.split(',');
  const seconds = time?.replace('t=', '');
  return signatures.includes(`v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`);
}

it('sends events in order, signed, once, and without those that not every member may see', async () => {
  const { a, b } = test.companies;
  await rename('Before the stream');
  const created = await test.request(createAuditStream, { body: { url: url() } }, { as: a.owner });
  const { secret } = created.response;
  expect(created.response.stream).toMatchObject({ host: new URL(url()).host, deliveredAt: null });
  const { id } = await addClient(test, a);
  const hold = { params: { id }, body: { reason: 'A dispute at court' } };
  await test.request(setLegalHold, hold, { as: a.owner });
  await rename('Renamed Owner');
  await addClient(test, b);

  const actions = await send();
  expect(actions.slice(0, 2)).toEqual(['auditStream.created', 'client.created']);
  expect(actions.at(-1)).toBe('member.renamed');
  const [batch] = received;
  expect(batch && isSigned(batch, secret ?? '')).toBe(true);
  expect(batch?.lines.at(-1)).toMatchObject({
    companyId: a.id,
    label: 'Member: renamed',
    actor: { id: a.owner.id },
    detail: expect.arrayContaining([expect.objectContaining({ after: 'Renamed Owner' })]),
  });
  const text = received.map(({ body }) => body).join('');
  expect(text).not.toMatch(/legalHold|dispute at court|"seq"/);
  expect(new Set(batch?.lines.map((line) => line.id)).size).toBe(batch?.lines.length);
  expect(await send()).toEqual([]);
  expect(await state()).toMatchObject({ waiting: 0, attempts: 0, lastError: null });

  // Neither the URL, whose query may be a key, nor the secret is anywhere in clear text.
  const { rows } = await test.database.asSuperuser('SELECT * FROM assay.audit_streams');
  const events = await test.database.asSuperuser('SELECT detail FROM assay.audit_details');
  expect(JSON.stringify([rows, events.rows, await state()])).not.toMatch(/key=private|assay_siem_/);
});

it('retries later and later until the receiver confirms, and loses nothing', async () => {
  await rename('While it fails');
  status = 302;
  expect(await send()).toEqual(['member.renamed']);
  expect(await state()).toMatchObject({
    attempts: 1,
    waiting: 1,
    lastError: 'The receiver responded with 302',
  });
  expect(await send()).toEqual([]);
  await test.clock.advance(61);
  status = 503;
  expect(await send()).toEqual(['member.renamed']);
  await test.clock.advance(61);
  expect(await send()).toEqual([]);
  await test.clock.advance(301);
  status = 204;
  expect(await send()).toEqual(['member.renamed']);
  expect(await state()).toMatchObject({ attempts: 0, waiting: 0, lastError: null });
});

it('sends nothing more once the receiver is removed, not even what was waiting', async () => {
  await rename('While it is removed');
  expect(await state()).toMatchObject({ waiting: 1 });
  await test.request(removeAuditStream, {}, { as: owner() });
  expect(await send()).toEqual([]);
  await test.request(createAuditStream, { body: { url: url() } }, { as: owner() });
  expect(await send()).not.toContain('member.renamed');
});

it('signs with both secrets for a day after the secret was replaced', async () => {
  const before = await test.request(rotateAuditStreamSecret, {}, { as: owner() });
  const former = before.response.secret ?? '';
  await send();
  const after = await test.request(rotateAuditStreamSecret, {}, { as: owner() });
  const secret = after.response.secret ?? '';
  await send();
  expect(received.map((batch) => [isSigned(batch, former), isSigned(batch, secret)])).toEqual([[true, true]]);
  await test.clock.advance(24 * 3600 + 1);
  await rename('A day later');
  await send();
  expect(received.map((batch) => [isSigned(batch, former), isSigned(batch, secret)])).toEqual([
    [false, true],
  ]);
  expect((await test.request(readAuditStream, {}, { as: owner() })).response.secret).toBeNull();
});

it('reaches public addresses over https alone, by number and by name', async () => {
  const { b } = test.companies;
  const problemAt = async (address: string) => {
    const { problem } = await test.request(createAuditStream, { body: { url: address } }, { as: b.owner });
    return Object.keys(problem?.fields ?? {});
  };
  for (const address of [
    'no url',
    'ftp://siem.example.com',
    'http://10.0.0.8/',
    'https://169.254.169.254/x',
  ]) {
    expect(await problemAt(address), address).toEqual(['url']);
  }
  expect(await problemAt('https://user:word@siem.example.com/')).toEqual(['url']);

  await rename('Outside the sandbox');
  expect(await send(publicReach)).toEqual([]);
  expect(await state()).toMatchObject({ lastError: 'The URL of the receiver is not permitted' });
  const named = url().replace('127.0.0.1', 'localhost');
  await test.request(removeAuditStream, {}, { as: owner() });
  await test.request(createAuditStream, { body: { url: named } }, { as: owner() });
  expect(await send({ ...publicReach, protocols: ['http:'] })).toEqual([]);
  expect(await state()).toMatchObject({ lastError: 'The receiver is not on a public address' });
});
