import { againstFrom, losses, noWordInCommon, oneWordInCommon } from './compare-names.ts';
import {
  countDistinctive,
  findableWords,
  firstLetters,
  getShortWords,
  maxWordWeight,
  type ShortWord,
  weigh,
} from './name-parts.ts';
import type { PreparedName } from './prepared-name.ts';
import { getTitleWords, mayShareLeading } from './title-words.ts';

/** Totals of a name that the bound depends on. */
export interface NameSums {
  kind: PreparedName['kind'];
  weight: number;
  /**
   * Weight of particles, titles and initials, by which names are not found, and of the words that contradict nothing
   * (particles and titles).
   */
  small: number;
  faint: number;
  telling: number;
  /** Minimum weight of the words that names are found by. */
  lightest: number;
  hasNumber: boolean;
  initials: number;
  short: readonly ShortWord[];
  /** First letters of its words, as bits. */
  startLetters: number;
  /** Kinds of its leading words, as bits. */
  leading: number;
}

export function getSums(name: PreparedName): NameSums {
  const words = findableWords(name);
  const faint = name.words.filter(({ role }) => role === 'particle' || role === 'title');
  const initials = name.words.filter(({ role }) => role === 'initial');
  return {
    kind: name.kind,
    weight: weigh(name.words),
    small: weigh(faint) + weigh(initials),
    faint: weigh(faint),
    telling: countDistinctive(words),
    lightest: Math.min(...words.map(({ weight }) => weight)),
    hasNumber: name.words.some(({ role }) => role === 'number'),
    initials: initials.length,
    short: getShortWords(name),
    startLetters: firstLetters(name),
    leading: getTitleWords(name),
  };
}

/** Totals of looking up the query's words in a name; see `FoundWord`. */
export interface FoundInName {
  asked: number;
  own: number;
  lost: number;
  telling: number;
}

/** Tolerance: sums are single precision. */
const rounding = 1e-4;
/** Below the weight of any contradicting word. */
const nothing = 0.01;

/**
 * Maximum that short words can pair: their own weight, the weight of the words they stand for, and how many of those
 * distinguish.
 */
interface PairedByShort {
  own: number;
  other: number;
  telling: number;
}

function pairedByShort(short: readonly ShortWord[], startLetters: number): PairedByShort {
  const paired = { own: 0, other: 0, telling: 0 };
  for (const { letters, length, weight } of short) {
    if ((letters & ~startLetters) !== 0) continue;
    paired.own += weight;
    paired.other += length * maxWordWeight;
    paired.telling += length;
  }
  return paired;
}

const pairedByNone: PairedByShort = { own: 0, other: 0, telling: 0 };

const mayBeLed = (query: NameSums, own: NameSums) =>
  query.kind === 'person' && mayShareLeading(query.leading, own.leading);

/** Maximum score with at most `telling` distinguishing words paired and another left. */
function getCap(kind: NameSums['kind'], telling: number, maxTelling: number): number {
  if (kind === 'body') return telling <= 0 && maxTelling > 0 ? noWordInCommon : 1;
  return telling <= 1 && maxTelling > 1 ? oneWordInCommon : 1;
}

/**
 * Whether two names may reach the cutoff, judged by what looking up the query's words has found in the other name.
 *
 * Never false where `compareNames` reaches it. `compareNames` deducts from 1, for pairs of weight S with dissimilarity
 * L, and unpaired words of weight R and Q on the two sides: 0.9 L / S for letters; m M / (S + M) for the surplus
 * M = |R - Q| of one side; and, where both sides leave contradicting words (all but particles and titles, each of
 * weight 0.3 or more), c and s x / (S + x) for the lesser side's weight x of such words. Every possible pair counts as
 * found, small or short, so S is at most the weight counted here, and R and Q are at least the uncounted weights r and
 * q. Each deduction decreases as S grows, so the maximum S is used. Then one of these holds:
 *
 * - The query has no contradicting word left; possible only where r is 0. R is at most the weight f of its faint words,
 *   and M at least q - f.
 * - The other name has none left: the same with the sides exchanged.
 * - Both have some: c is deducted; x is at least y - M for y = r - f of the greater r and f; and because y / (S + y)
 *   grows more slowly than y, the deductions for x and M together are at least min(m, s) y / (S + y).
 *
 * L is at least the dissimilarity of the found words, each at its most similar, if all of them are paired. If one is
 * not, because others took its partners, L may be 0, but R then includes that word and there is one distinguishing pair
 * less; either bound is enough. Short words may pair what was found otherwise: where their letters fit, L is 0 and the
 * number of distinguishing words is unknown.
 */
export function mayReach(query: NameSums, own: NameSums, found: FoundInName, cutoff: number): boolean {
  const { kind } = query;
  const isLed = mayBeLed(query, own);
  const maxTelling = Math.max(query.telling, own.telling);
  const byQueried = query.short.length > 0 ? pairedByShort(query.short, own.startLetters) : pairedByNone;
  const byOwn = own.short.length > 0 ? pairedByShort(own.short, query.startLetters) : pairedByNone;
  const short = byQueried.telling + byOwn.telling;
  const telling = found.telling + short;
  const enough = cutoff - rounding;
  // Most names share only one word and stop here.
  if (!isLed && getCap(kind, telling, maxTelling) < enough) return false;

  const pairedQueried = Math.min(query.weight, found.asked + query.small + byQueried.own + byOwn.other);
  const pairedOwn = Math.min(own.weight, found.own + own.small + byOwn.own + byQueried.other);
  const more = losses.more[isLed ? 'led' : kind];
  const share = Math.min(more, losses.againstShare[kind]);
  const faint = Math.max(query.faint, own.faint);
  const restOwn = own.weight - pairedOwn;

  /** Maximum score with `remainingQueried` of the query's weight unpaired. */
  function most(alike: number, lost: number, paired: number, remainingQueried: number): number {
    const getLoss = (weight: number) => Math.max(0, weight) / (alike + Math.max(0, weight));
    const against = kind === 'person' && paired >= 3 ? losses.againstOne : losses.against[kind];
    const least = query.hasNumber && own.hasNumber ? losses.againstNumbers : against;
    let loss = least + share * getLoss(Math.max(againstFrom, Math.max(remainingQueried, restOwn) - faint));
    if (remainingQueried < nothing) loss = Math.min(loss, more * getLoss(restOwn - query.faint));
    if (restOwn < nothing) loss = Math.min(loss, more * getLoss(remainingQueried - own.faint));
    return 1 - (losses.letters * lost) / alike - loss;
  }

  const alike = (pairedQueried + pairedOwn) / 2;
  const remainingQueried = query.weight - pairedQueried;
  const lost = short > 0 ? 0 : Math.max(0, found.lost);
  if (most(alike, lost, telling, remainingQueried) >= enough) return true;
  if (!isLed && getCap(kind, telling - 1, maxTelling) < enough) return false;
  const left = query.lightest;
  return most(alike - left / 2, 0, telling - 1, remainingQueried + left) >= enough;
}

/**
 * Whether two people's names may reach the cutoff by initials alone. One initial is enough only where no other word is
 * left, or both have the same leading word.
 */
export function mayBeInitials(query: NameSums, own: NameSums, cutoff: number): boolean {
  const { telling } = query.short.length > 0 ? pairedByShort(query.short, own.startLetters) : pairedByNone;
  const pairs = telling + pairedByShort(own.short, query.startLetters).telling;
  if (pairs !== 1) return pairs > 1;
  return getCap('person', pairs, Math.max(query.telling, own.telling)) >= cutoff || mayBeLed(query, own);
}
