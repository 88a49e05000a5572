import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAbnRegistry } from '#api/integrations/registries/abn.ts';
import { createNzbnRegistry } from '#api/integrations/registries/nzbn.ts';
import { parseJsonp } from '#api/integrations/registries/query-registry.ts';
import { openRegistries } from '#api/integrations/registries/registries.ts';
import type { RegistryExtract, RegistryExtractResponse } from '#rules/registers/registry-extract.ts';
import { listen } from '#sandbox/listen.ts';
import { createAbnApp } from '#sandbox/registries/abn-app.ts';
import { registryEntities } from '#sandbox/registries/entities.ts';
import { createExtractApp } from '#sandbox/registries/extract-app.ts';
import { createNzbnApp, nzbnBasePath } from '#sandbox/registries/nzbn-app.ts';
import { getLog, injectFault } from '../../../sandbox/start.ts';

const now = () => new Date('2026-11-21T01:00:00Z');
const entities = registryEntities();
const entity = (key: string) => {
  const found = entities.byKey.get(key);
  if (!found) throw new Error(key);
  return found;
};

async function start(limits = {}) {
  const apps = {
    nzbn: createNzbnApp({ entities, apiKey: 'nz', limits, now }),
    abn: createAbnApp({ entities, guid: 'au', limits, now }),
    extracts: createExtractApp({ entities, apiKey: 'ex', limits, now }),
  };
  const open = async (app: (typeof apps)['nzbn']) => {
    const listening = await listen(app, '127.0.0.1', 0);
    onTestFinished(listening.close);
    return listening.url;
  };
  const urls = {
    nzbn: await open(apps.nzbn),
    abn: await open(apps.abn),
    extracts: await open(apps.extracts),
  };
  const registries = openRegistries(
    {
      nzbn: { url: `${urls.nzbn}${nzbnBasePath}`, key: 'nz' },
      abn: { url: `${urls.abn}/json`, guid: 'au' },
      extracts: { url: `${urls.extracts}/v1`, key: 'ex' },
    },
    now,
  );
  return { urls, registries };
}

