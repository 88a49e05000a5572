import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exposureBrought,
  isBetterSurvivor,
  joinedEnd,
  joinProblems,
  joinRecords,
  levelHeld,
  type MergeableRecord,
  type MergeCandidate,
  mergeDifferences,
  mergeFieldKeys,
  mergeProblems,
  needsScreening,
  type ScreeningFacts,
} from '#rules/client-merging/merging.ts';
import { clientStatuses, type SanctionsStatus } from '#rules/clients/client-types.ts';
import { currentClientStatuses } from '#rules/lifecycles/clients.ts';

const candidate = (id: string, more: Partial<MergeCandidate> = {}): MergeCandidate => ({
  id,
  displayName: `Client ${id}`,
  kind: 'individual',
  status: 'active',
  isBeingDestroyed: false,
  hasOpenBusinessVerification: false,
  ...more,
});

type Person = MergeableRecord & {
  externalId: string | null;
  email: string | null;
  phone: string | null;
  addresses: unknown[];
};

const person = (more: Partial<Person> = {}, individual: Record<string, unknown> = {}): Person => ({
  displayName: 'Aroha Example',
  clientType: 'individual',
  individual: {
    givenNames: 'Aroha',
    middleNames: null,
    familyName: 'Example',
    dateOfBirth: '1985-03-12',
    otherNames: [],
    tradingNames: [],
    ...individual,
  },
  business: null,
  tags: [],
  relationshipStartedOn: null,
  externalId: null,
  email: null,
  phone: null,
  addresses: [],
  ...more,
});

describe('problems of a merge', () => {
  it('are none between two current clients of a kind', () => {
    expect(mergeProblems(candidate('a'), candidate('b', { status: 'dormant' }))).toEqual([]);
    expect(mergeProblems(candidate('a', { status: 'dormant' }), candidate('b'))).toEqual([]);
  });

  it.each([
    [candidate('a'), candidate('a'), 'itself'],
    [candidate('a'), candidate('b', { kind: 'business' }), 'two clients'],
    [candidate('a'), candidate('b', { status: 'merged' }), 'merged already'],
    [candidate('a', { status: 'merged' }), candidate('b', { status: 'draft' }), 'merged already'],
    [candidate('a', { status: 'archived' }), candidate('b', { status: 'draft' }), 'archived'],
    [candidate('a', { status: 'draft' }), candidate('b'), 'other way round'],
    [candidate('a', { status: 'exited' }), candidate('b', { status: 'onboarding' }), 'other way round'],
    [candidate('a', { isBeingDestroyed: true }), candidate('b'), 'destruction of Client a'],
    [candidate('a'), candidate('b', { isBeingDestroyed: true }), 'destruction of Client b'],
    [
      candidate('a', { kind: 'business', hasOpenBusinessVerification: true }),
      candidate('b', { kind: 'business', hasOpenBusinessVerification: true }),
      'in progress',
    ],
  ])('case %#', (survivor, merged, text) => {
    const problems = mergeProblems(survivor, merged);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(text);
  });

  it('never end a relationship, and leave one way for any two statuses that are not merged', () => {
    const statuses = clientStatuses.filter((status) => status !== 'merged');
    for (const one of statuses) {
      for (const other of statuses) {
        const [a, b] = [candidate('a', { status: one }), candidate('b', { status: other })];
        const ways = [mergeProblems(a, b), mergeProblems(b, a)].filter((problems) => problems.length === 0);
        if (one !== 'archived' || other !== 'archived')
          expect(ways.length, `${one} ${other}`).toBeGreaterThan(0);
        const isCurrent = (status: string) => (currentClientStatuses as readonly string[]).includes(status);
        if (isCurrent(other) && !isCurrent(one)) expect(mergeProblems(a, b)).not.toEqual([]);
      }
    }
  });
});

describe('the better surviving record', () => {
  const older = '2025-01-01T00:00:00.000Z';
  const newer = '2026-01-01T00:00:00.000Z';
  it('is further on, then has the stronger evidence, then is older', () => {
    const draft = { status: 'draft' as const, verified: 3, createdAt: older };
    const active = { status: 'active' as const, verified: 0, createdAt: newer };
    expect(isBetterSurvivor(active, draft)).toBe(true);
    expect(isBetterSurvivor(draft, active)).toBe(false);
    expect(isBetterSurvivor({ ...active, verified: 1 }, { ...active, createdAt: older })).toBe(true);
    expect(isBetterSurvivor(active, { ...active, createdAt: older })).toBe(false);
  });
});

