import { addDays } from './calendar-dates.ts';
import { type ClockRow, type Period, years } from './clock-row.ts';
import { australianReform } from './commencement.ts';

/** Compilation 62 of the Act. */
const act = 'https://www.legislation.gov.au/C2006A00169/2026-07-01/2026-07-01/text';
/** AML/CTF Rules 2025, compilation 1. */
const rules = 'https://www.legislation.gov.au/F2026C00274';
/** AML/CTF Transitional Rules 2026, compilation 1. */
const transitionalRules = 'https://www.legislation.gov.au/F2026L00393';

const businessDays = (count: number): Period => ({ unit: 'businessDays', count, dayZero: 'after' });

/**
 * A report under Part 3: of first-tranche firms before the reform, and of every firm since. To be confirmed (clock au.smr to 2026-03-30, clock
 * au.smr.tf to 2026-03-30, clock au.ttr to 2026-03-30, clock au.ifti to 2026-03-30, clock au.cbm to 2026-03-30): the first day, the earlier of
 * which is used, and that the former periods were the same.
 */
const reports = <Row extends Omit<ClockRow, 'effectiveFrom' | 'certainty'>>(row: Row) =>
  [
    {
      ...row,
      effectiveFrom: { T1: '2008-12-12', T2: australianReform.T2 },
      effectiveTo: addDays(australianReform.T1, -1),
      certainty: 'C',
    },
    { ...row, effectiveFrom: australianReform, certainty: 'A' },
  ] as const;

const mayBeDeclined = 'the report may be refused, as all grounds are privileged (AU s41(2A))';

/**
 * Clocks for a customer, a transaction or a suspicion under the Anti-Money Laundering and Counter-Terrorism Financing Act 2006
 * and its 2025 Rules. The first row in force whose condition holds applies.
 */
