import { countries } from '#rules/countries.ts';
import {
  connectives,
  type FormClass,
  forms,
  formsBesidePeople,
  formWords,
  generalBusinessWords,
  maxLegalFormWords,
  numberWords,
  placeWords,
  romanValue,
  spellings,
} from './company-terms.ts';
import { editCost, wholeLetter } from './edit-distance.ts';
import { type NameWord, readWord, readWords, type WordScript } from './name-words.ts';
import { commonNames, particles, patronymic, servantTerms, suffixes, titles } from './person-name-terms.ts';
import { phoneticKey } from './phonetic-keys.ts';

/** Function of a word in a name. `telling`: it distinguishes the name. */
type WordRole = 'telling' | 'general' | 'place' | 'number' | 'initial' | 'particle' | 'title';

export interface PreparedWord extends NameWord {
  role: WordRole;
  /** Weight relative to the other words of the name. */
  weight: number;
  /** An acronym: its letters stand for words, so none of them is treated as a typing error. */
  isAcronym: boolean;
}

/** A parsed name, ready for repeated comparison. */
export interface PreparedName {
  text: string;
  kind: 'person' | 'body';
  words: PreparedWord[];
  form: FormClass | null;
  /** Total weight of the distinguishing and general words. */
  weight: number;
  /** Joined neighbours, computed on first use; see `joinedWord`. */
  joined: (NameWord | null | undefined)[];
}

/** Weights by role: weakly distinguishing words decide only if all others are alike. */
const roleWeights = {
  general: 0.45,
  place: 0.5,
  number: 0.35,
  initial: 0.4,
  particle: 0.1,
  title: 0.04,
} as const;
const connectiveWeight = 0.05;

/** Short words coincide more often than long ones. */
function lengthWeight(length: number): number {
  if (length <= 2) return 0.7;
  if (length === 3) return 0.85;
  if (length === 4) return 0.95;
  return length < 8 ? 1 : 1.15;
}

const commonSounds = new Set(commonNames.map(phoneticKey));
const commonWeight = 0.7;
const patronymicWeight = 0.65;
const servantWeight = 0.4;

/** Digits that replace similar letters, used to evade name searches. */
const lookalikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
};

function withLettersForFigures(word: NameWord): NameWord {
  if (!/[a-z]/.test(word.text) || !/[0-9]/.test(word.text)) return word;
  return readWord(word.text.replace(/[0-9]/g, (figure) => lookalikes[figure] ?? figure)) ?? word;
}

function personRole(word: NameWord): { role: WordRole; weight: number } {
  const { text } = word;
  if (text.length === 1) return { role: 'initial', weight: roleWeights.initial };
  if (particles.has(text)) return { role: 'particle', weight: roleWeights.particle };
  if (titles.has(text) || suffixes.has(text) || formsBesidePeople.has(text)) {
    return { role: 'title', weight: roleWeights.title };
  }
  if (servantTerms.has(text)) return { role: 'general', weight: servantWeight };
  const weight = lengthWeight(text.length);
  if (patronymic.test(text)) return { role: 'telling', weight: patronymicWeight };
  return { role: 'telling', weight: commonSounds.has(word.sound) ? weight * commonWeight : weight };
}

function preparePerson(text: string): PreparedName {
  const read = readWords(text).map(withLettersForFigures);
  let words: PreparedWord[] = read.map((word) => ({ ...word, ...personRole(word), isAcronym: false }));
  // Titles and particles are names where there are no other words: "Haji", "Van De".
  if (!words.some((word) => word.role === 'telling' && word.text.length > 1)) {
    words = words.map((word) =>
      word.role === 'title' || word.role === 'particle'
        ? { ...word, role: 'telling', weight: lengthWeight(word.text.length) * commonWeight }
        : word,
    );
  }
  return finish(text, 'person', words, null);
}

const jurisdictionLabels = new Set(
  countries.flatMap(({ name }) => {
    const words = readWords(name);
    return words.length === 1 ? words.map((word) => word.text) : [];
  }),
);

const dottedLetters = /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){1,9}\p{L}(?![\p{L}\p{N}'’])\.?/gu;

/** Joins dotted letters to one word: A.B.C. is ABC, G.m.b.H. is GmbH. Danish writes A/S. */
function withDotsClosed(text: string): string {
  return text
    .replace(dottedLetters, (letters) => ` ${letters.replace(/[.\s]/g, '')} `)
    .replace(/\b([aks])\/([slb])\b/gi, '$1$2');
}

/** Joins single letters in a row to one word: A B C is ABC, S A is SA. */
function withLettersJoined(words: readonly NameWord[]): { word: NameWord; isJoined: boolean }[] {
  const joined: { word: NameWord; isJoined: boolean }[] = [];
  let run = '';
  const close = () => {
    const word = run === '' ? null : readWord(run);
    if (word !== null) joined.push({ word, isJoined: run.length > 1 });
    run = '';
  };
  for (const word of words) {
    if (word.text.length === 1 && /[a-z]/.test(word.text)) {
      run += word.text;
    } else {
      close();
      joined.push({ word, isJoined: false });
    }
  }
  close();
  return joined;
}

const formWordByMisspelling = new Map<string, string>();

/** The legal form's word that a word matches; one wrong letter is tolerated in long ones. */
function asFormWord(word: string): string {
  if (word.length < 5) return word;
  const known = formWordByMisspelling.get(word);
  if (known !== undefined) return known;
  const meant =
    formWords.find((formWord) => formWord === word) ??
    formWords.find(
      (formWord) =>
        Math.abs(formWord.length - word.length) <= 1 && editCost(formWord, word, wholeLetter) <= wholeLetter,
    ) ??
    word;
  // Bounds the cache: names are unlimited, words of legal forms are not.
  if (formWordByMisspelling.size < 50_000) formWordByMisspelling.set(word, meant);
  return meant;
}

/** Single-word forms that are also names, and count as forms only at the end or the start. */
function extractForms<T extends { word: NameWord }>(
  words: readonly T[],
): { rest: T[]; form: FormClass | null } {
  const isForm = new Array<boolean>(words.length).fill(false);
  let form: FormClass | null = null;
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(maxLegalFormWords, words.length - start); length >= 1; length -= 1) {
      const phrase = words.slice(start, start + length).map(({ word }) => asFormWord(word.text));
      const kind = forms.get(phrase.join(' '));
      const standsAside = start === 0 || start + length === words.length;
      // Two letters in the middle of a name are rarely its legal form.
      if (
        kind === undefined ||
        (length === 1 && (phrase[0] ?? '').length <= 2 && !standsAside && start < words.length - 2)
      )
        continue;
      isForm.fill(true, start, start + length);
      if (form === null || form === 'any') form = kind;
      start += length - 1;
      break;
    }
  }
  const rest = words.filter((_, at) => !isForm[at]);
  return rest.length === 0 ? { rest: [...words], form: null } : { rest, form };
}

