import { areLeading } from './leading-words.ts';
import { countBits } from './letter-bounds.ts';
import { type Likeness, pairWords, type WordPair } from './pair-words.ts';
import type { PreparedName, PreparedWord } from './prepared-name.ts';
import { wordLikeness } from './word-likeness.ts';

/** How alike two names are, and what was seen. */
export interface NameComparison {
  /** 0 to 1. */
  score: number;
  pairs: WordPair[];
  /** Places of words that the other name lacks. */
  onlyOne: number[];
  onlyOther: number[];
  formsDiffer: boolean;
}

/**
 * What a name loses. Chosen so that 0.70 is where a person would want to look: two slips of the pen in a name stay above it, a word
 * that stands against another one falls below. See docs/decisions/028.
 */
export const losses = {
  /** How much unlike letters count beside their share. */
  letters: 0.9,
  /** All words but a few are one name's alone. Half of a person's name says much, behind the same leading word more; of a body's, less. */
  more: { person: 0.48, led: 0.34, body: 1.1 },
  /** Both have a word that the other lacks: other people, other companies. */
  against: { person: 0.3, body: 0.2 },
  /** One word against another of mostly the same letters, beside three that are the same: slips that left no other likeness. */
  againstOne: 0.16,
  /** Fund III and Fund IV are two of one family, and worth a look where the rest is the same. */
  againstNumbers: 0.1,
  againstShare: { person: 0.4, body: 0.6 },
  /** The one is a company with shares, the other a limited one: lists translate forms freely. */
  form: 0.12,
  /** The one is a company, the other an association or an enterprise of the state. */
  purpose: 0.32,
  /** The one names a form and the other none. */
  missingForm: 0.02,
} as const;

/** One word in common, where there are more, is how strangers are alike. */
export const oneWordInCommon = 0.65;
export const noWordInCommon = 0.5;
/** Little words that differ are no contradiction. */
export const againstFrom = 0.3;
const sameLetters = 0.6;

const isCommercial = (form: PreparedName['form']) => form !== 'association' && form !== 'state';
const isTold = (word: PreparedWord) => word.role === 'telling';
/** Abdul is half a name: who shares it and another word shares more than one word. */
export const countsInPair = (kind: PreparedName['kind'], { role }: PreparedWord) =>
  role === 'telling' || (kind === 'person' && role === 'general');

/** What of a name stands in no pair. */
interface Rest {
  places: number[];
  weight: number;
  /** Of the words that contradict others: all but little words and titles. */
  firm: number;
  /** Telling words. */
  told: PreparedWord[];
  /** Nothing firm but numbers. */
  isNumbers: boolean;
}

function restOf(name: PreparedName, taken: readonly boolean[]): Rest {
  const rest: Rest = { places: [], weight: 0, firm: 0, told: [], isNumbers: true };
  for (let at = 0; at < name.words.length; at += 1) {
    const word = name.words[at];
    if (taken[at] || word === undefined) continue;
    rest.places.push(at);
    rest.weight += word.weight;
    if (word.role === 'particle' || word.role === 'title') continue;
    rest.firm += word.weight;
    if (word.role === 'telling') rest.told.push(word);
    if (word.role !== 'number') rest.isNumbers = false;
  }
  return rest;
}

/** Marks places as taken; gives their weight and how many of their words tell. */
function take(
  name: PreparedName,
  places: readonly number[],
  taken: boolean[],
): { weight: number; telling: number } {
  let weight = 0;
  let telling = 0;
  for (const at of places) {
    const word = name.words[at];
    if (word === undefined) continue;
    taken[at] = true;
    weight += word.weight;
    if (countsInPair(name.kind, word)) telling += 1;
  }
  return { weight, telling };
}

interface Paired {
  /** Telling words that stand for one another, and those that are left on either side. */
  paired: number;
  unpaired: number;
  /** The same leading word stands before both, and one of them has no other name left. */
  isLed: boolean;
}

