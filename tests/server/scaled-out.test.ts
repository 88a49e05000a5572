import { afterEach, describe, expect, it } from 'vitest';
import { prepareCompany } from '#tests/support/processes/company-without-demo.ts';
import { openScaledOut, type ScaledOut } from '#tests/support/processes/scaled-out.ts';
import { signInCookie } from '#tests/support/processes/sign-in-cookie.ts';

let parts: ScaledOut | undefined;
afterEach(async () => {
  await parts?.close();
  parts = undefined;
});

function clientsPage(url: string, cookie: string): Promise<Response> {
  return fetch(`${url}/clients`, { headers: { cookie }, redirect: 'manual' });
}

/** Number of session refreshes at the identity service. */
async function refreshes(identityUrl: string): Promise<number> {
  const log = (await (await fetch(`${identityUrl}/__sandbox/log`)).json()) as
    | { requests?: { path: string }[] }
    | { path: string }[];
  const entries = Array.isArray(log) ? log : (log.requests ?? []);
  return entries.filter(({ path }) => path === '/v1/auth/refresh').length;
}

describe('web and API as separate processes', () => {
  it('reports an unavailable API, and works again with the first request after its return', async () => {
    parts = await openScaledOut();
    await prepareCompany(parts.env);
    const api = await parts.startApi();
    const web = await parts.startWeb();
    const cookie = await signInCookie(web.url, 'staff@demo.test');
    expect((await clientsPage(web.url, cookie)).status).toBe(200);

    await api.kill();
    const away = await clientsPage(web.url, cookie);
    expect(away.status).toBe(503);
    expect(await away.text()).toContain('cannot be reached');
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200);

    await parts.startApi();
    expect((await clientsPage(web.url, cookie)).status).toBe(200);
  });

  it.runIf(process.env.TEST_REDIS_URL)(
    'refreshes a session once for two web nodes that share Redis',
    async () => {
      // Every token has less than a minute left, so that each request needs a refresh.
      parts = await openScaledOut({ redisUrl: process.env.TEST_REDIS_URL, sessionTtlSeconds: 30 });
      await prepareCompany(parts.env);
      await parts.startApi();
      const [one, two] = [await parts.startWeb(), await parts.startWeb()];
      const cookie = await signInCookie(one.url, 'staff@demo.test');
      const before = await refreshes(parts.sandbox.identityUrl);
      const answers = await Promise.all(
        [one, two, one, two, two, one].map(({ url }) => clientsPage(url, cookie)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect((await refreshes(parts.sandbox.identityUrl)) - before).toBe(1);
    },
  );
});
