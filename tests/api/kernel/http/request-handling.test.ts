import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AreaDeps } from '#api/endpoint-bindings.ts';
import { createApi } from '#api/kernel/http/api.ts';
import { apiError } from '#api/kernel/http/api-error.ts';
import { type Binding, bind } from '#api/kernel/http/bind-endpoint.ts';
import { endpoint } from '#contract/endpoint.ts';
import { problem } from '#contract/errors.ts';
import { recordId, requiredText } from '#contract/fields.ts';
import { openTestApi, type TestApi, testMetricsToken } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';

/** Endpoints without an area, to test the mounting itself. */
const echo = endpoint({
  id: 'probe.echo',
  method: 'POST',
  path: '/probe/echo',
  summary: 'Says what was sent',
  caller: 'open',
  once: true,
  query: z.object({ limit: z.coerce.number().int().max(10).optional() }),
  body: z.object({
    name: requiredText('Enter a name', { max: 20 }),
    rows: z.array(z.object({ postcode: z.string({ error: 'Enter a postcode' }) })).default([]),
    note: z.unknown().optional(),
  }),
  response: z.object({ name: z.string() }),
  status: 201,
});
const byId = endpoint({
  id: 'probe.byId',
  method: 'GET',
  path: '/probe/:id',
  summary: 'Answers for any id',
  caller: 'open',
  params: z.object({ id: recordId }),
  response: z.object({ id: recordId }),
  status: 200,
});
const stream = endpoint({
  id: 'probe.stream',
  method: 'GET',
  path: '/probe/stream',
  summary: 'Many pieces',
  caller: 'open',
  query: z.object({ how: z.enum(['well', 'refused', 'broken', 'endless']) }),
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});
const faulty = endpoint({
  id: 'probe.faulty',
  method: 'GET',
  path: '/probe/faulty',
  summary: 'Goes wrong in several ways',
  caller: 'open',
  query: z.object({ how: z.enum(['throws', 'wrongAnswer', 'saysMore', 'database', 'limited']) }),
  response: z.object({ fine: z.boolean() }),
  status: 200,
});

