import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createVerificationProvider } from '#api/integrations/verification-provider/provider.ts';
import { isWorthRetrying } from '#api/integrations/verification-provider/result.ts';
import { checkDocument } from '#rules/identity-verification/documents/documents.ts';
import type { DocumentInput } from '#rules/identity-verification/documents/fields.ts';
import type { IdentityDocumentType } from '#rules/identity-verification/documents/identity-document-types.ts';
import { dataSourceCodes } from '#rules/identity-verification/sources.ts';
import { type Sandbox, startSandbox } from '#sandbox/services.ts';

const now = () => new Date('2026-11-21T00:00:00.000Z');
const consentAt = '2026-11-20T00:00:00.000Z';
const person = { givenNames: 'Ana', middleNames: 'Mere', familyName: 'Ngata', dateOfBirth: '1985-03-07' };

let sandbox: Sandbox;
let stateDir: string;
beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-provider-'));
  sandbox = await startSandbox({
    stateDir,
    projectId: 'P2TestProject000000000000000',
    managementKey: 'key',
    addressApiKey: 'key',
    appUrl: 'http://localhost:3000',
    seedUsers: [],
    verification: { slowMs: 60_000, limits: { burst: 500, perSecond: 500 } },
  });
});
afterAll(async () => {
  await sandbox.close();
  await rm(stateDir, { recursive: true, force: true });
});

function providerAt(baseUrl: string, options: { token?: string; timeoutMs?: number } = {}) {
  const logged: unknown[] = [];
  const provider = createVerificationProvider({
    baseUrl,
    token: options.token ?? sandbox.verificationToken,
    now,
    log: { warn: (fields, message) => logged.push(fields, message) },
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
  });
  return { provider, logged };
}

function document(type: IdentityDocumentType, values: DocumentInput) {
  const checked = checkDocument(type, values, '2026-11-21');
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.document;
}

const nzPassport = (number: string) => document('nzPassport', { number, expiresOn: '2030-01-01' });
const auLicence = (number: string) =>
  document('auDriverLicence', { state: 'VIC', number, cardNumber: 'P1234567' });

describe('a check at the issuer', () => {
  it.each([
    [nzPassport('LA123456'), 'match', ['name', 'dob', 'documentNumber'], []],
    [nzPassport('LA111111'), 'no_match', [], ['name', 'dob', 'documentNumber']],
    [nzPassport('LA222222'), 'document_error', [], []],
    [nzPassport('LA333333'), 'source_unavailable', [], []],
    [nzPassport('LA555555'), 'no_match', ['name', 'documentNumber'], ['dob']],
    [auLicence('12345678'), 'match', ['name', 'dob', 'documentNumber'], []],
    [auLicence('11111111'), 'no_match', [], ['name', 'dob']],
    [auLicence('22222222'), 'document_error', [], []],
    [auLicence('33333333'), 'source_unavailable', [], []],
    [auLicence('66666666'), 'no_match', ['dob'], ['name']],
  ] as const)('case %# returns a neutral description', async (given, outcome, matched, unmatched) => {
    const { provider } = providerAt(sandbox.verificationUrl);
    expect(await provider.checkDocument(given, person, consentAt)).toMatchObject({
      outcome,
      matched: expect.arrayContaining([...matched]),
      unmatched: expect.arrayContaining([...unmatched]),
      checkedAt: '2026-11-21T00:00:00.000Z',
      problem: null,
    });
  });

  it('reaches every supported register', async () => {
    const { provider } = providerAt(sandbox.verificationUrl);
    const every = [
      document('nzDriverLicence', { number: 'AB123456', version: '123' }),
      document('birthCertificate', { issuer: 'NZL' }),
      document('citizenshipCertificate', { issuer: 'NZL' }),
      document('auPassport', { number: 'PA1234567', expiresOn: '2030-01-01', gender: 'F' }),
      document('medicare', {
        number: '2123456701',
        person: '1',
        cardColour: 'yellow',
        expiresOn: '2028-03-01',
        nameOnCard: 'Ana Mere Ngata-Featherstonehaugh Cholmondeley',
      }),
      document('birthCertificate', {
        issuer: 'AUS',
        number: '123/1985',
        state: 'NSW',
        registrationYear: '1985',
      }),
      document('citizenshipCertificate', { issuer: 'AUS', number: 'ACC12345' }),
      document('immiCard', { number: 'EIS123456' }),
      document('foreignPassport', { issuer: 'DEU', number: 'C01X00T47', expiresOn: '2030-01-01' }),
      document('nameChange', { issuer: 'AUS', number: '12', previousFamilyName: 'Smith' }),
    ];
    const results = await Promise.all(every.map((item) => provider.checkDocument(item, person, consentAt)));
    expect(results.map((result) => [result?.source, result?.outcome])).toEqual(
      [
        'nzDriverLicence',
        'nzDiaBirth',
        'nzDiaCitizenship',
        'auPassport',
        'auMedicare',
        'auBirth',
        'auCitizenship',
        'auImmiCard',
        'auVisa',
        'auNameChange',
      ].map((source) => [source, 'match']),
    );
  });

  it('is rejected without an issuer, a required field, or consent', async () => {
    const { provider } = providerAt(sandbox.verificationUrl);
    expect(
      await provider.checkDocument(document('other', { issuer: 'FRA' }), person, consentAt),
    ).toBeUndefined();
    expect(
      await provider.checkDocument(document('nzDriverLicence', { number: 'AB123456' }), person, consentAt),
    ).toBeUndefined();
    await expect(provider.checkDocument(nzPassport('LA123456'), person, '')).rejects.toThrow(/consent/);
  });
});

