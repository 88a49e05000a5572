import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#rules/calendar-dates.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import {
  abandonedUntil,
  biometricImagesUntil,
  isDueForDestruction,
  leastRetentionYears,
  type RetainedKind,
  type RetentionGround,
  retainUntil,
  retentionRules,
} from '#rules/retention.ts';

const kinds: RetainedKind[] = ['identity', 'transaction', 'suspicionReport', 'programme'];
const ground = (
  kind: RetainedKind,
  startOn: string | null,
  ...jurisdictions: Jurisdiction[]
): RetentionGround => ({ kind, startOn, jurisdictions });

describe('years', () => {
  it.each(kinds)('%s: New Zealand 5, Australia 7, both 7', (kind) => {
    expect(leastRetentionYears(kind, ['NZL'])).toBe(5);
    expect(leastRetentionYears(kind, ['AUS'])).toBe(7);
    expect(leastRetentionYears(kind, ['NZL', 'AUS'])).toBe(7);
    expect(leastRetentionYears(kind, [])).toBe(0);
    expect(retentionRules.NZL[kind].provision).toMatch(/^NZ s/);
    expect(retentionRules.AUS[kind].provision).toMatch(/^AU /);
  });
});

describe('retainUntil', () => {
  it('counts from the end of the relationship', () => {
    expect(retainUntil([ground('identity', '2026-06-30', 'NZL')])).toBe('2031-06-30');
    expect(retainUntil([ground('identity', '2026-06-30', 'AUS')])).toBe('2033-06-30');
    expect(retainUntil([ground('identity', '2024-02-29', 'NZL')])).toBe('2029-02-28');
    expect(retainUntil([ground('identity', '2024-02-29', 'AUS', 'NZL')])).toBe('2031-02-28');
  });

  it('takes the latest of all grounds', () => {
    expect(
      retainUntil([
        ground('identity', '2026-06-30', 'NZL'),
        ground('transaction', '2026-01-15', 'AUS'),
        ground('suspicionReport', '2028-03-01', 'NZL'),
      ]),
    ).toBe('2033-03-01');
  });

  it('has no end while one has not begun', () => {
    expect(
      retainUntil([ground('identity', null, 'NZL'), ground('transaction', '2020-01-15', 'NZL')]),
    ).toBeUndefined();
    expect(retainUntil([])).toBeUndefined();
  });

  it('a policy lengthens and never shortens; what both countries’ law demands is no wish for more', () => {
    const nzOnly = [ground('identity', '2026-06-30', 'NZL')];
    expect(retainUntil(nzOnly, { years: 10, regulatedIn: ['NZL'] })).toBe('2036-06-30');
    expect(retainUntil(nzOnly, { years: 1, regulatedIn: ['NZL'] })).toBe('2031-06-30');
    expect(retainUntil(nzOnly, { years: 7, regulatedIn: ['NZL', 'AUS'] })).toBe('2031-06-30');
    expect(retainUntil(nzOnly, { years: 8, regulatedIn: ['NZL', 'AUS'] })).toBe('2034-06-30');
    expect(retainUntil(nzOnly, { years: 7, regulatedIn: ['NZL'] })).toBe('2033-06-30');
  });

  it('never ends before any of its grounds does, in whatever order they come', () => {
    const anyGround = fc.record({
      kind: fc.constantFrom(...kinds),
      startOn: fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2010-01-01', days)),
      jurisdictions: fc.constantFrom<Jurisdiction[][]>(['NZL'], ['AUS'], ['NZL', 'AUS']),
    });
    fc.assert(
      fc.property(fc.array(anyGround, { minLength: 1, maxLength: 6 }), (grounds) => {
        const until = retainUntil(grounds) ?? '';
        for (const one of grounds) expect(until >= (retainUntil([one]) ?? '')).toBe(true);
        expect(grounds.map((one) => retainUntil([one]))).toContain(until);
        expect(retainUntil([...grounds].reverse())).toBe(until);
      }),
    );
  });
});

describe('destruction', () => {
  const due = (on: string, more: { legalHold?: boolean; suspicionOpen?: boolean } = {}) =>
    isDueForDestruction({
      retainUntil: '2031-06-30',
      on,
      legalHold: false,
      suspicionOpen: false,
      ...more,
    });

  it('comes the day after the last day of keeping', () => {
    expect(due('2031-06-29')).toBe(false);
    expect(due('2031-06-30')).toBe(false);
    expect(due('2031-07-01')).toBe(true);
  });

  it('waits alike for a legal hold and an open suspicion', () => {
    expect(due('2040-01-01', { legalHold: true })).toBe(false);
    expect(due('2040-01-01', { suspicionOpen: true })).toBe(false);
  });

  it('does not come where there is no last day', () => {
    for (const retainUntilNothing of [null, undefined]) {
      expect(
        isDueForDestruction({
          retainUntil: retainUntilNothing,
          on: '2099-01-01',
          legalHold: false,
          suspicionOpen: false,
        }),
      ).toBe(false);
    }
  });

  it('drafts go after 90 days, images 7 days after the decision', () => {
    expect(abandonedUntil('2026-01-01')).toBe('2026-04-01');
    expect(biometricImagesUntil({ decidedOn: '2026-11-21', referredCaseOpen: false })).toBe('2026-11-28');
    expect(biometricImagesUntil({ decidedOn: '2026-11-21', referredCaseOpen: true })).toBeUndefined();
    expect(biometricImagesUntil({ decidedOn: null, referredCaseOpen: false })).toBeUndefined();
  });
});
