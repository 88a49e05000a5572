import { demoPassword } from '#api/seed/demo-accounts.ts';

/** Signs a demo person in through the page's own form, as a browser without script does; gives the Cookie header. */
export async function signInCookie(origin: string, loginId: string): Promise<string> {
  const jar = new Map<string, string>();
  const keep = (answer: Response) => {
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  };
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  keep(await fetch(`${origin}/login`));
  const answer = await fetch(`${origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: cookie() },
    body: new URLSearchParams({ intent: 'password', loginId, password: demoPassword }),
  });
  keep(answer);
  if (answer.status !== 302) throw new Error(`Sign-in of ${loginId} answered ${answer.status}.`);
  return cookie();
}

/** The session token that a sign-in left in the cookies. */
export function sessionTokenIn(cookie: string): string {
  for (const pair of cookie.split('; ')) {
    const value = decodeURIComponent(pair.slice(pair.indexOf('=') + 1));
    const read = /"(eyJ[\w-]+\.[\w-]+\.[\w-]+)"/.exec(Buffer.from(value, 'base64').toString());
    if (pair.includes('session') && read?.[1]) return read[1];
  }
  throw new Error('The cookies hold no session token.');
}
