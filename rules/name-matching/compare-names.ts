import { pairWords, type WordPair, type WordPairScore } from './align-words.ts';
import { countBits } from './letter-mask.ts';
import type { PreparedName, PreparedWord } from './prepared-name.ts';
import { areTitleWords } from './title-words.ts';
import { wordMatchScore } from './word-match-score.ts';

/** Similarity of two names and its findings. */
export interface NameComparison {
  /** 0 to 1. */
  score: number;
  pairs: WordPair[];
  /** Indexes of words that the other name lacks. */
  onlyOne: number[];
  onlyOther: number[];
  formsDiffer: boolean;
}

/**
 * Deductions. Chosen so that 0.70 is the threshold for review: two typing errors in a name stay above it, a
 * contradicting word falls below (decision 028).
 */
export const losses = {
  /** For differing letters, times their share. */
  letters: 0.9,
  /**
   * For surplus words of one name only. Half of a person's name still says much, more after the same leading word; less
   * of an organisation's.
   */
  more: { person: 0.48, led: 0.34, body: 1.1 },
  /** Both names have words that the other lacks: different people or organisations. */
  against: { person: 0.3, body: 0.2 },
  /** One contradicting word of mostly the same letters beside three equal ones: typing errors too many to pair it. */
  againstOne: 0.16,
  /** Fund III and Fund IV belong to one family, and need review if the rest is equal. */
  againstNumbers: 0.1,
  againstShare: { person: 0.4, body: 0.6 },
  /** One is a public, the other a private company: lists translate legal forms freely. */
  form: 0.12,
  /** One is a company, the other an association or a state enterprise. */
  purpose: 0.32,
  /** Only one of the names has a legal form. */
  missingForm: 0.02,
} as const;

/** Maximum where the names share one of several words, as unrelated names do. */
export const oneWordInCommon = 0.65;
export const noWordInCommon = 0.5;
/** Minimum weight of a contradicting word: differing short words do not contradict. */
export const againstFrom = 0.3;
const sameLetters = 0.6;

const isCommercial = (form: PreparedName['form']) => form !== 'association' && form !== 'state';
const isDistinguishing = (word: PreparedWord) => word.role === 'telling';
/** Abdul is half a name: sharing it and another word is sharing more than one word. */
export const countsInPair = (kind: PreparedName['kind'], { role }: PreparedWord) =>
  role === 'telling' || (kind === 'person' && role === 'general');

/** The unpaired words of a name. */
interface Rest {
  places: number[];
  weight: number;
  /** Weight of the words that can contradict: all but short words and titles. */
  firm: number;
  /** Distinguishing words. */
  distinguishing: PreparedWord[];
  /** Only numbers among the contradicting words. */
  isNumbers: boolean;
}

function getRest(name: PreparedName, taken: readonly boolean[]): Rest {
  const rest: Rest = { places: [], weight: 0, firm: 0, distinguishing: [], isNumbers: true };
  for (let at = 0; at < name.words.length; at += 1) {
    const word = name.words[at];
    if (taken[at] || word === undefined) continue;
    rest.places.push(at);
    rest.weight += word.weight;
    if (word.role === 'particle' || word.role === 'title') continue;
    rest.firm += word.weight;
    if (word.role === 'telling') rest.distinguishing.push(word);
    if (word.role !== 'number') rest.isNumbers = false;
  }
  return rest;
}

/** Marks words as paired; returns their weight and the number of distinguishing ones. */
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
  /** Number of distinguishing words paired, and unpaired on either side. */
  paired: number;
  unpaired: number;
  /** Both have the same leading word, and one has no other name left. */
  isLed: boolean;
}

/** Maximum score by the number of distinguishing words paired. */
function getMax(a: PreparedName, b: PreparedName, { paired, unpaired, isLed }: Paired): number {
  if (a.kind === 'person') {
    if (paired === 0) return noWordInCommon;
    return paired === 1 && unpaired > 0 && !isLed ? oneWordInCommon : 1;
  }
  return paired === 0 && (a.words.some(isDistinguishing) || b.words.some(isDistinguishing))
    ? noWordInCommon
    : 1;
}

/** Whether one distinguishing word is left on each side, and they share most letters. */
function haveSameLetters(
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

function getFormLoss(a: PreparedName, b: PreparedName): number {
  if ((a.form === null) !== (b.form === null)) return losses.missingForm;
  if (!areFormsApart(a, b)) return 0;
  return isCommercial(a.form) === isCommercial(b.form) ? losses.form : losses.purpose;
}

function compareInOrder(a: PreparedName, b: PreparedName, scoreWords: WordPairScore): NameComparison {
  const { kind } = a;
  const pairs = pairWords(a, b, scoreWords);
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
    isLed ||= areTitleWords(a.words[one[0] ?? 0], b.words[other[0] ?? 0]);
  }
  const restA = getRest(a, takenA);
  const restB = getRest(b, takenB);
  const seen = { pairs, onlyOne: restA.places, onlyOther: restB.places, formsDiffer: areFormsApart(a, b) };
  if (alike === 0) return { score: 0, ...seen };
  const against = Math.min(restA.firm, restB.firm);
  const more = Math.abs(restA.weight - restB.weight);
  const onlyLed =
    kind === 'person' && isLed && Math.min(restA.distinguishing.length, restB.distinguishing.length) === 0;
  let score =
    1 - (losses.letters * lost) / alike - (losses.more[onlyLed ? 'led' : kind] * more) / (alike + more);
  if (against >= againstFrom) {
    const isOne =
      kind === 'person' && paired >= 3 && haveSameLetters(restA.distinguishing, restB.distinguishing);
    score -=
      restA.isNumbers && restB.isNumbers
        ? losses.againstNumbers
        : isOne
          ? losses.againstOne
          : losses.against[kind];
    score -= (losses.againstShare[kind] * against) / (alike + against);
  }
  score -= getFormLoss(a, b);
  const most = getMax(a, b, {
    paired,
    unpaired: restA.distinguishing.length + restB.distinguishing.length,
    isLed: onlyLed,
  });
  return { score: Math.max(0, Math.min(score, most)), ...seen };
}

/** Compares two names of one kind. Symmetric; 1 for the same words in any order. `scoreWords` may memoise word scores. */
export function compareNames(
  a: PreparedName,
  b: PreparedName,
  scoreWords: WordPairScore = wordMatchScore,
): NameComparison {
  // The same order in both directions, so that ties and rounding are alike.
  const isInOrder =
    a.words.length < b.words.length || (a.words.length === b.words.length && a.text <= b.text);
  if (isInOrder) return compareInOrder(a, b, scoreWords);
  const { pairs, onlyOne, onlyOther, ...rest } = compareInOrder(b, a, scoreWords);
  return {
    ...rest,
    pairs: pairs.map((pair) => ({ ...pair, one: pair.other, other: pair.one })),
    onlyOne: onlyOther,
    onlyOther: onlyOne,
  };
}
