import { data } from '@remix-run/node';

interface DataWithInit {
  type: 'DataWithResponseInit';
  data: unknown;
  init: ResponseInit | null;
}

/** The result of Remix's `data()`, whose class is not exported. */
export function isDataWithInit(value: unknown): value is DataWithInit {
  return (
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'DataWithResponseInit'
  );
}

/** Adds the cookies to a response. A plain value becomes `data()`, which carries headers on document and data requests. */
export function withCookies(value: unknown, cookies: string[]): unknown {
  if (cookies.length === 0) return value;
  if (value instanceof Error) return value;
  const init = isDataWithInit(value) ? value.init : value instanceof Response ? value : {};
  const headers = new Headers(init?.headers);
  // Cookies set by the handler come later, and so win in the browser.
  const own = headers.getSetCookie();
  headers.delete('Set-Cookie');
  for (const cookie of [...cookies, ...own]) headers.append('Set-Cookie', cookie);
  if (value instanceof Response) {
    return new Response(value.body, { status: value.status, statusText: value.statusText, headers });
  }
  if (isDataWithInit(value)) return data(value.data, { ...value.init, headers });
  return data(value ?? null, { headers });
}
