import { describe, expect, it } from 'vitest';
import { doesNotCount, type ReasonsNotToCount } from '#rules/verification-pages/does-not-count.ts';

const none: ReasonsNotToCount = { identityChangedOn: null, unmetAtRisk: null, exceptionMissing: false };

describe('a verification of identity', () => {
  it('counts without a reason not to', () => {
    expect(doesNotCount(none)).toBe(false);
  });

  it.each<Partial<ReasonsNotToCount>>([
    { identityChangedOn: '2026-05-04' },
    { unmetAtRisk: { evidence: 'Rated high: documents are needed.', provision: 'AU s28' } },
    { exceptionMissing: true },
  ])('does not count for one reason: %o', (reason) => {
    expect(doesNotCount({ ...none, ...reason })).toBe(true);
  });
});
