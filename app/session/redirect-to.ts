/** Maximum length, so that a cookie or header that carries it stays small. */
const maxPathLength = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: this matches control characters.
const unsafe = /[\u0000-\u001f\u007f\\]/;

/**
 * A path of this site to redirect to after sign-in, or undefined for anything that could lead elsewhere: it must start with one `/` and
 * contain no backslash or control character, which browsers read as `/` or skip, and start with one `/` without its dots too.
 */
export function safeRedirectTo(text: FormDataEntryValue | null | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > maxPathLength) return undefined;
  if (!text.startsWith('/') || text.startsWith('//') || unsafe.test(text)) return undefined;
  // `/.//host` is a path of this site until something parses it and passes its path on: `//host`.
  return new URL(text, 'http://localhost').pathname.startsWith('//') ? undefined : text;
}

/** The sign-in page of a realm, which leads back to the requested page. */
export function signInUrl(page: '/login' | '/admin/login', wanted: string, usual: string): string {
  const target = safeRedirectTo(wanted);
  return target === undefined || target === usual ? page : `${page}?redirectTo=${encodeURIComponent(target)}`;
}

/** Adds the page to go on to, as a form has it, to the data that its page is shown with again. A redirect is returned as it is. */
export function withRedirectTo<Result>(result: Result, form: FormData): Result {
  const redirectTo = safeRedirectTo(form.get('redirectTo'));
  if (redirectTo !== undefined && hasData(result)) result.data.redirectTo = redirectTo;
  return result;
}

const hasData = (result: unknown): result is { data: { redirectTo?: string } } =>
  typeof result === 'object' && result !== null && 'data' in result;
