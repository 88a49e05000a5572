import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { australianAddresses } from '#sandbox/address/addresses-au.ts';
import { newZealandAddresses } from '#sandbox/address/addresses-nz.ts';
import { getPlaces } from '#sandbox/address/places.ts';
import { createSearch } from '#sandbox/address/search.ts';
import { addressApiKey, createClock, getLog, injectFault, startTestSandbox } from './start.ts';

type SearchResponse = {
  matched: number;
  addresses: { id: number; a: string }[];
  badwords: string[];
  q: string;
};

function get(
  baseUrl: string,
  path: string,
  headers: Record<string, string> = { 'addy-api-key': addressApiKey },
) {
  return fetch(`${baseUrl}${path}`, { headers: { Accept: 'application/json', ...headers } });
}

async function search(baseUrl: string, text: string, more = ''): Promise<SearchResponse> {
  const response = await get(baseUrl, `/search?s=${encodeURIComponent(text)}${more}`);
  expect(response.status).toBe(200);
  return (await response.json()) as SearchResponse;
}

async function detail(baseUrl: string, id: number): Promise<Record<string, string | null>> {
  return (await (await get(baseUrl, `/address/${id}`)).json()) as Record<string, string | null>;
}

describe('fictional addresses in real places', () => {
  const newZealand = newZealandAddresses();
  const australia = australianAddresses();

  it('include thousands of addresses of every special kind within field lengths', () => {
    for (const addresses of [newZealand, australia]) {
      expect(addresses.length).toBeGreaterThan(3_000);
      expect(new Set(addresses.map(({ id }) => id)).size).toBe(addresses.length);
      expect(new Set(addresses.map(({ full }) => full)).size).toBe(addresses.length);
      for (const { full, displayline, address1, address2, address3, address4, postcode } of addresses) {
        expect(full.length).toBeLessThanOrEqual(90);
        expect(displayline.length).toBeLessThanOrEqual(70);
        expect(
          Math.max(...[address1, address2, address3, address4].map(({ length }) => length)),
        ).toBeLessThanOrEqual(60);
        expect(postcode).toMatch(/^\d{4}$/);
      }
      expect(addresses.filter(({ address4 }) => address4 !== '').length).toBeGreaterThan(50);
      expect(addresses.filter(({ displayline }) => /^\d+\/\d+/.test(displayline)).length).toBeGreaterThan(50);
      expect(addresses.filter(({ type }) => type === 'PostBox').length).toBeGreaterThan(30);
    }
    expect(newZealand.filter(({ address2 }) => /^RD \d+$/.test(address2)).length).toBeGreaterThan(100);
    expect(newZealand.some(({ street }) => street?.startsWith('Kōwhai'))).toBe(true);
    expect(newZealand.every((address) => !('state' in address))).toBe(true);
    expect(australia.some(({ displayline }) => /^Unit \d+ \d+/.test(displayline))).toBe(true);
  });

  it('fall back as the product expects if the state is missing', () => {
    const stateless = australia.filter(({ state }) => !state);
    expect(stateless.length).toBeGreaterThan(50);
    expect(stateless.some((address) => !('state' in address) && address.mailtown)).toBe(true);
    expect(stateless.some((address) => !('state' in address) && !address.mailtown && address.city)).toBe(
      true,
    );
    expect(stateless.some(({ state, mailtown }) => state === '' && mailtown)).toBe(true);
  });

  it('have postcodes of their region', () => {
    const firstDigits: Record<string, RegExp> = {
      NSW: /^2/,
      ACT: /^2[69]/,
      VIC: /^3/,
      QLD: /^4/,
      SA: /^5/,
      WA: /^6/,
      TAS: /^7/,
      NT: /^08/,
    };
    const australianPlaces = getPlaces('AUS');
    expect(australianPlaces.length).toBeGreaterThan(120);
    for (const { state, postcode } of australianPlaces) {
      if (state !== 'NT') expect(postcode).toMatch(firstDigits[state] ?? /^none$/);
    }
    const newZealandPlaces = getPlaces('NZL');
    expect(newZealandPlaces.filter(({ kind }) => kind === 'street').length).toBeGreaterThan(120);
    for (const { town, name, latitude, longitude } of newZealandPlaces) {
      expect([town, name].every((text) => text !== '')).toBe(true);
      expect(latitude).toBeGreaterThan(-47);
      expect(latitude).toBeLessThan(-34);
      expect(longitude).toBeGreaterThan(168);
      expect(longitude).toBeLessThan(179);
    }
    expect(newZealandPlaces.find(({ name }) => name === 'Te Aro')).toMatchObject({
      town: 'Wellington',
      postcode: '6011',
    });
    expect(australianPlaces.find(({ name }) => name === 'Fitzroy')).toMatchObject({
      state: 'VIC',
      postcode: '3065',
    });
  });

  it('are the same at every start', () => {
    expect(newZealandAddresses()).toEqual(newZealand);
    expect(australianAddresses()).toEqual(australia);
  });

  it('are found by their own text, without accents, abbreviated and reordered', () => {
    const find = createSearch(newZealand);
    fc.assert(
      fc.property(fc.constantFrom(...newZealand), fc.boolean(), (address, reversed) => {
        const plain = address.full.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
        const short = plain
          .replace(/\bSTREET\b/g, 'st')
          .replace(/\bROAD\b/g, 'Rd')
          .replace(/\bAVENUE\b/g, 'ave');
        const words = short.split(/[ ,]+/);
        const typed = (reversed ? words.reverse() : words).join(' ');
        const found = find(typed, () => true);
        expect(found.addresses.map(({ id }) => id)).toContain(address.id);
        if (!reversed) expect(found.addresses[0]?.id).toBe(address.id);
        expect(found.badWords).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('address search over HTTP', () => {
  it('returns suggestions in the vendor’s shape, best first', async () => {
    const { addressUrls } = await startTestSandbox();
    const [example] = (await search(addressUrls.NZL, 'kowhai')).addresses;
    expect(example?.a).toContain('Kōwhai');
    const exact = await search(addressUrls.NZL, example?.a ?? '');
    expect(exact.addresses[0]).toEqual(example);
    expect(exact).toMatchObject({ badwords: [], q: example?.a });
    expect(exact.matched).toBeGreaterThanOrEqual(1);
    expect(typeof example?.id).toBe('number');
  });

  it('limits, filters and drops words without matches', async () => {
    const { NZL } = (await startTestSandbox()).addressUrls;
    const ten = await search(NZL, 'auckland');
    expect(ten.addresses).toHaveLength(10);
    expect(ten.matched).toBeGreaterThan(500);
    expect((await search(NZL, 'auckland', '&max=50')).addresses).toHaveLength(50);
    const dropped = await search(NZL, 'kowhai qqqq');
    expect(dropped.badwords).toEqual(['qqqq']);
    expect(dropped.matched).toBe((await search(NZL, 'kowhai')).matched);
    expect(await search(NZL, 'qqqq')).toMatchObject({ matched: 0, addresses: [], badwords: ['qqqq'] });

    expect((await search(NZL, 'po box')).matched).toBeGreaterThan(100);
    expect((await search(NZL, 'po box', '&expostbox=true')).matched).toBe(0);
    expect(
      (await search(NZL, 'rd 2', '&exrural=true&max=50')).addresses.filter(({ a }) => /RD 2/.test(a)),
    ).toEqual([]);
    const inside = await search(NZL, 'street', '&inpostcode=6011-6012&max=50');
    expect(inside.matched).toBeGreaterThan(0);
    expect(inside.addresses.every(({ a }) => /601[12]$/.test(a))).toBe(true);
    expect(
      (await search(NZL, 'wellington', '&exregion=wellington')).addresses.every(
        ({ a }) => !/Wellington 6/.test(a),
      ),
    ).toBe(true);
  });

  it('returns 400 for short and oversized queries', async () => {
    const { NZL } = (await startTestSandbox()).addressUrls;
    for (const path of [
      '/search',
      '/search?s=',
      '/search?s=%20a%20',
      `/search?s=${'x'.repeat(201)}`,
      '/search?s=abc&max=0',
      '/search?s=abc&max=51',
      '/search?s=abc&max=x',
      '/address',
      '/address?type=other&id=1',
    ]) {
      const response = await get(NZL, path);
      expect([path, response.status]).toEqual([path, 400]);
      expect(await response.json()).toMatchObject({ status: 400 });
    }
  });

  it('accepts the key by any of its names in header or query only', async () => {
    const { NZL, AUS } = (await startTestSandbox()).addressUrls;
    for (const name of ['addy-api-key', 'x-addy-api-key', 'api_key', 'key']) {
      expect((await get(NZL, '/search?s=queen', { [name]: addressApiKey })).status).toBe(200);
      expect((await get(AUS, `/search?s=queen&${name}=${addressApiKey}`, {})).status).toBe(200);
    }
    const keys: Record<string, string>[] = [
      {},
      { 'addy-api-key': 'wrong' },
      { authorization: addressApiKey },
    ];
    for (const headers of keys) {
      for (const path of ['/search?s=queen', '/address/1']) {
        const response = await get(NZL, path, headers);
        expect(response.status).toBe(401);
        expect(response.headers.get('content-type')).toContain('application/json');
      }
    }
  });

  it('returns 429 with Retry-After past the burst and recovers', async () => {
    const clock = createClock();
    const sandbox = await startTestSandbox({ now: clock.now, addressLimits: { burst: 3, perSecond: 0.5 } });
    const { NZL } = sandbox.addressUrls;
    for (const status of [200, 200, 200, 429])
      expect((await get(NZL, '/search?s=queen')).status).toBe(status);
    expect((await get(NZL, '/search?s=queen')).headers.get('retry-after')).toBe('2');
    expect((await get(sandbox.addressUrls.AUS, '/search?s=queen')).status).toBe(200);
    clock.forward(2);
    expect((await get(NZL, '/search?s=queen')).status).toBe(200);
  });

  it('returns flat details with every documented field', async () => {
    const { NZL, AUS } = (await startTestSandbox()).addressUrls;
    const [rural] = (await search(NZL, 'rd 2 cambridge')).addresses;
    const ruralDetail = await detail(NZL, rural?.id ?? 0);
    expect(ruralDetail).toMatchObject({
      type: 'Rural',
      address2: 'RD 2',
      rdnumber: '2',
      mailtown: 'Cambridge',
      postcode: '3494',
    });
    const fields = `id dpid linzid parcelid meshblock number rdnumber alpha unittype unitnumber floor street suburb city mailtown territory
      region postcode building full displayline address1 address2 address3 address4 type boxbagnumber boxbaglobby x y modified paf deleted`;
    expect(Object.keys(ruralDetail).sort()).toEqual(fields.split(/\s+/).sort());

    const [floor] = (await search(NZL, 'floor wellington')).addresses;
    const floorDetail = await detail(NZL, floor?.id ?? 0);
    expect(floorDetail.address1).toMatch(/^Floor \d+, /);
    expect(floorDetail.address2).toBe(
      `${floorDetail.number}${floorDetail.alpha ?? ''} ${floorDetail.street}`,
    );
    expect(floorDetail.address4).toBe(`Wellington ${floorDetail.postcode}`);
    const [box] = (await search(NZL, 'po box shortland')).addresses;
    expect(await detail(NZL, box?.id ?? 0)).toMatchObject({
      type: 'PostBox',
      boxbaglobby: 'Shortland Street',
      street: null,
    });

    const [level] = (await search(AUS, 'level nsw')).addresses;
    const levelDetail = await detail(AUS, level?.id ?? 0);
    expect(levelDetail).toMatchObject({
      state: 'NSW',
      address3: levelDetail.suburb,
      address4: `NSW ${levelDetail.postcode}`,
    });
    expect(Object.keys(levelDetail)).not.toContain('type');
    const byDpid = await get(AUS, `/address?type=dpid&id=${levelDetail.dpid}`);
    expect(await byDpid.json()).toEqual(levelDetail);
  });

  it('returns 404 as JSON for an unknown id or call', async () => {
    const { AUS } = (await startTestSandbox()).addressUrls;
    for (const path of ['/address/1', '/address/x%2F..', '/nothing']) {
      const response = await get(AUS, path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ status: 404 });
    }
  });

  it('logs queries without the key and injects faults', async () => {
    const { NZL } = (await startTestSandbox()).addressUrls;
    await get(NZL, `/search?s=queen&max=5&key=${addressApiKey}`, {});
    await injectFault(NZL, { kind: 'status', path: '/search', body: '<html>', status: 502 });
    const broken = await get(NZL, '/search?s=queen');
    expect([broken.status, await broken.text()]).toEqual([502, '<html>']);
    const log = await getLog(NZL);
    expect(log.map(({ query, status }) => [query, status])).toEqual([
      [{ s: 'queen', max: '5' }, 200],
      [{ s: 'queen' }, 502],
    ]);
    expect(JSON.stringify(log)).not.toContain(addressApiKey);
  });
});
