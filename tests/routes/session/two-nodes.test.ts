import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRedis, type Redis, sharedRefreshResults } from '#app/services/redis.server.ts';
import { createRefreshOnce } from '#app/services/refresh-session.server.ts';
import { createGuards, type Guards } from '#app/session/auth-guards.server.ts';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';

const redisUrl = process.env.TEST_REDIS_URL;

/** A separate web node that shares only Redis and the services with others. */
function getNode(app: TestApp, redis: Redis, warnings: unknown[]): Guards {
  const refreshOnce = createRefreshOnce({
    identity: app.services.identity,
    isSessionOpen: async () => true,
    shared: sharedRefreshResults(redis),
    warn: (error) => warnings.push(error),
  });
  return createGuards(() => ({ ...app.services, refreshOnce }));
}

async function expiredCookie(app: TestApp): Promise<string> {
  const browser = app.browser();
  await browser.startSession('officer@demo.test');
  await browser.expireSession();
  return [...browser.setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');
}

function requestContext(guards: Guards, app: TestApp, cookie: string): Promise<unknown> {
  const loader = guards.asMember(async ({ me }) => (await me()).member.loginId);
  const request = new Request(`${app.origin}/home`, { headers: { Cookie: cookie } });
  return loader({ request, params: {}, context: {} }).catch((error: unknown) => error);
}

async function refreshCalls(app: TestApp): Promise<number> {
  return (await app.identityCalls()).filter((call) => call === 'POST /v1/auth/refresh').length;
}

const signedIn = expect.objectContaining({ data: 'officer@demo.test' });

describe('two web nodes', () => {
  let app: TestApp;
  const opened: Redis[] = [];
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(async () => {
    await Promise.all(opened.map((redis) => redis.close()));
    await app.close();
  });
  const open = (url: string) => {
    const redis = openRedis(url, () => {});
    opened.push(redis);
    return redis;
  };

  it.runIf(redisUrl)('refresh a session once between them, concurrently and in sequence', async () => {
    const warnings: unknown[] = [];
    const nodes = [
      getNode(app, open(redisUrl ?? ''), warnings),
      getNode(app, open(redisUrl ?? ''), warnings),
    ];
    const cookie = await expiredCookie(app);
    const before = await refreshCalls(app);
    const results = await Promise.all(
      [...nodes, ...nodes, ...nodes].map((node) => requestContext(node, app, cookie)),
    );
    for (const result of results) expect(result).toEqual(signedIn);
    for (const node of nodes) expect(await requestContext(node, app, cookie)).toEqual(signedIn);
    expect((await refreshCalls(app)) - before).toBe(1);
    expect(warnings).toEqual([]);
  });

  it.runIf(redisUrl)('store nothing in Redis that is readable without the refresh token', async () => {
    const redis = open(redisUrl ?? '');
    const seen: string[] = [];
    const spying: Redis = {
      ...redis,
      set: (key, value, ttlSeconds) => {
        seen.push(key, value, Buffer.from(value, 'base64').toString('latin1'));
        return redis.set(key, value, ttlSeconds);
      },
    };
    expect(await requestContext(getNode(app, spying, []), app, await expiredCookie(app))).toEqual(signedIn);
    expect(seen).toHaveLength(3);
    // A token has its parts joined by dots, which chance does not put behind these letters in sealed text.
    expect(seen.join(' ')).not.toMatch(/eyJ[\w-]{8,}\.|officer@demo\.test/);
  });

  it('continue independently when Redis is unavailable', async () => {
    const warnings: unknown[] = [];
    const node = getNode(app, open('redis://127.0.0.1:9'), warnings);
    const cookie = await expiredCookie(app);
    const before = await refreshCalls(app);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    const results = await Promise.all([requestContext(node, app, cookie), requestContext(node, app, cookie)]);
    for (const result of results) expect(result).toEqual(signedIn);
    expect((await refreshCalls(app)) - before).toBe(1);
    // Redis is waited for twice, a second each time, and not per request.
    expect(warnings).toHaveLength(2);
    expect(waits.mock.calls.filter(([, ms]) => ms === 1000)).toHaveLength(2);
    waits.mockRestore();
  });
});
