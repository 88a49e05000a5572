import { countryName } from '#rules/countries.ts';
import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { type CountryListKey, countryListKeys, countryListLabels } from './country-list-keys.ts';
import { type CountryListState, listsInForce, shippedCountryLists } from './list-versions.ts';

/**
 * Why the countries of a shipped list stay on it. AU s32(d): enhanced CDD where the FATF calls for it. NZ s22(1)(a)(ii): a
 * country with insufficient measures, which one under a call for action is. NZ s58(2) and AU s26C: a risk assessment takes
 * the countries dealt with into account.
 */
const listProvisions: Record<CountryListKey, string> = {
  callForAction: 'AU s32(d); NZ s22(1)(a)(ii)',
  increasedMonitoring: 'NZ s58(2); AU s26C',
  firm: 'NZ s22(1)(a)(ii)',
};

const inWords = new Intl.ListFormat('en', { type: 'conjunction' });

/** The state that the product ships of a list, in force on a day. */
export function shippedList(
  key: CountryListKey,
  on: CalendarDate,
  states: readonly CountryListState[] = shippedCountryLists,
): CountryListState {
  const shipped = listsInForce(states, on).find((state) => state.key === key);
  if (shipped === undefined) throw new Error(`No list ${key} is shipped.`);
  return shipped;
}

export type ShippedCountries = Record<CountryListKey, readonly string[]>;

/** The countries of each list that the product ships, in force on a day. */
export function shippedCountries(
  on: CalendarDate,
  states: readonly CountryListState[] = shippedCountryLists,
): ShippedCountries {
  return Object.fromEntries(
    countryListKeys.map((key) => [key, shippedList(key, on, states).countries]),
  ) as ShippedCountries;
}

/**
 * The shipped lists in force on a day that differ from those with which the clients were last checked, each with its day, in words. A release
 * adds a state with a day in the past or in the future, so either a release or a day changes them.
 * @param checked null if the clients were never checked.
 * @returns null without a difference.
 */
export function describeShippedChange(
  checked: ShippedCountries | null,
  on: CalendarDate,
  states: readonly CountryListState[] = shippedCountryLists,
): string | null {
  const sorted = (countries: readonly string[] | undefined) => countries && [...countries].sort().join();
  const changed = countryListKeys
    .map((key) => shippedList(key, on, states))
    .filter(({ key, countries }) => sorted(checked?.[key]) !== sorted(countries));
  if (changed.length === 0) return null;
  const named = changed.map(({ key, asAt }) => `${countryListLabels[key]} (${formatDate(asAt)})`);
  return `Country ${changed.length === 1 ? 'list' : 'lists'} published: ${inWords.format(named)}`;
}

/**
 * The list that rules and scores use: the countries shipped for the day and those that the company added, by code. `asAt`: the
 * later of the shipped state's day and the day on which the company last compared the list with its source.
 */
export function effectiveList<Country extends string>(
  shipped: { asAt: CalendarDate; countries: readonly Country[] },
  own: { asAt: CalendarDate; added: readonly Country[] } | undefined,
): { asAt: CalendarDate; countries: Country[]; added: Country[] } {
  const added = (own?.added ?? []).filter((country) => !shipped.countries.includes(country));
  return {
    asAt: own !== undefined && own.asAt > shipped.asAt ? own.asAt : shipped.asAt,
    countries: [...shipped.countries, ...added].sort(),
    added,
  };
}

/** Problem with a list that lacks countries of the shipped state: which, since when they are listed, and the provision. */
export function removalProblem(
  shipped: Pick<CountryListState, 'key' | 'asAt' | 'countries'>,
  countries: readonly string[],
): string | undefined {
  const missing = shipped.countries.filter((country) => !countries.includes(country));
  if (missing.length === 0) return undefined;
  const label = countryListLabels[shipped.key === 'firm' ? 'callForAction' : shipped.key];
  const whose = `${label} list of ${formatDate(shipped.asAt)}`;
  const provision = `(${listProvisions[shipped.key]})`;
  if (countries.length === 0) {
    return `The list cannot be emptied: it contains the countries of the ${whose} ${provision}. Remove only countries that your company added.`;
  }
  const named = missing.slice(0, 5).map((country) => countryName(country) ?? country);
  const others = missing.length - named.length;
  const all = inWords.format(others > 0 ? [...named, `${others} more`] : named);
  return `${all} cannot be removed: on the ${whose} ${provision}. Remove only countries that your company added.`;
}
