import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companyDay, endOfDay } from '#rules/dates/company-day.ts';

const last = (day: string, timeZone: string) => endOfDay(day, timeZone).toISOString();

describe('the last instant of a day', () => {
  it.each([
    ['2026-07-01', 'Pacific/Chatham', '2026-07-01T11:14:59.999Z'],
    ['2026-12-31', 'Pacific/Chatham', '2026-12-31T10:14:59.999Z'],
    ['2026-07-01', 'Pacific/Auckland', '2026-07-01T11:59:59.999Z'],
    ['2026-07-01', 'Australia/Eucla', '2026-07-01T15:14:59.999Z'],
    ['2026-07-01', 'Asia/Kathmandu', '2026-07-01T18:14:59.999Z'],
    ['2026-07-01', 'Australia/Adelaide', '2026-07-01T14:29:59.999Z'],
    ['2026-07-01', 'Pacific/Kiritimati', '2026-07-01T09:59:59.999Z'],
    ['2026-07-01', 'Pacific/Niue', '2026-07-02T10:59:59.999Z'],
  ])('of %s in %s is %s', (day, timeZone, instant) => {
    expect(last(day, timeZone)).toBe(instant);
  });

  it('is of that day, and the instant after it is not, in every time zone', () => {
    const days = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    for (const timeZone of Intl.supportedValuesOf('timeZone')) {
      fc.assert(
        fc.property(days, (day) => {
          const end = endOfDay(day, timeZone);
          // A day that a country skipped, as Samoa in 2011, ends where the one before it does.
          expect(companyDay(end, timeZone) <= day).toBe(true);
          expect(companyDay(new Date(end.getTime() + 1), timeZone) > day).toBe(true);
        }),
        { numRuns: 10 },
      );
    }
  });
});
