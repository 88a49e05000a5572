import { addDays, type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { getSectorTranche, getTranche, type Tranche } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';

/** New Zealand's supervisors until 30 June 2026; from the next day only the Department of Internal Affairs. NZ s130. */
export const formerSupervisors = ['DIA', 'FMA', 'RBNZ'] as const;
export type FormerSupervisor = (typeof formerSupervisors)[number];

export const supervisorLabels: Record<FormerSupervisor, string> = {
  DIA: 'Department of Internal Affairs (DIA)',
  FMA: 'Financial Markets Authority (FMA)',
  RBNZ: 'Reserve Bank of New Zealand (RBNZ)',
};

export const trancheLabels: Record<Tranche, string> = {
  T1: 'First tranche: also or only other designated services',
  T2: 'Second tranche: only services of tables 5 and 6, or item 2 of table 2',
};

/** Facts about the company itself required by law; null if not recorded. */
export type CompanyFacts = {
  sector: Sector | null;
  otherSectors: readonly Sector[];
  regulatedIn: readonly Jurisdiction[];
  australianTranche: Tranche | null;
  firstServiceNz: CalendarDate | null;
  firstServiceAu: CalendarDate | null;
  formerSupervisor: FormerSupervisor | null;
  /** Digits. */
  enrolmentNumber: string | null;
  /** As stated by the company; read with `hasOnlyItem54`. AU s26T; AU s6 table 1 item 54. */
  onlyItem54: boolean;
};

type Item54Facts = Pick<CompanyFacts, 'sector' | 'otherSectors' | 'regulatedIn' | 'onlyItem54'>;

const isOnlyInFinance = ({ sector, otherSectors }: Pick<Item54Facts, 'sector' | 'otherSectors'>): boolean =>
  sector === 'finance' && otherSectors.every((other) => other === 'finance');

/**
 * Whether the company's only designated services in Australia are those of item 54 of table 1: arranging, as the holder of an Australian
 * financial services licence, for a person to receive a designated service. The company's statement has no effect unless Australia's law
 * applies to it and financial services are its one sector. AU s26T; AU s6 table 1 item 54.
 */
export function hasOnlyItem54(facts: Item54Facts): boolean {
  return facts.onlyItem54 && facts.regulatedIn.includes('AUS') && isOnlyInFinance(facts);
}

/**
 * Provisions by which the law of the company's countries requires a compliance officer; empty if none does. Australia's does not where the
 * only services are those of item 54 of table 1, New Zealand's always does. NZ s56; AU ss26J, 26T.
 */
export function officerProvisions(facts: Item54Facts): string[] {
  return [
    ...(facts.regulatedIn.includes('NZL') ? ['AML/CFT Act 2009 (NZ) s 56'] : []),
    ...(facts.regulatedIn.includes('AUS') && !hasOnlyItem54(facts) ? ['AML/CTF Act 2006 (AU) s 26J'] : []),
  ];
}

/** First day on which New Zealand has one supervisor. From law firms' accounts of the amending Act of 2026. */
const oneSupervisorFrom = '2026-07-01';

/** The company's supervisor in a country on a day, as text; null if not recorded. NZ s130; AU s212. */
export function supervisorOn(
  jurisdiction: Jurisdiction,
  { formerSupervisor }: Pick<CompanyFacts, 'formerSupervisor'>,
  on: CalendarDate,
): string | null {
  if (jurisdiction === 'AUS') return 'AUSTRAC';
  if (on >= oneSupervisorFrom) return supervisorLabels.DIA;
  return formerSupervisor && supervisorLabels[formerSupervisor];
}

/**
 * AUSTRAC's enrolment number: 3 to 9 digits, spaces and hyphens dropped. No check digit is published, nor the least
 * length.
 */
export function checkEnrolmentNumber(
  text: string,
): { ok: true; value: string } | { ok: false; problem: string } {
  const value = text.normalize('NFKC').replace(/[\s-]/g, '');
  if (/^\d{3,9}$/.test(value)) return { ok: true, value };
  return {
    ok: false,
    problem: 'Enter AUSTRAC’s number for your company: 3 to 9 digits, without letters',
  };
}

/** A field of the company's details, as forms name it. */
type FactField =
  | 'otherSectors'
  | 'australianTranche'
  | 'firstServiceNz'
  | 'firstServiceAu'
  | 'enrolmentNumber'
  | 'onlyItem54';

/** Earlier than any first day of work that a company can mean. */
const earliestFirstDay = '1900-01-01';

function dayProblem(day: CalendarDate | null, today: CalendarDate): string | undefined {
  if (day === null) return undefined;
  if (day < earliestFirstDay) return 'Enter the year in full, such as 2018';
  const latest = addDays(today, 366);
  return day > latest ? `Enter a day up to ${formatDate(latest)}` : undefined;
}

/** What contradicts the statement that the only services are those of item 54. AU s26T; AU s6 table 1 item 54. */
function item54Problem(facts: Item54Facts): string | undefined {
  if (!facts.onlyItem54 || hasOnlyItem54(facts)) return undefined;
  if (!facts.regulatedIn.includes('AUS')) return 'Select Australia among the countries, or clear this box';
  return 'Only for companies whose one sector is Finance. Change the sectors, or clear this box';
}

/** Contradictions in a company's facts: messages by field; empty if consistent. `today`: in the company's time zone. */
export function companyFactProblems(
  facts: Omit<CompanyFacts, 'formerSupervisor'>,
  today: CalendarDate,
): { field: FactField; message: string }[] {
  const { sector, otherSectors, regulatedIn, australianTranche } = facts;
  const problems: { field: FactField; message: string | undefined }[] = [
    { field: 'firstServiceNz', message: dayProblem(facts.firstServiceNz, today) },
    { field: 'firstServiceAu', message: dayProblem(facts.firstServiceAu, today) },
    { field: 'onlyItem54', message: item54Problem(facts) },
  ];
  if (sector !== null && otherSectors.includes(sector)) {
    problems.push({ field: 'otherSectors', message: 'Select sectors other than the main one' });
  }
  if (australianTranche === 'T2' && getSectorTranche(facts) === 'T1') {
    problems.push({
      field: 'australianTranche',
      message: 'Financial services are of the first tranche. Select it, or leave this to your sectors',
    });
  }
  const notInAustralia = 'Select Australia among the countries, or leave this blank';
  if (!regulatedIn.includes('AUS')) {
    if (australianTranche !== null) {
      problems.push({ field: 'australianTranche', message: notInAustralia });
    }
    if (facts.firstServiceAu !== null) problems.push({ field: 'firstServiceAu', message: notInAustralia });
    if (facts.enrolmentNumber !== null) problems.push({ field: 'enrolmentNumber', message: notInAustralia });
  }
  if (!regulatedIn.includes('NZL') && facts.firstServiceNz !== null) {
    problems.push({
      field: 'firstServiceNz',
      message: 'Select New Zealand among the countries, or leave this blank',
    });
  }
  return problems.flatMap(({ field, message }) => (message === undefined ? [] : [{ field, message }]));
}

/** A missing fact, and the assumption until it is recorded. */
export type MissingFact = { field: keyof CompanyFacts; label: string; until: string; provision: string };

function missingInNewZealand(facts: CompanyFacts): MissingFact[] {
  return [
    ...(facts.firstServiceNz === null
      ? [
          {
            field: 'firstServiceNz' as const,
            label: 'First day of captured activities in New Zealand',
            until: 'The Act applies from your sector’s first day.',
            provision: 'NZ s6',
          },
        ]
      : []),
    ...(facts.formerSupervisor === null
      ? [
          {
            field: 'formerSupervisor' as const,
            label: 'Supervisor until 30 June 2026',
            until: 'Records of days before 1 July 2026 name no supervisor.',
            provision: 'NZ s130',
          },
        ]
      : []),
  ];
}

function missingInAustralia(facts: CompanyFacts, today: CalendarDate): MissingFact[] {
  const { sector, australianTranche, firstServiceAu, enrolmentNumber } = facts;
  const isDecided = australianTranche !== null || getSectorTranche(facts) !== undefined;
  const tradesUnenrolled = enrolmentNumber === null && (firstServiceAu === null || firstServiceAu <= today);
  return [
    ...(sector !== null && !isDecided
      ? [
          {
            field: 'australianTranche' as const,
            label: 'Tranche in Australia',
            until: 'Australian rules apply from 31 March 2026, the earlier of the two days.',
            provision: 'Act 110 of 2024 (AU) Schedule 3',
          },
        ]
      : []),
    ...(firstServiceAu === null
      ? [
          {
            field: 'firstServiceAu' as const,
            label: 'First day of designated services in Australia',
            until: hasOnlyItem54(facts)
              ? 'The deadline for enrolment is not calculated.'
              : 'Deadlines for enrolment and for appointing a compliance officer are not calculated.',
            provision: 'AU s51B',
          },
        ]
      : []),
    ...(tradesUnenrolled
      ? [
          {
            field: 'enrolmentNumber' as const,
            label: 'AUSTRAC enrolment number',
            until:
              getTranche(facts) === 'T2'
                ? 'The first independent evaluation is taken to be due on the earliest day.'
                : 'Exports and evidence packs show no number.',
            provision: 'AU s51B',
          },
        ]
      : []),
  ];
}

/** Unrecorded facts that the law of the company's countries requires, with the assumptions until they are recorded. */
export function missingFacts(facts: CompanyFacts, today: CalendarDate): MissingFact[] {
  return [
    ...(facts.sector === null
      ? [
          {
            field: 'sector' as const,
            label: 'Sector',
            until: 'Rules apply from the first day that any sector has.',
            provision: facts.regulatedIn.includes('NZL') ? 'NZ s6' : 'AU s6',
          },
        ]
      : []),
    ...(facts.regulatedIn.includes('NZL') ? missingInNewZealand(facts) : []),
    ...(facts.regulatedIn.includes('AUS') ? missingInAustralia(facts, today) : []),
  ];
}
