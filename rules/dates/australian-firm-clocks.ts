import { type ClockRow, type Period, years } from './clock-row.ts';
import { australianReform } from './commencement.ts';

const act = 'https://www.legislation.gov.au/C2006A00169/2026-07-01/2026-07-01/text';
const rules = 'https://www.legislation.gov.au/F2026C00274';
const transitionalRules = 'https://www.legislation.gov.au/F2026L00393';
/** Act 110 of 2024, Schedule 3 Part 4. */
const amendingAct = 'https://www.legislation.gov.au/C2024A00110';

const days = (count: number): Period => ({ unit: 'calendarDays', count, dayZero: 'after' });

/** First day of enrolment for firms newly regulated by the reform. */
const enrolmentOpened = australianReform.T1;

/**
 * Clocks for the firm itself under the Anti-Money Laundering and Counter-Terrorism Financing Act 2006 and its 2025 Rules. The
 * first row in force whose condition holds applies.
 */
export const australianFirmClocks = {
  /** Event: the day of the first designated service. */
  'au.enrol': [
    {
      rule: 'au.enrol',
      provision: 'AU s51B; Act 110 of 2024 Schedule 3 item 12',
      effectiveFrom: enrolmentOpened,
      reachesBack: true,
      certainty: 'A',
      sourceUrl: amendingAct,
      period: { unit: 'day', on: '2026-07-29' },
      when: (_, { tranche, on }) => tranche === 'T2' && on < australianReform.T2,
      appliesTo: 'businesses that traded before 1 Jul 2026',
    },
    {
      rule: 'au.enrol',
      provision: 'AU s51B',
      effectiveFrom: enrolmentOpened,
      certainty: 'A',
      sourceUrl: act,
      period: days(28),
    },
  ],
  /** Event: the day on which an enrolment detail changed. */
  'au.enrol.change': [
    {
      rule: 'au.enrol.change',
      provision: 'AU s51F, Rules 3-9',
      effectiveFrom: enrolmentOpened,
      certainty: 'A',
      sourceUrl: rules,
      period: days(14),
    },
  ],
  /**
   * Event: the start of designated services (1 July 2026 for firms that provided them before), or the day on which an officer
   * lost eligibility.
   */
  'au.officer.when.appointment': [
    {
      rule: 'au.officer.when',
      provision: 'AU s26K',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: act,
      period: days(28),
    },
  ],
  /** Event: the later of the appointment and the firm's entry on the Reporting Entities Roll. */
  'au.officer.when.notice': [
    {
      rule: 'au.officer.when',
      provision: 'AU s26M, Transitional Rules 18',
      effectiveFrom: australianReform.T1,
      reachesBack: true,
      certainty: 'A',
      sourceUrl: transitionalRules,
      period: { unit: 'day', on: '2026-05-30' },
      when: (_, { tranche, on }) => tranche === 'T1' && on < australianReform.T1,
      appliesTo: 'businesses enrolled before 31 Mar 2026',
    },
    {
      rule: 'au.officer.when',
      provision: 'AU s26M, Transitional Rules 19',
      effectiveFrom: enrolmentOpened,
      certainty: 'A',
      sourceUrl: transitionalRules,
      period: { unit: 'calendarDays', count: 14, dayZero: 'after', notBefore: '2026-07-29' },
      when: (_, { tranche }) => tranche === 'T2',
      appliesTo: 'tranche 2 businesses',
    },
    {
      rule: 'au.officer.when',
      provision: 'AU s26M',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: act,
      period: days(14),
    },
  ],
  /** Event: the day of the last risk assessment; a significant change requires a review at once. */
  'au.prog.risk': [
    {
      rule: 'au.prog.risk',
      provision: 'AU ss26C to 26E',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: act,
      period: years(3),
    },
  ],
  /** Event: the day of the last review of the policies. */
  'au.prog.policies': [
    {
      rule: 'au.prog.policies',
      provision: 'AU s26F',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: act,
      period: years(3),
    },
  ],
  /** Event: the day of an update of the programme; the first version is due before the first service. */
  'au.prog.doc': [
    {
      rule: 'au.prog.doc',
      provision: 'AU s26N, Rules 5-15',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: rules,
      period: days(14),
    },
  ],
  /** Event: the day of the compliance officer's last report to the governing body. */
  'au.prog.board': [
    {
      rule: 'au.prog.board',
      provision: 'AU s26H, Rules 5-6, 5-7',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: rules,
      period: years(1),
    },
  ],
  /** Event: the last evaluation or review, or, without one, the start of designated services. */
  'au.eval': [
    {
      rule: 'au.eval',
      provision: 'AU s26F(4)(f), Transitional Rules 17',
      effectiveFrom: australianReform.T2,
      reachesBack: true,
      certainty: 'A',
      sourceUrl: transitionalRules,
      period: {
        unit: 'enrolmentNumber',
        days: { oddOdd: '2029-06-30', oddEven: '2029-12-31', evenEven: '2030-06-30', evenOdd: '2030-12-31' },
      },
      when: (_, { tranche, on }) => tranche === 'T2' && on < australianReform.T2,
      appliesTo: 'businesses that traded before 1 Jul 2026',
    },
    {
      rule: 'au.eval',
      provision: 'AU s26F(4)(f), Transitional Rules 16',
      effectiveFrom: australianReform.T1,
      reachesBack: true,
      certainty: 'A',
      sourceUrl: transitionalRules,
      period: { unit: 'months', count: 48, dayZero: 'after', notBefore: '2027-03-31' },
      when: (_, { tranche, on }) => tranche === 'T1' && on < australianReform.T1,
      appliesTo: 'businesses enrolled before 31 Mar 2026',
    },
    {
      rule: 'au.eval',
      provision: 'AU s26F(4)(f), Rules 5-10',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: rules,
      period: years(3),
    },
  ],
  /** Event: any day of the financial year reported on. */
  'au.compliance': [
    {
      rule: 'au.compliance',
      provision: 'AU s47, Rules 9-9',
      effectiveFrom: australianReform.T2,
      certainty: 'A',
      sourceUrl: rules,
      period: { unit: 'yearToJune', month: 9, day: 30 },
    },
  ],
} as const satisfies Record<string, readonly ClockRow[]>;
