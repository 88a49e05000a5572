import { describe, expect, it } from 'vitest';
import { addBusinessDays } from '#rules/dates/business-days.ts';
import type { ClockEvent } from '#rules/dates/clock-row.ts';
import { type ClockId, clocks, type Due, dueFor } from '#rules/dates/clocks.ts';
import { retainUntil } from '#rules/retention/retention.ts';

type Event = Omit<ClockEvent, 'sector'> & Partial<Pick<ClockEvent, 'sector'>>;

const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;

function dueOn(id: ClockId, event: Event): string | undefined {
  const due: Due | undefined = dueFor(id, { sector: 'accounting', ...event });
  return due === undefined || !('dueOn' in due) ? undefined : due.dueOn;
}

const ofSector = (sector: ClockEvent['sector'], on: string): Event => ({ sector, on });
const some = { privilege: 'some' } as const;

/** Clocks by their number in the register of worked clocks: id, event, due day. */
const worked: [number: number, id: ClockId, event: Event, dueOn: string][] = [
  [1, 'nz.sar', { on: '2026-07-08' }, '2026-07-14'],
  [2, 'nz.sar', { on: '2026-01-23' }, '2026-01-28'],
  [3, 'nz.sar', { on: '2026-11-12' }, '2026-11-17'],
  [4, 'nz.sar', { on: '2026-12-23' }, '2027-01-06'],
  [5, 'nz.sar', ofSector('legal', '2026-12-23'), '2027-01-08'],
  [6, 'nz.sar', { on: '2027-02-04' }, '2027-02-10'],
  [7, 'nz.sar', { on: '2026-04-02' }, '2026-04-09'],
  [8, 'nz.sar', ofSector('legal', '2025-11-26'), '2025-12-01'],
  [9, 'nz.sar', ofSector('legal', '2025-11-27'), '2025-12-04'],
  [9, 'nz.sar', ofSector('accounting', '2025-11-27'), '2025-12-02'],
  [10, 'nz.ptr', { on: '2026-12-18' }, '2027-01-26'],
  [11, 'nz.ptr', { on: '2026-06-19' }, '2026-07-20'],
  [12, 'nz.ptr', { on: '2027-03-24' }, '2027-04-23'],
  [13, 'au.smr', { on: '2026-09-30', state: 'NSW' }, '2026-10-06'],
  [13, 'au.smr', { on: '2026-09-30', state: 'VIC' }, '2026-10-05'],
  [14, 'au.smr', { on: '2026-09-25', state: 'WA' }, '2026-10-01'],
  [14, 'au.smr', { on: '2026-09-25', state: 'NSW' }, '2026-09-30'],
  [15, 'au.smr', { on: '2026-09-30', state: 'NSW', facts: some }, '2026-10-08'],
  ...states.map((state): (typeof worked)[number] => [
    16,
    'au.smr',
    { on: '2026-12-23', state },
    '2026-12-30',
  ]),
  ...states.map((state): (typeof worked)[number] => [
    18,
    'au.ttr',
    { on: '2026-12-21', state },
    '2027-01-07',
  ]),
  [19, 'au.ttr', { on: '2026-09-21', state: 'NSW' }, '2026-10-06'],
  [19, 'au.ttr', { on: '2026-09-21', state: 'VIC' }, '2026-10-05'],
  [20, 'au.cbm', { on: '2026-11-16', state: 'NSW' }, '2026-11-20'],
  [21, 'au.delay.general', { on: '2026-12-01', state: 'NSW' }, '2026-12-31'],
  [22, 'au.delay.property', { on: '2026-07-06', facts: { settlementOn: '2026-08-17' } }, '2026-08-03'],
  [23, 'au.delay.property', { on: '2026-11-16', facts: { settlementOn: '2026-12-14' } }, '2026-12-11'],
  [24, 'au.delay.property', { on: '2026-11-16', facts: { settlementOn: '2026-12-17' } }, '2026-12-14'],
  [
    25,
    'au.delay.property',
    { on: '2026-11-16', facts: { settlementFirstAgreedOn: '2026-12-14', settlementOn: '2027-01-29' } },
    '2026-12-11',
  ],
  [26, 'au.delay.property', { on: '2026-09-01', facts: { settlementOn: '2028-06-30' } }, '2026-09-29'],
  [28, 'au.enrol', { on: '2026-09-14' }, '2026-10-12'],
  [28, 'au.enrol', { on: '2019-02-04' }, '2026-07-29'],
  [29, 'au.officer.when.notice', { on: '2026-07-20' }, '2026-08-03'],
  [29, 'au.officer.when.notice', { on: '2026-07-10' }, '2026-07-29'],
  [30, 'au.reliance.agreement.record', { on: '2026-12-18', state: 'NSW' }, '2027-01-06'],
  [32, 'au.eval', { on: '2024-05-01', facts: { enrolmentNumber: '100537' } }, '2029-06-30'],
  [32, 'au.eval', { on: '2024-05-01', facts: { enrolmentNumber: '100536' } }, '2029-12-31'],
  [32, 'au.eval', { on: '2024-05-01', facts: { enrolmentNumber: '100524' } }, '2030-06-30'],
  [32, 'au.eval', { on: '2024-05-01', facts: { enrolmentNumber: '100543' } }, '2030-12-31'],
  [33, 'nz.records.produce', { on: '2026-07-09' }, '2026-08-07'],
];

describe('worked clocks', () => {
  it.each(worked)('%i: %s for %j is due on %s', (_, id, event, day) => expect(dueOn(id, event)).toBe(day));

  it('11: the former period of ten working days', () => {
    const [former] = clocks['nz.ptr'];
    expect(former).toMatchObject({ effectiveTo: '2025-11-26', period: { unit: 'workingDays', count: 10 } });
    expect(addBusinessDays('2026-06-19', 10, { country: 'NZL' })).toBe('2026-07-03');
    expect(dueOn('nz.ptr', { on: '2025-06-18' })).toBe('2025-07-03');
  });

  it('17: 24 hours from the instant, weekends or not', () => {
    const event = { on: '2026-11-20', at: '2026-11-20T03:15:00Z', sector: 'legal' } as const;
    expect(dueFor('au.smr', { ...event, facts: { terrorismFinancing: true } })).toMatchObject({
      by: 'instant',
      dueAt: '2026-11-21T03:15:00.000Z',
      row: { rule: 'au.smr.tf' },
    });
  });

  it('27: no delay where the last day would lie before exchange', () => {
    const facts = { settlementOn: '2026-11-25' };
    expect(dueFor('au.delay.property', { on: '2026-11-23', sector: 'realEstate', facts })).toMatchObject({
      by: 'impossible',
      dueOn: '2026-11-22',
    });
  });

  it('31: CDD records are retained for seven years, in New Zealand five', () => {
    const ground = { kind: 'identity', startOn: '2026-09-30' } as const;
    expect(retainUntil([{ ...ground, jurisdictions: ['AUS'] }])).toBe('2033-09-30');
    expect(retainUntil([{ ...ground, jurisdictions: ['NZL'] }])).toBe('2031-09-30');
  });
});
