import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { australianHolidays, australianStates } from '#rules/dates/australian-holidays.ts';
import {
  addBusinessDays,
  type BusinessCalendar,
  businessDaysBetween,
  closedWeekdaysBetween,
  holidayOn,
  holidaysKnownTo,
  isBusinessDay,
} from '#rules/dates/business-days.ts';
import { addDays, daysBetween } from '#rules/dates/calendar-dates.ts';
import { easterSunday, getWeekday } from '#rules/dates/holiday-rules.ts';
import { matariki, newZealandHolidays } from '#rules/dates/new-zealand-holidays.ts';

const nz: BusinessCalendar = { country: 'NZL' };
const au = (state?: (typeof australianStates)[number]): BusinessCalendar => ({ country: 'AUS', state });

const calendars: BusinessCalendar[] = [nz, au(), ...australianStates.map(au)];
const calendar = fc.constantFrom(...calendars);
const date = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2010-01-01', days));

/** Non-working days apart from weekends, with the platform's calendar as second source. */
function closedWeekdays(year: number, of: BusinessCalendar): string[] {
  const days: string[] = [];
  for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6 && !isBusinessDay(day, of)) days.push(day);
  }
  return days;
}

describe('calendar basics', () => {
  it('compute the day of the week as the platform does', () => {
    fc.assert(
      fc.property(date, (day) => {
        expect(getWeekday(day)).toBe((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7);
      }),
    );
  });

  it.each([
    '1818-03-22',
    '1961-04-02',
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2022-04-17',
    '2023-04-09',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2035-03-25',
    '2038-04-25',
    '2285-03-22',
  ])('Easter is %s', (sunday) => expect(easterSunday(Number(sunday.slice(0, 4)))).toBe(sunday));

  it('Easter is always on a Sunday from 22 March to 25 April', () => {
    for (let year = 1600; year < 3000; year += 1) {
      const sunday = easterSunday(year);
      expect(getWeekday(sunday)).toBe(6);
      expect(sunday >= `${year}-03-22` && sunday <= `${year}-04-25`).toBe(true);
    }
  });
});

describe('New Zealand', () => {
  it('2026: every weekday without work', () => {
    expect(closedWeekdays(2026, nz)).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-02-06',
      '2026-04-03',
      '2026-04-06',
      '2026-04-27', // Anzac Day is a Saturday
      '2026-06-01',
      '2026-07-10',
      '2026-10-26',
      '2026-12-25',
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
    ]);
  });

  it('2022: a year that starts on a Saturday, with Waitangi Day on a Sunday', () => {
    expect(closedWeekdays(2022, nz)).toEqual([
      '2022-01-03',
      '2022-01-04',
      '2022-02-07',
      '2022-04-15',
      '2022-04-18',
      '2022-04-25',
      '2022-06-06',
      '2022-06-24',
      '2022-10-24',
      '2022-12-26',
      '2022-12-27',
      '2022-12-28',
      '2022-12-29',
      '2022-12-30',
    ]);
  });

  it('moves New Year by the day of the week', () => {
    const inJanuary = (year: number) =>
      closedWeekdays(year, nz).filter((day) => day.startsWith(`${year}-01`));
    expect(inJanuary(2023)).toEqual(['2023-01-02', '2023-01-03']); // a Sunday
    expect(inJanuary(2027)).toEqual(['2027-01-01', '2027-01-04']); // a Friday
    expect(inJanuary(2028)).toEqual(['2028-01-03', '2028-01-04']); // a Saturday
    expect(inJanuary(2024)).toEqual(['2024-01-01', '2024-01-02']); // a Monday
  });

  it('has Matariki on a Friday of each year from 2022 to 2052', () => {
    expect(matariki.map((day) => Number(day.slice(0, 4)))).toEqual(
      Array.from({ length: 31 }, (_, index) => 2022 + index),
    );
    for (const day of matariki) {
      expect(getWeekday(day)).toBe(4);
      expect(day.slice(5) >= '06-19' && day.slice(5) <= '07-20').toBe(true);
      expect(holidayOn(day, nz)).toBe('Matariki');
    }
  });

  it('counts provincial anniversary days as working days', () => {
    expect(isBusinessDay('2026-01-26', nz)).toBe(true); // Auckland
    expect(isBusinessDay('2026-01-19', nz)).toBe(true); // Wellington
  });
});

