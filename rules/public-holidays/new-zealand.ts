import { addDays, type CalendarDate } from '#rules/calendar-dates.ts';
import { dateOf, easterSunday, type Holiday, mondayised, nthMonday, weekdayOf } from './holiday-rules.ts';

/**
 * Te Rā Aro ki a Matariki. Source: Te Kāhui o Matariki Public Holiday Act 2022, Schedule 1 (which goes on to 2052). A year that
 * is missing here counts without it, so a deadline comes a day early rather than late.
 */
export const matariki: readonly CalendarDate[] = [
  '2022-06-24',
  '2023-07-14',
  '2024-06-28',
  '2025-06-20',
  '2026-07-10',
  '2027-06-25',
  '2028-07-14',
  '2029-07-06',
  '2030-06-21',
  '2031-07-11',
  '2032-07-02',
  '2033-06-24',
  '2034-07-07',
  '2035-06-29',
];

/**
 * Days of a year, weekends apart, that are no working day in New Zealand. Source: Legislation Act 2019 s13, "working day": Waitangi
 * Day, Good Friday, Easter Monday, Anzac Day, the Sovereign's birthday, Matariki, Labour Day; Waitangi and Anzac Day on a weekend
 * move to Monday; all of 25 December to 2 January; where 1 January is a Friday the Monday after, where it is a Saturday or Sunday
 * the Monday and Tuesday after. Anniversary days of provinces are working days by that section.
 */
export function newZealandHolidays(year: number): Holiday[] {
  const easter = easterSunday(year);
  const newYear = dateOf(year, 1, 1);
  const holidays: Holiday[] = [
    { date: newYear, name: 'New Year’s Day' },
    { date: dateOf(year, 1, 2), name: 'Day after New Year’s Day' },
    { date: mondayised(dateOf(year, 2, 6)), name: 'Waitangi Day' },
    { date: addDays(easter, -2), name: 'Good Friday' },
    { date: addDays(easter, 1), name: 'Easter Monday' },
    { date: mondayised(dateOf(year, 4, 25)), name: 'Anzac Day' },
    { date: nthMonday(year, 6, 1), name: 'King’s Birthday' },
    { date: nthMonday(year, 10, 4), name: 'Labour Day' },
    { date: dateOf(year, 12, 25), name: 'Christmas Day' },
    { date: dateOf(year, 12, 26), name: 'Boxing Day' },
    ...[27, 28, 29, 30, 31].map((day) => ({
      date: dateOf(year, 12, day),
      name: 'Between Christmas and New Year',
    })),
    ...matariki
      .filter((date) => date.startsWith(newYear.slice(0, 5)))
      .map((date) => ({ date, name: 'Matariki' })),
  ];
  const moved = 'New Year’s holidays, moved from the weekend';
  const weekday = weekdayOf(newYear);
  if (weekday === 4) holidays.push({ date: dateOf(year, 1, 4), name: moved });
  if (weekday >= 5) {
    const monday = addDays(newYear, 7 - weekday);
    holidays.push({ date: monday, name: moved }, { date: addDays(monday, 1), name: moved });
  }
  return holidays;
}
