import { particles } from './person-words.ts';
import type { PreparedName, PreparedWord } from './prepared-name.ts';

/**
 * Words before somebody's name that say much of who it is although they are no name: Mullah, Colonel, Abu. Lists have hundreds of them,
 * people few, so that one name behind the same of them is worth a look where a name alone is not.
 */

const fatherOf = 'abu';

/** One slip of the pen: two letters change places, one is left out, one is written twice. */
function slipsOf(word: string): string[] {
  const letters = [...word];
  return letters.flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const next = letters[at + 1];
    const swapped = next === undefined ? [] : [`${before}${next}${letter}${word.slice(at + 2)}`];
    return [`${before}${after}`, `${before}${letter}${letter}${after}`, ...swapped];
  });
}

/** How people write "father of" when they make one mistake; what is a word of another kind, or a single letter, is none. */
const slipsOfFather: ReadonlySet<string> = new Set(
  ['abu', 'abou'].flatMap(slipsOf).filter((text) => text.length > 1 && !particles.has(text)),
);

const isFatherOf = ({ role, text }: PreparedWord) => role === 'particle' && particles.get(text) === fatherOf;
const isSlipOfFather = ({ role, text }: PreparedWord) => role === 'telling' && slipsOfFather.has(text);

/** Whether one of two words is "father of" and the other the same with a slip of the pen. */
export function areFatherMisspelt(one: PreparedWord, other: PreparedWord): boolean {
  return (isFatherOf(one) && isSlipOfFather(other)) || (isFatherOf(other) && isSlipOfFather(one));
}

/** Whether two words that stand for one another are such a leading word. */
export function areLeading(one: PreparedWord | undefined, other: PreparedWord | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.role === 'title' && other.role === 'title') return true;
  return (isFatherOf(one) && isFatherOf(other)) || areFatherMisspelt(one, other);
}

const bits = { title: 1, father: 2, slip: 4 } as const;

/** Which leading words a name has, a bit for each kind. */
export function leadingWordsOf({ words }: PreparedName): number {
  return words.reduce(
    (found, word) =>
      found |
      (word.role === 'title' ? bits.title : 0) |
      (isFatherOf(word) ? bits.father : 0) |
      (isSlipOfFather(word) ? bits.slip : 0),
    0,
  );
}

/** Whether two names may have a leading word in common, by their kinds. */
export function mayShareLeading(one: number, other: number): boolean {
  if ((one & other & (bits.title | bits.father)) !== 0) return true;
  return (
    ((one & bits.father) !== 0 && (other & bits.slip) !== 0) ||
    ((one & bits.slip) !== 0 && (other & bits.father) !== 0)
  );
}
