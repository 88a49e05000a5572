import createDescope from '@descope/node-sdk';
import { browserSessionHeader, login, nonceClaim } from '#contract/company/accounts.ts';
import { demoAdmin, demoAdminTotpKey, demoPassword } from '#demo/demo-accounts.ts';
import { totpCode } from '#sandbox/identity/totp-routes.ts';
import type { Sandbox } from '#sandbox/services.ts';

/** Signs a demo user in through the page's own form, as a browser without script does. @returns the Cookie header */
export async function signInCookie(
  origin: string,
  loginId: string,
  page: '/login' | '/admin/login' = '/login',
): Promise<string> {
  const setCookieHeaders = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      setCookieHeaders.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const cookie = () => [...setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');
  keep(await fetch(`${origin}${page}`));
  const response = await fetch(`${origin}${page}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookie() },
    body: new URLSearchParams({ intent: 'password', loginId, password: demoPassword }),
  });
  keep(response);
  if (response.status !== 302) throw new Error(`Sign-in of ${loginId} answered ${response.status}.`);
  if (loginId === demoAdmin.loginId) {
    const code = totpCode(demoAdminTotpKey, new Date());
    const verified = await fetch(`${origin}${page}?view=second-factor`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie: cookie() },
      body: new URLSearchParams({ intent: 'verifyApp', code }),
    });
    keep(verified);
    if (verified.status !== 302) throw new Error(`The code of ${loginId} answered ${verified.status}.`);
  }
  return cookie();
}

/** Headers with which a program calls the API in the session of a sign-in. */
export function sessionHeadersIn(cookie: string): Record<string, string> {
  const texts = cookie.split('; ').map((pair) => {
    const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
    return [pair, Buffer.from(value, 'base64').toString()] as const;
  });
  const token = texts.map(([pair, text]) =>
    pair.includes('session') ? /"(eyJ[\w-]+\.[\w-]+\.[\w-]+)"/.exec(text)?.[1] : undefined,
  );
  const secret = texts.map(([, text]) => /"secret":"([\w-]+)"/.exec(text)?.[1]);
  const [bearer, browser] = [token, secret].map((found) => found.find((each) => each !== undefined));
  if (bearer === undefined || browser === undefined) throw new Error('The cookies hold no session.');
  return { authorization: `Bearer ${bearer}`, [browserSessionHeader]: browser };
}

/** Signs a demo user in at the API as the web server does. @returns headers for calls in the new session */
export async function startApiSession(
  apiUrl: string,
  sandbox: Pick<Sandbox, 'projectId' | 'identityUrl'>,
  loginId: string,
): Promise<Record<string, string>> {
  const post = async <Answer>(body: object): Promise<Answer> => {
    const response = await fetch(`${apiUrl}/api/v1${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`Sign-in of ${loginId} answered ${response.status}.`);
    return response.json() as Promise<Answer>;
  };
  const { nonce } = await post<{ nonce: string }>({ kind: 'password', loginId });
  const descope = createDescope({ projectId: sandbox.projectId, baseUrl: sandbox.identityUrl });
  const customClaims = { [nonceClaim]: nonce };
  const { data } = await descope.password.signIn(loginId, demoPassword, { customClaims });
  const sessionToken = data?.sessionJwt ?? '';
  const { session } = await post<{ session: { secret: string } }>({ loginId, sessionToken, realm: 'member' });
  return { authorization: `Bearer ${sessionToken}`, [browserSessionHeader]: session.secret };
}
