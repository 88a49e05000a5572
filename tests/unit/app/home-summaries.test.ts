import { expect, test } from 'vitest';
import { onboardingClientsSummary, submittedRequestsSummary } from '#app/routes/home/summaries.ts';

test('counts of the home page agree in number', () => {
  expect(submittedRequestsSummary({ count: 1, capped: false })).toBe('1 fully submitted request.');
  expect(submittedRequestsSummary({ count: 2, capped: false })).toBe(
    '2 fully submitted requests, oldest first.',
  );
  expect(onboardingClientsSummary({ count: 1, capped: false })).toBe(
    '1 client you are relationship owner of that is not yet active.',
  );
  expect(onboardingClientsSummary({ count: 1000, capped: true })).toBe(
    'more than 1,000 clients you are relationship owner of that are not yet active, oldest first.',
  );
});
