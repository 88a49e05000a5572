import { type SanctionsStatus, sanctionsStatusLabels } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { zonedInstantFormatter } from '#rules/format/dates.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { type Certainty, type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import type { ListSource, SanctionsRegime } from '#rules/sanctions.ts';

/** A list that a company must screen a client against before the client counts as clear. */
export interface RequiredList {
  regime: SanctionsRegime;
  /** Further regimes that the publisher's list has the designations of. */
  alsoRegimes?: readonly SanctionsRegime[];
  jurisdiction: Jurisdiction;
  /** The publisher's list, as named in sentences. */
  name: string;
  provision: string;
  effectiveFrom: CalendarDate;
  effectiveTo?: CalendarDate;
  certainty: Certainty;
  sourceUrl: string;
}

/**
 * The lists required by each country's law, by date. OFAC's is required by neither country: a company may choose it. That the United
 * Nations' list must be obtained from the Security Council itself and not from the regulations that adopt it is certainty C. To be
 * confirmed (list un): the regulations.
 */
const requiredLists: readonly RequiredList[] = [
  {
    regime: 'un',
    jurisdiction: 'NZL',
    name: 'UN Security Council Consolidated List',
    provision: 'NZ United Nations Act 1946',
    effectiveFrom: '1946-09-13',
    certainty: 'C',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/1946/0007/latest/DLM242040.html',
  },
  {
    regime: 'nzTerrorism',
    jurisdiction: 'NZL',
    name: 'NZ Police list of designated terrorist entities',
    provision: 'NZ Terrorism Suppression Act 2002 s20, s22',
    effectiveFrom: '2002-10-18',
    certainty: 'A†',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/2002/0034/55.0/DLM152713.html',
  },
  {
    regime: 'nzRussia',
    jurisdiction: 'NZL',
    name: 'NZ Russia sanctions register',
    provision: 'NZ Russia Sanctions Act 2022',
    effectiveFrom: '2022-03-18',
    certainty: 'B',
    sourceUrl:
      'https://buddlefindlay.com/insights/sanctions-against-russia-new-obligations-imposed-on-aml-reporting-entities',
  },
  {
    regime: 'dfat',
    alsoRegimes: ['auTerrorism'],
    jurisdiction: 'AUS',
    name: 'DFAT Consolidated List',
    provision:
      'AU s28(2)(e)(ii); Autonomous Sanctions Regulations 2011 regs 14, 15; Charter of the United Nations Act 1945 ss 20, 21',
    effectiveFrom: '2011-12-15',
    certainty: 'A',
    sourceUrl: 'https://www.legislation.gov.au/F2011L02673',
  },
];

/** The lists that a company regulated in these countries needs on a day, New Zealand's first. */
export function requiredListsOn(regulatedIn: readonly Jurisdiction[], on: CalendarDate): RequiredList[] {
  return jurisdictions
    .filter((country) => regulatedIn.includes(country))
    .flatMap((country) =>
      requiredLists.filter(
        ({ jurisdiction, effectiveFrom, effectiveTo }) =>
          jurisdiction === country && effectiveFrom <= on && (effectiveTo === undefined || on <= effectiveTo),
      ),
    );
}

/**
 * Days after which a list that was not compared with its publisher's is out of date. No law sets a number; designations bind from the
 * day they are made, and lists are fetched daily, so a week without a comparison indicates a fault.
 */
const daysUntilStale = 7;

/**
 * Whether a list's last comparison with its publisher's is too old.
 * @param checkedAt ISO instant; null means unknown, which counts as out of date
 */
export function isListStale(checkedAt: string | null | undefined, at: Date): boolean {
  if (checkedAt == null) return true;
  return at.getTime() - Date.parse(checkedAt) > daysUntilStale * 86_400_000;
}

/**
 * Hours for which a list that is fetched may fail to be brought up to date before screenings without it are incomplete. No law sets a
 * number; designations bind from the day they are made, and lists are fetched daily, so that one whole day is one missed edition.
 */
