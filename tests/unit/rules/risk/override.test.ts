import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskLevels } from '#rules/clients/client-types.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { getStanding, type Override, type OverrideRequest, overrideProblems } from '#rules/risk/override.ts';

const request: OverrideRequest = {
  level: 'low',
  reasonCode: 'controlsInPlace',
  reason: 'Every payment is approved by two partners.',
  expiresOn: '2027-05-19',
};

const circumstances = {
  computedLevel: 'medium',
  floors: [],
  recordFloors: [],
  prohibited: false,
  today: '2026-11-21',
  maxMonths: 12,
  isComplianceOfficer: false,
} as const;

const pathsAndCodes = (
  changes: Partial<OverrideRequest>,
  around: Partial<Parameters<typeof overrideProblems>[1]> = {},
) =>
  overrideProblems({ ...request, ...changes }, { ...circumstances, ...around }).map(({ path, code }) => [
    path,
    code,
  ]);

describe('setting an override', () => {
  it('is valid with a level, a reason and an end date', () => expect(pathsAndCodes({})).toEqual([]));

  it.each<[string, Partial<OverrideRequest>, [string, string]]>([
    ['no level', { level: '' }, ['level', 'override.level']],
    ['a strange level', { level: 'toString' }, ['level', 'override.level']],
    ['the computed level', { level: 'medium' }, ['level', 'override.sameLevel']],
    ['no kind of reason', { reasonCode: '' }, ['reasonCode', 'override.reasonCode']],
    ['no reason', { reason: '' }, ['reason', 'override.reasonTooShort']],
    ['19 characters', { reason: 'x'.repeat(19) }, ['reason', 'override.reasonTooShort']],
    ['spaces for a reason', { reason: `a${' '.repeat(40)}b` }, ['reason', 'override.reasonTooShort']],
    ['a NUL', { reason: `${'x'.repeat(20)}\u0000` }, ['reason', 'override.reason']],
    ['2,001 characters', { reason: 'x'.repeat(2001) }, ['reason', 'override.reason']],
    ['no end', { expiresOn: '' }, ['expiresOn', 'override.expiry']],
    ['no such day', { expiresOn: '2027-02-29' }, ['expiresOn', 'override.expiry']],
    ['an end today', { expiresOn: '2026-11-21' }, ['expiresOn', 'override.expiryPast']],
    ['an end too far off', { expiresOn: '2027-11-22' }, ['expiresOn', 'override.expiryTooLate']],
  ])('%s', (_, changes, expected) => expect(pathsAndCodes(changes)).toEqual([expected]));

  it('accepts 20 characters, and the last day allowed', () => {
    expect(pathsAndCodes({ reason: 'x'.repeat(20), expiresOn: '2027-11-21' })).toEqual([]);
  });

  it('reports all problems at once', () => {
    expect(pathsAndCodes({ level: '', reasonCode: '', reason: '', expiresOn: '' })).toHaveLength(4);
  });

  it('allows nobody below the minimum level of the record', () => {
    const reason = 'a sanctions match is confirmed';
    const recordFloors = [
      { level: 'medium', reason: 'another' },
      { level: 'high', reason },
    ] as const;
    for (const isComplianceOfficer of [true, false]) {
      const around = { recordFloors, isComplianceOfficer };
      expect(pathsAndCodes({ level: 'low' }, around)).toEqual([['level', 'override.belowRecordFloor']]);
      expect(pathsAndCodes({ level: 'high' }, around)).toEqual([]);
    }
  });

  it('allows only a compliance officer below a minimum level', () => {
    const floors = [{ level: 'medium' }, { level: 'high' }] as const;
    const around = { computedLevel: 'high', floors } as const;
    expect(pathsAndCodes({ level: 'medium' }, around)).toEqual([['level', 'override.belowFloor']]);
    expect(pathsAndCodes({ level: 'medium' }, { ...around, isComplianceOfficer: true })).toEqual([]);
    expect(
      pathsAndCodes({ level: 'high' }, { computedLevel: 'medium', floors: [{ level: 'medium' }] }),
    ).toEqual([]);
  });

  it('never lifts a prohibition', () => {
    expect(pathsAndCodes({}, { prohibited: true, isComplianceOfficer: true })).toEqual([
      ['level', 'override.prohibited'],
    ]);
  });
});

describe('override status', () => {
  const lowered: Override = {
    level: 'low',
    reasonCode: 'other',
    reason: request.reason,
    expiresOn: '2027-05-19',
    computedAtOverride: 'medium',
  };

  it.each([
    [
      'as computed then',
      lowered,
      'medium',
      '2026-12-01',
      { state: 'stands', riskRose: false, finalLevel: 'low' },
    ],
    [
      'on its last day',
      lowered,
      'medium',
      '2027-05-19',
      { state: 'stands', riskRose: false, finalLevel: 'low' },
    ],
    [
      'a day later',
      lowered,
      'medium',
      '2027-05-20',
      { state: 'expired', riskRose: false, finalLevel: 'medium' },
    ],
    ['risk rose', lowered, 'high', '2026-12-01', { state: 'lapsed', riskRose: true, finalLevel: 'high' }],
    ['risk fell', lowered, 'low', '2026-12-01', { state: 'stands', riskRose: false, finalLevel: 'low' }],
    [
      'raised to high, and risk rose to medium',
      { ...lowered, level: 'high', computedAtOverride: 'low' },
      'medium',
      '2026-12-01',
      { state: 'stands', riskRose: true, finalLevel: 'high' },
    ],
  ] as const)('%s', (_, override, computed, today, expected) =>
    expect(getStanding(override, computed, today)).toEqual(expected),
  );

  it('never hides a rise: if the calculated level rose, the final level is at least that', () => {
    const level = fc.constantFrom(...riskLevels);
    fc.assert(
      fc.property(level, level, level, (set, then, now) => {
        const { finalLevel, riskRose } = getStanding(
          { ...lowered, level: set, computedAtOverride: then },
          now,
          '2026-12-01',
        );
        expect(riskRose).toBe(compareLevels(now, then) > 0);
        if (riskRose) expect(compareLevels(finalLevel, now)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
