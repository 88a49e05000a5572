/** Longest accepted, so that a cookie or header that carries it stays small. */
const longestPath = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
const unsafe = /[\u0000-\u001f\u007f\\]/;

/**
 * A path of this site to go on to after sign-in, or undefined for anything that could lead elsewhere: it
 * starts with one `/`, and holds no backslash or control character, which browsers read as `/` or skip.
 */
export function safeRedirectTo(text: FormDataEntryValue | null | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > longestPath) return undefined;
  if (!text.startsWith('/') || text.startsWith('//') || unsafe.test(text)) return undefined;
  return text;
}

/** The sign-in page of a door, which leads back to where the person wanted to go. */
export function signInUrl(page: '/login' | '/admin/login', wanted: string, usual: string): string {
  const target = safeRedirectTo(wanted);
  return target === undefined || target === usual ? page : `${page}?redirectTo=${encodeURIComponent(target)}`;
}
