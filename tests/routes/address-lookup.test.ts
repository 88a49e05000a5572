import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AddressLookup,
  createAddressLookup,
  reduceAddress,
} from '#app/address-lookup/address-lookup.server.ts';
import { memorySuggestionCache, sharedSuggestionCache } from '#app/address-lookup/suggestion-cache.server.ts';
import type { BillingCountry } from '#rules/countries.ts';
import type { LoggedRequest } from '#sandbox/controls.ts';
import { listen, type NodeEnv } from '#sandbox/listen.ts';
import { type Sandbox, startSandbox } from '#sandbox/services.ts';

const apiKey = 'address-key-of-the-tests';
let stateDir: string;
let sandbox: Sandbox;
/** The lookup's clock, in milliseconds. */
let nowMs: number;
let lookup: AddressLookup;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-addresses-'));
  sandbox = await startSandbox({
    stateDir,
    projectId: 'P2AssaySandbox00000000000000',
    managementKey: 'management-key-of-the-tests',
    addressApiKey: apiKey,
    appUrl: 'http://localhost:3000',
    seedUsers: [],
  });
});

afterAll(async () => {
  await sandbox.close();
  await rm(stateDir, { recursive: true });
});

beforeEach(() => {
  nowMs = Date.parse('2026-11-21T00:00:00Z');
  lookup = lookupWith({});
});

afterEach(async () => {
  for (const url of Object.values(sandbox.addressUrls)) {
    await fetch(`${url}/__sandbox/faults`, { method: 'DELETE' });
    await fetch(`${url}/__sandbox/log`, { method: 'DELETE' });
  }
});

function lookupWith(changed: Partial<Parameters<typeof createAddressLookup>[0]>): AddressLookup {
  const now = () => nowMs;
  const cache = memorySuggestionCache(now);
  return createAddressLookup({ hosts: sandbox.addressUrls, apiKey, cache, now, ...changed });
}

async function getLookupRequests(country: BillingCountry): Promise<LoggedRequest[]> {
  const response = await fetch(`${sandbox.addressUrls[country]}/__sandbox/log`);
  return ((await response.json()) as { requests: LoggedRequest[] }).requests;
}

