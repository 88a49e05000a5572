import { isNearLetter, likeLetterCost, wholeLetter } from './edit-cost.ts';

/**
 * What the letters of two words, each known by a bit for whether it has the letter, tell of the cost of writing one for the other. Never
 * more than `editCost` would say, so that what is dearer here needs no comparing.
 */

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));

/** For each letter those that are cheaply written for it, itself among them. */
const nearLetters = Int32Array.from(letters, (letter) =>
  letters.reduce(
    (bits, other, at) => (other === letter || isNearLetter(letter, other) ? bits | (1 << at) : bits),
    0,
  ),
);

/** Left out as soon as a like letter is exchanged. */
const bitOfH = 1 << 7;

/** Letters that a word of these letters has, or could have at less than the cost of a wrong one. */
export function withNearLetters(bits: number): number {
  let near = bitOfH;
  for (let at = 0; at < nearLetters.length; at += 1) {
    if ((bits & (1 << at)) !== 0) near |= nearLetters[at] ?? 0;
  }
  return near;
}

/** The letters of a word of a–z, a bit for each; -1 where it has figures. */
export function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charCodeAt(at) - 97;
    if (letter < 0) return -1;
    bits |= 1 << letter;
  }
  return bits;
}

const capitals = 'CJSZ';

/** The letters of a sound, a bit for each: a–z and the four capitals that sounds are written with. */
export function lettersOfSound(sound: string): number {
  let bits = 0;
  for (let at = 0; at < sound.length; at += 1) {
    const letter = sound.charCodeAt(at) - 97;
    bits |= 1 << (letter >= 0 ? letter : 26 + Math.max(0, capitals.indexOf(sound[at] ?? '')));
  }
  return bits;
}

/** Whether two numbers differ in two bits at most. */
export function areTwoBitsApart(one: number, other: number): boolean {
  const apart = one ^ other;
  const rest = apart & (apart - 1);
  return (rest & (rest - 1)) === 0;
}

/** How many bits of a 32-bit number are set. */
export function countBits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * The least that it costs to be rid of one word's letters that another lacks: 1 letter for each, or less where the other has one that is
 * nearly it. In fifths of a letter, as `editCost` counts. `nearOther` is `withNearLetters(other)`.
 */
export function leastForLetters(one: number, other: number, nearOther: number): number {
  return wholeLetter * countBits(one & ~nearOther) + likeLetterCost * countBits(one & ~other & nearOther);
}
