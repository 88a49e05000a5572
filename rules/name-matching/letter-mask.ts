import { isNearLetter, likeLetterCost, wholeLetter } from './edit-distance.ts';

/**
 * Lower bounds of `editCost` from bit sets of the letters of two words. Never above the exact cost, so that a pair
 * whose bound exceeds the limit need not be compared.
 */

const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));

/** For each letter, itself and those cheaply substituted for it. */
const nearLetters = Int32Array.from(letters, (letter) =>
  letters.reduce(
    (bits, other, at) => (other === letter || isNearLetter(letter, other) ? bits | (1 << at) : bits),
    0,
  ),
);

/** An h is as cheap to omit as a similar letter to substitute. */
const bitOfH = 1 << 7;

/** Letters of a word, and those cheaply substituted for them. */
export function withNearLetters(bits: number): number {
  let near = bitOfH;
  for (let at = 0; at < nearLetters.length; at += 1) {
    if ((bits & (1 << at)) !== 0) near |= nearLetters[at] ?? 0;
  }
  return near;
}

/** The letters a–z of a word as bits; -1 if it has digits. */
export function getLetters(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charCodeAt(at) - 97;
    if (letter < 0) return -1;
    bits |= 1 << letter;
  }
  return bits;
}

const capitals = 'CJSZ';

/** The letters of a sound as bits: a–z and the four capitals of phonetic keys. */
export function getSoundLetters(sound: string): number {
  let bits = 0;
  for (let at = 0; at < sound.length; at += 1) {
    const letter = sound.charCodeAt(at) - 97;
    bits |= 1 << (letter >= 0 ? letter : 26 + Math.max(0, capitals.indexOf(sound[at] ?? '')));
  }
  return bits;
}

/** Whether two numbers differ in at most two bits. */
export function areTwoBitsApart(a: number, b: number): boolean {
  const apart = a ^ b;
  const rest = apart & (apart - 1);
  return (rest & (rest - 1)) === 0;
}

/** Number of bits set in a 32-bit integer. */
export function countBits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Minimum cost of the letters of one word that the other lacks: one letter each, less where the other has a similar
 * one. In fifths of a letter, as in `editCost`. `nearOther` is `withNearLetters(other)`.
 */
export function minEditCostForLetters(a: number, b: number, nearOther: number): number {
  return wholeLetter * countBits(a & ~nearOther) + likeLetterCost * countBits(a & ~b & nearOther);
}