async function goWrong(country: BillingCountry, fault: object): Promise<void> {
  const response = await fetch(`${sandbox.addressUrls[country]}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(response.status).toBe(201);
}

/** A provider that returns the same response to every call, and the request headers. */
async function createProviderResponding(response: unknown) {
  const seen: Headers[] = [];
  const app = new Hono<NodeEnv>().all('*', (c) => {
    seen.push(c.req.raw.headers);
    return c.json(response as object);
  });
  const server = await listen(app, '127.0.0.1', 0);
  return { ...server, seen };
}

describe('reducing the provider’s address', () => {
  const nothing = {
    address1: '',
    address2: '',
    address4: '',
    postcode: '',
    suburb: '',
    state: '',
    mailtown: '',
    city: '',
  };

  it('leaves line 2 empty when the second line only repeats the suburb', () => {
    const address = {
      ...nothing,
      address1: '80 Queen Street',
      address2: 'Auckland Central',
      mailtown: 'Auckland',
    };
    expect(reduceAddress(address)).toMatchObject({ addressLine1: '80 Queen Street', addressLine2: '' });
  });

  it('fills line 2 from the second line when a fourth line exists', () => {
    const address = {
      ...nothing,
      address1: 'Flat 3',
      address2: '80 Queen Street',
      address4: 'Auckland 1010',
    };
    expect(reduceAddress(address)).toMatchObject({ addressLine1: 'Flat 3', addressLine2: '80 Queen Street' });
  });

  it('fills line 2 with a rural delivery number', () => {
    expect(reduceAddress({ ...nothing, address1: '12 Hill Road', address2: 'RD 2' }).addressLine2).toBe(
      'RD 2',
    );
  });

  it.each(['RD2', 'rd 2', 'Rd 2', 'Ardmore RD 2', 'RD'])('does not read %s as rural delivery', (address2) => {
    expect(reduceAddress({ ...nothing, address1: '12 Hill Road', address2 }).addressLine2).toBe('');
  });

  it('prefers the state, then the mail town, then the city', () => {
    const both = { ...nothing, mailtown: 'Alexandra', city: 'Dunedin' };
    expect(reduceAddress({ ...both, state: 'VIC' }).state).toBe('VIC');
    expect(reduceAddress(both).state).toBe('Alexandra');
    expect(reduceAddress({ ...both, mailtown: '' }).state).toBe('Dunedin');
    expect(reduceAddress(nothing).state).toBe('');
  });

  it('never adds a component, and fills line 2 by the rule alone', () => {
    const part = fc.oneof(
      fc.constant(''),
      fc.constantFrom('RD 1', 'RD 12', 'Kelburn'),
      fc.string({ maxLength: 20 }),
    );
    const provider = fc.record(Object.fromEntries(Object.keys(nothing).map((name) => [name, part])));
    fc.assert(
      fc.property(provider, (record) => {
        const given = { ...nothing, ...record };
        const reduced = reduceAddress(given);
        expect(reduced.addressLine1).toBe(given.address1);
        expect([given.state, given.mailtown, given.city]).toContain(reduced.state);
        const hasLine2 = given.address4 !== '' || given.address2.startsWith('RD ');
        expect(reduced.addressLine2).toBe(hasLine2 ? given.address2 : '');
      }),
    );
  });
});

describe('calling the provider', () => {
  it('sends the key in its header, with JSON both ways', async () => {
    const provider = await createProviderResponding({ addresses: [{ id: 7, a: '7 Sample Street' }] });
    const response = await lookupWith({ hosts: { NZL: provider.url, AUS: provider.url } }).suggest(
      'NZL',
      '7 sample',
    );
    await provider.close();
    expect(response).toMatchObject({ ok: true, suggestions: [{ id: '7', text: '7 Sample Street' }] });
    const [headers] = provider.seen;
    expect(headers?.get('addy-api-key')).toBe(apiKey);
    expect(headers?.get('accept')).toBe('application/json');
    expect(headers?.get('content-type')).toBe('application/json');
  });

  it('calls the country’s host', async () => {
    await lookup.suggest('NZL', 'queen street');
    await lookup.suggest('AUS', 'george street');
    expect((await getLookupRequests('NZL')).map(({ path, query }) => [path, query.s])).toEqual([
      ['/search', 'queen street'],
    ]);
    expect((await getLookupRequests('AUS')).map(({ path, query }) => [path, query.s])).toEqual([
      ['/search', 'george street'],
    ]);
  });

  it('treats null, an empty text and an absent field alike', async () => {
    const provider = await createProviderResponding({
      address1: ' 1 Sample Street ',
      address2: null,
      state: null,
      mailtown: '',
      city: 'Levin',
    });
    const response = await lookupWith({ hosts: { NZL: provider.url, AUS: provider.url } }).detail('NZL', '1');
    await provider.close();
    expect(response).toEqual({
      ok: true,
      address: {
        addressLine1: '1 Sample Street',
        addressLine2: '',
        postcode: '',
        suburb: '',
        state: 'Levin',
      },
    });
  });

  it.each(['NZL', 'AUS'] as const)('reads the details of its suggestions in %s', async (country) => {
    const found = await lookup.suggest(country, country === 'NZL' ? 'rd 2' : 'street');
    if (!found.ok) throw new Error(found.message);
    expect(found.suggestions.length).toBeGreaterThan(0);
    for (const { id, text } of found.suggestions) {
      const detail = await lookup.detail(country, id);
      if (!detail.ok) throw new Error(detail.message);
      const { addressLine1, postcode, state } = detail.address;
      expect(addressLine1).not.toBe('');
      expect(state).not.toBe('');
      expect(text).toContain(postcode);
      if (country === 'NZL') expect(detail.address.addressLine2).toMatch(/^RD \d+$/);
    }
  });
});

describe('caching suggestions', () => {
  it('calls once in 300 seconds per country and query, ignoring spaces and case', async () => {
    const first = await lookup.suggest('NZL', 'queen street');
    expect(first).toMatchObject({ ok: true, secondsLeft: 300 });
    nowMs += 299_000;
    expect(await lookup.suggest('NZL', '  Queen   STREET ')).toEqual({ ...first, secondsLeft: 1 });
    expect(await getLookupRequests('NZL')).toHaveLength(1);
    await lookup.suggest('AUS', 'queen street');
    expect(await getLookupRequests('AUS')).toHaveLength(1);
    nowMs += 1_000;
    expect(await lookup.suggest('NZL', 'queen street')).toMatchObject({ secondsLeft: 300 });
    expect(await getLookupRequests('NZL')).toHaveLength(2);
  });

  it('calls once for concurrent identical queries', async () => {
    await goWrong('NZL', { kind: 'delay', path: '/search', delayMs: 100 });
    const answers = await Promise.all([1, 2, 3].map(() => lookup.suggest('NZL', 'victoria')));
    expect(new Set(answers.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await getLookupRequests('NZL')).toHaveLength(1);
  });

  it('does not cache a failure', async () => {
    await goWrong('NZL', { kind: 'status', path: '/search', status: 500 });
    expect(await lookup.suggest('NZL', 'queen street')).toMatchObject({ ok: false });
    expect(await lookup.suggest('NZL', 'queen street')).toMatchObject({ ok: true });
    expect(await getLookupRequests('NZL')).toHaveLength(2);
  });

  it('does not call for fewer than 3 characters, nor for more than 200', async () => {
    expect(await lookup.suggest('NZL', ' qu ')).toEqual({ ok: true, suggestions: [], secondsLeft: 0 });
    expect(await lookup.suggest('NZL', 'q'.repeat(201))).toMatchObject({
      ok: false,
      status: 'invalid_request',
    });
    expect(await getLookupRequests('NZL')).toHaveLength(0);
    await lookup.suggest('NZL', 'que');
    expect(await getLookupRequests('NZL')).toHaveLength(1);
  });

  it('shares the cache between web nodes, and works without it', async () => {
    const values = new Map<string, string>();
    const redis = {
      get: async (key: string) => values.get(key),
      set: async (key: string, value: string, ttlSeconds: number) => {
        expect(ttlSeconds).toBe(300);
        values.set(key, value);
      },
    };
    const nodes = [1, 2].map(() => lookupWith({ cache: sharedSuggestionCache(redis) }));
    for (const node of nodes) expect(await node.suggest('NZL', 'queen')).toMatchObject({ ok: true });
    expect(await getLookupRequests('NZL')).toHaveLength(1);

    const broken = {
      get: () => Promise.reject(new Error('gone')),
      set: () => Promise.reject(new Error('gone')),
    };
    const alone = lookupWith({ cache: sharedSuggestionCache(broken) });
    expect(await alone.suggest('NZL', 'queen')).toMatchObject({ ok: true, secondsLeft: 300 });
  });
});

describe('lookup errors', () => {
  it.each(['FRA', 'nzl', '', 'NZ'])('rejects the country code "%s"', async (code) => {
    const refusal = {
      ok: false,
      status: 'unsupported_country',
      message: `Unsupported country code: ${code}`,
    };
    expect(await lookup.suggest(code, 'queen street')).toEqual(refusal);
    expect(await lookup.detail(code, '1')).toEqual(refusal);
  });

  it('reports too many requests', async () => {
    await goWrong('AUS', { kind: 'status', path: '*', status: 429, times: 2 });
    const refusal = {
      ok: false,
      status: 'too_many_requests',
      message: 'Too many requests. Please try again in a moment.',
    };
    expect(await lookup.suggest('AUS', 'george')).toEqual(refusal);
    expect(await lookup.detail('AUS', '1')).toEqual(refusal);
  });

  it('reports a rejected key', async () => {
    const refusal = { ok: false, status: 'invalid_api_key', message: 'Invalid API key or authentication' };
    const withWrongKey = lookupWith({ apiKey: 'another' });
    expect(await withWrongKey.suggest('NZL', 'queen')).toEqual(refusal);
    expect(await withWrongKey.detail('NZL', '1')).toEqual(refusal);
  });

  it('reports a failed fetch as a network error', async () => {
    await goWrong('NZL', { kind: 'drop', path: '*' });
    expect(await lookup.suggest('NZL', 'queen')).toMatchObject({ ok: false, status: 'network_error' });
    await goWrong('NZL', { kind: 'status', path: '*', status: 503 });
    expect(await lookup.suggest('NZL', 'queen')).toMatchObject({ ok: false, status: 'network_error' });
    const nowhere = lookupWith({ hosts: { NZL: 'http://127.0.0.1:1', AUS: 'http://127.0.0.1:1' } });
    expect(await nowhere.suggest('NZL', 'queen')).toMatchObject({ ok: false, status: 'network_error' });
    expect(await nowhere.detail('AUS', '1')).toMatchObject({ ok: false, status: 'network_error' });
  });

  it('times out on a provider that does not respond', async () => {
    await goWrong('NZL', { kind: 'hang', path: '*' });
    const impatient = lookupWith({ timeoutSeconds: 0.2 });
    expect(await impatient.suggest('NZL', 'queen')).toMatchObject({ ok: false, status: 'network_error' });
  });

  it.each([[[]], [{ addresses: 'none' }], [{ addresses: [{ id: 1 }] }], ['text']])(
    'reports an unreadable response as a parsing error: %j',
    async (response) => {
      const provider = await createProviderResponding(response);
      const asking = lookupWith({ hosts: { NZL: provider.url, AUS: provider.url } });
      expect(await asking.suggest('NZL', 'queen')).toMatchObject({ ok: false, status: 'parsing_error' });
      await provider.close();
    },
  );

  it('reports an HTML page instead of JSON as a parsing error', async () => {
    const app = new Hono<NodeEnv>().all('*', (c) => c.html('<h1>Welcome</h1>'));
    const server = await listen(app, '127.0.0.1', 0);
    const asking = lookupWith({ hosts: { NZL: server.url, AUS: server.url } });
    expect(await asking.detail('NZL', '1')).toMatchObject({ ok: false, status: 'parsing_error' });
    await server.close();
  });

  it.each(['', '../search', 'a b', '1?s=x', 'x'.repeat(65)])('makes no call for the id "%s"', async (id) => {
    expect(await lookup.detail('NZL', id)).toMatchObject({ ok: false, status: 'invalid_request' });
    expect(await getLookupRequests('NZL')).toHaveLength(0);
  });

  it('reports an address that no longer exists', async () => {
    expect(await lookup.detail('NZL', '999999999')).toMatchObject({ ok: false, status: 'not_found' });
  });
});
