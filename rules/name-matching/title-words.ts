import { particles } from './person-name-terms.ts';
import type { PreparedName, PreparedWord } from './prepared-name.ts';

/**
 * Leading words that distinguish a person without being a name: Mullah, Colonel, Abu. Frequent on lists and rare
 * otherwise, so that one name after the same leading word needs review where the name alone does not.
 */

const fatherOf = 'abu';

/** Single typing errors: two letters transposed, one omitted, one doubled. */
function getSlips(word: string): string[] {
  const letters = [...word];
  return letters.flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const next = letters[at + 1];
    const swapped = next === undefined ? [] : [`${before}${next}${letter}${word.slice(at + 2)}`];
    return [`${before}${after}`, `${before}${letter}${letter}${after}`, ...swapped];
  });
}

/** Misspellings of "father of" that are not other words or single letters. */
const slipsOfFather: ReadonlySet<string> = new Set(
  ['abu', 'abou'].flatMap(getSlips).filter((text) => text.length > 1 && !particles.has(text)),
);

export const isFatherOf = ({ role, text }: PreparedWord) =>
  role === 'particle' && particles.get(text) === fatherOf;
export const isSlipOfFather = ({ role, text }: PreparedWord) => role === 'telling' && slipsOfFather.has(text);

/** Whether one word is "father of" and the other a misspelling of it. */
export function areFatherMisspelt(a: PreparedWord, b: PreparedWord): boolean {
  return (isFatherOf(a) && isSlipOfFather(b)) || (isFatherOf(b) && isSlipOfFather(a));
}

/** Whether two paired words are the same leading word. */
export function areTitleWords(a: PreparedWord | undefined, b: PreparedWord | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a.role === 'title' && b.role === 'title') return true;
  return (isFatherOf(a) && isFatherOf(b)) || areFatherMisspelt(a, b);
}

const bits = { title: 1, father: 2, slip: 4 } as const;

/** Kinds of leading words that a name has, as bits. */
export function getTitleWords({ words }: PreparedName): number {
  return words.reduce(
    (found, word) =>
      found |
      (word.role === 'title' ? bits.title : 0) |
      (isFatherOf(word) ? bits.father : 0) |
      (isSlipOfFather(word) ? bits.slip : 0),
    0,
  );
}

/** Whether two names may share a leading word, by their kinds. */
export function mayShareLeading(a: number, b: number): boolean {
  if ((a & b & (bits.title | bits.father)) !== 0) return true;
  return (
    ((a & bits.father) !== 0 && (b & bits.slip) !== 0) || ((a & bits.slip) !== 0 && (b & bits.father) !== 0)
  );
}
