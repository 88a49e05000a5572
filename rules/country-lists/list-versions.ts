import { type CalendarDate, daysBetween, formatDate } from '#rules/dates/calendar-dates.ts';
import { type CountryList, type CountryListKey, countryListKeys } from './country-list-keys.ts';

/** One dated state of a list. A later state is added and none changed, so that a decision can be reviewed with the list of its day. */
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

/** June 2026 added Bosnia and Herzegovina and Iraq, and removed Algeria and Namibia. */
const june2026 = [
  ...february2026.filter((country) => !['DZA', 'NAM'].includes(country)),
  'BIH',
  'IRQ',
].sort();

/** Where the outcome of a plenary was read. The FATF's own page shows only the latest. */
interface PlenarySource {
  url: string;
  /** The source's name, for the note beside the list. */
  reportedBy: string;
}

const fatfNote = (asAt: CalendarDate, { reportedBy }: PlenarySource) =>
  `Outcome of the plenary that ended on ${formatDate(asAt)}, as reported by ${reportedBy}. Later plenaries are not in it. Compare it with the FATF’s own page, https://www.fatf-gafi.org/en/countries/black-and-grey-lists.html, and add the countries that are new.`;

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
      note: 'The countries for which the FATF calls for action are always on it. Add those that your own risk assessment finds to have insufficient measures against money laundering.',
    },
  ];
}

/**
 * The states that the product ships, for every company. A company adds countries to them and removes none. Three countries are under a call for action since October 2022. Sources: FATF plenaries of 24
 * October 2025, 13 February 2026 and 19 June 2026, as reported by the Department of Internal Affairs and others.
 */
export const shippedCountryLists: readonly CountryListState[] = [
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
 * Each list as at a day: its latest version up to that day, or its earliest if all are later, because a later list is better
 * than none. Lists without a version are omitted.
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

/** The lists that contain a country (alpha-3) on a day, each with its `asAt` to show beside the conclusion. */
export function getLists<State extends Pick<CountryListState, 'key' | 'asAt' | 'countries'>>(
  country: string,
  states: readonly State[],
  on: CalendarDate,
): State[] {
  return listsInForce(states, on).filter(({ countries }) => countries.includes(country));
}

/**
 * Days after which an FATF list is out of date: the plenaries in February, June and October are 112 to 132 days apart, so
 * another one has taken place by then.
 */
const daysUntilNextPlenary = 132;

/** Whether a list should be compared with its source again. A firm's own list has no calendar but that of its assessment. */
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
 * The FATF plenary missing from a company's list, as `October 2026`; null if the list is up to date. The outdated version stays in use,
 * because it is better than none.
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
