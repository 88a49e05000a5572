import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { easterSunday, getDate, getWeekday, type Holiday, mondayised, nthMonday } from './holiday-rules.ts';

/**
 * Te Rā Aro ki a Matariki. Source: Te Kāhui o Matariki Public Holiday Act 2022, Schedule 1, which ends in 2052. Later years have
 * no Matariki here, so a deadline is a day early rather than late.
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
  '2036-07-18',
  '2037-07-10',
  '2038-06-25',
  '2039-07-15',
  '2040-07-06',
  '2041-07-19',
  '2042-07-11',
  '2043-07-03',
  '2044-06-24',
  '2045-07-07',
  '2046-06-29',
  '2047-07-19',
  '2048-07-03',
  '2049-06-25',
  '2050-07-15',
  '2051-06-30',
  '2052-06-21',
];

/** Last day until which New Zealand's holidays are known. */
export const newZealandHolidaysKnownTo: CalendarDate = '2052-12-31';

/**
 * Days of a year, other than weekends, that are not working days in New Zealand. Source: Legislation Act 2019 s 13, "working
 * day": Waitangi Day, Good Friday, Easter Monday, Anzac Day, the Sovereign's birthday, Matariki, Labour Day; Waitangi and Anzac
 * Day on a weekend move to Monday; 25 December to 2 January; if 1 January is a Friday, the following Monday; if it is a Saturday
 * or Sunday, the following Monday and Tuesday. Provincial anniversary days are working days under that section.
 */
export function newZealandHolidays(year: number): Holiday[] {
  const easter = easterSunday(year);
  const newYear = getDate(year, 1, 1);
  const holidays: Holiday[] = [
    { date: newYear, name: 'New Year’s Day' },
    { date: getDate(year, 1, 2), name: 'Day after New Year’s Day' },
    { date: mondayised(getDate(year, 2, 6)), name: 'Waitangi Day' },
    { date: addDays(easter, -2), name: 'Good Friday' },
    { date: addDays(easter, 1), name: 'Easter Monday' },
    { date: mondayised(getDate(year, 4, 25)), name: 'Anzac Day' },
    { date: nthMonday(year, 6, 1), name: 'King’s Birthday' },
    { date: nthMonday(year, 10, 4), name: 'Labour Day' },
    { date: getDate(year, 12, 25), name: 'Christmas Day' },
    { date: getDate(year, 12, 26), name: 'Boxing Day' },
    ...[27, 28, 29, 30, 31].map((day) => ({
      date: getDate(year, 12, day),
      name: 'Between Christmas and New Year',
    })),
    ...matariki
      .filter((date) => date.startsWith(newYear.slice(0, 5)))
      .map((date) => ({ date, name: 'Matariki' })),
  ];
  const moved = 'New Year’s holidays, moved from the weekend';
  const weekday = getWeekday(newYear);
  if (weekday === 4) holidays.push({ date: getDate(year, 1, 4), name: moved });
  if (weekday >= 5) {
    const monday = addDays(newYear, 7 - weekday);
    holidays.push({ date: monday, name: moved }, { date: addDays(monday, 1), name: moved });
  }
  return holidays;
}
