import { shortNameLengths, standsForWords } from './align-words.ts';
import { getLetters } from './letter-mask.ts';
import type { NameWord } from './name-words.ts';
import { joinedWord, type PreparedName, type PreparedWord } from './prepared-name.ts';

/** Maximum weight that an initial can pair: that of the heaviest word. */
export const maxWordWeight = 1.15;

function isFindable(word: PreparedWord): boolean {
  return word.role !== 'particle' && word.role !== 'title' && word.role !== 'initial';
}

/** Words that names are found by; all words if there are none. */
export function findableWords(name: PreparedName): PreparedWord[] {
  const firm = name.words.filter(isFindable);
  return firm.length > 0 ? firm : name.words;
}

export function weigh(words: readonly PreparedWord[]): number {
  return words.reduce((sum, word) => sum + word.weight, 0);
}

/** Number of distinguishing words. */
export function countDistinctive(words: readonly PreparedWord[]): number {
  return words.reduce((count, { role }) => (role === 'telling' ? count + 1 : count), 0);
}

/** First letters of a name's words, as bits. */
export function firstLetters(name: PreparedName): number {
  return name.words.reduce((bits, { text }) => bits | getLetters(text.slice(0, 1)), 0);
}

/** A letter, or letters, that can stand for several words of the other name. */
export interface ShortWord {
  letters: number;
  length: number;
  /** Its weight in addition to the small words, which include initials. */
  weight: number;
}

/** Initials and acronyms of a name that can stand for words of the other; no letters for a digit. */
export function getShortWords(name: PreparedName): ShortWord[] {
  return name.words
    .filter((word) => word.role === 'initial' || standsForWords(name, word))
    .map(({ role, letters, text, weight }) => ({
      letters: Math.max(0, letters),
      length: text.length,
      weight: role === 'initial' ? 0 : weight,
    }));
}

/** Initials of neighbouring words that another name may have instead; see `standsForWords`. */
export function getInitialRuns(name: PreparedName): string[] {
  const [shortest, longest] = shortNameLengths[name.kind];
  const letters = name.words
    .filter(({ role }) => role !== 'particle' && role !== 'title')
    .map(({ text }) => text.slice(0, 1));
  const runs: string[] = [];
  for (let start = 0; start + shortest <= letters.length; start += 1) {
    for (let end = start + shortest; end <= Math.min(letters.length, start + longest); end += 1) {
      runs.push(letters.slice(start, end).join(''));
    }
  }
  return runs;
}

/** Neighbouring words joined to one, and their parts. */
export interface WordRun {
  word: NameWord;
  parts: readonly PreparedWord[];
}

/** All runs of neighbouring words of the permitted lengths whose words are all `wanted`. */
export function getRuns(
  name: PreparedName,
  length: number,
  read?: Parameters<typeof joinedWord>[3],
  wanted: (parts: readonly PreparedWord[]) => boolean = () => true,
): WordRun[] {
  const runs: WordRun[] = [];
  for (let start = 0; start + length <= name.words.length; start += 1) {
    const parts = name.words.slice(start, start + length);
    const word = wanted(parts) ? joinedWord(name, start, length, read) : null;
    if (word !== null) runs.push({ word, parts });
  }
  return runs;
}
