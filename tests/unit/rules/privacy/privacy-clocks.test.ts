import { describe, expect, it } from 'vitest';
import { zonedInstant } from '#rules/dates/company-day.ts';
import { breachClock, breachStep, isBreachClockRunning } from '#rules/privacy/breaches.ts';
import { privacyRequestDue } from '#rules/privacy/requests.ts';
import { supportGrantState } from '#rules/support-grants.ts';

const both = { regulatedIn: ['NZL', 'AUS'] as const, sector: 'legal' as const };
const onlyNz = { ...both, regulatedIn: ['NZL'] as const };

describe('the day by which a request must be answered', () => {
  it.each([
    // Matariki, 10 July 2026, is no working day.
    ['2026-06-30', '2026-07-29'],
    // 25 December to 15 January are none, nor Waitangi Day, moved from Saturday to Monday 8 February 2027.
    ['2026-12-18', '2027-02-09'],
    ['2026-12-22', '2027-02-11'],
  ])('is the twentieth working day in New Zealand after %s: %s', (receivedOn, dueOn) => {
    expect(privacyRequestDue(receivedOn, onlyNz)?.dueOn).toBe(dueOn);
  });

  it('is the earlier one where both laws apply', () => {
    expect(privacyRequestDue('2026-12-18', both)).toMatchObject({
      dueOn: '2027-01-17',
      row: { rule: 'au.privacy.request' },
    });
    expect(privacyRequestDue('2026-06-30', both)?.row.rule).toBe('nz.privacy.request');
    expect(privacyRequestDue('2000-01-01', both)).toBeUndefined();
  });
});

describe('the clocks of a breach', () => {
  const of = { awareAt: '2026-12-31T11:30:00.000Z', timeZone: 'Pacific/Auckland', sector: 'legal' as const };

  it('are 72 hours in New Zealand, and 30 days from the company’s day in Australia', () => {
    expect(breachClock('NZL', of)).toMatchObject({ by: 'instant', dueAt: '2027-01-03T11:30:00.000Z' });
    // The company's day is 1 January already.
    expect(breachClock('AUS', of)).toMatchObject({ by: 'day', dueOn: '2027-01-31' });
    expect(breachClock('AUS', { ...of, awareAt: '2018-02-20T00:00:00.000Z' })).toBeUndefined();
  });

  it('run until the regulator is notified (NZ), or the breach is assessed (AU)', () => {
    const open = { outcome: null, regulatorOn: null, peopleDone: false };
    const notifiable = { ...open, outcome: 'notifiable' as const };
    const notified = { ...notifiable, regulatorOn: '2027-01-02' };
    expect([open, notifiable, notified].map((at) => isBreachClockRunning('NZL', at))).toEqual([
      true,
      true,
      false,
    ]);
    expect([open, notifiable, notified].map((at) => isBreachClockRunning('AUS', at))).toEqual([
      true,
      false,
      false,
    ]);
    expect([open, notifiable, notified, { ...notified, peopleDone: true }].map(breachStep)).toEqual([
      'assess',
      'notify',
      'notify',
      'done',
    ]);
  });
});

it.each([
  ['2026-11-24', '09:30', 'Pacific/Auckland', '2026-11-23T20:30:00.000Z'],
  ['2026-07-01', '00:00', 'Australia/Perth', '2026-06-30T16:00:00.000Z'],
  // The night in which clocks go forward at 2:00, and the one in which they go back at 3:00.
  ['2026-09-27', '03:00', 'Pacific/Auckland', '2026-09-26T14:00:00.000Z'],
  ['2026-04-05', '04:00', 'Pacific/Auckland', '2026-04-04T16:00:00.000Z'],
])('%s %s in %s is %s', (day, time, zone, instant) => {
  expect(zonedInstant(day, time, zone).toISOString()).toBe(instant);
});

it('a support grant ends at its instant, and a request lapses after seven days', () => {
  const grant = { requestedAt: '2026-11-01T00:00:00.000Z', decision: null, expiresAt: null, revokedAt: null };
  const at = (time: string, more: object = {}) => supportGrantState({ ...grant, ...more }, new Date(time));
  expect(at('2026-11-07T23:59:59.999Z')).toBe('requested');
  expect(at('2026-11-08T00:00:00.000Z')).toBe('lapsed');
  const approved = { decision: 'approved', expiresAt: '2026-11-01T02:00:00.000Z' };
  expect(at('2026-11-01T01:59:59.999Z', approved)).toBe('active');
  expect(at('2026-11-01T02:00:00.000Z', approved)).toBe('expired');
  expect(at('2026-11-01T01:00:00.000Z', { ...approved, revokedAt: '2026-11-01T00:30:00.000Z' })).toBe(
    'revoked',
  );
});