/** Recognises numbers: 44 for "forty-four" and "forty 4", 1 for "first", "1st" and, after other words, "I". */
function withNumbers<T extends { word: NameWord }>(words: readonly T[]): (T & { isNumber: boolean })[] {
  const result: (T & { isNumber: boolean })[] = [];
  let lastTens = false;
  words.forEach((entry, at) => {
    const { text } = entry.word;
    const figures = /^(\d+)(?:st|nd|rd|th)?$/.exec(text)?.[1];
    const roman = at > 0 ? romanValue(text) : null;
    const value = figures !== undefined ? Number(figures) : (numberWords.get(text) ?? roman);
    const previous = result.at(-1);
    if (value !== null && value !== undefined && value < 10 && lastTens && previous !== undefined) {
      const sum = readWord(String(Number(previous.word.text) + value));
      if (sum !== null) result[result.length - 1] = { ...entry, word: sum, isNumber: true };
      lastTens = false;
      return;
    }
    lastTens =
      value !== null &&
      value !== undefined &&
      value >= 20 &&
      value < 100 &&
      value % 10 === 0 &&
      figures === undefined;
    const number = value === null || value === undefined ? null : readWord(String(value));
    result.push(
      number === null ? { ...entry, isNumber: /\d/.test(text) } : { ...entry, word: number, isNumber: true },
    );
  });
  return result;
}

function bodyRole(text: string, isNumber: boolean): { role: WordRole; weight: number } {
  if (connectives.has(text)) return { role: 'particle', weight: connectiveWeight };
  if (isNumber) return { role: 'number', weight: roleWeights.number };
  if (placeWords.has(text) || jurisdictionLabels.has(text))
    return { role: 'place', weight: roleWeights.place };
  if (generalBusinessWords.has(text)) return { role: 'general', weight: roleWeights.general };
  return { role: 'telling', weight: lengthWeight(text.length) };
}

function spelled(word: NameWord): NameWord {
  const usual = spellings.get(word.text);
  return usual === undefined ? word : (readWord(usual) ?? word);
}

const placeAbbreviations: readonly (readonly [RegExp, string])[] = [
  [/\bunited states(?: of america)?\b/gi, ' us '],
  [/\bunited kingdom(?: of great britain)?\b/gi, ' uk '],
  [/\bu\.? ?s\.? ?a?\.?(?= )/gi, ' us '],
];

function prepareBody(text: string): PreparedName {
  const short = placeAbbreviations.reduce(
    (name, [long, word]) => name.replace(long, word),
    text.slice(0, 600),
  );
  const { rest, form } = extractForms(withLettersJoined(readWords(withDotsClosed(short))));
  const acronyms = new Set(
    [...short.matchAll(dottedLetters)].map(([letters]) => letters.replace(/[^\p{L}]/gu, '').toLowerCase()),
  );
  const words = withNumbers(rest).map(({ word: read, isJoined, isNumber }): PreparedWord => {
    const word = spelled(read);
    return { ...word, ...bodyRole(word.text, isNumber), isAcronym: isJoined || acronyms.has(read.text) };
  });
  return finish(text, 'body', words, form);
}

function finish(
  text: string,
  kind: PreparedName['kind'],
  words: PreparedWord[],
  form: FormClass | null,
): PreparedName {
  return { text, kind, words, form, weight: words.reduce((sum, word) => sum + word.weight, 0), joined: [] };
}

/** Parses the name of a person or an organisation. Never throws, for any text. */
export function prepareName(kind: PreparedName['kind'], text: string): PreparedName {
  return kind === 'person' ? preparePerson(text) : prepareBody(text);
}

/** Shorter ones are more likely another word. */
export const minJoinedLength = 5;
export const maxJoined = 3;

/**
 * Two or three neighbours as one word, computed once per name; null where they are too short. `read` may cache words.
 */
export function joinedWord(
  name: PreparedName,
  start: number,
  length: number,
  read: (text: string, script?: WordScript) => NameWord | null = readWord,
): NameWord | null {
  const place = start * maxJoined + length;
  const known = name.joined[place];
  if (known !== undefined) return known;
  const text = name.words
    .slice(start, start + length)
    .map((word) => word.text)
    .join('');
  const word = text.length < minJoinedLength ? null : read(text, name.words[start]?.script);
  name.joined[place] = word;
  return word;
}
