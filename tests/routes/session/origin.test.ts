import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isForeignRequest } from '#app/session/origin-check.server.ts';
import { asMember } from '#app/session/session.server.ts';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';

const own = ['assay.example.test'];

function posted(headers: Record<string, string>, method = 'POST'): Request {
  return new Request('http://10.0.0.7:3000/clients', { method, headers });
}

describe('cross-site requests', () => {
  it.each([
    ['another host', { Origin: 'https://evil.example', Host: 'assay.example.test' }],
    ['null, as from a sandboxed frame', { Origin: 'null', Host: 'assay.example.test' }],
    ['no URL at all', { Origin: 'assay.example.test', Host: 'assay.example.test' }],
    [
      'the host as a prefix',
      { Origin: 'https://assay.example.test.evil.example', Host: 'assay.example.test' },
    ],
    ['another port', { Origin: 'https://assay.example.test:8443', Host: 'assay.example.test' }],
    [
      'no origin, but the browser says cross-site',
      { 'Sec-Fetch-Site': 'cross-site', Host: 'assay.example.test' },
    ],
    [
      'a forged forwarded host',
      { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example', Host: 'a.test' },
    ],
  ])('%s', (_, headers) => {
    expect(isForeignRequest(posted(headers), own)).toBe(true);
  });

  it.each([
    ['the host that the request names', { Origin: 'http://localhost:3000', Host: 'localhost:3000' }],
    [
      'the address people use, behind a proxy',
      { Origin: 'https://assay.example.test', Host: '10.0.0.7:3000' },
    ],
    ['no origin, as from a command line', { Host: 'assay.example.test' }],
  ])('do not include %s', (_, headers) => {
    expect(isForeignRequest(posted(headers), own)).toBe(false);
  });

  it('exclude a plain GET from a link elsewhere', () => {
    expect(isForeignRequest(posted({ 'Sec-Fetch-Site': 'cross-site', Host: 'a.test' }, 'GET'), own)).toBe(
      false,
    );
  });
});

describe('every action and resource route', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  it.each(['https://evil.example', 'null'])(
    'rejects a sign-out from %s, and stays signed in',
    async (origin) => {
      const browser = app.browser();
      await browser.startSession('staff@demo.test');
      const response = await browser.post('/logout', {}, { headers: { Origin: origin } });
      expect(response.status).toBe(403);
      expect(browser.setCookieHeaders.size).toBe(3);
      expect((await browser.get('/home')).status).toBe(200);
    },
  );

  it('rejects a cross-site resource request', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    for (const path of ['/clients/export.csv', '/address-lookup?country=NZL&q=queen']) {
      const response = await browser.get(path, { headers: { Origin: 'https://evil.example' } });
      expect(response.status, path).toBe(403);
    }
  });

  it('runs no action of a page', async () => {
    const browser = app.browser();
    await browser.startSession('staff@demo.test');
    const cookie = [...browser.setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');
    let ran = false;
    const action = asMember(() => {
      ran = true;
      return null;
    });
    const request = new Request(`${app.origin}/clients/create`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example', Cookie: cookie },
    });
    const thrown = (await action({ request, params: {}, context: {} }).catch(
      (error: unknown) => error,
    )) as Response;
    expect(thrown.status).toBe(403);
    expect(ran).toBe(false);
  });
});
