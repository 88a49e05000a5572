/** A query string of the values that are set; '' if none. */
export function queryString(values: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  const query = search.toString();
  return query === '' ? '' : `?${query}`;
}

/** The values of these names in a URL, without blank ones; the API rejects invalid ones. */
export function valuesFrom(search: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, search.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
}
