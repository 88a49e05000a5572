import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareAlerts,
  daysOverdue,
  formatOverdue,
  type QueuedAlert,
  severityWhenLate,
} from '#rules/alerts/alert-order.ts';
import { alertSeverities, alertTypes } from '#rules/alerts/alert-types.ts';

const now = '2026-11-22T00:00:00.000Z';
const late = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString();
const severity = fc.constantFrom(...alertSeverities);
const days = fc.integer({ min: -400, max: 400 });
const anyAlert: fc.Arbitrary<QueuedAlert> = fc.record({
  id: fc.uuid(),
  severity,
  type: fc.constantFrom(...alertTypes),
  dueAt: fc.option(days.map(late), { nil: null }),
});

describe('the severity of an overdue alert', () => {
  it.each([
    ['low', 0, 'low'],
    ['low', 1, 'medium'],
    ['low', 7, 'medium'],
    ['low', 8, 'high'],
    ['medium', -1, 'medium'],
    ['medium', 0, 'medium'],
    ['medium', 1, 'high'],
    ['high', 30, 'high'],
  ] as const)('opened as %s and %i days overdue is %s', (opened, by, is) => {
    expect(severityWhenLate(opened, late(by), now)).toBe(is);
  });

  it('never falls below the opening severity, and rises with every day', () => {
    const rank = (of: (typeof alertSeverities)[number]) => alertSeverities.indexOf(of);
    fc.assert(
      fc.property(severity, days, fc.nat(50), (opened, by, more) => {
        const at = rank(severityWhenLate(opened, late(by), now));
        expect(at).toBeGreaterThanOrEqual(rank(opened));
        expect(rank(severityWhenLate(opened, late(by + more), now))).toBeGreaterThanOrEqual(at);
        expect(severityWhenLate(opened, null, now)).toBe(opened);
      }),
    );
  });

  it('returns the number of days', () => {
    expect([daysOverdue(null, now), daysOverdue(late(-3), now), daysOverdue(late(0.1), now)]).toEqual([
      0, 0, 1,
    ]);
    expect([formatOverdue(late(1), now), formatOverdue(late(5), now)]).toEqual([
      '1 day overdue',
      '5 days overdue',
    ]);
  });
});

describe('the order of the queue', () => {
  it('puts sanctions matches first, then severity, then longest overdue, then oldest', () => {
    const alert = (id: string, more: Partial<QueuedAlert>): QueuedAlert => ({
      id,
      severity: 'high',
      type: 'reviewDue',
      dueAt: null,
      ...more,
    });
    const inOrder = [
      alert('f', { type: 'screeningMatch' }),
      alert('e', { dueAt: late(9) }),
      alert('d', { dueAt: late(2) }),
      alert('c', { dueAt: late(-4) }),
      alert('a', {}),
      alert('b', {}),
      alert('0', { severity: 'medium', type: 'screeningMatch', dueAt: late(90) }),
      alert('00', { severity: 'low', dueAt: late(90) }),
    ];
    expect([...inOrder].reverse().sort(compareAlerts)).toEqual(inOrder);
  });

  it('does not depend on the input order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyAlert, { selector: ({ id }) => id }), (alerts) => {
        const sorted = [...alerts].sort(compareAlerts);
        expect([...alerts].reverse().sort(compareAlerts)).toEqual(sorted);
        for (const [at, one] of sorted.entries()) {
          for (const other of sorted.slice(at + 1)) expect(compareAlerts(one, other)).toBeLessThan(0);
        }
      }),
      { numRuns: 50 },
    );
  });
});
