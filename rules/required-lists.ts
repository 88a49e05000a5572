import { type SanctionsStatus, sanctionsStatusLabels } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { type Certainty, type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import type { ListSource, SanctionsRegime } from '#rules/sanctions.ts';

/** A list that a company must screen a client against before the client counts as clear. */
export interface RequiredList {
  regime: SanctionsRegime;
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
 * Nations' list must be obtained from the Security Council itself and not from the regulations that adopt it is certainty C, to be
 * confirmed.
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
    jurisdiction: 'AUS',
    name: 'DFAT Consolidated List',
    provision: 'AU s28(2)(e)(ii); Autonomous Sanctions Regulations 2011 regs 14, 15',
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

/** Regimes on a publisher's own list. For lists that combine several publishers', each entry states its regime. */
export const regimesBySource: Readonly<Record<ListSource, readonly SanctionsRegime[]>> = {
  un: ['un'],
  dfat: ['dfat'],
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
  /** Regimes of its entries; undefined for screenings from before this was stored. */
  regimes?: readonly SanctionsRegime[] | undefined;
  /** ISO instant at which it was last confirmed as its publisher's current version. */
  checkedAt?: string | null | undefined;
}

/** A required list that a screening was without. `stale`: in use, but not compared with its publisher's for too long. */
export interface ScreeningGap {
  regime: SanctionsRegime;
  problem: 'missing' | 'stale';
}

/**
 * The required lists that were inactive or out of date at a screening. Empty: the screening was complete. Of two lists with the same
 * designations, one current one suffices.
 */
export function screeningGaps(
  lists: readonly CoveringList[],
  regulatedIn: readonly Jurisdiction[],
  at: Date,
  on: CalendarDate = at.toISOString().slice(0, 10),
): ScreeningGap[] {
  return requiredListsOn(regulatedIn, on).flatMap(({ regime }): ScreeningGap[] => {
    const holding = lists.filter(({ regimes }) => regimes?.includes(regime) ?? false);
    if (holding.length === 0) return [{ regime, problem: 'missing' }];
    return holding.every(({ checkedAt }) => isListStale(checkedAt, at)) ? [{ regime, problem: 'stale' }] : [];
  });
}

const problemLabels: Record<ScreeningGap['problem'], string> = {
  missing: 'was not in use',
  stale: `had not been updated for more than ${daysUntilStale} days`,
};

/** A gap as a clause with its provision: `NZ Russia sanctions register was not in use (NZ Russia Sanctions Act 2022)`. */
export function describeGap({ regime, problem }: ScreeningGap): string {
  const required = requiredLists.find((list) => list.regime === regime);
  return required === undefined
    ? `A required list ${problemLabels[problem]}`
    : `${required.name} ${problemLabels[problem]} (${required.provision})`;
}

/**
 * Message about what a screening lacked, and where to correct it; without recorded gaps the lists were never stored.
 */
export function formatIncompleteScreening(gaps: readonly ScreeningGap[]): string {
  const what =
    gaps.length === 0
      ? 'the lists that the law requires are not on record'
      : gaps.map(describeGap).join('; ');
  return `Screening incomplete: ${what}. Have the list imported under Settings, Screening lists, then screen again.`;
}

/** Label of a sanctions status, with the screening's gaps if they are why the client does not count as clear. */
export function formatSanctionsStatus(status: SanctionsStatus, gaps: readonly ScreeningGap[]): string {
  const label = sanctionsStatusLabels[status];
  return status === 'incomplete' && gaps.length > 0 ? `${label}: ${gaps.map(describeGap).join('; ')}` : label;
}

/** A required list as a row of the rules in force. */
export function describeRequiredList({ name }: RequiredList): string {
  return `A client counts as clear only if the ${name} was in use and up to date when it was screened.`;
}