const hoursUntilNotFetched = 24;

/**
 * Whether a list has not been fetched for too long.
 * @param since ISO instant from which its source could not be fetched, or what was fetched has been pending confirmation
 */
export function isNotFetched(since: string | null | undefined, at: Date): boolean {
  return since != null && at.getTime() - Date.parse(since) >= hoursUntilNotFetched * 3_600_000;
}

/** Regimes on a publisher's own list. For lists that combine several publishers', each entry states its regime. */
export const regimesBySource: Readonly<Record<ListSource, readonly SanctionsRegime[]>> = {
  un: ['un'],
  dfat: ['dfat', 'auTerrorism'],
  nzPolice: ['nzTerrorism'],
  nzRussia: ['nzRussia'],
  ofac: [],
  opensanctions: [],
  demo: [],
  own: [],
  service: [],
};

/** Input of coverage: a list as used. */
export interface CoveringList {
  name?: string | undefined;
  /** Publisher; undefined for screenings from before this was stored. */
  source?: ListSource | undefined;
  /** Regimes of its entries; undefined for screenings from before this was stored. */
  regimes?: readonly SanctionsRegime[] | undefined;
  /** ISO instant at which it was last confirmed as its publisher's current version. */
  checkedAt?: string | null | undefined;
  /** ISO instant at which the version became active. */
  importedAt?: string | null | undefined;
  /** Whether the version was read by an older reader than the current one. */
  isOlderReading?: boolean | undefined;
  /** Rows of the version that could not be read. */
  unreadRows?: number | undefined;
  /** ISO instant since which it could not be brought up to date, however short, and why, without a full stop; null while it can. */
  notFetched?: { since: string; reason: string } | null | undefined;
}

/** What was wrong with a list at a screening, the worst first: it may lack names that its publisher lists. */
export const screeningProblems = ['missing', 'olderReader', 'unreadRows', 'notFetched', 'stale'] as const;
export type ScreeningProblem = (typeof screeningProblems)[number];

/** State of a required list now. */
export const requiredListStates = ['current', ...screeningProblems] as const;

/**
 * A list that a screening was without, or that may lack entries. `missing`: a required list was not in use. `olderReader`: it was read by
 * an older reader. `unreadRows`: rows of it could not be read. `notFetched`: it could not be brought up to date for a day. `stale`: a
 * required list had not been compared with its publisher's for too long.
 */
export interface ScreeningGap {
  /** Regime of a required list; undefined for another list in use. */
  regime?: SanctionsRegime | undefined;
  /** Name of another list in use. */
  list?: string | undefined;
  /** Whether that is the company's internal list. */
  isOwn?: true | undefined;
  problem: ScreeningProblem;
  /** ISO instant from which it was so; undefined where unknown, and for gaps stored before this was recorded. */
  since?: string | undefined;
  /** Cause as a clause, without a full stop. */
  reason?: string | undefined;
  /** Number of unread rows. */
  rows?: number | undefined;
}

/** Whether lists of a source are fetched: the sandbox's, a company's own and an external service's are not. */
export const isFetched = (source: ListSource | undefined): boolean =>
  source !== 'demo' && source !== 'own' && source !== 'service';

/** Longest reason of a gap in characters; the whole is shown with the list. */
const maxReasonLength = 300;

const toReason = (text: string) =>
  text.length > maxReasonLength ? `${text.slice(0, maxReasonLength)}…` : text;

/** A list's worst problem, by which no one is clear on it; null if it was read whole by the current reader and fetched in time. */
export function readingProblem(list: CoveringList, at: Date): Omit<ScreeningGap, 'regime' | 'list'> | null {
  const { source, importedAt, isOlderReading, unreadRows = 0, notFetched } = list;
  const readAt = importedAt == null ? {} : { since: importedAt };
  const own = source === 'own' ? ({ isOwn: true } as const) : {};
  if (isOlderReading) return { problem: 'olderReader', ...readAt, ...own };
  if (unreadRows > 0) return { problem: 'unreadRows', ...readAt, ...own, rows: unreadRows };
  if (!isFetched(source) || notFetched == null || !isNotFetched(notFetched.since, at)) return null;
  return { problem: 'notFetched', since: notFetched.since, reason: toReason(notFetched.reason) };
}

