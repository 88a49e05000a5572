import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { purgeSchedule } from '#rules/retention/purge-schedule.ts';
import {
  abandonedDays,
  abandonedUntil,
  abandonedVerificationDays,
  biometricImageDays,
  biometricImagesUntil,
  getDestruction,
  isDueForDestruction,
  type RetainedClient,
  type RetentionGround,
  retainUntil,
  retentionGrounds,
} from '#rules/retention/retention.ts';
import {
  deletionProvision,
  minRetentionYears,
  type RetainedKind,
  retentionRules,
} from '#rules/retention/retention-rules.ts';

/** Records named by both laws. */
const kinds = [
  'identity',
  'transaction',
  'customerDocument',
  'reliedOnCopy',
  'suspicionReport',
  'programme',
] as const;
const ground = (
  kind: RetainedKind,
  startOn: string | null,
  ...jurisdictions: Jurisdiction[]
): RetentionGround => ({ kind, startOn, jurisdictions });

describe('retention years', () => {
  it.each(kinds)('%s: New Zealand 5, Australia 7, both 7', (kind) => {
    expect(minRetentionYears(kind, ['NZL'])).toBe(5);
    expect(minRetentionYears(kind, ['AUS'])).toBe(7);
    expect(minRetentionYears(kind, ['NZL', 'AUS'])).toBe(7);
    expect(minRetentionYears(kind, [])).toBe(0);
    expect(retentionRules.NZL[kind].provision).toMatch(/^NZ s/);
    expect(retentionRules.AUS[kind].provision).toMatch(/^AU /);
  });
});

describe('retention by law', () => {
  it.each([
    ['transaction', 'NZL', 'NZ s49', 'transactionCompleted'],
    ['identity', 'NZL', 'NZ s50', 'relationshipEnded'],
    ['suspicionReport', 'NZL', 'NZ s49A', 'reportDecided'],
    ['programme', 'NZL', 'NZ s51', 'useEnded'],
    ['customerDocument', 'NZL', 'NZ s51', 'relationshipEnded'],
    ['transaction', 'AUS', 'AU s107', 'recordMade'],
    ['customerDocument', 'AUS', 'AU s108', 'documentGiven'],
    ['identity', 'AUS', 'AU s111', 'relationshipEnded'],
    ['reliedOnCopy', 'AUS', 'AU s114', 'lastService'],
    ['relianceAssessment', 'AUS', 'AU s114A', 'recordMade'],
    ['creditCheck', 'AUS', 'AU s35F', 'lastService'],
    ['programme', 'AUS', 'AU s116', 'useEnded'],
  ] as const)('%s in %s: %s, from %s', (kind, country, provision, from) => {
    const rules: Partial<Record<RetainedKind, object>> = retentionRules[country];
    expect(rules[kind]).toMatchObject({ provision, from });
    expect(retentionGrounds(kind, { [from]: '2026-09-30' }, [country])).toEqual([
      ground(kind, '2026-09-30', country),
    ]);
  });

  it('counts a transaction from completion in New Zealand, and on the day its record was made in Australia', () => {
    const events = { transactionCompleted: '2026-07-01', recordMade: '2026-08-01' };
    const until = (...countries: Jurisdiction[]) =>
      retainUntil(retentionGrounds('transaction', events, countries));
    expect(until('NZL')).toBe('2031-07-01');
    // Seven years from 1 August.
    expect(until('AUS')).toBe('2033-07-31');
    expect(until('NZL', 'AUS')).toBe('2033-07-31');
    const earlier = retentionGrounds('transaction', { ...events, recordMade: '2020-08-01' }, ['NZL', 'AUS']);
    expect(retainUntil(earlier)).toBe('2031-07-01');
  });

  it('has no ground without such a record, and no end while the event is still to come', () => {
    expect(retentionGrounds('customerDocument', { relationshipEnded: '2026-09-30' }, ['AUS'])).toEqual([]);
    expect(retentionGrounds('creditCheck', { lastService: '2026-09-30' }, ['NZL'])).toEqual([]);
    expect(retainUntil(retentionGrounds('identity', { relationshipEnded: null }, ['AUS']))).toBeUndefined();
  });

  it('is seven years where both laws apply and five where New Zealand’s alone does', () => {
    const policy = { years: 7, regulatedIn: ['NZL', 'AUS'] } as const;
    const ended = { relationshipEnded: '2026-09-30' };
    expect(retainUntil(retentionGrounds('identity', ended, ['NZL', 'AUS']), policy)).toBe('2033-09-30');
    expect(retainUntil(retentionGrounds('identity', ended, ['NZL']), policy)).toBe('2031-09-30');
    expect(deletionProvision('identity', ['NZL'])).toBe('NZ s54');
  });

  it('deletes a credit check after seven years without service, whatever the policy', () => {
    const check = retentionGrounds('creditCheck', { lastService: '2026-09-30' }, ['NZL', 'AUS']);
    expect(retainUntil(check, { years: 10, regulatedIn: ['NZL', 'AUS'] })).toBe('2033-09-30');
    expect(deletionProvision('creditCheck', ['AUS'])).toBe('AU s35F');
    expect(deletionProvision('creditCheck', ['NZL', 'AUS'])).toBe('AU s35F');
    expect(deletionProvision('identity', ['NZL', 'AUS'])).toBe('NZ s54');
    expect(deletionProvision('identity', ['AUS'])).toBeUndefined();
    expect(deletionProvision('relianceAssessment', ['NZL'])).toBeUndefined();
  });
});

