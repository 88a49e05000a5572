import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { problem } from '#contract/errors.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiRequestBody } from '#contract/openapi-document.ts';
import { type SampleRequest, sampleRequest } from '#tests/api/kernel/http/sample-requests.ts';
import type { TestEngine } from '#tests/support/database/database.ts';
import { clientHeader, openTestApi, type TestApi, type TestCompany } from './api.ts';

type Schema = Record<string, unknown>;

/** Texts that have broken programs before. */
const hostileTexts = [
  '\0',
  'a\0b',
  '\ud83d',
  '\udc00\ud83d',
  '\u202e\u2066',
  'x'.repeat(100_000),
  "'; DROP TABLE clients; --",
  '%_\\%',
  '=HYPERLINK("x")',
  '__proto__',
  'constructor',
  '\u0130\u0131ﬁ\u1e9e',
  '९९९',
  'é'.repeat(5000),
  `e${'\u0301'.repeat(5000)}`,
  '-1',
  '1e309',
  '9223372036854775808',
  '2026-02-30',
  '0000-00-00',
  '9'.repeat(400),
];

const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 'x');

const hostile = fc.oneof(
  fc.constantFrom<unknown>(null, true, -0, 1e308, Number.MAX_SAFE_INTEGER, '', [], {}, [[]], deep),
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
);

/** Maximum expansions of a self-referencing schema. */
const maxSlices = 3;

type Components = OpenApiDocument['components'];

/** A part of the document with its references to schemas, parameters and responses expanded. */
function whole(part: unknown, components: Components, turns: readonly string[] = []): unknown {
  if (Array.isArray(part)) return part.map((item) => whole(item, components, turns));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as { $ref?: unknown };
  if (typeof $ref === 'string') {
    if (turns.filter((turn) => turn === $ref).length >= maxSlices) return {};
    const [place = '', name = ''] = $ref.split('/').slice(2);
    const named = components[place as keyof Components] as Record<string, unknown>;
    return whole(named[name], components, [...turns, $ref]);
  }
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, whole(one, components, turns)]));
}

/** Values that mostly fit a schema, so that they pass the first validation. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const {
    type,
    enum: choices,
    const: only,
    anyOf,
    oneOf,
    properties,
    items,
    format,
  } = schema as {
    type?: string;
    enum?: unknown[];
    const?: unknown;
    anyOf?: Schema[];
    oneOf?: Schema[];
    properties?: Record<string, Schema>;
    items?: Schema;
    format?: string;
  };
  const fits = (() => {
    if (only !== undefined) return fc.constant(only);
    if (choices) return fc.constantFrom(...choices);
    if (anyOf) return fc.oneof(...anyOf.map(fitting));
    if (oneOf) return fc.oneof(...oneOf.map(fitting));
    if (properties) {
      const fields = Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, fitting(of)]));
      return fc.record(fields, { requiredKeys: (schema.required as string[] | undefined) ?? [] });
    }
    if (type === 'array') return fc.array(fitting(items ?? {}), { maxLength: 4 });
    if (type === 'integer' || type === 'number')
      return fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer(), fc.double());
    if (type === 'boolean') return fc.boolean();
    if (format === 'uuid') return fc.uuid();
    if (format === 'email') return fc.emailAddress();
    return fc.oneof(
      fc.constantFrom(
        'Aroha',
        'NZL',
        'AUS',
        'Wellington',
        '6011',
        '2026-03-31',
        '9429046393920',
        'me',
        'none',
        '',
      ),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
  })();
  return fc.oneof({ weight: 12, arbitrary: fits }, { weight: 1, arbitrary: hostile });
}

interface HostileRequest {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  key: string | undefined;
}

function getRequests(operation: OpenApiOperation): fc.Arbitrary<HostileRequest> {
  const place = (name: 'path' | 'query', required: boolean) =>
    fc.record(
      Object.fromEntries(
        operation.parameters.flatMap((parameter) =>
          'in' in parameter && parameter.in === name
            ? [[parameter.name, fitting(parameter.schema)] as const]
            : [],
        ),
      ),
      required ? {} : { requiredKeys: [] },
    );
  const body = (operation.requestBody as OpenApiRequestBody | undefined)?.content['application/json']?.schema;
  return fc.record({
    params: place('path', true),
    query: place('query', false),
    body:
      body === undefined
        ? fc.constant(undefined)
        : fc.oneof({ weight: 4, arbitrary: fitting(body) }, { weight: 1, arbitrary: hostile }),
    key: fc.option(fc.stringMatching(/^[ -~]{1,20}$/), { nil: undefined }),
  });
}

/** As text in a URL: invalid characters become bytes that are not UTF-8. */
function urlText(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, 4000) : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')).replaceAll('%EF%BF%BD', '%ED%A0%80');
}

type Path = (string | number)[];

/** Every position in a value that can be replaced. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

function withChange(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = withChange(copy[name], rest, replacement);
  return copy;
}

/** Fields omitted by a sample, so that these are tested as well. */
const moreFields = {
  externalId: 'A-1',
  email: 'someone@example.test',
  phone: '+64 21 123 4567',
  tags: ['one'],
  addresses: [{ addressLine1: '1 Sample Street', state: 'Wellington', postcode: '6011', countryCode: 'NZL' }],
  relationshipPurpose: 'Accounts',
  relationshipStartedOn: '2026-01-31',
};

