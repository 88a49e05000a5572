import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { demoActivities } from '#demo/demo-activities.ts';
import { formWith, samplePicture } from '#tests/support/files/sample-files.ts';
import { verifyUnsigned } from '#tests/support/processes/audit-run.ts';
import { demoFolder } from '#tests/support/processes/demo-folder.ts';
import {
  freePort,
  type RunningProcess,
  startProcess,
  startServer,
} from '#tests/support/processes/processes.ts';
import { sessionHeadersIn, signInCookie } from '#tests/support/processes/sign-in-cookie.ts';
import { reachable, throwInThread } from '#tests/support/processes/thread-crash.ts';
import { isSoak } from '#tests/support/soak.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function serve(): Promise<{ server: RunningProcess; origin: string; dataDir: string }> {
  const [port, dataDir] = [await freePort(), await demoFolder('thread')];
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startServer('all', {
    ...reachable,
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX: '1',
  });
  undo.push(() => server.kill());
  return { server, origin: `http://localhost:${port}`, dataDir };
}

const waiting = { timeout: 120_000, interval: 50 };

it('a dying API thread shows an error page, restarts, and loses no acknowledged write', async () => {
  const { server, origin, dataDir } = await serve();
  const cookie = await signInCookie(origin, 'staff@demo.test');
  const page = (path: string) => fetch(`${origin}${path}`, { headers: { cookie }, redirect: 'manual' });
  const api = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api/v1${path}`, {
      ...init,
      headers: { ...sessionHeadersIn(cookie), 'content-type': 'application/json' },
    });
  const write = async (legalName: string) => {
    const body = JSON.stringify({
      clientType: 'company',
      confirmations: ['likelyDuplicates'],
      business: { legalName, registrationCountry: 'NZL' },
    });
    const response = await api('/clients', { method: 'POST', body });
    expect(response.status).toBe(201);
    return ((await response.json()) as { id: string }).id;
  };
  // Images are processed by a native library, which not every later thread can load.
  const addPicture = async (clientId: string, colour: string) => {
    const body = formWith([{ name: 'photo.jpg', bytes: await samplePicture('jpeg', { colour }) }]);
    const response = await fetch(`${origin}/api/v1/documents/of/client/${clientId}`, {
      method: 'POST',
      headers: sessionHeadersIn(cookie),
      body,
    });
    const { documents } = (await response.json()) as { documents: { document: { hasThumbnail: boolean } }[] };
    expect([response.status, documents[0]?.document.hasThumbnail]).toEqual([201, true]);
  };
  const countActivities = async () =>
    ((await (await api('/activities?limit=100')).json()) as { items: unknown[] }).items.length;
  const activities = await countActivities();
  expect(activities).toBeGreaterThanOrEqual(demoActivities);
  const before = await write('Written Before Limited');
  await addPicture(before, '#336699');

  for (const round of isSoak ? [1, 2] : [1]) {
    const letReplacementBegin = await throwInThread(server, `fault ${round} of the test`);
    const away = await page('/clients');
    expect(away.status).toBe(503);
    expect(await away.text()).toContain('cannot be reached');
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await api('/clients')).status).toBe(503);
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    await letReplacementBegin();
    await vi.waitFor(async () => expect((await page('/clients')).status).toBe(200), waiting);
    expect(server.output()).toContain(`fault ${round} of the test`);
  }
  expect(server.child.exitCode).toBeNull();
  expect((await api(`/clients/${before}`)).status).toBe(200);
  await addPicture(before, '#993366');
  const after = await write('Written After Limited');
  expect((await api(`/clients/${after}`)).status).toBe(200);

  expect(await countActivities()).toBe(activities);
  expect(await server.stop()).toBe(0);

  const env = { DATA_DIR: dataDir, SANDBOX: '1' };
  const verify = await startProcess('build/node/command.js', verifyUnsigned, env, /chains verified/);
  if (verify.child.exitCode === null) await once(verify.child, 'exit');
  expect(verify.output()).toMatch(/All \d+ audit chains verified/);
});
