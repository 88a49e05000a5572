import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInactive } from '#rules/clients/inactive-clients.ts';
import { businessDaysBetween } from '#rules/dates/business-days.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';

describe('inactive clients', () => {
  it('are inactive from the business day after the policy’s last', () => {
    // Wednesday 4 to Tuesday 24 November 2026: fourteen business days.
    expect(isInactive('2026-11-04', '2026-11-24', 14, { country: 'NZL' })).toBe(false);
    expect(isInactive('2026-11-04', '2026-11-25', 14, { country: 'NZL' })).toBe(true);
    // Labour Day in New Zealand, not a holiday throughout Australia.
    expect(isInactive('2026-10-23', '2026-10-27', 1, { country: 'NZL' })).toBe(false);
    expect(isInactive('2026-10-23', '2026-10-27', 1, { country: 'AUS' })).toBe(true);
  });

  it('have more business days without activity than the policy allows', () => {
    fc.assert(
      fc.property(
        fc.nat(200),
        fc.integer({ min: 5, max: 60 }),
        fc.constantFrom('NZL', 'AUS'),
        (days, after, country) => {
          const on = addDays('2026-02-05', days);
          const since = businessDaysBetween('2026-02-05', on, { country });
          // A day that is no business day adds nothing to the count, and nothing to the result of the day before.
          if (since > after) expect(isInactive('2026-02-05', on, after, { country })).toBe(true);
          if (since < after) expect(isInactive('2026-02-05', on, after, { country })).toBe(false);
        },
      ),
    );
  });
});