const change = fc.record({
  place: fc.nat(),
  value: fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer(), fc.uuid()),
});

/** Limits of a run. */
export interface HostileFigures {
  /** Requests of each endpoint that nearly fit its description. */
  fitting: number;
  /** Valid requests of each endpoint with one change. */
  changed: number;
  /** Each endpoint stops after this time, in milliseconds. */
  withinMs: number;
}

/** Tests that no endpoint fails on requests that nearly fit its description: inside a `describe`. */
export function testHostileRequests(engine: TestEngine, figures: HostileFigures): void {
  let test: TestApi;
  /** Each test has its own: a request may end a company's subscription, or its members' access. */
  let company: TestCompany;
  let document: OpenApiDocument;
  let sent = 0;

  beforeAll(async () => {
    test = await openTestApi(engine);
    const described = (await (await test.fetch('/api/v1/openapi.json')).json()) as OpenApiDocument;
    document = {
      ...described,
      paths: whole(described.paths, described.components) as OpenApiDocument['paths'],
    };
  });
  beforeEach(async () => {
    company = await test.addCompany('Hostile Requests Limited');
  });
  afterAll(() => test.close());

  const operations = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);

  /** Sends a request. @returns its status @throws for a failure, and for an error that is no problem document */
  async function send(
    endpoint: Endpoint,
    token: string,
    { params, query, body, key }: HostileRequest,
  ): Promise<number> {
    sent += 1;
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => urlText(params[name]) || 'x');
    const search = Object.entries(query)
      .map(([name, value]) => `${urlText(name)}=${urlText(value)}`)
      .join('&');
    // A new address for each, so that rate limits hide nothing.
    const ip = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
    const response = await test.fetch(`/api/v1${path}?${search}`, {
      method: endpoint.method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Assay-Client': clientHeader(ip, test.clock.now()),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500)
      throw new Error(`${response.status} ${text} ${JSON.stringify(test.logged().slice(-2))}`);
    if (!response.ok) problem.parse(JSON.parse(text));
    return response.status;
  }

  /** Sends it as a permitted user, and as another one once rate limits apply to the first. */
  async function sendAs(sender: { token: string }, endpoint: Endpoint, request: HostileRequest) {
    const status = await send(endpoint, sender.token, request);
    if (status !== 429 || endpoint.caller !== 'member') return status;
    sender.token = (await test.addMember(company.id, { role: 'owner' })).token;
    return send(endpoint, sender.token, request);
  }

  async function rightfulToken(endpoint: Endpoint): Promise<string> {
    if (endpoint.caller === 'identity') return (await test.addStranger()).token;
    if (endpoint.caller === 'person') return (await test.addMember(company.id)).token;
    if (endpoint.caller === 'recipient') {
      const sample = await sampleRequest(endpoint, { test, company, person: company.owner });
      return sample.as?.token ?? '';
    }
    return endpoint.caller === 'admin' ? test.admin.token : company.owner.token;
  }

  it.each(operations)('%s never fails on requests that nearly fit its description', async (id, endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
    if (operation === undefined) throw new Error(`${id} is not in the document`);
    const sender = { token: await rightfulToken(endpoint) };
    const property = fc.asyncProperty(getRequests(operation), async (request) => {
      await sendAs(sender, endpoint, request);
    });
    await fc.assert(property, { numRuns: figures.fitting, interruptAfterTimeLimit: figures.withinMs });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each(operations.filter(([, { body, query, params }]) => body ?? query ?? params))(
    '%s never fails on a valid request with one change',
    async (_, endpoint) => {
      const sender = { token: await rightfulToken(endpoint) };
      const sample = await sampleRequest(endpoint, { test, company, person: await test.addStranger() });
      if (sample.as) sender.token = sample.as.token;
      const full: Required<Omit<SampleRequest, 'as'>> = {
        params: sample.params ?? {},
        query: sample.query ?? {},
        // A form with files is not changed field by field; the tests of documents cover those.
        body: endpoint.upload
          ? undefined
          : endpoint.id.startsWith('clients.') && sample.body
            ? { ...moreFields, ...(sample.body as object) }
            : sample.body,
      };
      const places = [
        ...placesIn(full.query, ['query']),
        ...placesIn(full.body, ['body']),
        ...placesIn(full.params, ['params']),
      ]
        // The whole of a query or of the parameters is always an object.
        .filter((place) => place.length > 1 || (place[0] === 'body' && full.body !== undefined));
      const statuses = new Set<number>();
      const property = fc.asyncProperty(change, async ({ place, value }) => {
        const changed = withChange(full, places[place % places.length] ?? [], value) as typeof full;
        statuses.add(await sendAs(sender, endpoint, { ...changed, key: undefined }));
      });
      await fc.assert(property, { numRuns: figures.changed, interruptAfterTimeLimit: figures.withinMs });
      expect(statuses.size).toBeGreaterThan(0);
    },
  );
}
