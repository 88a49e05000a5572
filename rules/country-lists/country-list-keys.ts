import type { CalendarDate } from '#rules/dates/calendar-dates.ts';

/** Country lists that a company maintains. */
export const countryListKeys = ['callForAction', 'increasedMonitoring', 'firm'] as const;

export type CountryListKey = (typeof countryListKeys)[number];

/** Error for a condition that names an unknown list. */
export const unknownListText = `Select from the lists ${countryListKeys.join(', ')}.`;

export const countryListLabels: Record<CountryListKey, string> = {
  callForAction: 'FATF call for action',
  increasedMonitoring: 'FATF increased monitoring',
  firm: 'Internal list of countries',
};

/** `asAt`: date on which the list was last checked against its source, shown beside each answer that used it. */
export type CountryList = { asAt: CalendarDate; countries: readonly string[] };

/** A company's lists, and the countries whose law binds it (alpha-3 codes). */
export type CountryLists = Record<CountryListKey, CountryList> & { home: readonly string[] };

/**
 * Keys of a country question's options: the lists, `home` for a country in which the company is regulated, and `otherwise`
 * for all others.
 */
export const countryOptionKeys = [...countryListKeys, 'home', 'otherwise'] as const;

export type CountryOptionKey = (typeof countryOptionKeys)[number];

/** Default labels of a country question's options in the editor. */
export const countryOptionLabels: Record<CountryOptionKey, string> = {
  callForAction: 'On the FATF list of countries with a call for action',
  increasedMonitoring: 'On the FATF list of countries under increased monitoring',
  firm: 'On your own list of countries',
  home: 'A country whose law you work under',
  otherwise: 'Any other country',
};

/**
 * Options of a question that match a country. Every list that contains it counts; `home` only if no list does, `otherwise`
 * only if nothing else does.
 */
export function countryOptionsHit(
  country: string,
  has: (key: CountryOptionKey) => boolean,
  membership: ReadonlyMap<string, readonly CountryListKey[]>,
  home: readonly string[],
): CountryOptionKey[] {
  const lists = (membership.get(country) ?? []).filter(has);
  if (lists.length > 0) return lists;
  if (has('home') && home.includes(country)) return ['home'];
  return has('otherwise') ? ['otherwise'] : [];
}

/** The countries that a later state of a list names and the earlier one did not, and the other way round. */
export function listChanges<Country extends string>(
  earlier: readonly Country[],
  later: readonly Country[],
): { added: Country[]; removed: Country[] } {
  return {
    added: later.filter((country) => !earlier.includes(country)),
    removed: earlier.filter((country) => !later.includes(country)),
  };
}

/** Listed countries with the lists that contain them, for fast lookup. */
export function getMembership(lists: CountryLists): Map<string, CountryListKey[]> {
  const membership = new Map<string, CountryListKey[]>();
  for (const key of countryListKeys) {
    for (const country of new Set(lists[key].countries)) {
      membership.set(country, [...(membership.get(country) ?? []), key]);
    }
  }
  return membership;
}
