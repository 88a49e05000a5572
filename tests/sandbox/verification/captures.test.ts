import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Sandbox } from '#sandbox/services.ts';
import { createClock, startTestSandbox, temporaryFolder } from '../start.ts';

type Received = { body: string; signature: string };

/** Receives callbacks; responds with the given statuses in order, then 200. */
async function startReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const waiting: { count: number; done: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      body: Buffer.concat(chunks).toString(),
      signature: String(request.headers['x-verification-signature']),
    });
    response.writeHead(statuses.shift() ?? 200).end();
    for (const item of waiting) if (received.length >= item.count) item.done();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    received,
    until: (count: number) =>
      new Promise<void>((done) => (received.length >= count ? done() : waiting.push({ count, done }))),
  };
}

const headers = (sandbox: Sandbox) => ({
  'Content-Type': 'application/json',
  token: sandbox.verificationToken,
});

async function startCapture(sandbox: Sandbox, callbackUrl: string, more = {}) {
  const response = await fetch(`${sandbox.verificationUrl}/capture/v1/sessions`, {
    method: 'POST',
    headers: headers(sandbox),
    body: JSON.stringify({
      clientReference: 'ref-1',
      givenName: 'Ana',
      familyName: 'Ngata',
      callbackUrl,
      ...more,
    }),
  });
  expect(response.status).toBe(201);
  const { url, captureReference } = (await response.json()) as { url: string; captureReference: string };
  return { page: `${sandbox.outboxUrl}${new URL(url).pathname}`, captureReference };
}

