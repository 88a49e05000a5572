import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageOn,
  compareDates,
  daysBetween,
  formatDate,
  isCalendarDate,
  parseDateInput,
} from '#rules/dates/calendar-dates.ts';

const dayMilliseconds = 86_400_000;
const firstInstant = Date.parse('0001-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T00:00:00Z');
const iso = (dayIndex: number) =>
  new Date(firstInstant + dayIndex * dayMilliseconds).toISOString().slice(0, 10);
const lastDay = (lastInstant - firstInstant) / dayMilliseconds;
const dayIndex = fc.integer({ min: 0, max: lastDay });
const date = dayIndex.map(iso);

describe('isCalendarDate', () => {
  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-11-21'])('accepts %s', (text) =>
    expect(isCalendarDate(text)).toBe(true),
  );
  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
    '2026-1-1',
    '10000-01-01',
    ' 2026-01-01',
    '2026-01-01\n',
    '2026-01-01T00:00:00Z',
    '２０２６-01-01',
    '',
  ])('rejects %j', (text) => expect(isCalendarDate(text)).toBe(false));
});

describe('date arithmetic', () => {
  it('agrees with the platform’s UTC calendar on every day', () => {
    fc.assert(
      fc.property(dayIndex, dayIndex, (from, to) => {
        expect(isCalendarDate(iso(from))).toBe(true);
        expect(addDays(iso(from), to - from)).toBe(iso(to));
        expect(daysBetween(iso(from), iso(to))).toBe(to - from);
        expect(Math.sign(compareDates(iso(from), iso(to)))).toBe(Math.sign(from - to));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-08-31', 36, '2029-08-31'],
    ['2026-05-10', 0, '2026-05-10'],
  ])('%s and %i months is %s', (from, months, to) => expect(addMonths(from, months)).toBe(to));

  it('clamps to the last day of the month, and never returns past the start', () => {
    fc.assert(
      fc.property(
        dayIndex.filter((day) => day > 80_000 && day < lastDay - 80_000).map(iso),
        fc.integer({ min: -2000, max: 2000 }),
        (from, months) => {
          const to = addMonths(from, months);
          const monthsApart = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
          expect(monthsApart(to) - monthsApart(from)).toBe(months);
          if (to.slice(8) !== from.slice(8)) {
            expect(to.slice(8) < from.slice(8)).toBe(true);
            expect(addDays(to, 1).slice(8)).toBe('01');
          }
          expect(compareDates(addMonths(to, -months), from)).toBeLessThanOrEqual(0);
        },
      ),
    );
  });

  it('throws outside the calendar', () => {
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addDays('0001-01-01', -1)).toThrow(RangeError);
    expect(() => addMonths('9999-12-01', 1)).toThrow(RangeError);
    expect(() => daysBetween('2026-02-30', '2026-03-01')).toThrow(RangeError);
  });
});

describe('ageOn', () => {
  it.each([
    ['1990-11-21', '2026-11-20', 35],
    ['1990-11-21', '2026-11-21', 36],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2008-02-29', '2028-02-29', 20],
    ['2026-11-21', '2026-11-21', 0],
    ['2026-11-22', '2026-11-21', -1],
  ])('born %s, on %s: %i', (birth, on, age) => expect(ageOn(birth, on)).toBe(age));

  it('increases by one a year, on the day that adds twelve months', () => {
    fc.assert(
      fc.property(date, date, (birth, on) => {
        fc.pre(compareDates(birth, on) <= 0 && birth.slice(5) !== '02-29');
        const age = ageOn(birth, on);
        expect(compareDates(addMonths(birth, age * 12), on)).toBeLessThanOrEqual(0);
        if (Number(birth.slice(0, 4)) + age < 9998) {
          expect(compareDates(addMonths(birth, (age + 1) * 12), on)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('dates for display', () => {
  it('formats a day and leaves an invalid one unchanged', () => {
    expect(formatDate('2026-11-21')).toBe('21 Nov 2026');
    expect(formatDate('0987-01-02')).toBe('2 Jan 987');
    expect(formatDate('soon')).toBe('soon');
  });

  it.each([
    ['2026-11-21', '2026-11-21'],
    ['21/11/2026', '2026-11-21'],
    [' 1/2/2026 ', '2026-02-01'],
    ['21-11-2026', '2026-11-21'],
    ['21–11–2026', '2026-11-21'],
    ['21.11.2026', '2026-11-21'],
    ['21 11 2026', '2026-11-21'],
    ['21 Nov 2026', '2026-11-21'],
    ['21  NOVEMBER 2026', '2026-11-21'],
    ['3 Sept 2026', '2026-09-03'],
    ['3 May, 2026', '2026-05-03'],
    ['２１/１１/２０２６', '2026-11-21'],
    ['21/11/1985 0:00', '1985-11-21'],
    ['21/11/1985 12:00:00 AM', '1985-11-21'],
    ['21/11/1985 12:00 a.m.', '1985-11-21'],
    ['1985-11-21 00:00:00', '1985-11-21'],
    ['1985-11-21 00:00:00.000', '1985-11-21'],
    ['1985-11-21T00:00', '1985-11-21'],
    ['1985-11-21T00:00:00Z', '1985-11-21'],
    ['1985-11-21T00:00:00.000+00:00', '1985-11-21'],
    ['1985-11-21 00:00:00 UTC', '1985-11-21'],
    ['1985/11/21', '1985-11-21'],
    ['1985.1.5', '1985-01-05'],
    ['1985-1-5', '1985-01-05'],
    ['21st November 1985', '1985-11-21'],
    ['2nd of March 1985', '1985-03-02'],
    ['23rd Sept 1985', '1985-09-23'],
    ['Thursday, 21 November 1985', '1985-11-21'],
    ['Thu 21 Nov 1985', '1985-11-21'],
    ['November 21, 1985', '1985-11-21'],
    ['Nov 4th, 1985', '1985-11-04'],
  ])('%j is parsed as %s', (text, value) => expect(parseDateInput(text)).toEqual({ ok: true, value }));

  it.each([
    ['', 'Enter a date.'],
    ['   ', 'Enter a date.'],
    ['31/02/2026', 'Enter a real date.'],
    ['2026-02-30', 'Enter a real date.'],
    ['11/21/2026', 'Enter a real date.'],
    ['1 Foo 2026', 'Enter a real date.'],
    ['21/11/26', 'Enter a date like 21/11/2026 or 21 Nov 2026.'],
    ['tomorrow', 'Enter a date like 21/11/2026 or 21 Nov 2026.'],
    ['2026-11-21T11:00:00Z', 'Remove the time, so that only the date is left.'],
    ['21/11/1985 14:30', 'Remove the time, so that only the date is left.'],
    ['21/11/1985 12:00 PM', 'Remove the time, so that only the date is left.'],
    ['1985-11-21 00:00:01', 'Remove the time, so that only the date is left.'],
    ['1985-11-21T00:00:00+13:00', 'Enter a date like 21/11/2026 or 21 Nov 2026.'],
    ['0:00', 'Enter a date like 21/11/2026 or 21 Nov 2026.'],
    ['1985/13/21', 'Enter a real date.'],
    ['Smarch 21, 1985', 'Enter a real date.'],
    ['31372', 'Enter a date like 21/11/2026 or 21 Nov 2026.'],
  ])('%j returns an error message', (text, problem) =>
    expect(parseDateInput(text)).toEqual({ ok: false, problem }),
  );

  it('parses its own output, and never throws', () => {
    fc.assert(
      fc.property(
        date.filter((text) => text >= '1000-01-01'),
        (day) => {
          expect(parseDateInput(formatDate(day))).toEqual({ ok: true, value: day });
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.stringMatching(/^\d{1,3}[/. -][a-z0-9]{1,4}[/. -]\d{3,5}$/),
        ),
        (text) => {
          const result = parseDateInput(text);
          if (result.ok) expect(isCalendarDate(result.value)).toBe(true);
        },
      ),
    );
  });
});
