import type { AustralianState } from '#rules/dates/australian-holidays.ts';
import type { Certainty } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import type { CalendarDate } from './calendar-dates.ts';
import type { Tranche } from './commencement.ts';

/** `after`: the day of the event is not counted. `beginningOn`: it is day 1. */
export type DayZero = 'after' | 'beginningOn';

/**
 * How a due date is calculated from its event.
 *
 * - `workingDays` of New Zealand, `businessDays` of an Australian state, `calendarDays`, `months`: a number of them, the last of
 *   which is due. Calendar days and months may end on a weekend: earlier is safe (Acts Interpretation Act 1901 (AU) s 36 would
 *   allow the next day). `notBefore`: earliest due date.
 * - `hours`: from the instant of the event, including weekends and holidays.
 * - `day`: a fixed date, regardless of the event.
 * - `yearToJune`: the date (`month` 1 to 12) after the year to 30 June that includes the event.
 * - `exchangeAndSettlement`: the earlier of days after exchange and days before settlement, see property-delay.ts.
 * - `enrolmentNumber`: by the last two digits of the firm's enrolment number, tens first; the earliest date if they are unknown.
 * - `namedDay`: the date stated in the notice.
 * - `practicable`: as soon as practicable; no date is fixed.
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

/** Circumstances other than the date that determine the row or the due date. Absent: false or unknown. */
type ClockFacts = {
  /** Legal privilege over a report's content: over some of the information, or over all grounds. */
  privilege?: 'none' | 'some' | 'all';
  terrorismFinancing?: boolean;
  /** Whether a notice to produce records is marked urgent. */
  isUrgent?: boolean;
  /** Date stated in a notice to produce records. */
  namedOn?: CalendarDate;
  /** Whether the supervisor allows an audit every four years. */
  isAuditedEveryFourYears?: boolean;
  /** The firm's number on the Reporting Entities Roll (AU). */
  enrolmentNumber?: string;
  /** First settlement date agreed by the parties to a sale. */
  settlementFirstAgreedOn?: CalendarDate | null;
  /** Current settlement date. */
  settlementOn?: CalendarDate | null;
};

/** Event that starts a clock, and the firm concerned. */
export type ClockEvent = {
  /** Date of the event in the firm's time zone. */
  on: CalendarDate;
  /** The event as a UTC ISO instant, for periods in hours. */
  at?: string;
  sector: Sector;
  /** Tranche, if it differs from the sector's usual one. */
  tranche?: Tranche;
  /**
   * State in which the firm forms its suspicion or does its work. Without it only national holidays count, which makes the due
   * date earlier.
   */
  state?: AustralianState;
  /** Holidays declared since this release. */
  alsoClosed?: readonly CalendarDate[];
  facts?: ClockFacts;
};

/** First day on which a row applies: the same for all firms, or by sector or tranche. */
type EffectiveFrom =
  | CalendarDate
  | Readonly<Record<Sector, CalendarDate>>
  | Readonly<Record<Tranche, CalendarDate>>;

/** Dated row of the law. A change of the law ends a row and starts another with the same rule id. */
export type ClockRow = {
  /** Rule id in the register of the law, e.g. `nz.sar.lawFirm`; for part of a rule, followed by the part's name. */
  rule: string;
  provision: string;
  effectiveFrom: EffectiveFrom;
  /** Last day, inclusive; absent while in force. */
  effectiveTo?: CalendarDate;
  /** Transitional provision: the row also applies to events before its first day. */
  reachesBack?: true;
  certainty: Certainty;
  sourceUrl: string;
  period: Period;
  /** Condition under which the row applies; absent: always. */
  when?: (facts: ClockFacts, event: { on: CalendarDate; tranche: Tranche; sector: Sector }) => boolean;
  /** `when` as text, for a table of the rows. */
  appliesTo?: string;
  /** Additional note, as a clause at the end of the working. */
  note?: string;
};

/** A period of years from the event, whose day is not counted. */
export const years = (count: number): Period => ({ unit: 'months', count: count * 12, dayZero: 'after' });
