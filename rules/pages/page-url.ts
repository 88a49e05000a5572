/** Parameters of a page's URL; undefined ones are omitted. */
export type PageQuery = Readonly<Record<string, string | undefined>>;

/** URL of a page. `section`: id of the element that it opens at. */
export function pageUrl(path: string, query: PageQuery = {}, section?: string): string {
  const parameters = Object.entries(query).filter(
    (parameter): parameter is [string, string] => parameter[1] !== undefined,
  );
  const search = parameters.length === 0 ? '' : `?${new URLSearchParams(parameters)}`;
  return `${path}${search}${section === undefined ? '' : `#${section}`}`;
}