describe('destruction of a client', () => {
  const client: RetainedClient = {
    relationshipEndedOn: '2020-06-30',
    wasEngaged: true,
    isImportedDraft: false,
    lastTransactionOn: '2020-03-01',
    lastActivityRecordOn: '2020-03-01',
    lastDocumentOn: '2020-03-01',
    retainUntil: null,
    lastTouchedOn: '2020-06-30',
  };
  const keptUntil = (more: Partial<RetainedClient>, ...regulatedIn: Jurisdiction[]) =>
    getDestruction({ ...client, ...more }, { years: 5, regulatedIn })?.keptUntil;

  it('counts from the end of the relationship, and from what came later', () => {
    expect(keptUntil({}, 'NZL')).toBe('2025-06-30');
    expect(keptUntil({}, 'AUS')).toBe('2027-06-30');
    expect(keptUntil({ lastTransactionOn: '2021-01-15' }, 'NZL')).toBe('2026-01-15');
    expect(keptUntil({ lastActivityRecordOn: '2021-01-15' }, 'NZL')).toBe('2025-06-30');
    expect(keptUntil({ lastTransactionOn: '2021-01-15' }, 'AUS')).toBe('2027-06-30');
    expect(keptUntil({ lastActivityRecordOn: '2021-01-15' }, 'AUS')).toBe('2028-01-14');
    expect(keptUntil({ lastDocumentOn: '2021-01-15' }, 'AUS')).toBe('2028-01-15');
    expect(keptUntil({ lastDocumentOn: '2021-01-15' }, 'NZL')).toBe('2025-06-30');
    expect(keptUntil({ lastDocumentOn: '2021-01-15' }, 'NZL', 'AUS')).toBe('2028-01-15');
  });

  it('has no date while the relationship lasts, and requires no activity and no document', () => {
    expect(keptUntil({ relationshipEndedOn: null }, 'AUS')).toBeUndefined();
    const bare = { lastTransactionOn: null, lastActivityRecordOn: null, lastDocumentOn: null };
    expect(keptUntil(bare, 'NZL', 'AUS')).toBe('2027-06-30');
  });

  it('never comes for an imported draft, and 90 days after the last change for another one', () => {
    expect(keptUntil({ wasEngaged: false, isImportedDraft: true }, 'NZL')).toBeUndefined();
    expect(keptUntil({ wasEngaged: false }, 'NZL')).toBe('2020-09-28');
  });

  it('cites NZ s54 or the policy', () => {
    const basisIn = (...regulatedIn: Jurisdiction[]) =>
      getDestruction(client, { years: 7, regulatedIn })?.basis;
    expect([basisIn('NZL'), basisIn('NZL', 'AUS'), basisIn('AUS')]).toEqual(['nzS54', 'nzS54', 'policy']);
  });
});

