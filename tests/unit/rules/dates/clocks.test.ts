import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { australianStates } from '#rules/dates/australian-holidays.ts';
import { isBusinessDay } from '#rules/dates/business-days.ts';
import { addDays, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import type { ClockEvent, ClockRow } from '#rules/dates/clock-row.ts';
import { type ClockId, clocks, delayedCddDue, dueFor } from '#rules/dates/clocks.ts';
import { sectors } from '#rules/sectors.ts';

const ids = Object.keys(clocks) as ClockId[];
const getRows = (id: ClockId): readonly ClockRow[] => clocks[id];

const date = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2018-01-01', days));
const anyEvent: fc.Arbitrary<ClockEvent> = fc.record(
  {
    on: date,
    at: fc.constant('2026-11-20T03:15:00.000Z'),
    sector: fc.constantFrom(...sectors),
    tranche: fc.constantFrom('T1' as const, 'T2' as const),
    state: fc.constantFrom(...australianStates),
    facts: fc.record(
      {
        privilege: fc.constantFrom('none' as const, 'some' as const, 'all' as const),
        terrorismFinancing: fc.boolean(),
        isUrgent: fc.boolean(),
        isAuditedEveryFourYears: fc.boolean(),
        enrolmentNumber: fc.constantFrom('11', '12', '21', '22', 'unknown'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['on', 'at', 'sector'] },
);
const anyId = fc.constantFrom(...ids);

function dayFor(id: ClockId, event: ClockEvent): string | undefined {
  const due = dueFor(id, event);
  return due?.by === 'day' ? due.dueOn : undefined;
}

function getUnit(id: ClockId, event: ClockEvent): string | undefined {
  return dueFor(id, event)?.row.period.unit;
}

describe('the table of due date rules', () => {
  it('has a provision, an address and valid days for each row', () => {
    for (const row of ids.flatMap(getRows)) {
      expect(row.provision).toMatch(/NZ|AU|Act/);
      expect(row.sourceUrl).toMatch(/^https:\/\//);
      const starts =
        typeof row.effectiveFrom === 'string' ? [row.effectiveFrom] : Object.values(row.effectiveFrom);
      for (const day of [...starts, ...(row.effectiveTo ? [row.effectiveTo] : [])]) {
        expect(isCalendarDate(day)).toBe(true);
      }
    }
  });

  it('counts in working days for New Zealand and business days for Australia', () => {
    for (const row of ids.flatMap(getRows)) {
      const foreign = row.rule.startsWith('nz.') ? 'businessDays' : 'workingDays';
      expect(row.period.unit).not.toBe(foreign);
    }
  });

  it('is empty before a law applies to the firm, by sector and tranche', () => {
    expect(dueFor('nz.sar', { on: '2018-12-31', sector: 'realEstate' })).toBeUndefined();
    expect(dayFor('nz.sar', { on: '2019-01-01', sector: 'realEstate' })).toBe('2019-01-07');
    expect(dueFor('au.ttr', { on: '2026-06-30', sector: 'legal' })).toBeUndefined();
    expect(dayFor('au.ttr', { on: '2026-06-30', sector: 'finance' })).toBe('2026-07-14');
    expect(dayFor('au.ttr', { on: '2026-06-30', sector: 'legal', tranche: 'T1' })).toBe('2026-07-14');
    expect(dueFor('nz.records.produce', { on: '2026-05-18', sector: 'legal' })).toBeUndefined();
  });

  it.each([
    [{ privilege: 'some' as const }, '2026-06-30', 'au.smr'],
    [{ privilege: 'some' as const }, '2026-07-01', 'au.smr.lpp'],
    [{ privilege: 'all' as const }, '2026-07-01', 'au.smr.allLpp'],
    [{ privilege: 'some' as const, terrorismFinancing: true }, '2026-07-01', 'au.smr.tf'],
    [{ privilege: 'all' as const, terrorismFinancing: true }, '2026-07-01', 'au.smr.allLpp'],
  ])('%j on %s applies the row %s', (facts, on, rule) => {
    const due = dueFor('au.smr', { on, at: `${on}T01:00:00Z`, sector: 'finance', facts });
    expect(due?.row.rule).toBe(rule);
    expect(due?.by).toBe('terrorismFinancing' in facts ? 'instant' : 'day');
  });

  it('allows rejecting a report on privileged grounds alone, at the ordinary due date', () => {
    const event = { on: '2026-09-30', sector: 'legal', state: 'NSW' } as const;
    expect(dueFor('au.smr', { ...event, facts: { privilege: 'all' } })).toMatchObject({
      dueOn: '2026-10-06',
      working: expect.stringContaining('may be refused'),
    });
  });

  it.each([
    ['nz.annual', { on: '2026-06-30' }, '2026-08-31'],
    ['nz.annual', { on: '2026-07-01' }, '2027-08-31'],
    ['au.compliance', { on: '2026-07-01' }, '2027-09-30'],
    ['au.compliance', { on: '2027-06-30' }, '2027-09-30'],
    ['nz.audit', { on: '2021-07-08' }, '2023-07-08'],
    ['nz.audit', { on: '2021-07-09' }, '2024-07-09'],
    ['nz.audit', { on: '2021-07-09', facts: { isAuditedEveryFourYears: true } }, '2025-07-09'],
    ['nz.reliance', { on: '2026-07-08' }, '2026-07-16'],
    ['nz.records.produce', { on: '2026-07-09', facts: { namedOn: '2026-07-20' } }, '2026-07-20'],
    ['nz.tfs.tsaReport', { on: '2026-07-08' }, '2026-07-14'],
    ['nz.tfs.russia', { on: '2026-07-08' }, '2026-07-14'],
    ['au.enrol', { on: '2026-06-30' }, '2026-07-29'],
    ['au.enrol', { on: '2026-07-01' }, '2026-07-29'],
    ['au.enrol.change', { on: '2026-09-14' }, '2026-09-28'],
    ['au.officer.when.appointment', { on: '2026-07-01' }, '2026-07-29'],
    ['au.officer.when.notice', { on: '2026-03-30', tranche: 'T1' }, '2026-05-30'],
    ['au.officer.when.notice', { on: '2026-03-31', tranche: 'T1' }, '2026-04-14'],
    ['au.reliance.agreement.assessment', { on: '2026-09-14' }, '2028-09-14'],
    ['au.keepOpen', { on: '2026-09-14' }, '2027-03-13'],
    ['au.prog.doc', { on: '2026-09-14' }, '2026-09-28'],
    ['au.prog.board', { on: '2026-09-14' }, '2027-09-14'],
    ['au.prog.risk', { on: '2026-09-14' }, '2029-09-14'],
    ['au.prog.policies', { on: '2026-09-14' }, '2029-09-14'],
    ['au.eval', { on: '2024-05-01', facts: { enrolmentNumber: 'to come' } }, '2029-06-30'],
    ['au.eval', { on: '2026-07-01', facts: { enrolmentNumber: '100543' } }, '2029-07-01'],
    ['au.eval', { on: '2022-02-01', tranche: 'T1' }, '2027-03-31'],
    ['au.eval', { on: '2025-02-01', tranche: 'T1' }, '2029-02-01'],
    ['au.ifti', { on: '2029-03-30', state: 'NSW' }, '2029-04-16'],
    ['au.ifti', { on: '2029-04-03', state: 'NSW' }, '2029-04-17'],
    ['au.cbm', { on: '2026-11-14', state: 'NSW' }, '2026-11-20'], // a Saturday: Monday is day 1
  ] as const)('%s for %j is due on %s', (id, event, day) => {
    expect(dayFor(id, { sector: 'accounting', ...event })).toBe(day);
  });

  it('changes from transfer instructions to value transfer messages', () => {
    const ruleOn = (on: string) => dueFor('au.ifti', { on, sector: 'legal' })?.row.rule;
    expect([ruleOn('2029-03-30'), ruleOn('2029-03-31')]).toEqual(['au.ifti', 'au.ivts']);
  });

  it('counts Australian reports alike on both sides of the reform, before it to be confirmed', () => {
    const report = (id: 'au.ttr' | 'au.smr' | 'au.cbm' | 'au.ifti', on: string, tranche: 'T1' | 'T2') => {
      const due = dueFor(id, { on, sector: 'other', tranche });
      return due && [due.row.certainty, due.row.period];
    };
    for (const id of ['au.ttr', 'au.smr', 'au.cbm', 'au.ifti'] as const) {
      const [certainty, period] = report(id, '2026-03-31', 'T1') ?? [];
      expect(certainty).toBe('A');
      expect(report(id, '2026-03-30', 'T1')).toEqual(['C', period]);
      expect(report(id, '2026-06-30', 'T2')).toBeUndefined();
      expect(report(id, '2026-07-01', 'T2')).toEqual(['A', period]);
    }
  });

  it('dates notices of agencies from the tranche’s first day', () => {
    const dayOn = (on: string, tranche: 'T1' | 'T2') =>
      dueFor('au.keepOpen', { on, sector: 'other', tranche });
    expect(dayOn('2026-03-30', 'T1')).toBeUndefined();
    expect(dayOn('2026-03-31', 'T1')).toMatchObject({ dueOn: '2026-09-29' });
    expect(dayOn('2026-06-30', 'T2')).toBeUndefined();
    expect(dayOn('2026-07-01', 'T2')).toMatchObject({ dueOn: '2026-12-31' });
  });

  it.each([
    ['nz.cdd.anonymous', {}],
    ['nz.records.produce', { isUrgent: true }],
    ['au.tfs.hold', {}],
  ] as const)('%s with %j has no fixed day', (id, facts) => {
    const due = dueFor(id, { on: '2026-09-14', sector: 'legal', facts });
    expect(due).toMatchObject({ by: 'practicable', working: expect.stringMatching(/^As soon as/) });
  });

  it('throws where hours are counted without an instant', () => {
    const facts = { terrorismFinancing: true };
    const event = { on: '2026-09-14', sector: 'legal', facts } as const;
    expect(() => dueFor('au.smr', event)).toThrow(RangeError);
    expect(() => dueFor('au.smr', { ...event, at: 'yesterday' })).toThrow(RangeError);
  });
});

describe('the calculation steps', () => {
  it.each([
    [
      'au.delay.general',
      { on: '2026-12-01', state: 'NSW' },
      '20 business days after 1 Dec 2026; 25 and 28 Dec are public holidays in NSW; nothing is transferred or made available before CDD is complete',
    ],
    [
      'au.smr',
      { on: '2026-09-30', state: 'NSW' },
      '3 business days after 30 Sep 2026; 5 Oct is a public holiday in NSW',
    ],
    ['au.cbm', { on: '2026-11-16', state: 'NSW' }, '5 business days beginning on 16 Nov 2026'],
    [
      'au.smr',
      { on: '2026-12-23' },
      '3 business days after 23 Dec 2026; 25 and 28 Dec are public holidays in all of Australia; only holidays of all Australia are counted, as the state is not known',
    ],
    [
      'nz.sar',
      { on: '2026-12-23' },
      '3 working days after 23 Dec 2026; 25, 28, 29, 30 and 31 Dec and 1 and 4 Jan are not working days in New Zealand',
    ],
    [
      'nz.sar',
      { on: '2026-07-08' },
      '3 working days after 8 Jul 2026; 10 Jul is not a working day in New Zealand',
    ],
    ['au.enrol', { on: '2026-09-14' }, '28 days after 14 Sep 2026'],
    ['au.enrol', { on: '2019-02-04' }, '29 Jul 2026, a day fixed by law'],
    ['au.officer.when.notice', { on: '2026-07-10' }, '14 days after 10 Jul 2026, but not before 29 Jul 2026'],
    ['au.prog.board', { on: '2026-09-14' }, '1 year after 14 Sep 2026'],
    ['nz.annual', { on: '2026-07-01' }, '31 Aug 2027, after the year to 30 Jun 2027'],
    [
      'au.eval',
      { on: '2024-05-01', facts: { enrolmentNumber: '100536' } },
      '31 Dec 2029, by an enrolment number that ends in 36',
    ],
    [
      'nz.records.produce',
      { on: '2026-07-09', facts: { namedOn: '2026-07-20' } },
      '20 Jul 2026, named by the notice',
    ],
    [
      'au.smr',
      { on: '2026-11-20', at: '2026-11-20T03:15:00Z', facts: { terrorismFinancing: true } },
      '24 hours after 20 Nov 2026, 03:15 UTC',
    ],
    [
      'au.delay.property',
      { on: '2026-11-16', facts: { settlementFirstAgreedOn: '2026-12-14', settlementOn: '2027-01-29' } },
      '28 days after exchange on 16 Nov 2026 is 14 Dec 2026; 3 days before settlement on 14 Dec 2026, as agreed first, is 11 Dec 2026; the earlier counts',
    ],
    [
      'au.delay.property',
      { on: '2026-11-23', facts: { settlementOn: '2026-11-25' } },
      '28 days after exchange on 23 Nov 2026 is 21 Dec 2026; 3 days before settlement on 25 Nov 2026 is 22 Nov 2026; 22 Nov 2026 is before exchange, so CDD cannot be delayed',
    ],
  ] as const)('of %s for %j', (id, event, working) => {
    expect(dueFor(id, { sector: 'accounting', ...event })?.working).toBe(working);
  });

  it('report where a state’s holidays are not known, and err on the early side', () => {
    const event = { on: '2028-09-20', sector: 'legal', state: 'WA' } as const;
    const due = dueFor('au.smr', event);
    expect(due).toMatchObject({ dueOn: '2028-09-25' });
    expect(due?.working).toContain('holidays in WA are known to 31 Dec 2027, so the day may be early');
    const declared = dueFor('au.smr', { ...event, alsoClosed: ['2028-09-25'] });
    expect(declared).toMatchObject({ dueOn: '2028-09-26' });
    const before = dueFor('au.smr', { ...event, on: '2027-09-22' });
    expect(before).toMatchObject({ dueOn: '2027-09-28' });
    expect(before?.working).not.toContain('known');
    expect(dueFor('nz.sar', { ...event, on: '2053-01-10' })?.working).toContain('known to 31 Dec 2052');
  });
});

describe('every due date', () => {
  it('is never due before its event', () => {
    fc.assert(
      fc.property(anyId, anyEvent, (id, event) => {
        const day = dayFor(id, event);
        expect(day === undefined || day >= event.on).toBe(true);
      }),
    );
  });

  it('is due on a business day where it counts business days', () => {
    fc.assert(
      fc.property(anyId, anyEvent, (id, event) => {
        const unit = getUnit(id, event);
        const day = dayFor(id, event) ?? '';
        if (unit === 'workingDays') expect(isBusinessDay(day, { country: 'NZL' })).toBe(true);
        if (unit === 'businessDays')
          expect(isBusinessDay(day, { country: 'AUS', state: event.state })).toBe(true);
      }),
    );
  });

  it('is due no earlier for a later event, by one row of the law', () => {
    fc.assert(
      fc.property(anyId, anyEvent, fc.nat({ max: 60 }), (id, event, days) => {
        const later = { ...event, on: addDays(event.on, days) };
        if (dueFor(id, event)?.row !== dueFor(id, later)?.row) return;
        expect((dayFor(id, event) ?? '') <= (dayFor(id, later) ?? '')).toBe(true);
      }),
    );
  });

  it('is due no earlier for a later event where the law lengthened the period', () => {
    fc.assert(
      fc.property(date, fc.nat({ max: 60 }), fc.constantFrom('nz.sar', 'nz.ptr'), (on, days, id) => {
        const event = { on, sector: 'legal', state: 'NSW' } as const;
        const later = { ...event, on: addDays(on, days) };
        expect((dayFor(id, event) ?? '') <= (dayFor(id, later) ?? '9')).toBe(true);
      }),
    );
  });

  it('is never earlier for an additional holiday', () => {
    const closedAfter = fc.array(fc.nat({ max: 45 }), { maxLength: 5 });
    fc.assert(
      fc.property(anyId, anyEvent, closedAfter, (id, event, offsets) => {
        const alsoClosed = offsets.map((days) => addDays(event.on, days));
        const [without, withThem] = [dayFor(id, event), dayFor(id, { ...event, alsoClosed })];
        expect((without ?? '') <= (withThem ?? '')).toBe(true);
        if (withThem !== undefined && getUnit(id, event)?.match(/working|business/)) {
          expect(alsoClosed).not.toContain(withThem);
        }
      }),
    );
  });
});

describe('delayed CDD in a sale of property', () => {
  it.each([
    ['2026-11-02', null, '2026-12-14', '2026-11-30'], // 28 days after exchange come first
    ['2026-11-02', null, '2026-11-20', '2026-11-17'], // 3 days before settlement come first
    ['2026-11-02', null, '2026-12-03', '2026-11-30'], // both on one day
    ['2026-11-02', null, '2026-12-02', '2026-11-29'],
    ['2026-11-02', null, '2026-12-04', '2026-11-30'],
    ['2026-11-02', null, null, '2026-11-30'],
    ['2026-11-02', '2026-11-20', null, '2026-11-17'],
    ['2026-11-02', '2026-11-20', '2027-03-01', '2026-11-17'], // settlement was postponed
    ['2026-11-02', '2026-11-20', '2026-11-18', '2026-11-15'], // and brought forward again
    [null, null, '2026-11-20', '2026-11-17'],
    [null, '2026-11-20', '2026-12-20', '2026-11-17'],
  ])('exchange %s, settlement first %s and now %s: %s', (exchangeOn, first, settlementOn, dueOn) =>
    expect(delayedCddDue({ exchangeOn, settlementFirstAgreedOn: first, settlementOn })).toMatchObject({
      by: 'day',
      dueOn,
      row: { rule: 'au.delay.property' },
    }),
  );

  it('is impossible where settlement follows too soon, and undetermined without a day', () => {
    const impossible = { by: 'impossible', dueOn: '2026-10-31' };
    expect(delayedCddDue({ exchangeOn: '2026-11-02', settlementOn: '2026-11-03' })).toMatchObject(impossible);
    expect(delayedCddDue({ exchangeOn: '2026-11-02', settlementOn: '2026-11-05' })).toMatchObject({
      by: 'day',
      dueOn: '2026-11-02',
    });
    expect(delayedCddDue({ exchangeOn: null, settlementOn: null })).toBeUndefined();
  });

  it('is never later than 28 days after exchange or 3 days before either settlement day', () => {
    fc.assert(
      fc.property(date, date, date, (exchangeOn, settlementFirstAgreedOn, settlementOn) => {
        const due = delayedCddDue({ exchangeOn, settlementFirstAgreedOn, settlementOn });
        const dueOn = due && 'dueOn' in due ? due.dueOn : '';
        const bounds = [
          addDays(exchangeOn, 28),
          addDays(settlementFirstAgreedOn, -3),
          addDays(settlementOn, -3),
        ];
        expect(dueOn).toBe(bounds.sort()[0]);
        expect(due?.by).toBe(dueOn < exchangeOn ? 'impossible' : 'day');
      }),
    );
  });

  it('is not later when settlement moves', () => {
    fc.assert(
      fc.property(date, date, date, (exchangeOn, first, moved) => {
        const before = delayedCddDue({ exchangeOn, settlementFirstAgreedOn: first, settlementOn: first });
        const after = delayedCddDue({ exchangeOn, settlementFirstAgreedOn: first, settlementOn: moved });
        const getDay = (due: typeof before) => (due && 'dueOn' in due ? due.dueOn : '');
        expect(getDay(after) <= getDay(before)).toBe(true);
      }),
    );
  });
});
