/** Names of an individual, as on the wire. */
type IndividualName = {
  kind: 'individual';
  /** Absent for a mononym, which is the family name: a passport's primary identifier (ICAO Doc 9303-3, 4.6). */
  givenNames?: string | null;
  middleNames?: string | null;
  familyName: string;
};

type BusinessName = { kind: 'business'; legalName: string };

export type ClientName = IndividualName | BusinessName;

/** Longest stored search and sort texts, in code points. */
export const maxSearchNameLength = 1000;
export const maxSortNameLength = 200;

/**
 * Name as stored: NFKC, no control, direction, zero-width or unpaired characters, single spaces, trimmed. Accents, case,
 * apostrophes and hyphens are preserved. Idempotent.
 */
export function normaliseName(text: string): string {
  let current = text;
  // Removing characters can join a letter and its mark, which compose in the next pass.
  for (;;) {
    const next = current
      // NFKC would turn an acute accent, often typed as an apostrophe, into a space and a combining accent.
      .replace(/´/g, "'")
      .normalize('NFKC')
      .replace(/[\s\p{Z}]+/gu, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .replace(/ {2,}/g, ' ')
      .trim();
    if (next === current) return current;
    current = next;
  }
}

/** Letters without a decomposition into a–z, and their usual substitutes. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
};

/** Combining accents of Latin, Greek and Cyrillic, and Arabic vowel signs; marks of other scripts are letters. */
const accents = /[\u0300-\u036f\u064b-\u065f\u0670]/g;

/**
 * Name without case and accents: macrons, diacritics, ß, ø, æ, ł, đ and the like become plain letters (Ngāti is ngati,
 * Łukasz lukasz). Other scripts are unchanged.
 */
export function foldName(text: string): string {
  return normaliseName(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/&/g, ' and ');
}

const apostrophes = /['‘’ʻʼ`′]/g;
const notInWord = /[^\p{L}\p{N}\p{M}]+/u;

function withoutEmpty(tokens: readonly string[]): string[] {
  return tokens.filter((token) => token !== '');
}

/**
 * Splits a name into search words: folded, apostrophes removed, hyphens and dots separating. "O'Brien-Smith" is obrien,
 * smith. Names are compared by these words as well.
 */
export function searchTerms(text: string): string[] {
  return withoutEmpty(foldName(text).replace(apostrophes, '').split(notInWord));
}

function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('').trimEnd();
}

/**
 * Text for trigram search: every name of a client (full, other, trading) as plain lower-case words, without duplicates.
 * A word with an apostrophe, hyphen or dot is included both joined and split: "O'Brien" as obrien, o, brien;
 * "Ngāti-Porou" as ngatiporou, ngati, porou. Deterministic; at most 1,000 code points, cut at the end of a word.
 */
export function searchName(parts: readonly (string | null | undefined)[]): string {
  const tokens = new Set<string>();
  for (const part of parts) {
    for (const word of foldName(part ?? '').split(' ')) {
      const closedApostrophes = word.replace(apostrophes, '');
      const variants = [
        withoutEmpty(closedApostrophes.split(notInWord)).join(''),
        ...closedApostrophes.split(notInWord),
        ...word.split(notInWord),
      ];
      for (const token of withoutEmpty(variants)) tokens.add(token);
    }
  }
  let length = 0;
  const remainingWords: string[] = [];
  for (const token of tokens) {
    length += [...token].length + (remainingWords.length === 0 ? 0 : 1);
    if (length > maxSearchNameLength) break;
    remainingWords.push(token);
  }
  return remainingWords.join(' ');
}

/** Joins folded words: a family name sorts letter by letter, so "Van der Berg" sorts beside "Vanderberg". */
function closedUp(text: string): string {
  return searchTerms(text).join('');
}

function sortKey(name: ClientName): string {
  if (name.kind === 'business') {
    const words = searchTerms(name.legalName);
    return (words[0] === 'the' && words.length > 1 ? words.slice(1) : words).join(' ');
  }
  const family = closedUp(name.familyName);
  const givenNames = searchTerms([name.givenNames ?? '', name.middleNames ?? ''].join(' ')).join(' ');
  return family !== '' && givenNames !== '' ? `${family}, ${givenNames}` : family + givenNames;
}

/**
 * Sort key in code-point order (COLLATE "C"): "family, given middle" for individuals ("family" for a mononym), the words of
 * the name without a leading "The" for businesses; folded. A comma sorts before every letter, so Smith, Zoe comes before
 * Smithson, Ann. Deterministic, never empty for a name that is not blank, at most 200 code points.
 */
export function sortName(name: ClientName): string {
  const key = sortKey(name);
  if (key !== '') return cut(key, maxSortNameLength);
  // A name of signs only ("!!!") has no words to sort by, and one of accents only is empty when folded.
  const fullName = displayName(name);
  return cut(foldName(fullName) || fullName, maxSortNameLength);
}

/** Display name: given, middle and family name, or the legal name. */
export function displayName(name: ClientName): string {
  return name.kind === 'business'
    ? normaliseName(name.legalName)
    : normaliseName([name.givenNames ?? '', name.middleNames ?? '', name.familyName].join(' '));
}