/** A list's problem as one that a required list must not have either: not compared with its publisher's for too long. */
function requiredProblem(list: CoveringList, at: Date): Omit<ScreeningGap, 'regime' | 'list'> | null {
  const problem = readingProblem(list, at);
  if (problem !== null) return problem;
  if (!isListStale(list.checkedAt, at)) return null;
  return { problem: 'stale', ...(list.checkedAt == null ? {} : { since: list.checkedAt }) };
}

const byProblem = (a: Pick<ScreeningGap, 'problem'>, b: Pick<ScreeningGap, 'problem'>) =>
  screeningProblems.indexOf(a.problem) - screeningProblems.indexOf(b.problem);

/** Whether a publisher's own list holds nothing but its regimes' designations, so that another list with these can replace it. */
const isOfItsRegimesOnly = ({ source }: CoveringList) =>
  source !== undefined && regimesBySource[source].length > 0;

/**
 * What a screening against these lists lacked. Empty: it was complete, and a client without a match is clear.
 *
 * A required list was inactive, misread, not fetched or out of date; of several lists with its designations, one good one suffices. One with
 * the designations of several laws is named once. Any
 * other list in use, such as OFAC's, another country's or the company's own, was misread or not fetched; a publisher's list is replaced by
 * another good one with all of its designations. No provision requires these: no one is clear on a list that was not read whole.
 */
export function screeningGaps(
  lists: readonly CoveringList[],
  regulatedIn: readonly Jurisdiction[],
  at: Date,
  on: CalendarDate = at.toISOString().slice(0, 10),
): ScreeningGap[] {
  const holding = (regime: SanctionsRegime) =>
    lists.filter(({ regimes }) => regimes?.includes(regime) ?? false);
  const required = requiredListsOn(regulatedIn, on).flatMap((list): ScreeningGap[] => {
    const { regime, alsoRegimes = [] } = list;
    const lacking = [regime, ...alsoRegimes]
      .map((each) => holding(each).map((held) => requiredProblem(held, at)))
      .filter((problems) => !problems.includes(null));
    if (lacking.length === 0) return [];
    if (lacking.some((problems) => problems.length === 0)) return [{ regime, problem: 'missing' }];
    const [worst] = lacking
      .flat()
      .flatMap((problem) => problem ?? [])
      .sort(byProblem);
    if (worst === undefined) return [];
    const { isOwn: _isOwn, ...gap } = worst;
    return [{ regime, ...gap }];
  });
  const others = lists.flatMap((list): ScreeningGap[] => {
    const problem = readingProblem(list, at);
    const regimes = list.regimes ?? [];
    // A list is named once.
    if (problem === null || regimes.some((regime) => required.some((gap) => gap.regime === regime)))
      return [];
    const isReplaced =
      isOfItsRegimesOnly(list) &&
      regimes.length > 0 &&
      regimes.every((regime) => holding(regime).some((other) => requiredProblem(other, at) === null));
    return isReplaced ? [] : [{ list: list.name ?? 'A list in use', ...problem }];
  });
  return [...required, ...others];
}

/** Problems that mean that a list in use was misread, and so every screening against it, whenever it ran. */
export const misreadProblems = ['olderReader', 'unreadRows'] as const satisfies readonly ScreeningProblem[];

export const isMisread = ({ problem }: Pick<ScreeningGap, 'problem'>): boolean =>
  misreadProblems.some((misread) => misread === problem);

/** The part of a gap that identifies it: two screenings with equal keys lacked the same. */
export const gapKey = ({
  regime,
  list,
  problem,
}: ScreeningGap): Pick<ScreeningGap, 'regime' | 'list' | 'problem'> => ({
  ...(regime === undefined ? {} : { regime }),
  ...(list === undefined ? {} : { list }),
  problem,
});

