import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { savedDocs } from '#api/kernel/http/kept-docs.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { OpenApiDocument } from '#contract/openapi-document.ts';
import { clientHeader, openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine, testEngines } from '#tests/support/database/database.ts';

describe.each(testEngines)('API documentation on %s', (engine) => {
  let test: TestApi;
  let lastByte = 0;
  let made = 0;
  beforeAll(async () => {
    test = await openTestApi(engine, {
      makeDocs: (...asked) => {
        made += 1;
        return savedDocs(...asked);
      },
    });
  });
  afterAll(() => test.close());

  const anotherAddress = () => {
    lastByte += 1;
    return `198.51.100.${lastByte}`;
  };
  const read = (name: string, headers: Record<string, string> = {}, ip = anotherAddress()) =>
    test.fetch(`/api/v1/${name}`, {
      headers: { 'X-Assay-Client': clientHeader(ip, test.clock.now()), ...headers },
    });

  it('is made once, however many read it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => read(at % 2 ? 'docs' : 'openapi.json')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(made).toBe(1);
  });

  it.each(['openapi.json', 'docs'])(
    '%s is compressed as the client accepts, with the same content',
    async (name) => {
      const plain = await read(name);
      const text = await plain.text();
      expect(plain.headers.get('Content-Encoding')).toBeNull();
      const sizes: number[] = [text.length];
      for (const [accepted, packing, unpack] of [
        ['gzip, deflate, br', 'br', brotliDecompressSync],
        ['gzip, br;q=0', 'gzip', gunzipSync],
      ] as const) {
        const packed = await read(name, { 'Accept-Encoding': accepted });
        expect(packed.headers.get('Content-Encoding')).toBe(packing);
        expect(packed.headers.get('Vary')).toBe('Accept-Encoding');
        const bytes = Buffer.from(await packed.arrayBuffer());
        expect(unpack(bytes).toString()).toBe(text);
        sizes.push(bytes.length);
      }
      console.log(`${name}: bytes plain, brotli, gzip`, JSON.stringify(sizes));
      expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 8);
    },
  );

  it.each(['openapi.json', 'docs'])('%s returns 304 for a client with the current version', async (name) => {
    const tag = (await read(name)).headers.get('ETag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await read(name, { 'If-None-Match': given });
      expect([given, again.status, await again.text()]).toEqual([given, 304, '']);
      expect(again.headers.get('ETag')).toBe(tag);
    }
    expect((await read(name, { 'If-None-Match': '"other"' })).status).toBe(200);
    const packed = await read(name, { 'If-None-Match': tag, 'Accept-Encoding': 'br' });
    expect([packed.status, packed.headers.get('ETag') === tag]).toEqual([200, false]);
  });

  it('both parts share a rate limit by address', async () => {
    const ip = anotherAddress();
    const statuses: number[] = [];
    for (let at = 0; at < 32; at += 1)
      statuses.push((await read(at % 2 ? 'docs' : 'openapi.json', {}, ip)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    const refused = await read('docs', {}, ip);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      code: 'rate.limited',
      detail: expect.stringContaining('Wait'),
    });
    expect((await read('docs')).status).toBe(200);
    await test.clock.advance(61);
    expect((await read('docs', {}, ip)).status).toBe(200);
  });
});

describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  let text: string;
  beforeAll(async () => {
    const test = await openTestApi(testEngine);
    text = await (await test.fetch('/api/v1/openapi.json')).text();
    document = JSON.parse(text) as OpenApiDocument;
    await test.close();
  });

  it('has no external references, and is at most 500 kB', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference ?? '');
    expect(references.length).toBeGreaterThan(500);
    const missing = references.filter((reference) => {
      const path = reference.split('/').slice(1);
      const found = path.reduce<unknown>(
        (at, name) => (at as Record<string, unknown> | undefined)?.[name],
        document,
      );
      return !reference.startsWith('#/components/') || found === undefined;
    });
    expect(missing).toEqual([]);
    console.log(
      `OpenAPI document: ${text.length} bytes, ${Object.keys(document.components.schemas).length} schemas`,
    );
    expect(text.length).toBeLessThan(500_000);
  });

  it('describes for every operation who may call it and its errors', () => {
    const { responses } = document.components;
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:([^/]+)/g, '{$1}');
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
      const schemes = (operation?.security ?? document.security).flatMap((item) => Object.keys(item));
      const wanted = { open: [], recipient: ['requestLink'], identity: ['sessionToken'] }[
        endpoint.caller as string
      ] ?? ['sessionToken', 'browserSession'];
      expect([endpoint.id, schemes]).toEqual([endpoint.id, wanted]);
      const refusals = Object.entries(operation?.responses ?? {}).filter(([status]) => status >= '400');
      // One response, whose description names every status and code.
      expect(refusals.map(([status]) => status)).toEqual(['default']);
      for (const [, refusal] of refusals) {
        const { content, description } =
          responses[(refusal as { $ref: string }).$ref.split('/').at(-1) ?? ''] ?? {};
        expect(description).toContain('500: `server.failed`');
        if (wanted.length > 0)
          expect(description, endpoint.id).toMatch(/401: `token.invalid`|404: `record.notFound`/);
        expect(content?.['application/problem+json']?.schema).toEqual({
          $ref: '#/components/schemas/Problem',
        });
      }
    }
  });

  it('separates request from response schemas where they differ', () => {
    const { schemas } = document.components;
    for (const name of Object.keys(schemas).filter((key) => key.endsWith('Input'))) {
      const other = schemas[name.slice(0, -'Input'.length)];
      if (other !== undefined) expect(JSON.stringify(schemas[name]), name).not.toBe(JSON.stringify(other));
    }
    expect(schemas).toHaveProperty('CompanyState');
    expect(schemas).toHaveProperty('Condition');
  });
});
