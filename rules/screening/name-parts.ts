import { countBits, lettersOf } from './letter-bounds.ts';
import type { NameWord } from './name-words.ts';
import { standsForWords } from './pair-words.ts';
import { joinedWord, type PreparedName, type PreparedWord } from './prepared-name.ts';

/** What an initial may take of the other name: the heaviest word. */
export const heaviestWord = 1.15;

export function isFindable(word: PreparedWord): boolean {
  return word.role !== 'particle' && word.role !== 'title' && word.role !== 'initial';
}

/** Words that names are found by; every word where there are no such. */
export function findableWords(name: PreparedName): PreparedWord[] {
  const firm = name.words.filter(isFindable);
  return firm.length > 0 ? firm : name.words;
}

export function weigh(words: readonly PreparedWord[]): number {
  return words.reduce((sum, word) => sum + word.weight, 0);
}

/** How many words tell this name from others. */
export function countTelling(words: readonly PreparedWord[]): number {
  return words.reduce((count, { role }) => (role === 'telling' ? count + 1 : count), 0);
}

/** The first letters of a name's words, a bit for each. */
export function firstLetters(name: PreparedName): number {
  return name.words.reduce((bits, { text }) => bits | lettersOf(text.slice(0, 1)), 0);
}

/** For each letter, or letters, that may stand for words of the other name: those letters, a bit for each; none for a figure. */
export function initialsOf(name: PreparedName): number[] {
  return name.words
    .filter((word) => word.role === 'initial' || standsForWords(name, word))
    .map(({ letters }) => Math.max(0, letters));
}

/** What of the other name such letters may stand for at most, by its words' first letters. */
export function weightOfInitials(initials: readonly number[], letters: number): number {
  let count = 0;
  for (const bits of initials) if ((bits & ~letters) === 0) count += Math.max(1, countBits(bits));
  return count * heaviestWord;
}

/** Neighbouring words as one, with the words that it is made of. */
export interface WordRun {
  word: NameWord;
  parts: readonly PreparedWord[];
}

/** So many neighbouring words as one, wherever they stand; those alone whose words are `wanted`. */
export function runsOf(
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

/** The first letters of a body's words, three or more, as one word. */
export function acronymOf(name: PreparedName): string | null {
  const words = findableWords(name);
  if (name.kind === 'person' || words.length < 3 || words.length > 6) return null;
  return words.map(({ text }) => text.slice(0, 1)).join('');
}