/** Time zone of dates in sentences whose reader's is unknown: named with them, so that they are right everywhere. */
const usualTimeZone = 'Pacific/Auckland';

const formatters = new Map<string, (instant: string) => string>();

function formatSince(since: string, timeZone: string): string {
  const format = formatters.get(timeZone) ?? zonedInstantFormatter(timeZone);
  formatters.set(timeZone, format);
  return format(since);
}

/** What was wrong, and the cause, as the rest of a clause about a list. */
function formatProblem(
  { problem, since, reason, rows }: ScreeningGap,
  timeZone: string,
): [string, string | undefined] {
  const at = since === undefined ? undefined : formatSince(since, timeZone);
  const on = at === undefined ? '' : ` on ${at}`;
  switch (problem) {
    case 'missing':
      return ['was not in use', undefined];
    case 'stale':
      return [
        `had not been updated for more than ${daysUntilStale} days${at === undefined ? '' : `, since ${at}`}`,
        undefined,
      ];
    case 'olderReader':
      return [`was read by an older reader${on}`, undefined];
    case 'unreadRows':
      return [
        `was not read whole${on}`,
        rows === 1
          ? '1 row could not be read'
          : `${rows === undefined ? 'some' : formatNumber(rows)} rows could not be read`,
      ];
    case 'notFetched':
      return [`could not be updated since ${at ?? 'some time'}`, reason];
  }
}

/**
 * A gap as a clause, of a required list with its provision: `NZ Russia sanctions register was not in use (NZ Russia Sanctions Act 2022)`.
 * @param timeZone IANA name, of the dates; they are given with its abbreviation.
 */
export function describeGap(gap: ScreeningGap, timeZone: string = usualTimeZone): string {
  const required =
    gap.regime === undefined ? undefined : requiredLists.find((list) => list.regime === gap.regime);
  const name = required?.name ?? (gap.isOwn ? 'Internal list' : (gap.list ?? 'A required list'));
  const [problem, cause] = formatProblem(gap, timeZone);
  const provision = required === undefined ? '' : ` (${required.provision})`;
  return `${name} ${problem}${provision}${cause === undefined ? '' : `: ${cause}`}`;
}

/** What to do about a gap, as a sentence. */
function formatRemedy({ problem, isOwn }: ScreeningGap): string {
  if (isOwn) return 'Upload the internal list again under Settings, Screening lists, then screen again.';
  if (problem === 'notFetched')
    return 'The list is fetched again every hour; screen again once it is up to date.';
  if (problem === 'olderReader') return 'The list is read again automatically; screen again once it is.';
  return 'Have the list imported under Settings, Screening lists, then screen again.';
}

/**
 * Message about what a screening lacked, and what to do; without recorded gaps the lists were never stored.
 * @param timeZone as of `describeGap`
 */
export function formatIncompleteScreening(gaps: readonly ScreeningGap[], timeZone?: string): string {
  const what =
    gaps.length === 0
      ? 'the lists that the law requires are not on record'
      : gaps.map((gap) => describeGap(gap, timeZone)).join('; ');
  const remedies = gaps.length === 0 ? [formatRemedy({ problem: 'missing' })] : gaps.map(formatRemedy);
  return `Screening incomplete: ${what}. ${[...new Set(remedies)].join(' ')}`;
}

/**
 * Label of a sanctions status, with the screening's gaps if they are why the client does not count as clear.
 * @param timeZone as of `describeGap`
 */
export function formatSanctionsStatus(
  status: SanctionsStatus,
  gaps: readonly ScreeningGap[],
  timeZone?: string,
): string {
  const label = sanctionsStatusLabels[status];
  return status === 'incomplete' && gaps.length > 0
    ? `${label}: ${gaps.map((gap) => describeGap(gap, timeZone)).join('; ')}`
    : label;
}

/** A required list as a row of the rules in force. */
export function describeRequiredList({ name }: RequiredList): string {
  return `A client counts as clear only if the ${name} was in use and up to date when it was screened.`;
}
