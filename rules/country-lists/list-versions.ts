import { type CalendarDate, daysBetween, formatDate } from '#rules/dates/calendar-dates.ts';
import { type CountryList, type CountryListKey, countryListKeys } from './country-list-keys.ts';

/**
 * One state of a list. A company edits its lists by adding a later state, so that what was decided on a day can be looked at with
 * the list of that day.
 */
export type CountryListState = CountryList & {
  key: CountryListKey;
  name: string;
  sourceUrl: string;
  note: string;
};

const callForAction = ['IRN', 'MMR', 'PRK'];

const october2025 = [
  'AGO',
  'BGR',
  'BOL',
  'CIV',
  'CMR',
  'COD',
  'DZA',
  'HTI',
  'KEN',
  'LAO',
  'LBN',
  'MCO',
  'NAM',
  'NPL',
  'SSD',
  'SYR',
  'VEN',
  'VGB',
  'VNM',
  'YEM',
];

/** February 2026 added Kuwait and Papua New Guinea. */
const february2026 = [...october2025, 'KWT', 'PNG'].sort();

/** June 2026 added Bosnia and Herzegovina and Iraq, and took Algeria and Namibia off. */
const june2026 = [
  ...february2026.filter((country) => !['DZA', 'NAM'].includes(country)),
  'BIH',
  'IRQ',
].sort();

/** Where the outcome of a plenary was read. The FATF's own page shows the latest alone. */
interface PlenarySource {
  url: string;
  /** Who reported it, in the note beside the list. */
  reportedBy: string;
}

const fatfNote = (asAt: CalendarDate, { reportedBy }: PlenarySource) =>
  `Starter data: outcome of the plenary that ended on ${formatDate(asAt)}, as reported by ${reportedBy}. Later plenaries are not in it. Compare it with the FATF’s own page, https://www.fatf-gafi.org/en/countries/black-and-grey-lists.html, and enter what has changed.`;

function fatfStates(
  asAt: CalendarDate,
  monitored: readonly string[],
  source: PlenarySource,
): CountryListState[] {
  return [
    {
      key: 'callForAction',
      name: 'FATF call for action',
      asAt,
      countries: callForAction,
      sourceUrl: source.url,
      note: fatfNote(asAt, source),
    },
    {
      key: 'increasedMonitoring',
      name: 'FATF increased monitoring',
      asAt,
      countries: monitored,
      sourceUrl: source.url,
      note: fatfNote(asAt, source),
    },
    {
      key: 'firm',
      name: 'Internal list of countries',
      asAt,
      countries: callForAction,
      sourceUrl: 'https://www.dia.govt.nz/AML-CFT-Jurisdictions-under-Increased-Monitoring---February-2026',
      note: 'Starts with the countries under a call for action. Add those that your own risk assessment finds to have insufficient measures against money laundering.',
    },
  ];
}

/**
 * What a new company’s lists start with, state by state. Three countries are under a call for action since October 2022. Sources:
 * FATF plenaries of 24 October 2025, 13 February 2026 and 19 June 2026, as reported by the Department of Internal Affairs and others.
 */
export const starterCountryLists: readonly CountryListState[] = [
  ...fatfStates('2025-10-24', october2025, {
    url: 'https://www.labuanfsa.gov.my/amlcft/aml-cft-compliance/fatf-publication-on-global-mltf-risk-october-2025',
    reportedBy: 'the Labuan Financial Services Authority',
  }),
  ...fatfStates('2026-02-13', february2026, {
    url: 'https://www.dia.govt.nz/AML-CFT-Jurisdictions-under-Increased-Monitoring---February-2026',
    reportedBy: 'the Department of Internal Affairs',
  }),
  ...fatfStates('2026-06-19', june2026, {
    url: 'https://namescan.io/insights/fatf-plenary-june-2026-updates-key-outcomes-and-compliance-implications/',
    reportedBy: 'NameScan',
  }),
];

/**
 * Each list as it stood on a day: its latest state of that day or before, or the earliest there is when all are later, because a
 * list that is too new says more than none. A list without any state is left out.
 */
export function listsInForce<State extends Pick<CountryListState, 'key' | 'asAt'>>(
  states: readonly State[],
  on: CalendarDate,
): State[] {
  return countryListKeys.flatMap((key) => {
    const ofKey = states.filter((state) => state.key === key).sort((a, b) => (a.asAt < b.asAt ? -1 : 1));
    return ofKey.findLast(({ asAt }) => asAt <= on) ?? ofKey[0] ?? [];
  });
}

/** The lists that name a country (alpha-3) on a day, each with its `asAt` to be shown beside what was concluded from it. */
export function listsOf<State extends Pick<CountryListState, 'key' | 'asAt' | 'countries'>>(
  country: string,
  states: readonly State[],
  on: CalendarDate,
): State[] {
  return listsInForce(states, on).filter(({ countries }) => countries.includes(country));
}

/**
 * Days after which a list of the FATF is old: it publishes after its plenaries in February, June and October, 112 to 132 days
 * apart, so that by then another one has been.
 */
const daysUntilNextPlenary = 132;

/** Whether a list should be compared with its source again. A firm's own list follows no calendar but its own assessment's. */
export function isListOld(
  { key, asAt }: Pick<CountryListState, 'key' | 'asAt'>,
  today: CalendarDate,
): boolean {
  return key !== 'firm' && daysBetween(asAt, today) > daysUntilNextPlenary;
}

const plenaryMonths = [
  [2, 'February'],
  [6, 'June'],
  [10, 'October'],
] as const;

/**
 * The FATF plenary whose lists a company's list should hold by now and does not, as `October 2026`; null where it is up to date. The state
 * of its own day goes on being used, because an old list says more than none.
 */
export function plenaryNotEntered(
  list: Pick<CountryListState, 'key' | 'asAt'>,
  today: CalendarDate,
): string | null {
  if (!isListOld(list, today)) return null;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const [, name] = plenaryMonths.findLast(([held]) => held <= month) ?? [10, 'October'];
  return `${name} ${month < 2 ? year - 1 : year}`;
}
