import { formatDate } from '#rules/calendar-dates.ts';
import { type CountryListKey, countryListLabels } from '#rules/risk/country-lists.ts';

/**
 * The lists that an answer was looked up in, each with the day as at which it was: "Lists as at 19 Jun 2026: FATF call for action,
 * Your own list of countries". One sentence a day.
 */
export function listNotes(lists: readonly { key: string; asAt: string }[]): string[] {
  const days = [...new Set(lists.map(({ asAt }) => asAt))];
  return days.map((day) => {
    const names = lists
      .filter(({ asAt }) => asAt === day)
      .map(({ key }) => countryListLabels[key as CountryListKey] ?? key);
    return `${names.length === 1 ? 'List' : 'Lists'} as at ${formatDate(day)}: ${names.join(', ')}`;
  });
}
