import type { AustralianState } from '#rules/dates/australian-holidays.ts';
import type { Certainty } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import type { CalendarDate } from './calendar-dates.ts';
import type { Tranche } from './commencement.ts';

/** `after`: the day of the event is not counted. `beginningOn`: it is day 1. */
export type DayZero = 'after' | 'beginningOn';

/**
 * How a due day follows from its event.
 *
 * - `workingDays` of New Zealand, `businessDays` of an Australian state, `calendarDays`, `months`: so many, of which the last is due.
 *   Calendar days and months end on a weekend as well: earlier is safe (Acts Interpretation Act 1901 (AU) s36 would allow the next day).
 *   `notBefore`: never due before that day.
 * - `hours`: from the instant of the event; weekends and holidays run.
 * - `day`: one day for everybody, whenever the event was.
 * - `yearToJune`: that day (`month` 1 to 12) after the year to 30 June in which the event lies.
 * - `exchangeAndSettlement`: the earlier of days after exchange and days before settlement, see property-delay.ts.
 * - `enrolmentNumber`: by the last two digits of the firm's enrolment number, tens first; the earliest day where they are not known.
 * - `namedDay`: the day that the notice names.
 * - `practicable`: as soon as practicable; no day is fixed.
 */
export type Period =
  | {
      unit: 'workingDays' | 'businessDays' | 'calendarDays' | 'months';
      count: number;
      dayZero: DayZero;
      notBefore?: CalendarDate;
    }
  | { unit: 'hours'; count: number }
  | { unit: 'day'; on: CalendarDate }
  | { unit: 'yearToJune'; month: number; day: number }
  | { unit: 'exchangeAndSettlement'; afterExchange: number; beforeSettlement: number }
  | {
      unit: 'enrolmentNumber';
      days: Readonly<Record<'oddOdd' | 'oddEven' | 'evenEven' | 'evenOdd', CalendarDate>>;
    }
  | { unit: 'namedDay' }
  | { unit: 'practicable' };

/** What beside the day decides which row answers, or when. Absent: not so, or not known. */
type ClockFacts = {
  /** Legal privilege in what a report would say: of some of the information, or of all grounds. */
  privilege?: 'none' | 'some' | 'all';
  terrorismFinancing?: boolean;
  /** A notice to produce records says that it is urgent. */
  isUrgent?: boolean;
  /** The day that a notice to produce records names. */
  namedOn?: CalendarDate;
  /** The supervisor allows an audit every four years. */
  isAuditedEveryFourYears?: boolean;
  /** Of the firm on the Reporting Entities Roll (AU). */
  enrolmentNumber?: string;
  /** First settlement day that the parties to a sale agreed. */
  settlementFirstAgreedOn?: CalendarDate | null;
  /** Settlement day as it stands. */
  settlementOn?: CalendarDate | null;
};

/** An event that starts a clock, and the firm to which it happens. */
export type ClockEvent = {
  /** Day of the event where the firm is. */
  on: CalendarDate;
  /** The same moment as a UTC ISO instant, for periods of hours. */
  at?: string;
  sector: Sector;
  /** Where it is not what the sector usually has. */
  tranche?: Tranche;
  /** Where the firm forms its suspicion or does its work; without it only holidays of all Australia count, which is earlier. */
  state?: AustralianState;
  /** Holidays declared since. */
  alsoClosed?: readonly CalendarDate[];
  facts?: ClockFacts;
};

/** First day on which a row answers: one for everybody, or by the firm's sector or tranche. */
type EffectiveFrom =
  | CalendarDate
  | Readonly<Record<Sector, CalendarDate>>
  | Readonly<Record<Tranche, CalendarDate>>;

/** Dated row of the law. A change of the law closes a row and opens another with the same rule id. */
export type ClockRow = {
  /** Id of the rule in the register of the law, such as `nz.sar.lawFirm`; a part of a rule has its name after it. */
  rule: string;
  provision: string;
  effectiveFrom: EffectiveFrom;
  /** Last day, included; absent while in force. */
  effectiveTo?: CalendarDate;
  /** The row answers for events before its first day as well: a transitional provision. */
  reachesBack?: true;
  certainty: Certainty;
  sourceUrl: string;
  period: Period;
  /** Whether the row answers for an event of its time; absent: always. */
  when?: (facts: ClockFacts, event: { on: CalendarDate; tranche: Tranche; sector: Sector }) => boolean;
  /** The same as `when` in words, for a table of the rows. */
  appliesTo?: string;
  /** What a reader has to know besides, as a clause that ends the working. */
  note?: string;
};
