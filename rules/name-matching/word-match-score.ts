import { editCost, likeLetterCost, wholeLetter } from './edit-distance.ts';
import { areTwoBitsApart, countBits, minEditCostForLetters } from './letter-mask.ts';
import type { NameWord } from './name-words.ts';
import { nicknameGroups } from './person-name-terms.ts';

/** Reasons why two words match, in the order in which they are reported. */
export type WordFinding =
  | 'same'
  | 'spelling'
  | 'sound'
  | 'nickname'
  | 'script'
  | 'initial'
  | 'short'
  | 'joined';

export interface WordMatchScore {
  /** 0 to 1; 0 for different words. */
  value: number;
  finding: WordFinding;
}

/**
 * Maximum cost as a share of the letters: words that differ in half their letters are different; so are long ones that
 * differ in more than two.
 */
const maxCostShare = 0.45;
const maxCost = 2 * wholeLetter;
/** Without vowels a word has little more than half its letters, and each one matters more. */
const maxCostWithoutVowels = wholeLetter;
/** Phonetic keys may differ in one similar-sounding letter, not by a typing error. */
export const maxPhoneticEditCost = likeLetterCost;
/** How fast similarity falls with the share of differing letters. */
const steepness = 0.85;
/** Words that only sound alike may be different names. */
const bySound = 0.97;
const byNickname = 0.9;
const byCoarseSound = 0.85;
const byScript = 0.86;
const minSkeletonLength = 3;
const minCoarseLength = 4;
/** Two syllables have at least five letters. */
const minOfSyllablesLength = 5;

/** Whether a word's script omits sounds that others write. */
export const omitsVowels = (word: NameWord) =>
  word.script === 'withoutVowels' || word.script === 'transcribed';

const same: WordMatchScore = { value: 1, finding: 'same' };
const asNickname: WordMatchScore = { value: byNickname, finding: 'nickname' };
/** Arabic writes v as f. */
const getConsonants = (sound: string) => sound.replace(/[aeiu]/g, '').replace(/v/g, 'f');

const asSwapped: WordMatchScore = { value: 0.6, finding: 'spelling' };
export const different: WordMatchScore = { value: 0, finding: 'spelling' };

/** A transposition exceeds the permitted share in a short word, but is a typing error all the same. */
function isSwapped(one: string, other: string): boolean {
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}

function isOneNickname(one: string, other: string): boolean {
  const groups = nicknameGroups.get(one);
  if (groups === undefined) return false;
  const others = nicknameGroups.get(other);
  return others?.some((group) => groups.includes(group)) ?? false;
}

/** The cheapest substitutions change two letters each; the cost limit of two letters permits three. */
export const maxLetterDifference = 6;

/** Maximum cost for a word of this length, in fifths of a letter. */
export function costLimit(length: number, most = maxCost): number {
  return Math.min(Math.floor(length * maxCostShare * wholeLetter), most);
}

/** Doubled letters are the cheapest to omit, and no word has five of them. */
export const maxLengthDifference = 4;

function byCost(one: string, other: string, maxCost: number): number {
  // Relative to the longer word: Alan and Alain differ by one letter in five.
  const length = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > maxLengthDifference) return 0;
  const limit = costLimit(length, maxCost);
  const cost = editCost(one, other, limit);
  return cost > limit ? 0 : 1 - (steepness * cost) / (wholeLetter * length);
}

function byLetters(one: NameWord, other: NameWord, maxCost: number): number {
  // Rejects most unrelated words without comparing them.
  const limit = costLimit(Math.max(one.text.length, other.text.length), maxCost);
  if (minEditCostForLetters(one.letters, other.letters, other.nearLetters) > limit) return 0;
  if (minEditCostForLetters(other.letters, one.letters, one.nearLetters) > limit) return 0;
  return byCost(one.text, other.text, maxCost);
}

function bySounds(one: NameWord, other: NameWord): number {
  if (one.sound === other.sound) return bySound;
  // One substituted letter changes two bits.
  if (!areTwoBitsApart(one.soundLetters, other.soundLetters)) return 0;
  return bySound * byCost(one.sound, other.sound, maxPhoneticEditCost);
}

/**
 * Similarity of two words of names: by letters (substituted, missing, doubled, transposed), by sound (differing
 * romanisations), as a name and its diminutive, or by consonants where a script has only those. Symmetric; 1 for equal
 * words, 0 for different ones.
 */
export function wordMatchScore(one: NameWord, other: NameWord): WordMatchScore {
  if (one.text === other.text) return same;
  // Each Chinese or Korean syllable is a word: a similar-sounding one is a different word.
  if (one.script === 'syllables' && other.script === 'syllables') return different;
  if (one.letters === -1 || other.letters === -1) return different;
  if (one.script === 'syllables' || other.script === 'syllables') {
    // A typing error in a short word makes another syllable.
    if (one.sound === other.sound) return { value: bySound, finding: 'sound' };
    if (one.coarse === other.coarse) return { value: byCoarseSound, finding: 'sound' };
    if (Math.min(one.text.length, other.text.length) < minOfSyllablesLength) return different;
  }
  if (
    one.script !== other.script &&
    omitsVowels(one) !== omitsVowels(other) &&
    one.skeleton === other.skeleton
  ) {
    // Chinese merges more sounds than scripts without vowels do.
    const isTranscribed = one.script === 'transcribed' || other.script === 'transcribed';
    const isScript = isTranscribed || getConsonants(one.coarse) === getConsonants(other.coarse);
    if (isScript && one.skeleton.length >= minSkeletonLength) return { value: byScript, finding: 'script' };
    // Ali and Omar have two consonants.
    if (isScript && !isTranscribed && one.skeleton.length === 2) {
      return { value: byScript - 0.06, finding: 'script' };
    }
  }
  const isOneSound = one.coarse === other.coarse;
  if (isSwapped(one.text, other.text)) return asSwapped;
  const lettersApart = countBits(one.letters ^ other.letters);
  if (lettersApart > maxLetterDifference && !isOneSound && one.coarse[0] !== other.coarse[0]) {
    return isOneNickname(one.text, other.text) ? asNickname : different;
  }
  const isWithoutVowels = one.script === 'withoutVowels' && other.script === 'withoutVowels';
  let best =
    lettersApart > maxLetterDifference
      ? 0
      : byLetters(one, other, isWithoutVowels ? maxCostWithoutVowels : maxCost);
  let finding: WordFinding = 'spelling';
  const sounding = bySounds(one, other);
  if (sounding > best) {
    best = sounding;
    finding = 'sound';
  }
  if (best < byCoarseSound && isOneSound && one.coarse.length >= minCoarseLength) {
    best = byCoarseSound;
    finding = 'sound';
  }
  if (best < byNickname && isOneNickname(one.text, other.text)) return asNickname;
  return best === 0 ? different : { value: best, finding };
}
