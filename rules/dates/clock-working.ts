import { type BusinessCalendar, closedWeekdaysBetween, holidaysKnownTo } from './business-days.ts';
import { addDays, type CalendarDate, formatDate } from './calendar-dates.ts';
import type { DayZero, Period } from './clock-row.ts';
import { getDate } from './holiday-rules.ts';

const units = {
  workingDays: 'working day',
  businessDays: 'business day',
  calendarDays: 'day',
  months: 'month',
  years: 'year',
  hours: 'hour',
} as const;

function formatUnits(unit: keyof typeof units, count: number): string {
  if (unit === 'months' && count % 12 === 0) return formatUnits('years', count / 12);
  return `${count} ${units[unit]}${count === 1 ? '' : 's'}`;
}

function list(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

/** Formats dates by month: `25 and 28 Dec`, `30 and 31 Dec and 1 Jan`. */
function listDays(days: readonly CalendarDate[]): string {
  const byMonth = new Map<string, string[]>();
  for (const date of days) {
    const [day = '', month = ''] = formatDate(date).split(' ');
    byMonth.set(month, [...(byMonth.get(month) ?? []), day]);
  }
  return list([...byMonth].map(([month, numbers]) => `${list(numbers)} ${month}`));
}

/** `country`: New Zealand's working days exclude more than public holidays. */
function closedClause(closed: readonly CalendarDate[], { country, state }: BusinessCalendar): string[] {
  if (closed.length === 0) return [];
  const isSingle = closed.length === 1;
  const reason =
    country === 'NZL'
      ? `${isSingle ? 'is not a working day' : 'are not working days'} in New Zealand`
      : `${isSingle ? 'is a public holiday' : 'are public holidays'} in ${state ?? 'all of Australia'}`;
  return [`${listDays(closed)} ${reason}`];
}

function knownClauses(dueOn: CalendarDate, calendar: BusinessCalendar): string[] {
  const knownTo = holidaysKnownTo(calendar);
  const clauses: string[] = [];
  if (calendar.country === 'AUS' && calendar.state === undefined) {
    clauses.push('only holidays of all Australia are counted, as the state is not known');
  }
  if (knownTo !== undefined && dueOn > knownTo) {
    const place = calendar.state ?? 'New Zealand';
    clauses.push(`holidays in ${place} are known to ${formatDate(knownTo)}, so the day may be early`);
  }
  return clauses;
}

const start = (dayZero: DayZero, on: CalendarDate) =>
  `${dayZero === 'beginningOn' ? 'beginning on' : 'after'} ${formatDate(on)}`;

/** Working of a period of business days: `3 business days after 30 Sep 2026; 5 Oct is a public holiday in NSW`. */
export function businessDaysWorking(
  period: { unit: 'workingDays' | 'businessDays'; count: number; dayZero: DayZero },
  { on, dueOn, calendar }: { on: CalendarDate; dueOn: CalendarDate; calendar: BusinessCalendar },
): string {
  const from = period.dayZero === 'beginningOn' ? addDays(on, -1) : on;
  return [
    `${formatUnits(period.unit, period.count)} ${start(period.dayZero, on)}`,
    ...closedClause(closedWeekdaysBetween(from, dueOn, calendar), calendar),
    ...knownClauses(dueOn, calendar),
  ].join('; ');
}

/** `28 days after 14 Sep 2026`, `14 days after 10 Jul 2026, but not before 29 Jul 2026`. */
export function calendarWorking(
  period: {
    unit: 'calendarDays' | 'months';
    count: number;
    dayZero: DayZero;
    notBefore?: CalendarDate;
  },
  on: CalendarDate,
): string {
  const counted = `${formatUnits(period.unit, period.count)} ${start(period.dayZero, on)}`;
  return period.notBefore === undefined
    ? counted
    : `${counted}, but not before ${formatDate(period.notBefore)}`;
}

/** `24 hours after 20 Nov 2026, 03:15 UTC`. `at`: UTC ISO instant. */
export function hoursWorking(count: number, at: string): string {
  const instant = new Date(at).toISOString();
  return `${formatUnits('hours', count)} after ${formatDate(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;
}

/** Formats a period for a table: `3 working days`, `28 days after exchange, at latest 3 days before settlement`. */
export function formatPeriod(period: Period): string {
  switch (period.unit) {
    case 'day':
      return formatDate(period.on);
    case 'yearToJune':
      return `${formatDate(getDate(2000, period.month, period.day)).replace(/ 2000$/, '')}, after the year to 30 Jun`;
    case 'exchangeAndSettlement':
      return `${formatUnits('calendarDays', period.afterExchange)} after exchange, at latest ${formatUnits('calendarDays', period.beforeSettlement)} before settlement`;
    case 'enrolmentNumber':
      return 'By enrolment number';
    case 'namedDay':
      return 'The day named in the notice';
    case 'practicable':
      return 'As soon as practicable';
    default:
      return formatUnits(period.unit, period.count);
  }
}
