import { editCost, likeLetterCost, wholeLetter } from './edit-cost.ts';
import { areTwoBitsApart, countBits, leastForLetters } from './letter-bounds.ts';
import type { NameWord } from './name-words.ts';
import { nicknameGroups } from './person-words.ts';

/** What makes two words one, in the order in which people should hear of it. */
export type WordFinding =
  | 'same'
  | 'spelling'
  | 'sound'
  | 'nickname'
  | 'script'
  | 'initial'
  | 'short'
  | 'joined';

export interface WordLikeness {
  /** 0 to 1; 0 where the two are different words. */
  value: number;
  finding: WordFinding;
}

/** Two words of which half of the letters differ are two words; so are long ones that more than two letters tell apart. */
const mostCostShare = 0.45;
const mostCost = 2 * wholeLetter;
/** Without vowels a word has little more than half its letters, and each tells more. */
const mostCostWithoutVowels = wholeLetter;
/** By sound a word may differ in one letter that sounds alike, not in a slip of the pen. */
export const mostCostBySound = likeLetterCost;
/** How fast likeness falls with the share of letters that differ. */
const steepness = 0.85;
/** What is alike by its sound alone may be another name that sounds so. */
const bySound = 0.97;
const byNickname = 0.9;
const byCoarseSound = 0.85;
const byScript = 0.86;
const shortestSkeleton = 3;
const shortestCoarse = 4;
/** Two syllables have five letters and more. */
const shortestOfSyllables = 5;

/** Whether a word's script leaves sounds out that others write. */
export const leavesOut = (word: NameWord) => word.script === 'withoutVowels' || word.script === 'transcribed';

const same: WordLikeness = { value: 1, finding: 'same' };
const asNickname: WordLikeness = { value: byNickname, finding: 'nickname' };
/** Arabic has an f where others have a v. */
const consonantsOf = (sound: string) => sound.replace(/[aeiu]/g, '').replace(/v/g, 'f');

const asSwapped: WordLikeness = { value: 0.6, finding: 'spelling' };
export const different: WordLikeness = { value: 0, finding: 'spelling' };

/** Two letters in the other order are too little for the share of letters that may differ, and yet a slip of the pen. */
function isSwapped(one: string, other: string): boolean {
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}

function isOneNickname(one: string, other: string): boolean {
  const groups = nicknameGroups.get(one);
  if (groups === undefined) return false;
  const others = nicknameGroups.get(other);
  return others?.some((group) => groups.includes(group)) ?? false;
}

/** The cheapest change of letters takes one and brings another: at the cost of two letters there are three. */
export const mostLettersApart = 6;

/** Most that it may cost to write a word of so many letters otherwise, in fifths of a letter. */
export function costLimit(length: number, most = mostCost): number {
  return Math.min(Math.floor(length * mostCostShare * wholeLetter), most);
}

/** Doubled letters are the cheapest to leave out, and words have no five of them. */
export const mostLengthApart = 4;

function byCost(one: string, other: string, mostCost: number): number {
  // The longer word bears the cost: Alan and Alain differ by one letter in five.
  const length = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > mostLengthApart) return 0;
  const limit = costLimit(length, mostCost);
  const cost = editCost(one, other, limit);
  return cost > limit ? 0 : 1 - (steepness * cost) / (wholeLetter * length);
}

function byLetters(one: NameWord, other: NameWord, mostCost: number): number {
  // Most words have nothing to do with one another, and this tells so without comparing them.
  const limit = costLimit(Math.max(one.text.length, other.text.length), mostCost);
  if (leastForLetters(one.letters, other.letters, other.nearLetters) > limit) return 0;
  if (leastForLetters(other.letters, one.letters, one.nearLetters) > limit) return 0;
  return byCost(one.text, other.text, mostCost);
}

function bySounds(one: NameWord, other: NameWord): number {
  if (one.sound === other.sound) return bySound;
  // One letter may change: two bits.
  if (!areTwoBitsApart(one.soundLetters, other.soundLetters)) return 0;
  return bySound * byCost(one.sound, other.sound, mostCostBySound);
}

/**
 * How alike two words of names are: by their letters (wrong, missing, doubled, exchanged), by their sound (what systems of
 * romanisation differ by), as a name and its diminutive, or by their consonants where a script leaves no more. Symmetric; 1 for one and
 * the same, 0 for different words.
 */
export function wordLikeness(one: NameWord, other: NameWord): WordLikeness {
  if (one.text === other.text) return same;
  // Each syllable of Chinese and Korean is a word: another one is another word, however near its sound.
  if (one.script === 'syllables' && other.script === 'syllables') return different;
  if (one.letters === -1 || other.letters === -1) return different;
  if (one.script === 'syllables' || other.script === 'syllables') {
    // What is left of a short word after a slip of the pen is another syllable.
    if (one.sound === other.sound) return { value: bySound, finding: 'sound' };
    if (one.coarse === other.coarse) return { value: byCoarseSound, finding: 'sound' };
    if (Math.min(one.text.length, other.text.length) < shortestOfSyllables) return different;
  }
  if (one.script !== other.script && leavesOut(one) !== leavesOut(other) && one.skeleton === other.skeleton) {
    // Chinese merges more sounds than the scripts that leave vowels out.
    const isTranscribed = one.script === 'transcribed' || other.script === 'transcribed';
    const isScript = isTranscribed || consonantsOf(one.coarse) === consonantsOf(other.coarse);
    if (isScript && one.skeleton.length >= shortestSkeleton) return { value: byScript, finding: 'script' };
    // Ali and Omar have two consonants.
    if (isScript && !isTranscribed && one.skeleton.length === 2) {
      return { value: byScript - 0.06, finding: 'script' };
    }
  }
  const isOneSound = one.coarse === other.coarse;
  if (isSwapped(one.text, other.text)) return asSwapped;
  const lettersApart = countBits(one.letters ^ other.letters);
  if (lettersApart > mostLettersApart && !isOneSound && one.coarse[0] !== other.coarse[0]) {
    return isOneNickname(one.text, other.text) ? asNickname : different;
  }
  const isWithoutVowels = one.script === 'withoutVowels' && other.script === 'withoutVowels';
  let best =
    lettersApart > mostLettersApart
      ? 0
      : byLetters(one, other, isWithoutVowels ? mostCostWithoutVowels : mostCost);
  let finding: WordFinding = 'spelling';
  const sounding = bySounds(one, other);
  if (sounding > best) {
    best = sounding;
    finding = 'sound';
  }
  if (best < byCoarseSound && isOneSound && one.coarse.length >= shortestCoarse) {
    best = byCoarseSound;
    finding = 'sound';
  }
  if (best < byNickname && isOneNickname(one.text, other.text)) return asNickname;
  return best === 0 ? different : { value: best, finding };
}
