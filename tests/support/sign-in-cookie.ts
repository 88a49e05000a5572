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
