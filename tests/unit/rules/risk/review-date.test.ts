import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskLevels } from '#rules/clients/client-types.ts';
import { addDays, compareDates } from '#rules/dates/calendar-dates.ts';
import { nextReview, problemWithReviewDate } from '#rules/risk/review-date.ts';

const policyMonths = { low: 36, medium: 12, high: 12 };

describe('nextReview', () => {
  it.each([
    ['by policy', { approvedOn: '2026-11-21', finalLevel: 'low' }, '2029-11-21', 'policy'],
    [
      'the template is shorter',
      { approvedOn: '2026-11-21', finalLevel: 'low', templateMonths: { low: 24 } },
      '2028-11-21',
      'template',
    ],
    [
      'the template is longer',
      { approvedOn: '2026-11-21', finalLevel: 'high', templateMonths: { high: 24 } },
      '2027-11-21',
      'policy',
    ],
    [
      'the template has other levels only',
      { approvedOn: '2026-11-21', finalLevel: 'medium', templateMonths: { high: 3 } },
      '2027-11-21',
      'policy',
    ],
    [
      'the month’s last day',
      { approvedOn: '2026-08-31', finalLevel: 'high', templateMonths: { high: 6 } },
      '2027-02-28',
      'template',
    ],
    ['a leap day', { approvedOn: '2024-02-29', finalLevel: 'high' }, '2025-02-28', 'policy'],
  ] as const)('%s', (_, timing, dueOn, monthsFrom) =>
    expect(nextReview({ policyMonths, ...timing })).toMatchObject({ dueOn, monthsFrom, heldBack: false }),
  );

  it.each([
    ['an earlier date holds', '2027-03-01', undefined, '2027-03-01', true],
    ['a blank reason does not lift it', '2027-03-01', '  ', '2027-03-01', true],
    ['a reason does', '2027-03-01', 'Reviewed in full today', '2027-11-21', false],
    ['a later date does not', '2028-03-01', undefined, '2027-11-21', false],
    ['the same date', '2027-11-21', undefined, '2027-11-21', false],
    ['a date that the approval has met', '2026-11-21', undefined, '2027-11-21', false],
    ['an overdue date that the approval has met', '2026-01-05', undefined, '2027-11-21', false],
  ])('%s', (_, setBefore, reasonForLater, dueOn, heldBack) =>
    expect(
      nextReview({ approvedOn: '2026-11-21', finalLevel: 'high', policyMonths, setBefore, reasonForLater }),
    ).toMatchObject({ dueOn, heldBack }),
  );

  it('is after the approval, and never later than the policy or than a date still ahead', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));
    const months = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...riskLevels),
        months,
        months,
        day,
        (approvedOn, finalLevel, a, b, setBefore) => {
          const policy = { low: b, medium: b, high: b };
          const timing = {
            approvedOn,
            finalLevel,
            templateMonths: { [finalLevel]: a },
            policyMonths: policy,
          };
          const free = nextReview(timing);
          const held = nextReview({ ...timing, setBefore });
          expect(free.months).toBe(Math.min(a, b));
          expect(compareDates(held.dueOn, approvedOn)).toBeGreaterThan(0);
          expect(compareDates(held.dueOn, free.dueOn)).toBeLessThanOrEqual(0);
          if (compareDates(setBefore, approvedOn) > 0) {
            expect(compareDates(held.dueOn, setBefore)).toBeLessThanOrEqual(0);
          }
        },
      ),
    );
  });
});

describe('a date set manually', () => {
  const rule = { today: '2026-11-21', latest: '2027-11-21' };

  it.each([
    ['2027-11-21', null],
    ['2026-11-22', null],
    ['2028-11-21', 'The client is away until then'],
  ])('accepts %s', (chosen, reason) =>
    expect(problemWithReviewDate(chosen, { ...rule, reason })).toBeUndefined(),
  );

  it.each([
    ['2027-11-22', /due on 21 Nov 2027\. Enter that date/],
    ['2026-11-21', /after today/],
    ['2026-02-30', /Enter the next review date/],
    ['', /Enter the next review date/],
  ])('rejects %j', (chosen, sentence) => expect(problemWithReviewDate(chosen, rule)).toMatch(sentence));
});