describe('joined records', () => {
  it('differ in what both have, or only the merged one', () => {
    const ours = person({ email: 'a@example.com', externalId: 'X1' });
    const theirs = person({ email: 'b@example.com', phone: '+6421000000' });
    expect(mergeDifferences(ours, theirs).map(({ key, fills }) => [key, fills])).toEqual([
      ['email', false],
      ['phone', true],
    ]);
  });

  it('have both names: the one that does not remain becomes a further name', () => {
    const ours = person({ displayName: 'Aroha Example', tags: ['vip'] }, { otherNames: ['Ro'] });
    const theirs = person(
      { displayName: 'Aroha Exampel', tags: ['vip', 'trust'], relationshipStartedOn: '2020-01-01' },
      { familyName: 'Exampel', otherNames: ['Ari'] },
    );
    const joined = joinRecords(ours, theirs, []);
    expect(joined.individual?.otherNames).toEqual(['Aroha Exampel', 'Ro', 'Ari']);
    expect(joined).toMatchObject({ tags: ['vip', 'trust'], relationshipStartedOn: '2020-01-01' });
    const taken = joinRecords(ours, theirs, ['name']);
    expect(taken.individual).toMatchObject({
      familyName: 'Exampel',
      otherNames: ['Aroha Example', 'Ro', 'Ari'],
    });
    expect(ours.individual?.familyName).toBe('Example');
  });

  it('have for each detail the value of the record that was chosen, and lose no tag or name', () => {
    const text = fc.option(fc.string({ minLength: 1, maxLength: 5 }), { nil: null });
    const record = fc
      .record({
        externalId: text,
        email: text,
        phone: text,
        tags: fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 5 }),
        names: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 3 }),
        familyName: fc.string({ minLength: 1, maxLength: 5 }),
        dateOfBirth: text,
      })
      .map(({ names, familyName, dateOfBirth, ...rest }) =>
        person(
          { ...rest, displayName: `Aroha ${familyName}` },
          { familyName, dateOfBirth, otherNames: names },
        ),
      );
    fc.assert(
      fc.property(record, record, fc.subarray(mergeFieldKeys), (ours, theirs, taken) => {
        const joined = joinRecords(ours, theirs, taken);
        for (const key of ['externalId', 'email', 'phone'] as const) {
          expect(joined[key]).toBe((taken.includes(key) ? theirs : ours)[key]);
        }
        const from = (taken.includes('name') ? theirs : ours).individual;
        expect(joined.individual?.familyName).toBe(from?.familyName);
        expect(new Set(joined.tags)).toEqual(new Set([...ours.tags, ...theirs.tags]));
        const names = [`Aroha ${joined.individual?.familyName}`, ...(joined.individual?.otherNames ?? [])];
        for (const one of [ours, theirs]) {
          expect(names).toContain(one.displayName);
          for (const name of one.individual?.otherNames ?? []) expect(names).toContain(name);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('names and tags of joined records', () => {
  const names = (start: string, several: number) =>
    Array.from({ length: several }, (_, n) => `${start} ${n}`);

  it('are never cut: records of which more remain than a client can have are refused', () => {
    const type = fc.constantFrom('individual' as const, 'soleTrader' as const);
    const some = (max: number) =>
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 200 }), { maxLength: max });
    const record = fc
      .record({
        type,
        otherNames: some(10),
        tradingNames: some(10),
        tags: some(20),
        familyName: fc.string({ minLength: 1, maxLength: 240 }),
      })
      .map(({ type: clientType, otherNames, tradingNames, tags, familyName }) =>
        person(
          { clientType, tags, displayName: `Aroha ${familyName}` },
          { familyName, otherNames, tradingNames: clientType === 'soleTrader' ? tradingNames : [] },
        ),
      );
    fc.assert(
      fc.property(record, record, fc.subarray(['name', 'clientType']), (ours, theirs, taken) => {
        const joined = joinRecords(ours, theirs, taken);
        const { otherNames = [], tradingNames = [] } = joined.individual ?? {};
        const all = [`Aroha ${joined.individual?.familyName}`, ...otherNames, ...tradingNames];
        for (const { displayName, individual, tags } of [ours, theirs]) {
          expect(all).toEqual(
            expect.arrayContaining([
              displayName,
              ...(individual?.otherNames ?? []),
              ...(individual?.tradingNames ?? []),
            ]),
          );
          expect(joined.tags).toEqual(expect.arrayContaining(tags));
        }
        if (joined.clientType === 'individual') expect(tradingNames).toEqual([]);
        const fits =
          otherNames.length <= 10 &&
          tradingNames.length <= 10 &&
          joined.tags.length <= 20 &&
          [...otherNames, ...tradingNames].every((name) => name.length <= 200);
        expect(joinProblems(ours, theirs, taken).length === 0).toBe(fits);
      }),
      { numRuns: 300 },
    );
  });

  it('are refused with what to do', () => {
    const ours = person({ tags: names('tag', 15) }, { otherNames: names('One', 6) });
    const theirs = person(
      { displayName: 'Aroha Exampel', tags: names('label', 6) },
      { familyName: 'Exampel', otherNames: names('Two', 6) },
    );
    expect(joinProblems(ours, theirs, [])).toEqual([
      'Together they have 13 other names, and a client has at most 10. Remove 3 from either record first.',
      'Together they have 21 tags, and a client has at most 20. Remove 1 from either record first.',
    ]);
  });

  it('of a sole trader who is an individual now are other names', () => {
    const ours = person();
    const theirs = person({ clientType: 'soleTrader' }, { tradingNames: ['Example Bakery'] });
    expect(joinRecords(ours, theirs, []).individual).toMatchObject({
      otherNames: ['Example Bakery'],
      tradingNames: [],
    });
    expect(joinRecords(ours, theirs, ['clientType']).individual).toMatchObject({
      otherNames: [],
      tradingNames: ['Example Bakery'],
    });
  });
});

describe('a screening after the merge', () => {
  const facts = (sanctionsStatus: SanctionsStatus, more: Partial<ScreeningFacts> = {}): ScreeningFacts => ({
    record: person(),
    sanctionsStatus,
    isScreeningOutdated: false,
    ...more,
  });
  const renamed = person({ displayName: 'Aroha Exampel' }, { familyName: 'Exampel' });

  it.each([
    ['by the same names', facts('clear'), facts('clear'), false],
    [
      'by another spelling of case and accents',
      facts('clear'),
      facts('clear', { record: person({ displayName: 'ĀROHA example' }) }),
      false,
    ],
    ['by another name', facts('clear'), facts('clear', { record: renamed }), true],
    [
      'by another trading name',
      facts('clear'),
      facts('clear', { record: person({}, { tradingNames: ['Bakery'] }) }),
      true,
    ],
    ['of a record not screened', facts('clear'), facts('notChecked'), true],
    [
      'of a record screened by other details',
      facts('clear'),
      facts('clear', { isScreeningOutdated: true }),
      true,
    ],
    ['of a client not screened', facts('notChecked'), facts('potential'), true],
    ['of two records not screened', facts('notChecked'), facts('notChecked', { record: renamed }), false],
  ])('%s', (_what, survivor, merged, expected) => {
    expect(needsScreening(survivor, merged)).toBe(expected);
  });
});

describe('what moves to the surviving client', () => {
  it('is the higher risk, if it is above the lowest', () => {
    expect(levelHeld(null, 'low')).toBeNull();
    expect(levelHeld(null, 'medium')).toBe('medium');
    expect(levelHeld('low', 'high')).toBe('high');
    expect(levelHeld('high', 'medium')).toBeNull();
    expect(levelHeld('medium', 'medium')).toBeNull();
    expect(levelHeld('high', null)).toBeNull();
  });

  it('is the later end of a relationship, and none while there is one', () => {
    const none = { endedOn: null, isKnownFrom: false, retainUntil: null };
    const ended = { endedOn: '2020-05-01', isKnownFrom: true, retainUntil: '2027-05-01' };
    const later = { endedOn: '2021-05-01', isKnownFrom: false, retainUntil: '2026-05-01' };
    expect(joinedEnd('active', none, ended)).toEqual(none);
    expect(joinedEnd('onboarding', none, ended)).toEqual(ended);
    expect(joinedEnd('exited', later, ended)).toEqual({
      endedOn: '2021-05-01',
      isKnownFrom: false,
      retainUntil: '2027-05-01',
    });
  });

  it('is the stricter political exposure alone', () => {
    const none = { pepStatus: 'none' as const, pepOf: null };
    const unchecked = { pepStatus: 'notChecked' as const, pepOf: null };
    const foreign = { pepStatus: 'foreign' as const, pepOf: null };
    const domestic = { pepStatus: 'domestic' as const, pepOf: null };
    expect(exposureBrought(unchecked, none)).toBeNull();
    expect(exposureBrought(none, domestic)).toEqual(domestic);
    expect(exposureBrought(domestic, foreign)).toEqual(foreign);
    expect(exposureBrought(foreign, domestic)).toBeNull();
    expect(exposureBrought(foreign, foreign)).toBeNull();
  });
});
