import { demoPassword } from '#demo/demo-accounts.ts';

/** Signs a demo user in through the page's own form, as a browser without script does. @returns the Cookie header */
export async function signInCookie(origin: string, loginId: string): Promise<string> {
  const setCookieHeaders = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      setCookieHeaders.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const cookie = () => [...setCookieHeaders].map(([name, value]) => `${name}=${value}`).join('; ');
  keep(await fetch(`${origin}/login`));
  const response = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookie() },
    body: new URLSearchParams({ intent: 'password', loginId, password: demoPassword }),
  });
  keep(response);
  if (response.status !== 302) throw new Error(`Sign-in of ${loginId} answered ${response.status}.`);
  return cookie();
}

/** The session token in the cookies of a sign-in. */
export function sessionTokenIn(cookie: string): string {
  for (const pair of cookie.split('; ')) {
    const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
    const read = /"(eyJ[\w-]+\.[\w-]+\.[\w-]+)"/.exec(Buffer.from(value, 'base64').toString());
    if (pair.includes('session') && read?.[1]) return read[1];
  }
  throw new Error('The cookies hold no session token.');
}
