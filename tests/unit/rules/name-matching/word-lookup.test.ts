import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NameWord, readWord } from '#rules/name-matching/name-words.ts';
import { lookupInSteps } from '#rules/name-matching/word-lookup.ts';
import { wordMatchScore } from '#rules/name-matching/word-match-score.ts';
import { isMatch, scoreEntity } from '#rules/screening/score-entity.ts';
import { buildScreeningIndex } from '#rules/screening/screening-index.ts';
import type { ListedEntity, ScreeningSubject } from '#rules/screening/screening-records.ts';
import { misspellings } from '#tests/support/files/misspellings.ts';

/** Few letters, so that many words are similar. */
const letters = fc.stringMatching(/^[aeihklmnrstxz]{2,9}$/);
const script = fc.constantFrom('letters', 'letters', 'letters', 'withoutVowels', 'transcribed', 'syllables');
const anyWord = fc
  .tuple(letters, script)
  .map(([text, written]) => readWord(text, written as NameWord['script']))
  .filter((word) => word !== null);

function finished<Value>(steps: Generator<undefined, Value, undefined>): Value {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('word lookup', () => {
  it('finds exactly the similar words, with the similarity of a direct comparison', () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: 60 }), anyWord, (words, asked) => {
        const { byPlace } = finished(lookupInSteps(words, 0.01)).find(asked);
        const compared = words.flatMap((word, at) => {
          const likeness = wordMatchScore(asked, word);
          return likeness.value > 0 ? [[at, likeness] as const] : [];
        });
        expect(new Map([...byPlace].sort(([a], [b]) => a - b))).toEqual(new Map(compared));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['with a doubled letter in its middle', 'as', 'anns'],
    ['that sounds much shorter than it is written', 'at', 'hhhhatt'],
  ])('finds a word %s', (_, item, other) => {
    const [asked, word] = [readWord(item), readWord(other)];
    if (asked === null || word === null) throw new Error('Both are words.');
    for (const [a, b] of [
      [asked, word],
      [word, asked],
    ] as const) {
      expect(finished(lookupInSteps([b], 0.01)).find(a).byPlace).toEqual(
        new Map([[0, wordMatchScore(a, b)]]),
      );
    }
  });
});

const parts = [
  'ahmad rahim sokolov maria kim chol tariq mansur abdul al abu haji ben wasserberg ivan petrov lee jo',
  'albert benjamin mullah jean claude jc j m hasni mohammadhasni acme trading company fund ii bank of new zealand nzb',
].flatMap((line) => line.split(' '));
const anyName = fc
  .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const options = { threshold: 0.7, birthDateMatching: 'exact' } as const;

const entity = (schema: ListedEntity['schema'], text: string, at: number): ListedEntity => ({
  id: String(at),
  schema,
  names: [{ text, quality: 'primary' }],
  birthDates: [],
  birthPlaces: [],
  countries: [],
  identifiers: [],
  addresses: [],
  topics: ['sanction'],
  programmes: [],
});

const subject = (schema: ListedEntity['schema'], name: string): ScreeningSubject => ({
  id: 's',
  schema,
  names: [name],
  countries: [],
  identifiers: [],
});

describe('name index', () => {
  it('finds what a comparison with every name finds, with the same score and reasons', () => {
    const schema = fc.constantFrom('Person' as const, 'Organization' as const);
    fc.assert(
      fc.property(
        schema,
        fc.array(anyName, { minLength: 1, maxLength: 30 }),
        anyName,
        fc.nat(),
        fc.constantFrom(0.7, 0.7, 0.7, 0.5, 0.6, 0.85, 1),
        (kind, names, name, seed, threshold) => {
          const asking = { ...options, threshold };
          const listed = names.map((text, at) => entity(kind, text, at));
          const text = misspellings(seed)(name, 2);
          // A name of initials alone is not a candidate for any of them.
          fc.pre(/\p{L}{2}/u.test(text));
          const asked = subject(kind, text);
          const found = buildScreeningIndex([{ id: 'list', entities: listed }]).search(asked, asking);
          const compared = listed.flatMap((each) => {
            const score = scoreEntity(asked, each, asking);
            return isMatch(score, each.topics, threshold) ? [[each.id, score] as const] : [];
          });
          expect(new Map(found.map((hit) => [hit.entity.id, hit.score]))).toEqual(new Map(compared));
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ['"father of" misspelt', 'aabu tariq', 'maria abu'],
    ['"father of" misspelt on the list', 'abu tariq', 'aabu maria'],
    ['a particle that is a diminutive', 'pterov albert', 'petrov maria al'],
    ['a diminutive that is a particle', 'pterov al', 'petrov maria albert'],
    ['nothing but particles', 'abu ben', 'tariq ben abu'],
    ['nothing but a title and a general word', 'abdddul haji', 'haji abdul abu'],
    ['a title that is a name', 'mullah abdul', 'mullah'],
    ['letters that stand for words', 'abdul im', 'ivan mansur'],
    ['words that letters stand for', 'ivan mansur', 'abdul im'],
    ['letters of which two are the same', 'ivan igor', 'ii'],
    ['an initial', 'general jean', 'j'],
    ['initials on either side', 'j smith', 'jean s'],
    ['two initials behind the same leading word', 'abu j a lee', 'abu jo ahmad'],
  ])('finds %s, as a direct comparison does', (_, asked, listed) => {
    const index = buildScreeningIndex([{ id: 'list', entities: [entity('Person', listed, 0)] }]);
    const compared = scoreEntity(subject('Person', asked), entity('Person', listed, 0), options);
    expect(compared.score).toBeGreaterThanOrEqual(options.threshold);
    expect(index.search(subject('Person', asked), options).map(({ score }) => score)).toEqual([compared]);
  });

  it('finds the same in any order of the parts', () => {
    const index = buildScreeningIndex([
      { id: 'list', entities: [entity('Person', 'Tariq Ahmad Wasserberg', 0)] },
    ]);
    const words = ['Tariq', 'Ahmad', 'Wasserberg'];
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: 3 }), (order) => {
        expect(index.search(subject('Person', order.join(' ')), options)[0]?.score.score).toBe(1);
      }),
    );
  });
});