describe('request handling', () => {
  let test: TestApi;
  const streams = { started: 0, ended: 0 };

  async function* pieces(how: string) {
    streams.started += 1;
    try {
      if (how === 'refused') throw apiError('role.forbidden');
      yield '\ufeffname\r\n';
      if (how === 'broken') throw new Error('the database went away');
      do yield new TextEncoder().encode('a\r\n');
      while (how === 'endless');
    } finally {
      streams.ended += 1;
    }
  }

  function bindings({ db }: AreaDeps): Binding[] {
    return [
      // The parameter is mounted before the literal paths that it would match.
      bind(byId, async ({ params }) => ({ id: params.id })),
      bind(echo, async ({ body }) => ({ name: body.name })),
      bind(stream, async ({ query }) => ({ fileName: 'probe.csv', chunks: pieces(query.how) })),
      bind(faulty, async ({ query }) => {
        if (query.how === 'throws') throw new Error('secret inside');
        if (query.how === 'database')
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        if (query.how === 'limited') throw apiError('rate.limited', { retryAfterSeconds: 7 });
        if (query.how === 'saysMore') return { fine: true, passwordHash: 'x', db: db === undefined };
        return { fine: 'yes' as unknown as boolean };
      }),
    ];
  }

  beforeAll(async () => {
    test = await openTestApi(testEngine, { endpoints: [byId, echo, stream, faulty], bindings });
  });
  afterAll(() => test.close());

  async function post(
    body: BodyInit,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ) {
    const response = await test.fetch('/api/v1/probe/echo', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit);
    const text = await response.text();
    return { response, text, problem: response.ok ? undefined : problem.parse(JSON.parse(text)) };
  }

  it('returns the declared response, uncached', async () => {
    const { response, text } = await post('{"name":" Aroha "}');
    expect(response.status).toBe(201);
    expect(JSON.parse(text)).toEqual({ name: 'Aroha' });
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Content-Type')).toBe('application/json');
  });

  it('passes on a valid request id and creates one otherwise', async () => {
    const given = await test.fetch('/api/v1/nothing', { headers: { 'X-Request-Id': 'web-0123.4567' } });
    expect(given.headers.get('X-Request-Id')).toBe('web-0123.4567');
    expect(problem.parse(await given.json()).requestId).toBe('web-0123.4567');
    const made = await test.fetch('/healthz', { headers: { 'X-Request-Id': 'a b\u00e9' } });
    expect(made.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns every field error by its path', async () => {
    const { problem: refused } = await post('{"name":"  ","rows":[{"postcode":"0600"},{"postcode":5}]}');
    expect(refused).toMatchObject({
      status: 422,
      code: 'request.invalid',
      fields: { name: ['Enter a name'], 'rows[1].postcode': ['Enter a postcode'] },
    });
  });

  it.each([
    ['text that is not JSON', '{"name":'],
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['nothing', ''],
    ['nesting without end', `{"name":"A","note":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['a name with NUL', '{"name":"A","note":{"a\\u0000":1}}'],
  ])('returns 400 for %s', async (_, body) => {
    expect((await post(body)).problem).toMatchObject({ status: 400, code: 'request.malformed' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])(
    'returns 400 for the content type %j',
    async (type) => {
      const { problem: refused } = await post('{"name":"A"}', type === '' ? {} : { 'Content-Type': type });
      expect(refused).toMatchObject({ status: 400, code: 'request.malformed' });
    },
  );

  it.each([
    ['NUL', '{"name":"A\\u0000"}', 'name'],
    ['half a surrogate pair', '{"name":"A","rows":[{"postcode":"\\ud83d"}]}', 'rows[0].postcode'],
    ['NUL where anything goes', '{"name":"A","note":{"deep":["\\u0000"]}}', 'note.deep[0]'],
  ])('returns a field error for %s', async (_, body, field) => {
    const { problem: refused } = await post(body);
    expect(refused?.code).toBe('request.invalid');
    expect(Object.keys(refused?.fields ?? {})).toEqual([field]);
  });

  it('accepts whole surrogate pairs, and __proto__ as an ordinary key', async () => {
    expect((await post('{"name":"\\ud83d\\ude00","__proto__":{"isAdmin":true}}')).text).toBe('{"name":"😀"}');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('rejects a body over 1 MB without reading all of it, at any declared length', async () => {
    const declared = await post(`{"name":"${'x'.repeat(1024 * 1024)}"}`);
    expect(declared.problem).toMatchObject({ status: 413, code: 'request.tooLarge' });

    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
    });
    expect((await post(endless)).problem).toMatchObject({ status: 413 });
    expect(sent).toBeLessThan(1.5 * 1024 * 1024);
  });

  it('parses queries by their schema', async () => {
    const wrong = await test.fetch('/api/v1/probe/echo?limit=11', { method: 'POST', body: '{}' });
    expect(problem.parse(await wrong.json())).toMatchObject({
      code: 'request.invalid',
      fields: { limit: expect.anything() },
    });
    for (const query of ['how=well&how=well', 'how=%00', '__proto__=1&how=', 'how=%ff%zz']) {
      const response = await test.fetch(`/api/v1/probe/stream?${query}`);
      expect([query, response.status]).toEqual([query, 422]);
    }
  });

  it('returns 404 for an invalid id', async () => {
    for (const id of ['7', '%00', '..%2f..', '%ff', 'a'.repeat(5000), "1'--"]) {
      const response = await test.fetch(`/api/v1/probe/${id}`);
      expect([id, response.status]).toEqual([id, 404]);
    }
    const id = '01a1fbe7-0149-7245-b112-65e183926903';
    expect(await (await test.fetch(`/api/v1/probe/${id}`)).json()).toEqual({ id });
  });

  it('rejects an invalid idempotency key', async () => {
    const headers = { 'Content-Type': 'application/json' };
    expect(
      (await post('{"name":"A"}', { ...headers, 'Idempotency-Key': 'k'.repeat(201) })).response.status,
    ).toBe(400);
    expect((await post('{"name":"A"}', { ...headers, 'Idempotency-Key': 'a form 1' })).response.status).toBe(
      201,
    );
  });

  it('returns 404 for unknown paths and methods, and the methods for OPTIONS', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/nothing'],
      ['GET', '/'],
      ['DELETE', '/api/v1/probe/echo'],
      ['GET', '/api/v2/probe/stream'],
    ] as const) {
      const response = await test.fetch(path, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe('application/problem+json');
      expect(problem.parse(await response.json()).code).toBe('record.notFound');
    }
    for (const [path, methods] of [
      ['stream?how=well', 'OPTIONS, GET, HEAD'],
      ['echo', 'OPTIONS, POST'],
    ]) {
      const options = await test.fetch(`/api/v1/probe/${path}`, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('Allow')]).toEqual([204, methods]);
    }
    const head = await test.fetch('/api/v1/probe/01a1fbe7-0149-7245-b112-65e183926903', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('streams chunk by chunk', async () => {
    const response = await test.fetch('/api/v1/probe/stream?how=well');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="probe.csv"');
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\ufeffname\r\na\r\n');
  });

  it('rejects a stream that fails at its start, and aborts one that fails later', async () => {
    const refused = await test.fetch('/api/v1/probe/stream?how=refused');
    expect(problem.parse(await refused.json())).toMatchObject({ status: 403, code: 'role.forbidden' });
    const broken = await test.fetch('/api/v1/probe/stream?how=broken');
    await expect(broken.text()).rejects.toThrow();
  });

  it('stops reading a stream when the caller disconnects, and starts none for HEAD', async () => {
    const before = streams.ended;
    const response = await test.fetch('/api/v1/probe/stream?how=endless');
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(streams.ended).toBe(before + 1);
    const started = streams.started;
    const head = await test.fetch('/api/v1/probe/stream?how=endless', { method: 'HEAD' });
    expect([head.status, streams.started]).toEqual([200, started]);
  });

  it('exposes no internals in an error', async () => {
    for (const how of ['throws', 'wrongAnswer', 'saysMore']) {
      const response = await test.fetch(`/api/v1/probe/faulty?how=${how}`);
      const text = await response.text();
      expect(response.status).toBe(500);
      expect(Object.keys(JSON.parse(text)).sort()).toEqual(['code', 'requestId', 'status', 'title', 'type']);
      expect(text).not.toMatch(/secret|passwordHash|answer/i);
    }
    expect(test.logged().filter(({ msg }) => msg === 'request failed')).toHaveLength(3);
    const away = await test.fetch('/api/v1/probe/faulty?how=database');
    expect(problem.parse(await away.json())).toMatchObject({ status: 503, code: 'server.unavailable' });
  });

  it('sets Retry-After for rate limits', async () => {
    const limited = await test.fetch('/api/v1/probe/faulty?how=limited');
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '7']);
    expect(problem.parse(await limited.json()).retryAfterSeconds).toBe(7);
  });

  it('logs pattern, status and duration, without ids, queries or tokens', async () => {
    const id = '01a1fbe7-0149-7245-b112-65e183926903';
    await test.fetch(`/api/v1/probe/${id}?q=Aroha`, { headers: { Authorization: 'Bearer a.secret.token' } });
    const line = test.logged().findLast(({ route }) => route === '/api/v1/probe/:id');
    expect(line).toMatchObject({
      method: 'GET',
      status: 200,
      ms: expect.any(Number),
      requestId: expect.any(String),
    });
    expect(JSON.stringify(test.logged())).not.toMatch(/Aroha|secret\.token|01a1fbe7/);
  });

  it('reports liveness and readiness', async () => {
    expect((await test.fetch('/healthz')).status).toBe(200);
    expect((await test.fetch('/readyz')).status).toBe(200);
  });

  it('returns metrics by route pattern to holders of the token and local callers', async () => {
    const withToken = (token: string) =>
      test.fetch('/metrics', { headers: { Authorization: `Bearer ${token}` } });
    const metrics = await withToken(testMetricsToken);
    expect(await metrics.text()).toContain(
      'assay_http_request_duration_seconds_count{method="POST",route="/api/v1/probe/echo",status="201"}',
    );
    expect((await withToken('another-token-of-the-tests')).status).toBe(404);
    expect((await test.fetch('/metrics')).status).toBe(404);
    const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
      test.api.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } });
    expect((await from('127.0.0.1')).status).toBe(200);
    expect((await from('::ffff:127.0.0.1')).status).toBe(200);
    expect((await from('127.0.0.1', { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
    expect((await from('203.0.113.9')).status).toBe(404);
  });

  it('does not start with an endpoint without handler or a handler without endpoint', () => {
    const start = (endpoints: (typeof echo | typeof byId)[], handlers: Binding[]) => () =>
      createApi({ endpoints, bindings: handlers } as unknown as Parameters<typeof createApi>[0]);
    const answersById = bind(byId, async ({ params }) => params);
    expect(start([echo, byId], [answersById])).toThrow('probe.echo has no handler');
    expect(start([], [answersById])).toThrow("probe.byId is not among the contract's endpoints");
    expect(start([byId], [answersById, answersById])).toThrow('probe.byId has two handlers');
  });
});
