/** The names that a person's record holds, as the wire has them. */
export type IndividualName = {
  kind: 'individual';
  /** Absent for a person of one name, which is the family name: a passport's primary identifier (ICAO Doc 9303-3, 4.6). */
  givenNames?: string | null;
  middleNames?: string | null;
  familyName: string;
};

export type BusinessName = { kind: 'business'; legalName: string };

export type ClientName = IndividualName | BusinessName;

/** Longest stored search and sort texts, in code points. */
export const longestSearchName = 1000;
export const longestSortName = 200;

/**
 * A name as it is kept: NFKC, no control, direction, zero-width or unpaired characters, single spaces, none at the ends.
 * Accents, case, apostrophes and hyphens stay as the person writes them. Idempotent.
 */
export function normaliseName(text: string): string {
  let current = text;
  // What is taken out can bring a letter and its mark together, which compose in the next pass.
  for (;;) {
    const next = current
      // NFKC would make a space and a combining accent of the acute that often stands for an apostrophe.
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

/** Letters that no decomposition turns into a–z, as they are written where the letter is missing. */
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

/** Combining accents of Latin, Greek and Cyrillic, and Arabic vowel signs; other scripts' marks are letters of a word. */
const accents = /[\u0300-\u036f\u064b-\u065f\u0670]/g;

/**
 * A name without case and accents: macrons, diacritics, ß, ø, æ, ł, đ and their like become plain letters (Ngāti is ngati,
 * Łukasz lukasz). Other scripts keep their letters.
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
 * The words of a name as people type them into a search: folded, apostrophes closed up, hyphens and dots opened.
 * "O'Brien-Smith" is obrien, smith. Also what two names are compared by.
 */
export function searchTerms(text: string): string[] {
  return withoutEmpty(foldName(text).replace(apostrophes, '').split(notInWord));
}

function cut(text: string, longest: number): string {
  return [...text].slice(0, longest).join('').trimEnd();
}

/**
 * What trigram search looks through: every name of a client (full, other, trading) as plain lower-case words, each word once.
 * A word with an apostrophe, hyphen or dot is there closed and open: "O'Brien" as obrien, o, brien; "Ngāti-Porou" as
 * ngatiporou, ngati, porou. Deterministic; at most 1,000 code points, cut at the end of a word.
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
  const kept: string[] = [];
  for (const token of tokens) {
    length += [...token].length + (kept.length === 0 ? 0 : 1);
    if (length > longestSearchName) break;
    kept.push(token);
  }
  return kept.join(' ');
}

/** Folded words closed up into one: a family name sorts letter by letter, so "Van der Berg" stands beside "Vanderberg". */
function closedUp(text: string): string {
  return searchTerms(text).join('');
}

function sortKey(name: ClientName): string {
  if (name.kind === 'business') {
    const words = searchTerms(name.legalName);
    return (words[0] === 'the' && words.length > 1 ? words.slice(1) : words).join(' ');
  }
  const family = closedUp(name.familyName);
  const given = searchTerms([name.givenNames ?? '', name.middleNames ?? ''].join(' ')).join(' ');
  return family !== '' && given !== '' ? `${family}, ${given}` : family + given;
}

/**
 * The key that lists sort by, in code-point order (COLLATE "C"): "family, given middle" for individuals ("family" for those of one name), the words of the name
 * without a leading "The" for businesses; folded. A comma comes before every letter, so Smith, Zoe stands before Smithson, Ann.
 * Deterministic, never empty for a name that is not blank, at most 200 code points.
 */
export function sortName(name: ClientName): string {
  const key = sortKey(name);
  if (key !== '') return cut(key, longestSortName);
  // A name of signs alone ("!!!") has no words to sort by, and one of accents alone nothing left when folded.
  const shown = displayName(name);
  return cut(foldName(shown) || shown, longestSortName);
}

/** The name that screens show: given, middle and family name, or the legal name. */
export function displayName(name: ClientName): string {
  return name.kind === 'business'
    ? normaliseName(name.legalName)
    : normaliseName([name.givenNames ?? '', name.middleNames ?? '', name.familyName].join(' '));
}
