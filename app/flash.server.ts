import { redirect } from '@remix-run/node';
import { type Flash, isFlash, isMessageSection } from './flash.ts';
import { signedCookie } from './signed-cookie.server.ts';

/** Long enough to follow a redirect, short enough that no old message shows up later. */
const flashTtlSeconds = 60;

const flashCookie = signedCookie('flash');

/**
 * Redirects to a page of one of the layouts, which shows the message once: at the section named after the URL's #, where the page opens,
 * else at its top. Do not include names and ids of clients: the message is stored in a cookie.
 */
export async function redirectWithFlash(
  url: string,
  { kind, text }: Omit<Flash, 'at'>,
  init: { headers?: HeadersInit } = {},
) {
  const [page = '', fragment = ''] = url.split('#');
  const at = isMessageSection(fragment) ? fragment : undefined;
  const flash: Flash = at === undefined ? { kind, text } : { kind, text, at };
  const headers = new Headers(init.headers);
  headers.append('Set-Cookie', await flashCookie().serialize(flash, { maxAge: flashTtlSeconds }));
  // A page that opened in its middle would hide the message at its top.
  return redirect(at === undefined ? page : `${page}#${at}`, { headers });
}

/** The pending message of this request, with the header that clears it. */
export async function consumeFlash(
  request: Request,
): Promise<{ flash: Flash; setCookie: string } | undefined> {
  const found: unknown = await flashCookie().parse(request.headers.get('Cookie'));
  if (!isFlash(found)) return undefined;
  return { flash: found, setCookie: await flashCookie().serialize('', { maxAge: 0 }) };
}