describe('a check at a bureau', () => {
  it('reports which fields agree, and counts nothing under another name', async () => {
    const { provider } = providerAt(sandbox.verificationUrl);
    const sendRequest = (familyName: string) =>
      provider.checkSource(
        'nzCreditBureau',
        { ...person, familyName, addressLines: ['1 Kōwhai Street', 'Taupō'] },
        { consentAt, reference: 'ref' },
      );
    expect(await sendRequest('Ngata')).toMatchObject({
      outcome: 'match',
      matched: ['name', 'dob', 'address'],
      unmatched: [],
    });
    expect(await sendRequest('Birthdiffers')).toMatchObject({
      outcome: 'no_match',
      matched: ['name', 'address'],
      unmatched: ['dob'],
    });
    expect(await sendRequest('Namediffers')).toMatchObject({
      outcome: 'no_match',
      matched: [],
      unmatched: ['name'],
    });
    expect(await sendRequest('Unavailable')).toMatchObject({
      outcome: 'source_unavailable',
      matched: [],
      unmatched: [],
    });
    for (const source of dataSourceCodes)
      expect((await provider.checkSource(source, person, { consentAt, reference: 'ref' })).outcome).toBe(
        'match',
      );
  });
});

describe('a failing provider', () => {
  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const check = async (baseUrl: string, options: Parameters<typeof providerAt>[1] = {}) => {
    const { provider, logged } = providerAt(baseUrl, options);
    const result = await provider.checkDocument(nzPassport('LA123456'), person, consentAt);
    if (result === undefined) throw new Error('not asked');
    expect(JSON.stringify(logged)).not.toMatch(/LA123456|Ngata|1985|Ana/);
    expect(logged).toHaveLength(2);
    return result;
  };

  it('is unavailable after the timeout', async () => {
    const { provider } = providerAt(sandbox.verificationUrl, { timeoutMs: 200 });
    const result = await provider.checkDocument(nzPassport('LA444444'), person, consentAt);
    expect(result).toMatchObject({ outcome: 'source_unavailable', problem: 'timeout', matched: [] });
    const dripping = await serve((_, response) => {
      response.writeHead(200).write('{');
    });
    expect((await check(dripping, { timeoutMs: 200 })).problem).toBe('timeout');
  });

  it('is unavailable when it cannot be reached or disconnects', async () => {
    expect(await check('http://127.0.0.1:1')).toMatchObject({
      outcome: 'source_unavailable',
      problem: 'unreachable',
    });
    const cut = await serve((request) => request.socket.destroy());
    expect(await check(cut)).toMatchObject({ outcome: 'source_unavailable', problem: 'unreachable' });
  });

  it.each([
    [500, 'status', 'source_unavailable'],
    [503, 'status', 'source_unavailable'],
    [302, 'status', 'source_unavailable'],
    [400, 'refused', 'exception'],
    [401, 'unauthorised', 'source_unavailable'],
  ] as const)('responds with %i', async (status, problem, outcome) => {
    const url = await serve((_, response) =>
      response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end('{}'),
    );
    const result = await check(url);
    expect(result).toMatchObject({ problem, outcome, code: String(status) });
    expect(isWorthRetrying(result)).toBe(problem === 'status');
  });

  it('returns when to retry if busy', async () => {
    const url = await serve((_, response) => response.writeHead(429, { 'Retry-After': '7' }).end());
    expect(await check(url)).toMatchObject({
      outcome: 'source_unavailable',
      problem: 'rateLimited',
      retryAfterSeconds: 7,
    });
  });

  it.each(['', '{', '[]', '{"data":{"ResponseCode":"X"}}', 'null', '<html>'])(
    'is unreadable if it responds with %j',
    async (body) => {
      const url = await serve((_, response) => response.writeHead(200).end(body));
      expect(await check(url)).toMatchObject({ outcome: 'source_unavailable', problem: 'unreadable' });
    },
  );

  it('is cut off if its response never ends', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      const fill = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', fill);
      fill();
    });
    expect(await check(url)).toMatchObject({ problem: 'unreadable' });
  });

  it('rejects a wrong token', async () => {
    expect(await check(sandbox.verificationUrl, { token: 'wrong' })).toMatchObject({
      problem: 'unauthorised',
      outcome: 'source_unavailable',
    });
  });
});