describe('Australia', () => {
  it('2026: the holidays of every state', () => {
    expect(closedWeekdays(2026, au())).toEqual([
      '2026-01-01',
      '2026-01-26',
      '2026-04-03',
      '2026-04-06',
      '2026-12-25',
      '2026-12-28', // Boxing Day is a Saturday
    ]);
  });

  it.each([
    ['ACT', '2026-03-09 2026-04-27 2026-06-01 2026-06-08 2026-10-05'],
    ['NSW', '2026-04-27 2026-06-08 2026-10-05'],
    ['NT', '2026-05-04 2026-06-08 2026-08-03'],
    ['QLD', '2026-05-04 2026-10-05'],
    ['SA', '2026-03-09 2026-06-08 2026-10-05'],
    ['TAS', '2026-03-09 2026-06-08'],
    ['VIC', '2026-03-09 2026-06-08'],
    ['WA', '2026-03-02 2026-04-27 2026-06-01 2026-09-28'],
  ] as const)('2026: %s also has %s', (state, days) => {
    const national = closedWeekdays(2026, au());
    expect(closedWeekdays(2026, au(state)).filter((day) => !national.includes(day))).toEqual(days.split(' '));
  });

  it('observes Anzac Day on Monday only in states that do', () => {
    const closed = (year: number) =>
      australianStates.filter((state) => !isBusinessDay(`${year}-04-26`, au(state)));
    expect(closed(2021)).toEqual(['ACT', 'NT', 'QLD', 'SA', 'WA']);
    expect(closed(2027)).toEqual(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'WA']);
    expect(isBusinessDay('2021-04-26', nz)).toBe(false);
  });

  it('moves Christmas and Boxing Day from the weekend', () => {
    const inDecember = (year: number) =>
      closedWeekdays(year, au()).filter((day) => day.startsWith(`${year}-12`));
    expect(inDecember(2021)).toEqual(['2021-12-27', '2021-12-28']); // a Saturday and a Sunday
    expect(inDecember(2022)).toEqual(['2022-12-26', '2022-12-27']); // a Sunday and a Monday
    expect(inDecember(2025)).toEqual(['2025-12-25', '2025-12-26']);
    expect(holidayOn('2024-12-26', au('SA'))).toBe('Proclamation Day');
  });

  it('observes every national day in every state', () => {
    for (let year = 2020; year <= 2040; year += 1) {
      const national = australianHolidays(year).map((holiday) => holiday.date);
      for (const state of australianStates) {
        const days = australianHolidays(year, state).map((holiday) => holiday.date);
        expect(days).toEqual(expect.arrayContaining(national));
      }
    }
  });

  it('accepts later proclamations', () => {
    const mourning = { ...au('VIC'), alsoClosed: ['2022-09-22'] };
    expect(isBusinessDay('2022-09-22', au('VIC'))).toBe(true);
    expect(isBusinessDay('2022-09-22', mourning)).toBe(false);
    expect(addBusinessDays('2022-09-21', 1, mourning)).toBe('2022-09-23');
  });
});

