import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClientName,
  displayName,
  foldName,
  maxSearchNameLength,
  maxSortNameLength,
  normaliseName,
  searchName,
  searchTerms,
  sortName,
} from '#rules/name-matching/name-normalisation.ts';

const person = (familyName: string, givenNames: string, middleNames?: string): ClientName => ({
  kind: 'individual',
  givenNames,
  middleNames,
  familyName,
});
const business = (legalName: string): ClientName => ({ kind: 'business', legalName });

/** Any text: whole planes, unpaired surrogates, and characters of names. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'O',
      "'",
      '’',
      '-',
      ' ',
      'é',
      'e',
      '\u0301',
      '\u200d',
      '\u202e',
      '´',
      'ß',
      '\t',
      '가',
      'が',
    ),
  }),
);

describe('normaliseName', () => {
  it.each([
    ['  Aroha \t\n  Example ', 'Aroha Example'],
    ['Zoe\u0308', 'Zoë'],
    ['A\u202ero\u200bha\u0000', 'Aroha'],
    ['Ａｒｏｈａ', 'Aroha'],
    ['e\u200b\u0301', 'é'],
    ['\ud800Ann', 'Ann'],
    ['O´Brien', "O'Brien"],
    ['O’Brien', 'O’Brien'],
    ['Ngāti-Porou', 'Ngāti-Porou'],
  ])('%j becomes %j', (text, expected) => expect(normaliseName(text)).toBe(expected));

  it('is idempotent, never throws, and leaves nothing invisible', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normaliseName(text);
        expect(normaliseName(once)).toBe(once);
        expect(once).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]| {2}|^ | $/u);
      }),
    );
  });
});

describe('searchName and searchTerms', () => {
  it.each([
    [["O'Brien"], 'obrien o brien'],
    [['O’Brien'], 'obrien o brien'],
    [['Ngāti-Porou'], 'ngatiporou ngati porou'],
    [['Te Whānau o Waipareira'], 'te whanau o waipareira'],
    [['Groß', 'Ærø', 'Łukasz', 'Đặng', 'Þór'], 'gross aero lukasz dang thor'],
    [['Jean-Luc O’Neill-Smith'], 'jeanluc jean luc oneillsmith oneill smith o neill'],
    [['J.P. Example & Co'], 'jp j p example and co'],
    [['Ann', null, undefined, '', 'Ann'], 'ann'],
    [['İstanbul ISTANBUL'], 'istanbul'],
    [['Пётр 王小明 محمّد'], 'петр 王小明 محمد'],
  ])('%j is searched as %j', (parts, expected) => expect(searchName(parts)).toBe(expected));

  it.each([
    ["o'brien", ['obrien']],
    ['O Brien', ['o', 'brien']],
    ['NGATI porou', ['ngati', 'porou']],
    ['  ', []],
  ])('%j is looked up as %j', (text, expected) => expect(searchTerms(text)).toEqual(expected));

  it('every search term is among the searchable words, in any accentuation', () => {
    fc.assert(
      fc.property(anyText, anyText, (given, family) => {
        const searched = new Set(searchName([given, family]).split(' '));
        for (const term of [...searchTerms(given), ...searchTerms(family)])
          expect(searched.has(term)).toBe(true);
      }),
    );
  });

  it('is deterministic, case-insensitive for Latin letters and bounded at the end of a word', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), (parts) => {
        const text = searchName(parts);
        expect(searchName([...parts])).toBe(text);
        expect([...text].length).toBeLessThanOrEqual(maxSearchNameLength);
      }),
    );
    const long = searchName(Array.from({ length: 400 }, (_, n) => `word${n}`));
    expect(long).toMatch(/^word0 .* word\d+$/);
    expect(long.length).toBeLessThanOrEqual(maxSearchNameLength);
    expect(searchName(['ÁRVÍZTŰRŐ'])).toBe(searchName(['árvíztűrő']));
  });

  it('folds a name without losing words', () => {
    expect(foldName('Māori & Pākehā')).toBe('maori  and  pakeha');
  });
});

describe('sortName', () => {
  it('sorts as users expect, in code-point order', () => {
    const expected = [
      person('de Groot', 'Jan'),
      person('Degroot', 'Karl'),
      person('Müller', 'Ada'),
      person('Muller', 'Ben'),
      person('O’Brien', 'Ann'),
      person("O'Brien", 'Bea'),
      person('OBrien', 'Cy'),
      person('Smith', 'Ann'),
      person('Smith', 'Ann', 'Beth'),
      person('Smith', 'Zoe'),
      person('Smith-Jones', 'Ann'),
      person('Smithson', 'Ann'),
      person('Ōtara', 'Moana'),
      person('Žižka', 'Jan'),
    ];
    const inOrder = expected.map(sortName).toSorted();
    const byFamily = [...expected.slice(0, 7), expected[12], ...expected.slice(7, 12), expected[13]];
    expect(inOrder).toEqual(byFamily.map((name) => sortName(name as ClientName)));
  });

  it.each([
    [person('Smith', 'Ann', 'Beth'), 'smith, ann beth'],
    [person('Ngāti-Porou', 'Hēmi'), 'ngatiporou, hemi'],
    [person('', 'Suharto'), 'suharto'],
    [person('Suharto', ''), 'suharto'],
    [business('The Example Company Limited'), 'example company limited'],
    [business('THE'), 'the'],
    [business('The The'), 'the'],
    [business('Theatre Trust'), 'theatre trust'],
    [business("Kelly's Café & Co"), 'kellys cafe and co'],
    [business('!!!'), '!!!'],
    [person('???', ''), '???'],
    [person('\u0301', ''), '\u0301'],
  ])('%j sorts as %j', (name, expected) => expect(sortName(name)).toBe(expected));

  it('is deterministic, bounded and never empty where the name is not', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (a, b, isBusiness) => {
        const name = isBusiness ? business(a) : person(a, b);
        const key = sortName(name);
        expect(sortName(name)).toBe(key);
        expect([...key].length).toBeLessThanOrEqual(maxSortNameLength);
        if (displayName(name) !== '') expect(key).not.toBe('');
        expect(key).not.toMatch(/\p{Cs}/u);
      }),
    );
    expect(sortName(business('𝄞'.repeat(500))).length).toBeLessThanOrEqual(maxSortNameLength * 2);
  });
});

describe('displayName', () => {
  it.each([
    [person('Example', ' Aroha ', 'Mere'), 'Aroha Mere Example'],
    [person('Example', 'Aroha'), 'Aroha Example'],
    [person('Suharto', ''), 'Suharto'],
    [{ kind: 'individual', givenNames: 'A', middleNames: null, familyName: 'B' } as const, 'A B'],
    [{ kind: 'individual', givenNames: null, familyName: ' Suharto ' } as const, 'Suharto'],
    [business(' The  Example Company '), 'The Example Company'],
  ])('%j is shown as %j', (name, expected) => expect(displayName(name)).toBe(expected));
});