async function read(sandbox: Sandbox, reference: string) {
  const response = await fetch(`${sandbox.verificationUrl}/capture/v1/sessions/${reference}`, {
    headers: headers(sandbox),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const submit = (page: string, fields: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields) });

describe('a capture on the phone', () => {
  it('opens by post, completes once and sends a signed callback', async () => {
    const sandbox = await startTestSandbox();
    const receiver = await startReceiver();
    const { page, captureReference } = await startCapture(sandbox, receiver.url);
    await fetch(page);
    expect((await read(sandbox, captureReference)).body.status).toBe('PENDING');
    await submit(page, { intent: 'start' });
    expect((await read(sandbox, captureReference)).body.status).toBe('OPENED');
    expect((await submit(page, { intent: 'finish' })).status).toBe(422);
    await submit(page, { intent: 'finish', ending: 'match' });
    await submit(page, { intent: 'finish', ending: 'faceDiffers' });
    await receiver.until(1);
    const { body } = await read(sandbox, captureReference);
    expect(body).toMatchObject({
      status: 'COMPLETED',
      clientReference: 'ref-1',
      result: { faceMatch: 'MATCH', liveness: 'PASS' },
    });
    const [callback] = receiver.received;
    const [, seconds, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(callback?.signature ?? '') ?? [];
    expect(mac).toBe(
      createHmac('sha256', sandbox.verificationCallbackSecret)
        .update(`${seconds}.${callback?.body}`)
        .digest('hex'),
    );
    expect(JSON.parse(callback?.body ?? '')).toMatchObject({
      type: 'capture.completed',
      capture: { captureReference },
    });
    expect(JSON.stringify(body) + callback?.body).not.toContain(page.split('/').at(-1));
    expect(receiver.received).toHaveLength(1);
  });

  it('sends an event twice on request and retries until acknowledged', async () => {
    const sandbox = await startTestSandbox({ verification: { callbackDelaysMs: [1, 1, 1] } });
    const receiver = await startReceiver(500, 200, 200);
    const { page } = await startCapture(sandbox, receiver.url);
    await submit(page, { intent: 'finish', ending: 'notLive', twice: 'on' });
    await receiver.until(3);
    const ids = receiver.received.map(({ body }) => (JSON.parse(body) as { eventId: string }).eventId);
    expect(new Set(ids).size).toBe(1);
  });

  it('survives a restart, including its pending callback', async () => {
    const stateDir = await temporaryFolder();
    const first = await startTestSandbox({ stateDir, verification: { callbackDelaysMs: [0, 0] } });
    const { page, captureReference } = await startCapture(first, 'http://127.0.0.1:1/callback');
    const receiver = await startReceiver(500, 500, 500);
    const other = await startCapture(first, receiver.url);
    await first.close();

    const second = await startTestSandbox({ stateDir });
    const pageNow = page.replace(first.outboxUrl, second.outboxUrl);
    expect((await read(second, captureReference)).body.status).toBe('PENDING');
    await submit(other.page.replace(first.outboxUrl, second.outboxUrl), {
      intent: 'finish',
      ending: 'match',
    });
    await receiver.until(1);
    await second.close();

    const clock = createClock(new Date(Date.now() + 60_000));
    const third = await startTestSandbox({ stateDir, now: clock.now });
    await receiver.until(2);
    expect((await fetch(pageNow.replace(second.outboxUrl, third.outboxUrl))).status).toBe(200);
  });

  it('deletes images on request, once and for good, and ends a link that is still open', async () => {
    const stateDir = await temporaryFolder();
    const clock = createClock();
    const sandbox = await startTestSandbox({ stateDir, now: clock.now });
    const remove = async (of: Sandbox, reference: string) => {
      const response = await fetch(`${of.verificationUrl}/capture/v1/sessions/${reference}/images`, {
        method: 'DELETE',
        headers: headers(of),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const { page, captureReference } = await startCapture(sandbox, 'http://127.0.0.1:1/');
    const other = await startCapture(sandbox, 'http://127.0.0.1:1/');
    await submit(page, { intent: 'finish', ending: 'match' });
    await submit(other.page, { intent: 'finish', ending: 'match' });
    const contents = async (reference: string) => {
      const lines = (await readFile(`${stateDir}/verification/verification.jsonl`, 'utf8'))
        .trim()
        .split('\n');
      const changes = lines.flatMap((line) => JSON.parse(line) as { c: string; k: string; v?: unknown }[]);
      return changes.filter(({ c, k }) => c === 'captures' && k === reference).at(-1)?.v;
    };
    expect((await read(sandbox, captureReference)).body.images).toHaveLength(3);
    expect(await contents(captureReference)).toMatchObject({
      images: [{ kind: 'document' }, { kind: 'face' }, { kind: 'livenessVideo' }],
    });
    const deleted = await remove(sandbox, captureReference);
    expect(deleted).toEqual({
      status: 200,
      body: {
        captureReference,
        deletedAt: clock.now().toISOString(),
        deletionReference: expect.any(String),
      },
    });
    expect(await contents(captureReference)).toMatchObject({ images: [] });
    expect((await read(sandbox, captureReference)).body).toMatchObject({
      status: 'COMPLETED',
      images: [],
      imagesDeletedAt: deleted.body.deletedAt,
    });
    expect((await read(sandbox, other.captureReference)).body.images).toHaveLength(3);
    clock.forward(3_600);
    expect(await remove(sandbox, captureReference)).toEqual(deleted);
    expect((await remove(sandbox, 'nothing')).status).toBe(404);
    const open = await startCapture(sandbox, 'http://127.0.0.1:1/');
    expect((await remove(sandbox, open.captureReference)).status).toBe(200);
    expect((await submit(open.page, { intent: 'finish', ending: 'match' })).status).toBe(410);
    await sandbox.close();

    const again = await startTestSandbox({ stateDir, now: clock.now });
    expect(await remove(again, captureReference)).toEqual(deleted);
  });

  it('shows expired and cancelled captures', async () => {
    const clock = createClock();
    const sandbox = await startTestSandbox({ now: clock.now });
    const { page, captureReference } = await startCapture(sandbox, 'http://127.0.0.1:1/', {
      expiresInSeconds: 60,
    });
    const cancelled = await startCapture(sandbox, 'http://127.0.0.1:1/');
    await fetch(`${sandbox.verificationUrl}/capture/v1/sessions/${cancelled.captureReference}/cancel`, {
      method: 'POST',
      headers: headers(sandbox),
    });
    expect((await fetch(cancelled.page)).status).toBe(410);
    clock.forward(61);
    expect((await fetch(page)).status).toBe(410);
    expect((await submit(page, { intent: 'finish', ending: 'match' })).status).toBe(410);
    expect((await read(sandbox, captureReference)).body.status).toBe('EXPIRED');
    expect((await read(sandbox, 'nothing')).status).toBe(404);
    expect((await fetch(`${sandbox.outboxUrl}/sandbox/verification/capture/nothing`)).status).toBe(404);
  });

  it('escapes names and works on a phone without script', async () => {
    const sandbox = await startTestSandbox();
    const { page } = await startCapture(sandbox, 'http://127.0.0.1:1/', {
      givenName: '<script>alert(1)</script>',
    });
    const response = await fetch(page);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toContain('<script');
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    onTestFinished(() => browser.close());
    const phone = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } });
    await phone.goto(page);
    await phone.getByRole('button', { name: 'I consent – start' }).click();
    await phone.getByLabel('My face and my passport, both clear').check();
    await phone.getByRole('button', { name: 'Finish' }).click();
    await phone.getByRole('heading', { name: 'Thank you' }).waitFor();
    await phone.goto(`${sandbox.outboxUrl}/sandbox/verification`);
    await phone.getByRole('heading', { name: 'By the document’s number' }).waitFor();
  });

  it('has no axe violations on any page and fits 320 pixels', async () => {
    const sandbox = await startTestSandbox();
    const { page } = await startCapture(sandbox, 'http://127.0.0.1:1/');
    const started = await startCapture(sandbox, 'http://127.0.0.1:1/');
    await submit(started.page, { intent: 'start' });
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    onTestFinished(() => browser.close());
    // The pages' policy forbids scripts, axe's too; only this test disables it.
    const tab = await (await browser.newContext({ bypassCSP: true })).newPage();
    for (const url of [`${sandbox.outboxUrl}/sandbox/verification`, page, started.page]) {
      for (const width of [1280, 320]) {
        await tab.setViewportSize({ width, height: 800 });
        await tab.goto(url);
        await tab.evaluate(axe);
        expect(
          await tab.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))'),
        ).toEqual([]);
        expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    }
  });
});
