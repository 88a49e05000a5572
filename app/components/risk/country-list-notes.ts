import { countryName } from '#rules/countries.ts';
import { type CountryListKey, countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';

/** A list that was looked up, and which of the countries in question (alpha-3) it names; undefined if that was not recorded. */
export interface LookedUpList {
  key: string;
  asAt: string;
  countries?: string[] | undefined;
}

/** What a list says of the countries in question: the words before its name, and after its date. */
function getFinding({ countries }: LookedUpList): { before: string; after: string } {
  if (countries === undefined) return { before: 'Checked against: ', after: '' };
  if (countries.length === 0) return { before: 'On none of: ', after: '' };
  return { before: 'On ', after: `: ${countries.map(countryName).join(', ')}` };
}

/**
 * What the lists say, each with its as-at date: "On none of: FATF call for action, Internal list of countries, as at 19 Jun 2026", "On FATF
 * increased monitoring, as at 19 Jun 2026: Iran". One sentence per finding and date.
 */
export function listNotes(lists: readonly LookedUpList[]): string[] {
  const notes = new Map<string, { before: string; names: string[]; after: string }>();
  for (const list of lists) {
    const { before, after } = getFinding(list);
    const end = `, as at ${formatDate(list.asAt)}${after}`;
    const note = notes.get(before + end) ?? { before, names: [], after: end };
    note.names.push(countryListLabels[list.key as CountryListKey] ?? list.key);
    notes.set(before + end, note);
  }
  return [...notes.values()].map(({ before, names, after }) => `${before}${names.join(', ')}${after}`);
}
