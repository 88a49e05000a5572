import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Permit, permitActs, permitRegimes, permitState } from '#rules/firm/sanctions-permits.ts';
import { sanctionsRegimes } from '#rules/sanctions.ts';
import { type SanctionWithPermits, sanctionsBlockers } from '#rules/transition-guards/sanctions.ts';

const permit: Permit = {
  id: 'permit',
  number: 'SAN-1',
  country: 'AUS',
  regimes: ['dfat'],
  acts: ['startWork'],
  validFrom: '2026-11-01',
  validTo: '2026-11-22',
  isApproved: true,
  isWithdrawn: false,
};
const match = (permits: Permit[], regimes: SanctionWithPermits['regimes'] = ['dfat']) => ({
  clientId: 'c1',
  name: 'Sample Listed',
  listName: 'Consolidated List',
  regimes,
  permits,
});
const blocked = (
  permits: Permit[],
  {
    on = '2026-11-22',
    act = 'startWork' as const,
    ...more
  }: {
    on?: string;
    act?: Permit['acts'][number];
    regimes?: SanctionWithPermits['regimes'];
    regulatedIn?: ('NZL' | 'AUS')[];
  } = {},
) => sanctionsBlockers([match(permits, more.regimes)], more.regulatedIn ?? ['AUS'], undefined, { act, on });

describe('a permit for a prohibition', () => {
  it('applies on its first and last day, and on no day outside', () => {
    expect(blocked([permit], { on: '2026-10-31' })).toHaveLength(1);
    expect(blocked([permit], { on: '2026-11-01' })).toEqual([]);
    expect(blocked([permit], { on: '2026-11-22' })).toEqual([]);
    expect(blocked([permit], { on: '2026-11-23' })).toHaveLength(1);
  });

  it('applies to the allowed acts, from approval until withdrawal', () => {
    expect(blocked([permit], { act: 'completeWork' })).toHaveLength(1);
    expect(blocked([{ ...permit, isApproved: false }])).toHaveLength(1);
    expect(blocked([{ ...permit, isWithdrawn: true }])).toHaveLength(1);
  });

  it('applies under its own law and country alone, and names the remaining prohibition', () => {
    const both = { regimes: ['un', 'dfat'], regulatedIn: ['NZL', 'AUS'] } as const;
    const [standing] = blocked([permit], { regimes: [...both.regimes], regulatedIn: [...both.regulatedIn] });
    expect(standing?.provision).toContain('United Nations Act 1946 (NZ)');
    expect(standing?.provision).toContain('Charter of the United Nations Act 1945 (AU)');
    expect(standing?.provision).not.toContain('Autonomous Sanctions');
    const all: Permit[] = [
      { ...permit, regimes: ['un', 'dfat'] },
      { ...permit, country: 'NZL', regimes: ['un'] },
    ];
    expect(blocked(all, { regimes: [...both.regimes], regulatedIn: [...both.regulatedIn] })).toEqual([]);
  });

  it('for one of Australia’s laws never lifts a match under another; under both, both are needed', () => {
    const of = (...regimes: Permit['regimes'][number][]) => ({ ...permit, regimes });
    expect(blocked([of('dfat')], { regimes: ['auTerrorism'] })).toMatchObject([
      { provision: 'Charter of the United Nations Act 1945 (AU) ss 15, 20, 21' },
    ]);
    expect(blocked([of('auTerrorism')], { regimes: ['auTerrorism'] })).toEqual([]);
    expect(blocked([of('auTerrorism')], { regimes: ['dfat'] })).toMatchObject([
      { provision: 'Autonomous Sanctions Regulations 2011 (AU) regs 14, 15' },
    ]);
    expect(blocked([of('un')], { regimes: ['auTerrorism'] })).toHaveLength(1);
    expect(blocked([of('auTerrorism')], { regimes: ['un'] })).toHaveLength(1);
    expect(blocked([of('dfat'), of('auTerrorism')], { regimes: ['dfat', 'auTerrorism'] })).toEqual([]);
    fc.assert(
      fc.property(
        fc.subarray([...sanctionsRegimes]),
        fc.array(fc.subarray([...sanctionsRegimes], { minLength: 1 })),
        (regimes, permitted) => {
          const binding = regimes.filter((regime) => permitRegimes('AUS').includes(regime));
          const isLifted = binding.every((regime) => permitted.some((each) => each.includes(regime)));
          expect(
            blocked(
              permitted.map((each) => of(...each)),
              { regimes },
            ).length === 0,
          ).toBe(isLifted);
        },
      ),
    );
  });

  it('does not apply without a day or an act', () => {
    expect(sanctionsBlockers([match([permit])], ['AUS'])).toHaveLength(1);
  });

  it('never blocks more than without it', () => {
    const anyPermit = fc.record({
      id: fc.constant('p'),
      number: fc.constant('SAN-1'),
      country: fc.constantFrom('NZL' as const, 'AUS' as const),
      regimes: fc.subarray([...sanctionsRegimes], { minLength: 1 }),
      acts: fc.subarray([...permitActs], { minLength: 1 }),
      validFrom: fc.constantFrom('2026-01-01', '2026-11-22', '2026-11-23'),
      validTo: fc.constantFrom('2026-11-21', '2026-11-22', '2027-01-01'),
      isApproved: fc.boolean(),
      isWithdrawn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyPermit), fc.subarray([...sanctionsRegimes]), (permits, regimes) => {
        const regulatedIn = ['NZL', 'AUS'] as const;
        const dealing = { act: 'startWork', on: '2026-11-22' } as const;
        const without = sanctionsBlockers([match([], regimes)], regulatedIn, undefined, dealing);
        const withThem = sanctionsBlockers([match(permits, regimes)], regulatedIn, undefined, dealing);
        expect(withThem.length).toBeLessThanOrEqual(without.length);
        const counts = permits.some((permit) => permitState(permit, dealing.on) === 'In effect');
        if (!counts) expect(withThem).toEqual(without);
      }),
    );
  });
});

it('is under a law of its country', () => {
  expect(permitRegimes('AUS')).toEqual(['un', 'dfat', 'auTerrorism']);
  expect(permitRegimes('NZL')).toEqual(['un', 'nzTerrorism', 'nzRussia']);
});

it.each([
  [{ isWithdrawn: true }, 'Withdrawn'],
  [{ isApproved: false }, 'Awaiting approval'],
  [{ validFrom: '2026-11-23', validTo: '2026-12-01' }, 'Not in effect yet'],
  [{ validTo: '2026-11-21' }, 'Ended'],
  [{}, 'In effect'],
])('given %j has the status %s', (more, state) => {
  expect(permitState({ ...permit, ...more }, '2026-11-22')).toBe(state);
});
