import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateLimits } from '#api/kernel/rate-limits/limits.ts';
import { readCountryLists } from '#contract/cdd/cdd.ts';
import { previewCountryList } from '#contract/cdd/law-change-previews.ts';
import { exportClients } from '#contract/clients/clients.ts';
import { downloadDocument, readThumbnail } from '#contract/documents/documents.ts';
import { endpoints } from '#contract/endpoints.ts';
import { runVerificationChecks } from '#contract/individual-verifications/individual-verifications.ts';
import { openTestApi, type TestApi, type TestCompany, type TestPerson } from '#tests/support/api/api.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { personToVerify, started } from '#tests/support/api/verifications.ts';
import { testEngines } from '#tests/support/database/database.ts';
import { samplePdf, samplePicture } from '#tests/support/files/sample-files.ts';
import { upload } from '../../records/documents/support.ts';

test('every endpoint that returns a file or costs money has a rate limit', () => {
  const without = endpoints.filter(({ response, uses }) => 'contentType' in response && uses === undefined);
  expect(without.map(({ id }) => id).sort()).toEqual(['screeningLists.template']);
  const paid = endpoints.filter(({ uses }) => uses === 'paidLookup').map(({ id }) => id);
  expect(paid.sort()).toEqual([
    'businessVerifications.expand',
    'businessVerifications.orderExtract',
    'individualVerifications.retry',
    'individualVerifications.runChecks',
  ]);
});

interface Allowance {
  name: keyof typeof rateLimits;
  /** What the refusal says was used up. */
  said: string;
  /** Requests as a person: one that counts, and one that its contract refuses. */
  prepare: (api: TestApi, company: TestCompany) => Promise<{ use: Send; invalid: Send }>;
  /** Whether a colleague has an allowance of their own. */
  isPersonal: boolean;
}
type Send = (as: TestPerson) => Promise<{ status: number; headers: Headers; problem: unknown }>;

const allowances: Allowance[] = [
  {
    name: 'exports.member',
    said: 'You have downloaded many exports',
    prepare: async (api) => {
      const send =
        (query: Record<string, unknown> = {}): Send =>
        (as) =>
          api.request(exportClients, { query }, { as });
      return { use: send(), invalid: send({ status: 'none' }) };
    },
    isPersonal: true,
  },
  {
    name: 'downloads.member',
    said: 'You have downloaded many files',
    prepare: async (api, company) => {
      const { owner } = company;
      const { id } = await addClient(api, company);
      const file = { name: 'deed.pdf', bytes: samplePdf(['(deed)']) };
      const { response } = await upload(api, owner, { ownerType: 'client', ownerId: id }, [file]);
      const send =
        (documentId: string): Send =>
        (as) =>
          api.request(downloadDocument, { params: { id: documentId } }, { as });
      return { use: send(response.documents[0]?.document?.id ?? ''), invalid: send('no-such-id') };
    },
    isPersonal: true,
  },
  {
    name: 'previews.member',
    said: 'You have viewed many files',
    prepare: async (api, company) => {
      const { owner } = company;
      const { id } = await addClient(api, company);
      const file = { name: 'deed.jpg', bytes: await samplePicture('jpeg') };
      const { response } = await upload(api, owner, { ownerType: 'client', ownerId: id }, [file]);
      const send =
        (documentId: string): Send =>
        (as) =>
          api.request(readThumbnail, { params: { id: documentId } }, { as });
      return { use: send(response.documents[0]?.document?.id ?? ''), invalid: send('no-such-id') };
    },
    isPersonal: true,
  },
  {
    name: 'comparisons.member',
    said: 'You have previewed many changes',
    prepare: async (api, { owner }) => {
      const { lists } = (await api.request(readCountryLists, {}, { as: owner })).response;
      const version = lists.find(({ key }) => key === 'firm')?.version ?? 0;
      const send =
        (asAt: string): Send =>
        (as) => {
          const body = { version, asAt, countries: ['IRN', 'MMR', 'PRK'] } as never;
          return api.request(previewCountryList, { params: { key: 'firm' }, query: {}, body }, { as });
        };
      return { use: send(api.clock.now().toISOString().slice(0, 10)), invalid: send('no day') };
    },
    isPersonal: true,
  },
  {
    name: 'paidLookups.company',
    said: 'Your company has run many checks',
    prepare: async (api, { owner }) => {
      const client = await personToVerify(api, owner);
      const { id, version } = await started(api, owner, client.id, {
        method: 'electronicInPerson',
        consent: { given: true, how: 'inPerson' },
      });
      const send =
        (dataSources: string[]): Send =>
        (as) =>
          api.request(
            runVerificationChecks,
            { params: { id }, body: { version, dataSources } as never, requestKey: crypto.randomUUID() },
            { as },
          );
      return { use: send(['nzCreditBureau']), invalid: send(['no such source']) };
    },
    isPersonal: false,
  },
];

describe.each(testEngines)('what is used often on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(engine);
  });
  afterAll(() => api?.close());

  test.each(allowances)(
    '$name is refused past the allowance with the time to wait; others and invalid requests do not count',
    async ({ name, said, prepare, isPersonal }) => {
      const { limit } = rateLimits[name];
      const company = await api.addCompany(`Many uses of ${name}`);
      const { owner } = company;
      const staff = await api.addMember(company.id, { role: 'owner' });
      const { use, invalid } = await prepare(api, company);
      for (let at = 0; at < 3; at += 1) {
        expect([404, 422]).toContain((await invalid(staff)).status);
      }
      // The first checks the person, the others are of a version that has changed: each counts.
      for (let at = 0; at < limit; at += 1) expect([200, 409]).toContain((await use(staff)).status);
      const refused = await use(staff);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(refused.problem).toMatchObject({
        code: 'rate.limited',
        detail: expect.stringMatching(new RegExp(`^${said}\\. Try again in \\d+ (seconds|minutes)\\.$`)),
      });
      expect((await use(owner)).status === 429).toBe(!isPersonal);
      const other = await api.addCompany(`Few uses of ${name}`);
      const own = await prepare(api, other);
      expect((await own.use(other.owner)).status).toBe(200);
    },
  );
});
