import { createCookie, redirect } from '@remix-run/node';
import { appEnv } from './env.server.ts';
import { type Flash, isFlash } from './flash.ts';

/** Long enough to follow a redirect, short enough that no old message shows up later. */
const flashTtlSeconds = 60;

let kept: ReturnType<typeof createCookie> | undefined;

function flashCookie() {
  const { isHttps, sessionSecrets } = appEnv();
  kept ??= createCookie(`${isHttps ? '__Host-' : ''}assay_flash`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    secrets: sessionSecrets,
  });
  return kept;
}

/**
 * Leads to a page of the main layout, which shows the message once. Keep names and ids of clients out of
 * it: it travels in a cookie.
 */
export async function redirectWithFlash(url: string, flash: Flash, init: { headers?: HeadersInit } = {}) {
  const headers = new Headers(init.headers);
  headers.append('Set-Cookie', await flashCookie().serialize(flash, { maxAge: flashTtlSeconds }));
  return redirect(url, { headers });
}

/** The message that waits for this request, with the header that takes it away. */
export async function takeFlash(request: Request): Promise<{ flash: Flash; setCookie: string } | undefined> {
  const found: unknown = await flashCookie().parse(request.headers.get('Cookie'));
  if (!isFlash(found)) return undefined;
  return { flash: found, setCookie: await flashCookie().serialize('', { maxAge: 0 }) };
}
