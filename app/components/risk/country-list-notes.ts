import { type CountryListKey, countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';

/**
 * The lists used for an answer, each with its as-at date: "FATF call for action, Internal list of countries, as at 19 Jun 2026". One
 * sentence per date.
 */
export function listNotes(lists: readonly { key: string; asAt: string }[]): string[] {
  const days = [...new Set(lists.map(({ asAt }) => asAt))];
  return days.map((day) => {
    const names = lists
      .filter(({ asAt }) => asAt === day)
      .map(({ key }) => countryListLabels[key as CountryListKey] ?? key);
    return `${names.join(', ')}, as at ${formatDate(day)}`;
  });
}