describe('retainUntil', () => {
  it('counts from the end of the relationship', () => {
    expect(retainUntil([ground('identity', '2026-06-30', 'NZL')])).toBe('2031-06-30');
    expect(retainUntil([ground('identity', '2026-06-30', 'AUS')])).toBe('2033-06-30');
    expect(retainUntil([ground('identity', '2024-02-29', 'NZL')])).toBe('2029-02-28');
    expect(retainUntil([ground('identity', '2024-02-29', 'AUS', 'NZL')])).toBe('2031-02-28');
  });

  it('returns the latest of all grounds', () => {
    expect(
      retainUntil([
        ground('identity', '2026-06-30', 'NZL'),
        ground('transaction', '2026-01-15', 'AUS'),
        ground('suspicionReport', '2028-03-01', 'NZL'),
      ]),
    ).toBe('2033-03-01');
  });

  it('has no end while one period has not started', () => {
    expect(
      retainUntil([ground('identity', null, 'NZL'), ground('transaction', '2020-01-15', 'NZL')]),
    ).toBeUndefined();
    expect(retainUntil([])).toBeUndefined();
  });

  it('is lengthened and never shortened by a policy, and both countries’ law is no policy', () => {
    const nzOnly = [ground('identity', '2026-06-30', 'NZL')];
    expect(retainUntil(nzOnly, { years: 10, regulatedIn: ['NZL'] })).toBe('2036-06-30');
    expect(retainUntil(nzOnly, { years: 1, regulatedIn: ['NZL'] })).toBe('2031-06-30');
    expect(retainUntil(nzOnly, { years: 7, regulatedIn: ['NZL', 'AUS'] })).toBe('2031-06-30');
    expect(retainUntil(nzOnly, { years: 8, regulatedIn: ['NZL', 'AUS'] })).toBe('2034-06-30');
    expect(retainUntil(nzOnly, { years: 7, regulatedIn: ['NZL'] })).toBe('2033-06-30');
  });

  it('is never before the end of any ground, in any order', () => {
    const anyGround = fc.record({
      kind: fc.constantFrom(...kinds),
      startOn: fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2010-01-01', days)),
      jurisdictions: fc.constantFrom<Jurisdiction[][]>(['NZL'], ['AUS'], ['NZL', 'AUS']),
    });
    fc.assert(
      fc.property(fc.array(anyGround, { minLength: 1, maxLength: 6 }), (grounds) => {
        const until = retainUntil(grounds) ?? '';
        for (const ground of grounds) expect(until >= (retainUntil([ground]) ?? '')).toBe(true);
        expect(grounds.map((ground) => retainUntil([ground]))).toContain(until);
        expect(retainUntil([...grounds].reverse())).toBe(until);
      }),
    );
  });
});

describe('when records are destroyed', () => {
  const due = (on: string, more: { legalHold?: boolean; suspicionOpen?: boolean } = {}) =>
    isDueForDestruction({
      retainUntil: '2031-06-30',
      on,
      legalHold: false,
      suspicionOpen: false,
      ...more,
    });

  it('is due the day after retention ends', () => {
    expect(due('2031-06-29')).toBe(false);
    expect(due('2031-06-30')).toBe(false);
    expect(due('2031-07-01')).toBe(true);
  });

  it('returns the same for a legal hold and an open suspicion', () => {
    expect(due('2040-01-01', { legalHold: true })).toBe(false);
    expect(due('2040-01-01', { suspicionOpen: true })).toBe(false);
  });

  it('is never due without a last day', () => {
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

  it('includes drafts after 90 days', () => {
    expect(abandonedUntil('2026-01-01')).toBe('2026-04-01');
  });

  const undecided = {
    decidedOn: null,
    endedOn: null,
    lastTouchedOn: '2026-11-21',
    referredCaseOpen: false,
  };

  it.each([
    ['the decision', { decidedOn: '2026-11-23' }, '2026-11-30'],
    ['the end without a decision', { endedOn: '2026-11-20' }, '2026-11-27'],
    [
      'the end of a former round, whatever is decided in a later one',
      { endedOn: '2026-11-20', decidedOn: '2026-12-20' },
      '2026-11-27',
    ],
    ['30 days without a change', {}, '2026-12-28'],
    ['90 days without a change of a referred case', { referredCaseOpen: true }, '2027-02-26'],
  ])('retains images for 7 days after %s', (_, facts, until) => {
    expect(biometricImagesUntil({ ...undecided, ...facts })).toBe(until);
  });

  it('states in the purge schedule the days that the rules apply', () => {
    const text = (code: string) => purgeSchedule.find((clock) => clock.code === code)?.when ?? '';
    const days = (code: string) =>
      (text(code).match(/\d+ days/g) ?? []).map((found) => Number.parseInt(found, 10));
    expect(days('biometricImages')).toEqual([
      daysBetween('2026-11-23', biometricImagesUntil({ ...undecided, decidedOn: '2026-11-23' })),
      abandonedVerificationDays,
      abandonedDays,
    ]);
    expect(days('identityNumbers')).toEqual([abandonedVerificationDays]);
    expect(biometricImageDays).toBe(7);
  });
});
