/** Parameters of a page's URL; undefined ones are omitted. */
export type PageQuery = Readonly<Record<string, string | number | undefined>>;

/** URL of a page. `section`: id of the element that it opens at. */
export function pageUrl(path: string, query: PageQuery = {}, section?: string): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${path}${search.size === 0 ? '' : `?${search}`}${section === undefined ? '' : `#${section}`}`;
}