async function server(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

function extractIn(response: RegistryExtractResponse): RegistryExtract {
  if (!response.ok) throw new Error(response.message);
  return response.extract;
}

describe('the NZBN register', () => {
  it('returns officers, parcels and a hash of the response, by NZBN and company number', async () => {
    const { registries } = await start();
    const { nzbn = '', companyNumber = '' } = entity('kowhai');
    const extract = extractIn(await registries.nzbn.extract(nzbn));
    expect(extract).toMatchObject({
      registry: 'nzbn',
      numbers: { nzbn, nzCompanyNumber: companyNumber },
      name: 'KŌWHAI BAY TRADING LIMITED',
      tradingNames: ['Kōwhai Bay Homewares'],
      kind: 'company',
      status: 'registered',
      registeredOn: '2011-03-14',
      issuedShares: '1000',
      gives: { officers: true, holdings: true },
      at: '2026-11-21T01:00:00.000Z',
    });
    expect(extract.raw.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(extract.officers.map(({ party, to }) => [party.name, to])).toEqual([
      ['Hana Marie Ruataniwha', undefined],
      ['Thomas Elderslie', undefined],
      ['Oscar Lindqvist', '2021-05-31'],
    ]);
    expect(extract.holdings.map(({ shares, joint }) => [shares, joint])).toEqual([
      ['600', false],
      ['400', false],
    ]);
    expect(extractIn(await registries.nzbn.extract(companyNumber)).numbers.nzbn).toBe(nzbn);
  });

  it('distinguishes joint holders, corporate holders, liquidation and listed companies', async () => {
    const { registries } = await start();
    const read = async (key: string) => extractIn(await registries.nzbn.extract(entity(key).nzbn ?? ''));
    const joint = await read('tuiJoint');
    expect(joint.holdings.map(({ holders, joint: together }) => [holders.length, together])).toEqual([
      [2, true],
      [3, true],
    ]);
    const top = await read('rimuTop');
    expect(top.holdings[0]?.holders).toMatchObject([
      { kind: 'organisation', numbers: { nzbn: entity('rimuHold').nzbn } },
    ]);
    expect((await read('transTasman')).ultimateHolding).toMatchObject({
      country: 'AU',
      numbers: { acn: entity('ttHold').acn },
    });
    expect((await read('liquidation')).status).toBe('inLiquidation');
    expect((await read('removed')).status).toBe('removed');
    expect(await read('nzListed')).toMatchObject({ kind: 'listedIssuer', gives: { holdings: false } });
    expect(await read('nzTrust')).toMatchObject({
      kind: 'trust',
      gives: { officers: false, holdings: false },
    });
  });

  it('finds names regardless of accents, page by page', async () => {
    const { registries } = await start();
    const found = await registries.nzbn.search?.('kowhai bay');
    expect(found).toMatchObject({
      ok: true,
      found: [{ name: 'KŌWHAI BAY TRADING LIMITED', status: 'registered' }],
      total: 1,
    });
    const [first, second] = [
      await registries.nzbn.search?.('limited', 1),
      await registries.nzbn.search?.('limited', 2),
    ];
    if (!first?.ok || !second?.ok) throw new Error('no answer');
    expect(first.found).toHaveLength(20);
    expect(first.total).toBeGreaterThan(100);
    expect(second.found[0]?.number).not.toBe(first.found[0]?.number);
  });
});

describe('Australia’s registers', () => {
  it('return the ABN’s details and the extract with members, by ABN and ACN', async () => {
    const { registries } = await start();
    const { abn = '', acn = '' } = entity('auCafe');
    for (const number of [abn, acn]) {
      expect(extractIn(await registries.abr.extract(number))).toMatchObject({
        numbers: { abn, acn },
        tradingNames: ['WATTLE LANE', 'THE LANE ESPRESSO'],
        kind: 'company',
        gives: { holdings: false },
      });
      const extract = extractIn(await registries.asic.extract(number));
      expect(
        extract.holdings.map(({ shares, joint, beneficiallyHeld }) => [shares, joint, beneficiallyHeld]),
      ).toEqual([
        ['60', true, true],
        ['40', false, false],
      ]);
    }
    expect(extractIn(await registries.abr.extract(entity('auSmsf').abn ?? '')).kind).toBe('smsf');
    expect(extractIn(await registries.abr.extract(entity('auGone').abn ?? ''))).toMatchObject({
      status: 'removed',
      endedOn: '2025-02-11',
    });
    expect(await registries.abr.search?.('wattle lane')).toMatchObject({
      ok: true,
      found: [{ number: abn, status: 'registered' }],
    });
  });

  it.each(['callback({"a":1})', 'callback({"a":1});', ' \uFEFF/**/ jQuery_1.x ( {"a":1} ) ; \n', '{"a":1}'])(
    'read %j',
    (text) => {
      expect(parseJsonp(text.trimStart())).toEqual({ a: 1 });
    },
  );
});

describe('register errors', () => {
  it('check a number before any query', async () => {
    const { registries, urls } = await start();
    expect(await registries.nzbn.extract('9429041561141')).toMatchObject({ code: 'invalidNumber' });
    expect(await registries.abr.extract('99999999999')).toMatchObject({ code: 'invalidNumber' });
    expect(await registries.asic.extract('999999999')).toMatchObject({ code: 'invalidNumber' });
    expect(await registries.nzbn.search?.(' a ')).toMatchObject({ code: 'invalidSearch' });
    for (const url of Object.values(urls)) expect(await getLog(url)).toEqual([]);
  });

  it('distinguish not found, a bad key, too many calls and no response', async () => {
    const { registries, urls } = await start();
    expect(await registries.nzbn.extract('9429046393920')).toMatchObject({ code: 'notFound' });
    expect(await registries.abr.extract('51824753556')).toMatchObject({ code: 'notFound' });
    expect(await registries.asic.extract('004085616')).toMatchObject({ code: 'notFound' });
    const wrong = openRegistries(
      {
        nzbn: { url: `${urls.nzbn}${nzbnBasePath}`, key: 'x' },
        abn: { url: `${urls.abn}/json`, guid: 'x' },
        extracts: { url: `${urls.extracts}/v1`, key: 'x' },
      },
      now,
    );
    expect(await wrong.nzbn.extract('9429046393920')).toMatchObject({ code: 'badKey' });
    expect(await wrong.abr.extract('51824753556')).toMatchObject({ code: 'badKey' });
    expect(await wrong.asic.extract('004085616')).toMatchObject({ code: 'badKey' });
    const absent = openRegistries({ nzbn: { url: urls.nzbn }, abn: { url: urls.abn } }, now);
    for (const registry of Object.values(absent))
      expect(await registry.extract('51824753556')).toMatchObject({ code: 'notConfigured' });
    await injectFault(urls.abn, { kind: 'status', status: 500 });
    expect(await registries.abr.extract('51824753556')).toMatchObject({ code: 'unavailable' });
    await injectFault(urls.nzbn, { kind: 'drop', path: '*' });
    expect(await registries.nzbn.extract('9429046393920')).toMatchObject({ code: 'unavailable' });
    const busy = await start({ burst: 1, perSecond: 0.1 });
    await busy.registries.nzbn.extract('9429046393920');
    expect(await busy.registries.nzbn.extract('9429046393920')).toMatchObject({
      code: 'tooManyRequests',
      retryAfterSeconds: 10,
    });
  });

  it('report slow, endless and unreadable responses and refused connections, without the key', async () => {
    const { urls } = await start();
    await injectFault(urls.nzbn, { kind: 'hang', path: '*' });
    const slow = createNzbnRegistry({
      baseUrl: `${urls.nzbn}${nzbnBasePath}`,
      key: 'nz',
      now,
      timeoutSeconds: 0.2,
    });
    expect(await slow.extract('9429046393920')).toMatchObject({ code: 'unavailable' });
    const endless = await server((_, response) => {
      const chunk = 'x'.repeat(100_000);
      const send = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', send);
      };
      send();
    });
    const answers = [
      await createAbnRegistry({ baseUrl: endless, guid: 'secret', now }).extract('51824753556'),
      await createAbnRegistry({
        baseUrl: await server((_, response) => response.end('callback(')),
        guid: 'secret',
        now,
      }).extract('51824753556'),
      await createAbnRegistry({
        baseUrl: await server((_, response) =>
          response.end('callback({"Message":"","Abn":"53004085616","EntityName":"Other"})'),
        ),
        guid: 'secret',
        now,
      }).extract('51824753556'),
      await createAbnRegistry({ baseUrl: 'http://127.0.0.1:1', guid: 'secret', now }).extract('51824753556'),
    ];
    expect(answers.map((response) => !response.ok && response.code)).toEqual([
      'unreadable',
      'unreadable',
      'unreadable',
      'unavailable',
    ]);
    expect(JSON.stringify(answers)).not.toMatch(/secret|127\.0\.0\.1/);
  });
});