describe('counting', () => {
  it.each([
    ['2026-11-20', 1, nz, '2026-11-23'],
    ['2026-11-21', 1, nz, '2026-11-23'],
    ['2026-11-21', 0, nz, '2026-11-21'],
    ['2026-12-24', 1, nz, '2027-01-05'],
    ['2026-12-24', 1, au(), '2026-12-29'],
    ['2026-04-02', 1, nz, '2026-04-07'],
    ['2026-04-24', 1, au('VIC'), '2026-04-27'],
    ['2026-04-24', 1, au('NSW'), '2026-04-28'],
    ['2027-01-05', -1, nz, '2026-12-24'],
    ['2026-11-23', -1, nz, '2026-11-20'],
  ] as const)('%s plus %i business days', (from, count, of, to) =>
    expect(addBusinessDays(from, count, of)).toBe(to),
  );

  it('returns a business day, the requested number after the start', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 60 }), calendar, (from, count, of) => {
        const to = addBusinessDays(from, count, of);
        expect(isBusinessDay(to, of)).toBe(true);
        expect(businessDaysBetween(from, to, of)).toBe(count);
        expect(businessDaysBetween(from, addDays(to, -1), of)).toBe(count - 1);
        expect(daysBetween(from, to)).toBeGreaterThanOrEqual(count);
      }),
    );
  });

  it('is additive, and returns to the start from a business day', () => {
    fc.assert(
      fc.property(date, fc.nat({ max: 30 }), fc.nat({ max: 30 }), calendar, (from, a, b, of) => {
        expect(addBusinessDays(addBusinessDays(from, a, of), b, of)).toBe(addBusinessDays(from, a + b, of));
        const start = addBusinessDays(from, 1, of);
        expect(addBusinessDays(addBusinessDays(start, a, of), -a, of)).toBe(start);
      }),
    );
  });

  it('is never later in the calendar of all Australia than in a state’s', () => {
    fc.assert(
      fc.property(date, fc.nat({ max: 20 }), fc.constantFrom(...australianStates), (from, count, state) => {
        expect(addBusinessDays(from, count, au()) <= addBusinessDays(from, count, au(state))).toBe(true);
      }),
    );
  });

  it('lists the skipped weekdays, each with a holiday’s name', () => {
    expect(closedWeekdaysBetween('2026-12-24', '2027-01-05', au('NSW'))).toEqual([
      '2026-12-25',
      '2026-12-28',
      '2027-01-01',
    ]);
    expect(closedWeekdaysBetween('2026-12-25', '2026-12-25', nz)).toEqual([]);
    fc.assert(
      fc.property(date, fc.integer({ min: -5, max: 400 }), calendar, (from, length, of) => {
        const to = addDays(from, length);
        const closed = closedWeekdaysBetween(from, to, of);
        for (const day of closed) expect(holidayOn(day, of)).toBeDefined();
        let weekdays = 0;
        for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) {
          if (getWeekday(day) < 5) weekdays += 1;
        }
        expect(closed.length + businessDaysBetween(from, to, of)).toBe(weekdays);
      }),
      { numRuns: 30 },
    );
  });

  it('covers holidays to the end of Matariki’s schedule, and a state’s proclaimed ones to their last year', () => {
    expect(holidaysKnownTo(nz)).toBe('2052-12-31');
    expect(matariki.at(-1)?.startsWith('2052')).toBe(true);
    const declaring = australianStates.filter((state) => holidaysKnownTo(au(state)) !== undefined);
    expect(declaring).toEqual(['ACT', 'NSW', 'WA']);
    expect(holidaysKnownTo(au('WA'))).toBe('2027-12-31');
    expect(holidayOn('2027-09-27', au('WA'))).toBe('King’s Birthday');
    expect(holidaysKnownTo(au())).toBeUndefined();
  });

  it('throws for a fraction of a day', () => {
    expect(() => addBusinessDays('2026-01-01', 1.5, nz)).toThrow(RangeError);
    expect(() => addBusinessDays('2026-01-01', Number.NaN, nz)).toThrow(RangeError);
    expect(businessDaysBetween('2026-01-10', '2026-01-09', nz)).toBe(0);
  });

  it('names holidays of their own year alone', () => {
    for (let year = 2020; year <= 2040; year += 1) {
      for (const { date: day } of [...newZealandHolidays(year), ...australianHolidays(year, 'WA')]) {
        expect(day.startsWith(String(year))).toBe(true);
      }
    }
  });
});
