import { describe, expect, it } from 'vitest';
import { screenChanged } from '#rules/screening/rescreen-changes.ts';
import { isMatch, isNameMatch, scoreEntity } from '#rules/screening/score-entity.ts';
import { buildScreeningIndex } from '#rules/screening/screening-index.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';

const listed: ListedEntity = {
  id: '1',
  schema: 'Person',
  names: [
    { text: 'Konstantin Wasserberg', quality: 'primary' },
    { text: 'The Watchmaker', quality: 'weakAlias' },
  ],
  birthDates: [{ on: '1970-03-12' }],
  birthPlaces: [],
  countries: ['DEU'],
  gender: 'male',
  identifiers: [{ type: 'Passport', number: 'C01-X00.T47', country: 'DEU' }],
  addresses: [],
  topics: ['sanction'],
  programmes: [],
};

const subject = (more: Partial<ScreeningSubject> = {}): ScreeningSubject => ({
  id: 's',
  schema: 'Person',
  names: ['Konstantin Wasserberg'],
  countries: [],
  identifiers: [],
  ...more,
});

const getScore = (more: Partial<ScreeningSubject>, birthDateMatching: BirthDateMatching = 'exact') =>
  scoreEntity(subject(more), listed, { birthDateMatching });

describe('scoreEntity', () => {
  it.each([
    ['nothing else known', {}, 1],
    ['born on another day of the year', { birthDate: '1970-08-20' }, 0.75],
    ['born on another day of another year', { birthDate: '1981-08-20' }, 0.6],
    ['born in another year', { birthDate: '1981' }, 0.85],
    ['day and month swapped', { birthDate: '1970-12-03' }, 0.95],
    ['born a year before', { birthDate: '1969-03-12' }, 0.9],
    ['one digit of the birth date wrong', { birthDate: '1970-03-17' }, 0.9],
    ['another country', { countries: ['NZL'] }, 0.8],
    ['another gender', { gender: 'female' as const }, 0.8],
    ['a weak alias', { names: ['Watchmaker The'] }, 0.8],
    ['a number alone', { names: ['Peter Okafor'], identifiers: [{ number: 'c01x00t47' }] }, 0.85],
    [
      'another country’s number',
      { names: ['Peter Okafor'], identifiers: [{ number: 'C01X00T47', country: 'NZL' }] },
      0,
    ],
    ['no person', { schema: 'Vessel' as const }, 0],
  ])('%s', (_, more, score) => {
    const found = getScore(more);
    expect(found.score).toBeCloseTo(score, 4);
    expect(found.features.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(found.score, 4);
  });

  it('ignores dates of birth or compares only years by setting', () => {
    expect(getScore({ birthDate: '1981-08-20' }, 'off').score).toBe(1);
    expect(getScore({ birthDate: '1981-08-20' }, 'sameYear').score).toBe(0.85);
    expect(getScore({ birthDate: '1970-08-20' }, 'sameYear').score).toBe(1);
  });

  it('describes the comparison', () => {
    const { features } = getScore({
      names: ['Waserberg, Konstantin'],
      birthDate: '1970-03-12',
      countries: ['NZL'],
    });
    expect(features.map(({ name, finding }) => [name, finding])).toEqual([
      ['name', 'Words in another order; Waserberg sounds like Wasserberg'],
      ['birthDate', 'Same date of birth: listed 12 Mar 1970; recorded 12 Mar 1970'],
      ['country', 'No country in common'],
    ]);
  });
});

describe('isMatch', () => {
  const contradicted = getScore({ birthDate: '1999-08-20', countries: ['NZL'], gender: 'female' });

  it('includes an identical name on a sanctions list regardless of other differences and threshold', () => {
    expect(contradicted.score).toBeCloseTo(0.2, 4);
    expect(isMatch(contradicted, ['sanction'], 1)).toBe(true);
    expect(isMatch(contradicted, ['crime', 'sanction'], 0.7)).toBe(true);
    expect(isNameMatch(contradicted, ['sanction'], 0.7)).toBe(true);
    expect(isNameMatch(contradicted, ['sanction'], 0.2)).toBe(false);
  });

  it('leaves an identical name on another list, a weak alias, and a similar name to the threshold', () => {
    expect(isMatch(contradicted, ['pep'], 0.7)).toBe(false);
    const weak = getScore({ names: ['The Watchmaker'], birthDate: '1999-08-20' });
    expect(isMatch(weak, ['sanction'], 0.7)).toBe(false);
    const near = getScore({ names: ['Konstantin Waserberg'], birthDate: '1999-08-20' });
    expect(isMatch(near, ['sanction'], 0.7)).toBe(false);
    expect(isMatch(near, ['sanction'], near.score)).toBe(true);
  });
});

describe('an index of lists', () => {
  const other: ListedEntity = {
    ...listed,
    id: '2',
    schema: 'Organization',
    names: [{ text: 'Kestrel Shipping GmbH', quality: 'primary' }],
    birthDates: [],
    identifiers: [],
    topics: ['crime'],
  };
  const index = buildScreeningIndex([
    { id: 'a', entities: [listed] },
    { id: 'b', entities: [other] },
  ]);
  const options = { threshold: 0.7, birthDateMatching: 'exact' as const };
  const ids = (asked: ScreeningSubject, more = {}) =>
    index.search(asked, { ...options, ...more }).map(({ entity }) => entity.id);

  it.each([
    'Konstantin Wasserberg',
    'wasserberg konstantin',
    'KonstantinWasserberg',
    'Konstantn Wasserbreg',
    'Константин Вассерберг',
    'K. Wasserberg',
  ])('finds %s with the score of scoreEntity', (name) => {
    const asked = subject({ names: [name] });
    const [hit] = index.search(asked, options);
    expect(hit?.listId).toBe('a');
    expect(hit?.score).toEqual(scoreEntity(asked, listed, options));
  });

  const swapped = { birthDate: '1970-12-03' };
  const anothers = { birthDate: '1999-08-20', countries: ['NZL'], gender: 'female' as const };

  it.each([0.7, 0.97, 1])('finds an identical name on a sanctions list at a threshold of %d', (threshold) => {
    for (const more of [swapped, anothers, { names: ['Wasserberg, KONSTANTIN'], ...anothers }]) {
      expect(ids(subject(more), { threshold })).toEqual(['1']);
      const asked = subject(more);
      expect([...screenChanged('a', [listed], [asked], { ...options, threshold })]).toHaveLength(1);
    }
    expect(ids(subject({ names: ['Waserberg, Konstantin'], ...anothers }), { threshold })).toEqual([]);
    expect(ids({ ...subject(), schema: 'Organization', names: ['Kestral Shiping'] }, { threshold })).toEqual(
      threshold === 0.7 ? ['2'] : [],
    );
  });

  // Consecutive particles look like slips of other words: the pruning bound is too low for them.
  it.each(['Tcham Na Man', 'Saif-al-Din al-Mashhadani', 'Al-Ali', 'Abu Bakr'])(
    'finds %s under its own name at any threshold',
    (text) => {
      const names = [{ text, quality: 'primary' as const }];
      const own = buildScreeningIndex([{ id: 'a', entities: [{ ...listed, names }] }]);
      for (const threshold of [0.7, 0.9, 1]) {
        const asked = subject({ names: [text], birthDate: '1999-08-20' });
        expect([threshold, own.search(asked, { ...options, threshold }).length]).toEqual([threshold, 1]);
      }
    },
  );

  it('finds by number alone, respects lists and topics, and limits the results', () => {
    expect(ids(subject({ names: ['Peter Okafor'], identifiers: [{ number: 'C01 X00 T47' }] }))).toEqual([
      '1',
    ]);
    expect(ids(subject(), { listIds: ['b'] })).toEqual([]);
    expect(ids(subject(), { topics: ['crime'] })).toEqual([]);
    expect(ids(subject(), { limit: 0 })).toEqual([]);
    expect(ids({ ...subject(), schema: 'LegalEntity', names: ['Kestrel Shiping'] })).toEqual(['2']);
    expect(ids(subject({ names: ['\ud800', '', 'x'.repeat(1_000_000)] }))).toEqual([]);
  });

  it('finds the subjects affected by changed entities', () => {
    const subjects = [subject({ id: 'one', names: ['Peter Okafor'] }), subject({ id: 'two' })];
    const found = [...screenChanged('a', [listed], subjects, options)];
    expect(found.map((each) => each.subject.id)).toEqual(['two']);
  });
});
