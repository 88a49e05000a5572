import { type ClockRow, type Period, years } from './clock-row.ts';
import { newZealandSectorStart } from './commencement.ts';

const act = 'https://www.legislation.govt.nz/act/public/2009/0035/latest';
const sections40And41 = `${act}/DLM2140892.html`;
/** AML Solutions, 2 December 2025, on the Statutes Amendment Act 2025 (assent 26 November 2025). */
const amendment2025 = 'https://amlsolutions.co.nz/2025/11/26/aml-cft-update-key-changes-you-need-to-know';
/** Buddle Findlay on the Amendment Act 2026. */
const amendment2026 =
  'https://www.buddlefindlay.com/insights/amlcft-reform-significant-regulatory-and-structural-changes-to-amlcft/';

const workingDays = (count: number): Period => ({ unit: 'workingDays', count, dayZero: 'after' });
const practicable: Period = { unit: 'practicable' };

/**
 * First day of the Statutes Amendment Act 2025. To be confirmed (clock nz.sar.lawFirm, clock nz.ptr): the day after assent comes from commentary,
 * not from the Act's commencement section; and that earlier suspicions and acts keep the former period.
 */
const amended2025 = { lastDayBefore: '2025-11-26', firstDay: '2025-11-27' };

/**
 * Clocks under the Anti-Money Laundering and Countering Financing of Terrorism Act 2009 and the sanctions laws. The first row in
 * force whose condition holds applies.
 */
