import { settingsUrl } from '#rules/pages/settings-pages.ts';
/** Filters of the access log in the URL. */
export const accessFilterNames = ['who', 'kind', 'from', 'to', 'record'] as const;

export type AccessFilterView = Partial<Record<(typeof accessFilterNames)[number], string>>;

/** URL of the filtered access log, starting before an entry. */
export function accessHref(filters: AccessFilterView, before?: string): string {
  const entries = accessFilterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : []));
  return settingsUrl('access', { ...Object.fromEntries(entries), before });
}
