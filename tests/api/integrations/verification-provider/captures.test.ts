import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isCallbackSigned } from '#api/integrations/verification-provider/callback-signature.ts';
import { readCallback } from '#api/integrations/verification-provider/captures.ts';
import { createVerificationProvider } from '#api/integrations/verification-provider/provider.ts';
import { startSandbox } from '#sandbox/services.ts';

async function open() {
  const stateDir = await mkdtemp(join(tmpdir(), 'assay-captures-'));
  const sandbox = await startSandbox({
    stateDir,
    projectId: 'P2TestProject000000000000000',
    managementKey: 'key',
    addressApiKey: 'key',
    appUrl: 'http://localhost:3000',
    seedUsers: [],
  });
  const received: { body: Buffer; signature: string | undefined }[] = [];
  let arrived = () => {};
  const first = new Promise<void>((done) => {
    arrived = done;
  });
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      body: Buffer.concat(chunks),
      signature: request.headers['x-verification-signature'] as string,
    });
    response.end();
    arrived();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    await sandbox.close();
    server.closeAllConnections();
    server.close();
    await rm(stateDir, { recursive: true, force: true });
  });
  const provider = createVerificationProvider({
    baseUrl: sandbox.verificationUrl,
    token: sandbox.verificationToken,
    now: () => new Date(),
    log: { warn: () => {} },
  });
  const start = async () => {
    const response = await provider.startCapture({
      clientReference: 'verification-1',
      givenName: 'Ana',
      familyName: 'Ngata',
      callbackUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      expiresInSeconds: 600,
    });
    if (!response.ok) throw new Error(response.problem);
    return response.value;
  };
  const onPhone = (url: string, fields: Record<string, string>) =>
    fetch(`${sandbox.outboxUrl}${new URL(url).pathname}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
  return { sandbox, provider, start, onPhone, received, first };
}

describe('a capture at the provider', () => {
  it('goes from sent to opened to completed, with a verified callback', async () => {
    const { sandbox, provider, start, onPhone, received, first } = await open();
    const capture = await start();
    expect(capture).toMatchObject({ status: 'sent', clientReference: 'verification-1', result: null });
    expect(capture.url).toMatch(/^http:\/\/localhost:3000\/sandbox\/verification\/capture\/[\w-]{32}$/);
    await onPhone(capture.url, { intent: 'start' });
    expect(await provider.readCapture(capture.captureReference)).toMatchObject({
      value: { status: 'opened' },
    });
    await onPhone(capture.url, { intent: 'finish', ending: 'match' });
    await first;
    const [callback] = received;
    if (!callback) throw new Error('no callback');
    const check = {
      header: callback.signature,
      rawBody: callback.body,
      secrets: [sandbox.verificationCallbackSecret],
      now: new Date(),
    };
    expect(isCallbackSigned(check)).toBe(true);
    expect(isCallbackSigned({ ...check, secrets: ['another', ...check.secrets] })).toBe(true);
    expect(isCallbackSigned({ ...check, secrets: ['another'] })).toBe(false);
    expect(isCallbackSigned({ ...check, now: new Date(Date.now() + 301_000) })).toBe(false);
    expect(isCallbackSigned({ ...check, rawBody: Buffer.concat([callback.body, Buffer.from(' ')]) })).toBe(
      false,
    );
    const event = readCallback(callback.body);
    expect(event?.capture).toMatchObject({
      status: 'completed',
      result: { face: 'match', liveness: 'match', matchPercentage: 97, consentGiven: true },
    });
    expect(await provider.readCapture(capture.captureReference)).toEqual({ ok: true, value: event?.capture });
  });

  it.each([
    ['faceDiffers', { face: 'no_match', liveness: 'match', consentGiven: true }],
    ['notLive', { face: 'exception', liveness: 'no_match', consentGiven: true }],
    ['unreadable', { face: 'document_error', liveness: 'match', documentReadable: false }],
    ['declined', { face: null, liveness: null, consentGiven: false }],
  ])('ends as %s with a neutral description', async (ending, result) => {
    const { provider, start, onPhone } = await open();
    const capture = await start();
    await onPhone(capture.url, { intent: 'finish', ending });
    expect(await provider.readCapture(capture.captureReference)).toMatchObject({ value: { result } });
  });

  it('is cancelled once, and not after completion', async () => {
    const { provider, start, onPhone } = await open();
    const capture = await start();
    expect(await provider.cancelCapture(capture.captureReference)).toMatchObject({
      value: { status: 'cancelled' },
    });
    expect(await provider.cancelCapture(capture.captureReference)).toMatchObject({
      value: { status: 'cancelled' },
    });
    const done = await start();
    await onPhone(done.url, { intent: 'finish', ending: 'match' });
    expect(await provider.cancelCapture(done.captureReference)).toEqual({
      ok: false,
      problem: 'refused',
      status: 409,
    });
    expect(await provider.readCapture('../x')).toEqual({ ok: false, problem: 'refused', status: 404 });
  });
});

describe('the deletion of a capture’s images', () => {
  it('is confirmed once, and not for an unknown capture', async () => {
    const { provider, start, onPhone } = await open();
    const capture = await start();
    await onPhone(capture.url, { intent: 'finish', ending: 'match' });
    const confirmed = await provider.deleteImages(capture.captureReference);
    expect(confirmed).toEqual({
      ok: true,
      deletedAt: expect.any(String),
      deletionReference: expect.any(String),
    });
    expect(await provider.deleteImages(capture.captureReference)).toEqual(confirmed);
    expect(await provider.deleteImages('../x')).toEqual({
      ok: false,
      problem: 'unknownCapture',
      status: 404,
      retryAfterSeconds: null,
    });
  });

  it('is not confirmed by other responses', async () => {
    const complete = {
      captureReference: 'capture-1',
      deletionReference: 'deletion-1',
      deletedAt: '2026-11-28T01:02:03Z',
    };
    const answers: [status: number, body: unknown, problem: string | null][] = [
      [200, complete, null],
      [200, { ...complete, captureReference: 'capture-2' }, 'otherCapture'],
      [200, { ...complete, captureReference: undefined }, 'unreadable'],
      [200, { ...complete, deletionReference: '' }, 'unreadable'],
      [200, { ...complete, deletedAt: 'yesterday' }, 'unreadable'],
      [200, {}, 'unreadable'],
      [409, complete, 'refused'],
      [401, complete, 'unauthorised'],
      [429, complete, 'rateLimited'],
      [500, complete, 'status'],
    ];
    const pending = [...answers];
    const server = createServer((_, response) => {
      const [status, body] = pending.shift() ?? [500, {}];
      response.writeHead(status, { 'Retry-After': '120' }).end(JSON.stringify(body));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const provider = createVerificationProvider({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: 'token',
      now: () => new Date(),
      log: { warn: () => {} },
    });
    for (const [status, , problem] of answers) {
      const result = await provider.deleteImages('capture-1');
      if (problem === null) {
        const { deletionReference } = complete;
        expect(result).toEqual({ ok: true, deletedAt: '2026-11-28T01:02:03.000Z', deletionReference });
      } else {
        expect(result).toEqual({
          ok: false,
          problem,
          status,
          retryAfterSeconds: status === 200 ? null : 120,
        });
      }
    }
  });
});

describe('the signature of a callback', () => {
  const now = new Date('2026-11-21T00:00:00.000Z');
  const seconds = now.getTime() / 1_000;
  const sign = (secret: string, t: number, body: Uint8Array) =>
    `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')}`;

  it('is valid for exactly the signed bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (body, other) => {
        const header = sign('secret', seconds, body);
        expect(isCallbackSigned({ header, rawBody: body, secrets: ['secret'], now })).toBe(true);
        fc.pre(Buffer.compare(body, other) !== 0);
        expect(isCallbackSigned({ header, rawBody: other, secrets: ['secret'], now })).toBe(false);
      }),
    );
  });

  it('is rejected when missing, malformed, of another time, or without a secret', () => {
    const rawBody = Buffer.from('{}');
    const of = (header: string | undefined, secrets = ['secret']) =>
      isCallbackSigned({ header, rawBody, secrets, now });
    expect(of(sign('secret', seconds - 300, rawBody))).toBe(true);
    expect(of(sign('secret', seconds - 301, rawBody))).toBe(false);
    expect(of(sign('secret', seconds + 301, rawBody))).toBe(false);
    expect(of(sign('secret', seconds, rawBody), [])).toBe(false);
    for (const header of [
      undefined,
      '',
      't=1',
      'v1=00',
      `t=${seconds},v1=${'0'.repeat(63)}`,
      `t=NaN,v1=${'0'.repeat(64)}`,
    ]) {
      expect(of(header)).toBe(false);
    }
  });
});

describe('the body of a callback', () => {
  it('is parsed only in the known form', () => {
    for (const body of ['', 'null', '[]', '{"type":"capture.completed"}', '{"eventId":"1","type":"other"}'])
      expect(readCallback(Buffer.from(body))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readCallback(bytes)).toBeUndefined();
      }),
    );
  });
});