/** The most that names can score of which so many telling words are paired. */
function mostOf(a: PreparedName, b: PreparedName, { paired, unpaired, isLed }: Paired): number {
  if (a.kind === 'person') {
    if (paired === 0) return noWordInCommon;
    return paired === 1 && unpaired > 0 && !isLed ? oneWordInCommon : 1;
  }
  return paired === 0 && (a.words.some(isTold) || b.words.some(isTold)) ? noWordInCommon : 1;
}

/** Whether what is left of two names is one telling word each, and most letters of the one are in the other. */
function areOfSameLetters(
  [one, ...more]: readonly PreparedWord[],
  [other, ...others]: readonly PreparedWord[],
) {
  if (one === undefined || other === undefined || more.length + others.length > 0) return false;
  if (one.letters < 0 || other.letters < 0) return false;
  const most = Math.max(countBits(one.letters), countBits(other.letters));
  return countBits(one.letters & other.letters) >= sameLetters * most;
}

function areFormsApart(a: PreparedName, b: PreparedName): boolean {
  return a.form !== null && b.form !== null && a.form !== b.form && a.form !== 'any' && b.form !== 'any';
}

function lossOfForms(a: PreparedName, b: PreparedName): number {
  if ((a.form === null) !== (b.form === null)) return losses.missingForm;
  if (!areFormsApart(a, b)) return 0;
  return isCommercial(a.form) === isCommercial(b.form) ? losses.form : losses.purpose;
}

function compareInOrder(a: PreparedName, b: PreparedName, likeness: Likeness): NameComparison {
  const { kind } = a;
  const pairs = pairWords(a, b, likeness);
  const takenA: boolean[] = [];
  const takenB: boolean[] = [];
  let alike = 0;
  let lost = 0;
  let paired = 0;
  let isLed = false;
  for (const { one, other, value } of pairs) {
    const own = take(a, one, takenA);
    const their = take(b, other, takenB);
    const weight = (own.weight + their.weight) / 2;
    alike += weight;
    lost += weight * (1 - value);
    paired += Math.max(own.telling, their.telling);
    isLed ||= areLeading(a.words[one[0] ?? 0], b.words[other[0] ?? 0]);
  }
  const restA = restOf(a, takenA);
  const restB = restOf(b, takenB);
  const seen = { pairs, onlyOne: restA.places, onlyOther: restB.places, formsDiffer: areFormsApart(a, b) };
  if (alike === 0) return { score: 0, ...seen };
  const against = Math.min(restA.firm, restB.firm);
  const more = Math.abs(restA.weight - restB.weight);
  const onlyLed = kind === 'person' && isLed && Math.min(restA.told.length, restB.told.length) === 0;
  let score =
    1 - (losses.letters * lost) / alike - (losses.more[onlyLed ? 'led' : kind] * more) / (alike + more);
  if (against >= againstFrom) {
    const isOne = kind === 'person' && paired >= 3 && areOfSameLetters(restA.told, restB.told);
    score -=
      restA.isNumbers && restB.isNumbers
        ? losses.againstNumbers
        : isOne
          ? losses.againstOne
          : losses.against[kind];
    score -= (losses.againstShare[kind] * against) / (alike + against);
  }
  score -= lossOfForms(a, b);
  const most = mostOf(a, b, {
    paired,
    unpaired: restA.told.length + restB.told.length,
    isLed: onlyLed,
  });
  return { score: Math.max(0, Math.min(score, most)), ...seen };
}

/**
 * How alike two names of one kind are, 0 to 1. Symmetric; 1 for the same words in any order. `likeness` may remember what it said of
 * two words before.
 */
export function compareNames(
  one: PreparedName,
  other: PreparedName,
  likeness: Likeness = wordLikeness,
): NameComparison {
  // In one order for both directions, so that ties fall and sums round alike.
  const isInOrder =
    one.words.length < other.words.length ||
    (one.words.length === other.words.length && one.text <= other.text);
  if (isInOrder) return compareInOrder(one, other, likeness);
  const { pairs, onlyOne, onlyOther, ...rest } = compareInOrder(other, one, likeness);
  return {
    ...rest,
    pairs: pairs.map((pair) => ({ ...pair, one: pair.other, other: pair.one })),
    onlyOne: onlyOther,
    onlyOther: onlyOne,
  };
}
