import { ageOn, type CalendarDate, compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import type { ClientDateField } from './client-fields.ts';

interface DateRule {
  path: string;
  label: string;
  /** Age beyond which a date is more likely mistyped than true. */
  years: number;
  /** What a date after today is called. */
  impossible: string;
  mayBeToday: boolean;
}

/** Every date of a client with what is plausible of it. */
const datedFields = {
  dateOfBirth: {
    path: 'individual.dateOfBirth',
    label: 'date of birth',
    years: 120,
    impossible: 'Date of birth must be in the past',
    mayBeToday: false,
  },
  incorporatedOn: {
    path: 'business.incorporatedOn',
    label: 'date of formation',
    years: 300,
    impossible: 'Date of formation must not be in the future',
    mayBeToday: true,
  },
  relationshipStartedOn: {
    path: 'relationshipStartedOn',
    label: 'day in “Client since”',
    years: 120,
    impossible: '“Client since” must not be in the future',
    mayBeToday: true,
  },
} as const satisfies Record<ClientDateField, DateRule>;

const dateRules = Object.values(datedFields);

/** Dates of a client, by their path in its form. */
export type ClientDates = { [K in (typeof dateRules)[number]['path']]?: CalendarDate | undefined };

/** Sentences, by field, about dates that cannot be: after today; of a birth, today as well. */
export function impossibleDates(dates: ClientDates, today: CalendarDate): Record<string, string[]> {
  const found = dateRules.filter(({ path, mayBeToday }) => {
    const date = dates[path];
    return date !== undefined && compareDates(date, today) >= (mayBeToday ? 1 : 0);
  });
  return Object.fromEntries(found.map(({ path, impossible }) => [path, [impossible]]));
}

/** Questions, by field, about dates so long ago that they are likely mistyped. */
export function unlikelyDates(
  dates: ClientDates,
  today: CalendarDate,
): { field: keyof ClientDates; text: string }[] {
  return dateRules.flatMap(({ path, label, years }) => {
    const date = dates[path];
    if (date === undefined || ageOn(date, today) <= years) return [];
    const text = `The ${label}, ${formatDate(date)}, is more than ${years} years ago. Check it against the original.`;
    return [{ field: path, text }];
  });
}

/** Sentence about a date of birth that people enter for themselves, and that is impossible or unlikely; null if it is neither. */
export function ownBirthDateProblem(dateOfBirth: CalendarDate, today: CalendarDate): string | null {
  const dates = { 'individual.dateOfBirth': dateOfBirth };
  const [impossible] = impossibleDates(dates, today)['individual.dateOfBirth'] ?? [];
  if (impossible !== undefined) return impossible;
  return unlikelyDates(dates, today).length > 0
    ? 'Date of birth is more than 120 years ago. Check the year'
    : null;
}
