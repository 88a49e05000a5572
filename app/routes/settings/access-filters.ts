/** Filters of the access log in the URL. */
export const accessFilterNames = ['who', 'kind', 'from', 'to', 'record'] as const;

export type AccessFilterView = Partial<Record<(typeof accessFilterNames)[number], string>>;

/** URL of the filtered access log, starting before an entry. */
export function accessHref(filters: AccessFilterView, before?: string): string {
  const entries = accessFilterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  return `/settings?${new URLSearchParams([
    ['view', 'access'],
    ...entries,
    ...(before === undefined ? [] : [['before', before]]),
  ]).toString()}`;
}
