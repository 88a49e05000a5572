/** A query string of what is set; '' for nothing. */
export function queryString(values: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) search.set(name, value);
  const query = search.toString();
  return query === '' ? '' : `?${query}`;
}

/** The values of these names in a URL; blank ones are left out, wrong ones are the API's to refuse. */
export function valuesFrom(search: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, search.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
}
