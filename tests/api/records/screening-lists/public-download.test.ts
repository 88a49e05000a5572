import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dailyJobs, type JobDeps, runJob } from '#api/jobs/daily-jobs.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';
import { readScreeningLists } from '#contract/monitoring/screening-lists.ts';
import { openListPublishers } from '#sandbox/lists/app.ts';
import { getEntries } from '#sandbox/lists/listed.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { testEngine } from '#tests/support/database/database.ts';
import {
  forbiddenAnswers,
  openPublicNetwork,
  type PublicNetwork,
} from '#tests/support/services/public-network.ts';

const publisher = 'lists.example';

describe('the daily download of lists outside the sandbox', () => {
  let api: TestApi;
  let folder: string;
  let web: PublicNetwork;
  let addresses: string[];
  const requests: string[] = [];
  beforeAll(async () => {
    api = await openTestApi(testEngine, { isSandbox: false });
    folder = await mkdtemp(join(tmpdir(), 'assay-public-'));
    const publishers = openListPublishers({ stateDir: folder });
    const serve = getRequestListener((request) => publishers.app.fetch(request), {
      overrideGlobalObjects: false,
    });
    web = await openPublicNetwork([publisher], (request, response) => {
      requests.push(request.url ?? '');
      serve(request, response);
    });
    addresses = (await publishers.urls(web.getOrigin(publisher))).un;
  });
  afterAll(async () => {
    await web.close();
    await api.close();
    await rm(folder, { recursive: true });
  });

  /** Runs the job as in production: without a rule or address of the sandbox. */
  async function fetchList(urls = addresses) {
    const job = dailyJobs.find(({ name }) => name === 'fetch-screening-lists');
    if (job === undefined) throw new Error('There is no such job.');
    requests.length = 0;
    const result = await runJob(job, {
      db: api.database.db,
      files: { ...api.files.files, incomingFolder: join(folder, 'incoming') },
      listAddresses: { un: urls },
      network: web.network,
      now: api.clock.now,
    } as unknown as JobDeps);
    const [list] = (result as { lists: { outcome: string; version?: number; reason?: string }[] }).lists;
    return list;
  }
  async function readUnList() {
    const { response } = await api.request(readScreeningLists, {}, { as: api.companies.a.staff });
    return response.lists.find(({ source }) => source === 'un');
  }

  test('imports a list from a public address', async () => {
    web.resolveTo(publisher, ['8.8.8.8']);
    expect(await fetchList()).toEqual({ source: 'un', outcome: 'inUse', version: 1 });
    expect(web.permitted).toEqual(['8.8.8.8']);
    expect(await readUnList()).toMatchObject({ inUse: { version: 1 }, failure: null });
    const [listed] = getEntries('un', 1);
    const [answer] = await createListEngine({ db: api.database.db }).screen(
      [{ id: 'x', schema: 'Person', names: [listed?.name ?? ''], countries: [], identifiers: [] }],
      { companyId: api.companies.a.id, threshold: 0.8, birthDateMatching: 'exact' },
    );
    expect(answer).toMatchObject({
      status: 'screened',
      hits: [
        {
          list: { source: 'un', version: '1' },
          entity: { names: expect.arrayContaining([{ text: listed?.name, quality: 'primary' }]) },
        },
      ],
    });
  });

  test('uses the IPv4 address of a name with both, where IPv6 has no route', async () => {
    web.resolveTo(publisher, ['2606:4700::1111', '1.1.1.1']);
    web.unreachable.add('2606:4700::1111');
    expect(await fetchList()).toMatchObject({ outcome: 'identical' });
    expect(web.permitted).toEqual(['2606:4700::1111 1.1.1.1']);
    expect(requests).toHaveLength(1);
  });

  test.each(forbiddenAnswers)('refuses a name that resolves to %s', async (_title, answer) => {
    web.resolveTo(publisher, answer);
    expect(await fetchList()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('The address is not a public one.'),
    });
    expect([web.resolved, web.permitted, requests]).toEqual([[publisher], [], []]);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  test('connects to the address that was checked, and checks again at the next download', async () => {
    web.resolveTo(publisher, ['8.8.8.8'], ['169.254.169.254']);
    expect(await fetchList()).toMatchObject({ outcome: 'identical' });
    expect([web.resolved, web.permitted]).toEqual([[publisher], ['8.8.8.8']]);
    expect(await fetchList()).toMatchObject({ outcome: 'failed' });
    expect([web.permitted, requests]).toEqual([['8.8.8.8'], []]);
  });

  test('accepts only a certificate for the name', async () => {
    web.resolveTo('other.example', ['8.8.8.8']);
    const elsewhere = addresses.map((address) => address.replace(publisher, 'other.example'));
    expect(await fetchList(elsewhere)).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining('cannot be reached'),
    });
    expect([web.permitted, requests]).toEqual([['8.8.8.8'], []]);
  });
});