export const australianClocks = {
  /**
   * Event: the time at which the suspicion was formed. Where several readings are possible, the earliest due date applies:
   * terrorism financing before privilege, and the ordinary period until a report that may be refused has been refused.
   */
  'au.smr': [
    {
      rule: 'au.smr.allLpp',
      provision: 'AU s41(2)(b), (2A)',
      effectiveFrom: '2026-07-01',
      certainty: 'A',
      sourceUrl: act,
      period: { unit: 'hours', count: 24 },
      when: ({ privilege, terrorismFinancing }) => privilege === 'all' && terrorismFinancing === true,
      appliesTo: 'terrorism financing, all grounds privileged',
      note: mayBeDeclined,
    },
    {
      rule: 'au.smr.allLpp',
      provision: 'AU s41(2)(a), (2A)',
      effectiveFrom: '2026-07-01',
      certainty: 'A',
      sourceUrl: act,
      period: businessDays(3),
      when: ({ privilege }) => privilege === 'all',
      appliesTo: 'all grounds privileged',
      note: mayBeDeclined,
    },
    ...reports({
      rule: 'au.smr.tf',
      provision: 'AU s41(2)(b)',
      sourceUrl: act,
      period: { unit: 'hours', count: 24 },
      when: ({ terrorismFinancing }) => terrorismFinancing === true,
      appliesTo: 'terrorism financing',
    }),
    {
      rule: 'au.smr.lpp',
      provision: 'AU s41(2)(aa)',
      effectiveFrom: '2026-07-01',
      certainty: 'A',
      sourceUrl: act,
      period: businessDays(5),
      when: ({ privilege }) => privilege === 'some',
      appliesTo: 'some information privileged',
      note: 'with the form for privileged information',
    },
    ...reports({
      rule: 'au.smr',
      provision: 'AU s41(2)(a)',
      sourceUrl: act,
      period: businessDays(3),
    }),
  ],
  /** Event: the day of the transaction. */
  'au.ttr': [
    ...reports({
      rule: 'au.ttr',
      provision: 'AU s43(2)',
      sourceUrl: act,
      period: businessDays(10),
    }),
  ],
  /** Event: the day of the instruction, or of the message that replaces it from 31 March 2029. */
  'au.ifti': [
    ...reports({
      rule: 'au.ifti',
      provision: 'AU s45 as in force before 31 Mar 2026, Transitional Rules 10',
      effectiveTo: '2029-03-30',
      sourceUrl: transitionalRules,
      period: businessDays(10),
    }),
    {
      rule: 'au.ivts',
      provision: 'AU s46',
      effectiveFrom: '2029-03-31',
      certainty: 'A',
      sourceUrl: act,
      period: businessDays(10),
    },
  ],
  /** Event: the day of receipt, which is day 1. */
  'au.cbm': [
    ...reports({
      rule: 'au.cbm',
      provision: 'AU s54',
      sourceUrl: act,
      period: { unit: 'businessDays', count: 5, dayZero: 'beginningOn' },
    }),
  ],
  /** Event: the day on which the designated service started. */
  'au.delay.general': [
    {
      rule: 'au.delay.general',
      provision: 'AU s29, Rules 6-12',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: rules,
      period: businessDays(20),
      note: 'nothing is transferred or made available before CDD is complete',
    },
  ],
  /** Event: the day on which the account was opened. As soon as reasonably practicable (s29(c)); the company sets its own day. */
  'au.delay.account': [
    {
      rule: 'au.delay.other.account',
      provision: 'AU s29, Rules 6-13',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: rules,
      period: { unit: 'practicable' },
      note: 'nothing is transferred before CDD is complete',
    },
  ],
  /**
   * Event: the day on which the service started. To be confirmed (clock au.delay.other.market): that nothing may be transferred meanwhile here as well, which is the
   * stricter reading.
   */
  'au.delay.market': [
    {
      rule: 'au.delay.other.market',
      provision: 'AU s29, Rules 6-14',
      effectiveFrom: australianReform,
      certainty: 'C',
      sourceUrl: rules,
      period: businessDays(5),
      note: 'nothing is transferred before CDD is complete, to be confirmed',
    },
  ],
  /**
   * Event: the day on which the service started. As the law of the country allows; the company sets its own day. To be confirmed (clock
   * au.delay.other.foreign): that nothing may be transferred meanwhile.
   */
  'au.delay.foreign': [
    {
      rule: 'au.delay.other.foreign',
      provision: 'AU s29, Rules 6-15',
      effectiveFrom: australianReform,
      certainty: 'C',
      sourceUrl: rules,
      period: { unit: 'practicable' },
      note: 'as the law of the country of the establishment allows; that nothing is transferred meanwhile is to be confirmed',
    },
  ],
  /**
   * Event: the day of exchange. CDD is due as soon as reasonably practicable as well (s29(c)). To be confirmed (clock au.delay.property): the text in force has
   * 28 days, an earlier draft had 15.
   */
  'au.delay.property': [
    {
      rule: 'au.delay.property',
      provision: 'AU s29, Rules 6-32',
      effectiveFrom: australianReform,
      certainty: 'C',
      sourceUrl: rules,
      period: { unit: 'exchangeAndSettlement', afterExchange: 28, beforeSettlement: 3 },
    },
  ],
  /** Event: the day of the agreement or of its last assessment; a significant change requires a new one at once. */
  'au.reliance.agreement.assessment': [
    {
      rule: 'au.reliance.agreement',
      provision: 'AU s37B',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: act,
      period: years(2),
    },
  ],
  /** Event: the day on which an assessment was done. */
  'au.reliance.agreement.record': [
    {
      rule: 'au.reliance.agreement',
      provision: 'AU s37B',
      effectiveFrom: australianReform,
      certainty: 'A',
      sourceUrl: act,
      period: businessDays(10),
    },
  ],
  /**
   * Event: the day of issue or of an extension. Result: the last day on which the notice is in force. To be confirmed (clock au.keepOpen): that the
   * six months include the day of issue; this ends the relief early.
   */
  'au.keepOpen': [
    {
      rule: 'au.keepOpen',
      provision: 'AU ss39A to 39C',
      effectiveFrom: australianReform,
      certainty: 'C',
      sourceUrl: act,
      period: { unit: 'months', count: 6, dayZero: 'beginningOn' },
    },
  ],
  /** Event: the day on which the firm formed the opinion that it holds a controlled asset. */
  'au.tfs.hold': [
    {
      rule: 'au.tfs.hold',
      provision: 'Autonomous Sanctions Regulations 2011 (AU) reg 24',
      effectiveFrom: '2011-12-15',
      certainty: 'A',
      sourceUrl: 'https://www.legislation.gov.au/F2011L02673',
      period: { unit: 'practicable' },
      note: 'inform the Australian Federal Police',
    },
  ],
} as const satisfies Record<string, readonly ClockRow[]>;
