import { australianClocks } from './australian-clocks.ts';
import { australianFirmClocks } from './australian-firm-clocks.ts';
import { addBusinessDays, type BusinessCalendar } from './business-days.ts';
import { addDays, addMonths, type CalendarDate, formatDate } from './calendar-dates.ts';
import type { ClockEvent, ClockRow, DayZero, Period } from './clock-row.ts';
import { businessDaysWorking, calendarWorking, hoursWorking } from './clock-working.ts';
import { getTranche } from './commencement.ts';
import { getDate } from './holiday-rules.ts';
import { newZealandClocks } from './new-zealand-clocks.ts';
import { privacyClocks } from './privacy-clocks.ts';
import { getPropertyDelay, type PropertyDates } from './property-delay.ts';

/** All clocks by name. The first row in force whose condition holds applies. */
export const clocks = { ...newZealandClocks, ...australianClocks, ...australianFirmClocks, ...privacyClocks };

/** Name of a clock; each row documents its event. */
export type ClockId = keyof typeof clocks;

/**
 * Due date: a day or an instant, `practicable` if no day is fixed, `impossible` if CDD cannot be delayed because `dueOn` is
 * before exchange. `row`: the row of the law applied. `working`: how it was calculated, as text without a full stop.
 */
export type Due = { row: ClockRow; working: string } & (
  | { by: 'day'; dueOn: CalendarDate }
  | { by: 'instant'; dueAt: string }
  | { by: 'practicable' }
  | { by: 'impossible'; dueOn: CalendarDate }
);

type Counted =
  | { by: 'day' | 'impossible'; dueOn: CalendarDate; working: string }
  | { by: 'instant'; dueAt: string; working: string }
  | { by: 'practicable'; working: string };

function getStart({ effectiveFrom }: ClockRow, { sector, tranche }: ClockEvent): CalendarDate {
  if (typeof effectiveFrom === 'string') return effectiveFrom;
  return 'T1' in effectiveFrom ? effectiveFrom[tranche ?? getTranche({ sector })] : effectiveFrom[sector];
}

function answers(row: ClockRow, event: ClockEvent): boolean {
  const { on, sector, tranche = getTranche({ sector }), facts = {} } = event;
  const hasBegun = row.reachesBack === true || on >= getStart(row, event);
  const hasEnded = row.effectiveTo !== undefined && on > row.effectiveTo;
  return hasBegun && !hasEnded && (row.when?.(facts, { on, tranche, sector }) ?? true);
}

type DayPeriod = Extract<Period, { dayZero: DayZero }>;

/** The day before day 1. */
const getDayZero = ({ dayZero }: { dayZero: DayZero }, on: CalendarDate) =>
  dayZero === 'beginningOn' ? addDays(on, -1) : on;

function countDays(period: DayPeriod, { on, state, alsoClosed }: ClockEvent): Counted {
  const { unit, count, dayZero, notBefore } = period;
  const zero = getDayZero(period, on);
  if (unit === 'workingDays' || unit === 'businessDays') {
    const calendar: BusinessCalendar =
      unit === 'workingDays' ? { country: 'NZL', alsoClosed } : { country: 'AUS', state, alsoClosed };
    const dueOn = addBusinessDays(zero, count, calendar);
    const working = businessDaysWorking({ unit, count, dayZero }, { on, dueOn, calendar });
    return { by: 'day', dueOn, working };
  }
  // The last day of months that begin on a day is the one before the same day.
  const counted =
    unit === 'calendarDays'
      ? addDays(zero, count)
      : addDays(addMonths(on, count), dayZero === 'beginningOn' ? -1 : 0);
  const dueOn = notBefore !== undefined && notBefore > counted ? notBefore : counted;
  return { by: 'day', dueOn, working: calendarWorking({ unit, count, dayZero, notBefore }, on) };
}

function afterYearToJune({ month, day }: { month: number; day: number }, on: CalendarDate): Counted {
  const year = Number(on.slice(0, 4)) + (on.slice(5) > '06-30' ? 1 : 0);
  const dueOn = getDate(year, month, day);
  return { by: 'day', dueOn, working: `${formatDate(dueOn)}, after the year to 30 Jun ${year}` };
}

