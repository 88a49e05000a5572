import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessionCookies, type Session } from '#app/services/session-cookies.server.ts';
import { openTestApp, type TestApp } from '#tests/support/app/app.ts';

const session: Session = {
  sessionToken: 'ey.session.token',
  sessionExpiresAt: 1_900_000_000,
  refreshToken: 'ey.refresh.token',
  refreshExpiresAt: 1_902_000_000,
  secret: 'secret-of-the-browser',
  user: { userId: 'U2x', name: 'Tāne Example', loginIds: ['tane@example.test'] },
};

const secrets = ['a-first-secret-of-cookies', 'an-older-secret-of-cookies'];

function requestWith(setCookies: string[]): Request {
  const cookie = setCookies.map((line) => line.split(';')[0]).join('; ');
  return new Request('http://localhost/', { headers: { Cookie: cookie } });
}

describe('session cookies', () => {
  it('return what was stored, for its realm', async () => {
    const cookies = createSessionCookies({ secrets, isHttps: false });
    const request = requestWith(await cookies.store('admin', session));
    expect(await cookies.read(request, 'admin')).toEqual(session);
    expect(await cookies.read(request, 'member')).toBeUndefined();
  });

  it('are httpOnly, SameSite=Lax, for the whole site; over https Secure and bound to the host', async () => {
    for (const isHttps of [false, true]) {
      for (const line of await createSessionCookies({ secrets, isHttps }).store('member', session)) {
        expect(line).toMatch(/; Path=\/;/);
        expect(line).toContain('HttpOnly');
        expect(line).toContain('SameSite=Lax');
        expect(line).toMatch(/Expires=\w+, \d+ \w+ 2030/);
        expect(line.includes('; Secure')).toBe(isHttps);
        expect(line.startsWith('__Host-')).toBe(isHttps);
        expect(line).not.toContain('Domain');
      }
    }
  });

  it('are accepted with a previous secret, and not with a removed one', async () => {
    const older = createSessionCookies({ secrets: [secrets[1] ?? ''], isHttps: false });
    const request = requestWith(await older.store('member', session));
    const rotated = createSessionCookies({ secrets, isHttps: false });
    expect(await rotated.read(request, 'member')).toEqual(session);
    const dropped = createSessionCookies({ secrets: ['another-secret-of-cookies'], isHttps: false });
    expect(await dropped.read(request, 'member')).toBeUndefined();
  });

  it('never exceed a browser’s limit', async () => {
    const cookies = createSessionCookies({ secrets, isHttps: true });
    await expect(cookies.store('member', { ...session, sessionToken: 'x'.repeat(4000) })).rejects.toThrow(
      /bytes/,
    );
  });

  it('lose only the session part when that alone is missing', async () => {
    const cookies = createSessionCookies({ secrets, isHttps: false });
    const [, refresh, user] = await cookies.store('member', session);
    const read = await cookies.read(requestWith([refresh ?? '', user ?? '']), 'member');
    expect(read).toEqual({
      refreshToken: 'ey.refresh.token',
      refreshExpiresAt: 1_902_000_000,
      secret: 'secret-of-the-browser',
      user: session.user,
    });
  });
});

describe('sign-in over https', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ appUrl: 'https://assay.example.test' });
  });
  afterAll(() => app.close());

  it('sets cookies well under 4 KB each, and sends the security headers', async () => {
    const browser = app.browser();
    const response = await browser.signIn('owner@demo.test');
    expect(response.headers.get('Location')).toBe('/home');
    const lines = response.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual([
      '__Host-assay_known_devices',
      '__Host-assay_refresh',
      '__Host-assay_session',
      '__Host-assay_user',
    ]);
    for (const line of lines) expect(line.length).toBeLessThan(2000);

    const page = await browser.get('/home');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers.get('Referrer-Policy')).toBe('same-origin');
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(page.headers.get('Permissions-Policy')).toContain('camera=()');
    expect(page.headers.get('Strict-Transport-Security')).toContain('max-age=');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const html = await page.text();
    const scripts = html.match(/<script(?![^>]*\bsrc=)[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(3);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/ style="/);
    expect((await browser.get('/home')).headers.get('Content-Security-Policy')).not.toContain(nonce);
  });
});
