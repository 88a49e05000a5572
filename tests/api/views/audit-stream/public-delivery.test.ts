import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dailyJobs, type JobDeps, runJob } from '#api/jobs/daily-jobs.ts';
import { auditStreamsJob } from '#api/views/audit-stream/send-streams-job.ts';
import { renameOwnAccount } from '#contract/company/accounts.ts';
import { createAuditStream, readAuditStream, removeAuditStream } from '#contract/platform/audit-stream.ts';
import { openTestApi, type TestApi } from '#tests/support/api/api.ts';
import { setUpApp } from '#tests/support/api/authenticator.ts';
import { testCompanyKeys } from '#tests/support/company-keys.ts';
import { testEngine } from '#tests/support/database/database.ts';
import {
  forbiddenAnswers,
  openPublicNetwork,
  type PublicNetwork,
} from '#tests/support/services/public-network.ts';

const receiver = 'siem.example';

let test: TestApi;
let web: PublicNetwork;
let received: string[] = [];
beforeAll(async () => {
  test = await openTestApi(testEngine, { isSandbox: false });
  web = await openPublicNetwork([receiver], async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push(body);
    response.writeHead(204).end();
  });
  // Outside the sandbox, owners need one.
  await setUpApp(test, owner());
});
afterAll(async () => {
  await web.close();
  await test.close();
});

const owner = () => test.companies.a.owner;
const state = async () => (await test.request(readAuditStream, {}, { as: owner() })).response.stream;
const rename = (name: string) => test.request(renameOwnAccount, { body: { name } }, { as: owner() });

/** Runs the job as in production: without a rule of the sandbox. */
async function send(): Promise<string> {
  const job = dailyJobs.find(({ name }) => name === auditStreamsJob);
  if (job === undefined) throw new Error('There is no such job.');
  received = [];
  await runJob(job, {
    db: test.database.db,
    verification: { companyKeys: testCompanyKeys },
    network: web.network,
    now: test.clock.now,
  } as unknown as JobDeps);
  return received.join('');
}

// Each test has a stream without failed attempts.
beforeEach(async () => {
  await test.request(removeAuditStream, {}, { as: owner() });
  const body = { url: `${web.getOrigin(receiver)}/collect` };
  const created = await test.request(createAuditStream, { body }, { as: owner() });
  expect(created.status).toBe(200);
});

it('delivers to a public address', async () => {
  await rename('To a public address');
  web.resolveTo(receiver, ['8.8.8.8']);
  expect(await send()).toContain('To a public address');
  expect(web.permitted).toEqual(['8.8.8.8']);
  expect(await state()).toMatchObject({ waiting: 0, attempts: 0, lastError: null });
});

it('delivers to the IPv4 address of a name with both, where IPv6 has no route', async () => {
  await rename('To either family');
  web.resolveTo(receiver, ['2606:4700::1111', '1.1.1.1']);
  web.unreachable.add('2606:4700::1111');
  expect(await send()).toContain('To either family');
  expect(web.permitted).toEqual(['2606:4700::1111 1.1.1.1']);
  expect(await state()).toMatchObject({ waiting: 0, attempts: 0, lastError: null });
});

it.each(forbiddenAnswers)('sends nothing to a name that resolves to %s', async (_title, answer) => {
  web.resolveTo(receiver, answer);
  expect(await send()).toBe('');
  expect([web.resolved, web.permitted]).toEqual([[receiver], []]);
  expect(await state()).toMatchObject({
    attempts: 1,
    lastError: 'The receiver is not on a public address',
  });
});

it('connects to the address that was checked, and checks again at the next delivery', async () => {
  web.resolveTo(receiver, ['8.8.8.8'], ['169.254.169.254']);
  expect(await send()).toContain('auditStream.created');
  expect([web.resolved, web.permitted]).toEqual([[receiver], ['8.8.8.8']]);
  await rename('After rebinding');
  expect(await send()).toBe('');
  expect(web.permitted).toEqual(['8.8.8.8']);
  expect(await state()).toMatchObject({ lastError: 'The receiver is not on a public address' });
});