export const newZealandClocks = {
  /**
   * Event: the day on which the service started. As soon as practicable; the company sets its own day. To be confirmed (clock nz.delay): ss16(3) and 20(3), which
   * were not read.
   */
  'nz.delay': [
    {
      rule: 'nz.delay',
      provision: 'NZ ss16(3), 20(3), 24(3)',
      effectiveFrom: newZealandSectorStart,
      certainty: 'C',
      sourceUrl: 'https://plainlanguagelaw.ackama.com/acts/DLM2140700/DLM2140864',
      period: practicable,
      note: 'verification alone, in a business relationship; work stops after the day',
    },
  ],
  /** Event: the day on which the suspicion was formed. */
  'nz.sar': [
    {
      rule: 'nz.sar.lawFirm',
      provision: 'NZ s40',
      effectiveFrom: amended2025.firstDay,
      certainty: 'C',
      sourceUrl: amendment2025,
      period: workingDays(5),
      when: (_, { sector }) => sector === 'legal',
      appliesTo: 'law firms',
    },
    {
      rule: 'nz.sar',
      provision: 'NZ s40(2)',
      effectiveFrom: newZealandSectorStart,
      certainty: 'A†',
      sourceUrl: sections40And41,
      period: workingDays(3),
    },
  ],
  /** Event: the day of the transaction. To be confirmed (clock nz.ptr): whether non-financial firms report wire transfers at all. */
  'nz.ptr': [
    {
      rule: 'nz.ptr',
      provision: 'NZ s48A',
      effectiveFrom: '2017-07-01',
      effectiveTo: amended2025.lastDayBefore,
      certainty: 'C',
      sourceUrl: amendment2025,
      period: workingDays(10),
    },
    {
      rule: 'nz.ptr',
      provision: 'NZ s48A',
      effectiveFrom: amended2025.firstDay,
      certainty: 'C',
      sourceUrl: amendment2025,
      period: workingDays(20),
    },
  ],
  /** Event: the day on which an account was found to be anonymous. */
  'nz.cdd.anonymous': [
    {
      rule: 'nz.cdd.anonymous',
      provision: 'NZ s14(1)(d), (2)',
      effectiveFrom: '2017-08-11',
      certainty: 'A†',
      sourceUrl: `${act}/DLM2140852.html`,
      period: practicable,
    },
  ],
  /** Event: the day on which evidence is requested from the entity relied on. To be confirmed (clock nz.reliance): the current s 33. */
  'nz.reliance': [
    {
      rule: 'nz.reliance',
      provision: 'NZ s33(2)',
      effectiveFrom: newZealandSectorStart,
      certainty: 'C',
      sourceUrl: act,
      period: workingDays(5),
    },
  ],
  /** Event: the day of the notice to produce. */
  'nz.records.produce': [
    {
      rule: 'nz.records.produce',
      provision: 'NZ Act as amended 2026',
      effectiveFrom: '2026-05-19',
      certainty: 'B',
      sourceUrl: amendment2026,
      period: { unit: 'namedDay' },
      when: ({ namedOn }) => namedOn !== undefined,
      appliesTo: 'a notice that names a day',
    },
    {
      rule: 'nz.records.produce',
      provision: 'NZ Act as amended 2026',
      effectiveFrom: '2026-05-19',
      certainty: 'B',
      sourceUrl: amendment2026,
      period: practicable,
      when: ({ isUrgent }) => isUrgent === true,
      appliesTo: 'an urgent notice',
    },
    {
      rule: 'nz.records.produce',
      provision: 'NZ Act as amended 2026',
      effectiveFrom: '2026-05-19',
      certainty: 'B',
      sourceUrl: amendment2026,
      period: workingDays(20),
    },
  ],
  /** Event: the day of the last audit, or of the first day of duties. */
  'nz.audit': [
    {
      rule: 'nz.audit',
      provision: 'NZ s59(2)',
      effectiveFrom: newZealandSectorStart,
      effectiveTo: '2021-07-08',
      certainty: 'A†',
      sourceUrl: `${act}/DLM2140917.html`,
      period: years(2),
    },
    {
      rule: 'nz.audit',
      provision: 'NZ s59(2)',
      effectiveFrom: '2021-07-09',
      certainty: 'B',
      sourceUrl: 'https://strategi.co.nz/news/getting-to-grips-with-the-new-aml-cft-regulations',
      period: years(4),
      when: ({ isAuditedEveryFourYears }) => isAuditedEveryFourYears === true,
      appliesTo: 'where the supervisor allows four years',
    },
    {
      rule: 'nz.audit',
      provision: 'NZ s59(2)',
      effectiveFrom: '2021-07-09',
      certainty: 'B',
      sourceUrl: 'https://strategi.co.nz/news/getting-to-grips-with-the-new-aml-cft-regulations',
      period: years(3),
    },
  ],
  /** Event: any day of the reporting year. To be confirmed (clock nz.annual): the due date is stated in the supervisor's notice. */
  'nz.annual': [
    {
      rule: 'nz.annual',
      provision: 'NZ s60',
      effectiveFrom: newZealandSectorStart,
      certainty: 'C',
      sourceUrl: act,
      period: { unit: 'yearToJune', month: 8, day: 31 },
    },
  ],
  /** Event: the day on which the suspicion was formed. To be confirmed (clock nz.tfs.tsaReport): three working days at the latest. */
  'nz.tfs.tsaReport': [
    {
      rule: 'nz.tfs.tsaReport',
      provision: 'Terrorism Suppression Act 2002 (NZ) s43',
      effectiveFrom: '2002-10-18',
      certainty: 'C',
      sourceUrl: 'https://www.legislation.govt.nz/act/public/2002/0034/55.0/DLM152713.html',
      period: workingDays(3),
      note: 'report as soon as practicable',
    },
  ],
  /** Event: the day on which the suspicion was formed. To be confirmed (clock nz.tfs.russia): three working days at the latest. */
  'nz.tfs.russia': [
    {
      rule: 'nz.tfs.russia',
      provision: 'Russia Sanctions Act 2022 (NZ)',
      effectiveFrom: '2022-03-18',
      certainty: 'C',
      sourceUrl:
        'https://buddlefindlay.com/insights/sanctions-against-russia-new-obligations-imposed-on-aml-reporting-entities',
      period: workingDays(3),
      note: 'report as soon as practicable',
    },
  ],
} as const satisfies Record<string, readonly ClockRow[]>;