function byEnrolmentNumber(
  { days }: Extract<Period, { unit: 'enrolmentNumber' }>,
  enrolmentNumber: string | undefined,
): Counted {
  const [, tens, units] = /(\d)(\d)\s*$/.exec(enrolmentNumber ?? '') ?? [];
  if (tens === undefined || units === undefined) {
    const dueOn = Object.values(days).sort()[0] as CalendarDate;
    return {
      by: 'day',
      dueOn,
      working: `${formatDate(dueOn)}, the earliest day, as the enrolment number is not known`,
    };
  }
  const isOdd = (digit: string) => Number(digit) % 2 === 1;
  const dueOn = isOdd(tens)
    ? days[isOdd(units) ? 'oddOdd' : 'oddEven']
    : days[isOdd(units) ? 'evenOdd' : 'evenEven'];
  return {
    by: 'day',
    dueOn,
    working: `${formatDate(dueOn)}, by an enrolment number that ends in ${tens}${units}`,
  };
}

function countHours(count: number, at: string | undefined): Counted {
  // Throws for an invalid instant as for a missing one.
  const from = Date.parse(at ?? '');
  const dueAt = new Date(from + count * 3_600_000).toISOString();
  return { by: 'instant', dueAt, working: hoursWorking(count, at ?? '') };
}

function countProperty(
  period: Extract<Period, { unit: 'exchangeAndSettlement' }>,
  dates: PropertyDates,
): Counted | undefined {
  const delay = getPropertyDelay(dates, period);
  if (delay === undefined) return undefined;
  const { dueOn, possible, working } = delay;
  return { by: possible ? 'day' : 'impossible', dueOn, working };
}

function count(period: Period, event: ClockEvent): Counted | undefined {
  const { on, at, facts = {} } = event;
  switch (period.unit) {
    case 'hours':
      return countHours(period.count, at);
    case 'day':
      return { by: 'day', dueOn: period.on, working: `${formatDate(period.on)}, a day fixed by law` };
    case 'yearToJune':
      return afterYearToJune(period, on);
    case 'exchangeAndSettlement':
      return countProperty(period, { ...facts, exchangeOn: on });
    case 'enrolmentNumber':
      return byEnrolmentNumber(period, facts.enrolmentNumber);
    case 'namedDay':
      return facts.namedOn === undefined
        ? undefined
        : { by: 'day', dueOn: facts.namedOn, working: `${formatDate(facts.namedOn)}, named by the notice` };
    case 'practicable':
      return { by: 'practicable', working: 'As soon as practicable; no day is fixed' };
    default:
      return countDays(period, event);
  }
}

function withRow(row: ClockRow, counted: Counted): Due {
  return { ...counted, row, working: [counted.working, row.note].filter(Boolean).join('; ') };
}

/** Rows in force for a firm on a day, in table order; the event determines which applies. */
export function clockRowsOn(
  on: CalendarDate,
  firm: Pick<ClockEvent, 'sector' | 'tranche'>,
): { id: ClockId; row: ClockRow; from: CalendarDate }[] {
  return (Object.keys(clocks) as ClockId[]).flatMap((id) =>
    clocks[id]
      .map((row: ClockRow) => ({ id, row, from: getStart(row, { on, ...firm }) }))
      .filter(({ row, from }) => from <= on && (row.effectiveTo === undefined || on <= row.effectiveTo)),
  );
}

/**
 * Due date for an event under the law in force on its day; undefined if none was in force for the firm.
 * @throws RangeError if hours are counted and `at` is missing or invalid.
 */
export function dueFor(id: ClockId, event: ClockEvent): Due | undefined {
  const rows: readonly ClockRow[] = clocks[id];
  const row = rows.find((row) => answers(row, event));
  const counted = row && count(row.period, event);
  return row && counted && withRow(row, counted);
}

/**
 * Last day of delayed CDD in a property sale, even if the exchange date is not known yet; undefined if neither exchange nor
 * settlement is. Whether CDD may be delayed at all is decided by the rule packs. Source: AU Rules 6-32.
 */
export function delayedCddDue(dates: PropertyDates): Due | undefined {
  const [row] = clocks['au.delay.property'];
  const counted = countProperty(row.period, dates);
  return counted && withRow(row, counted);
}
