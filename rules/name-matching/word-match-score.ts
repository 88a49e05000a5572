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
function isSwapped(a: string, b: string): boolean {
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

function isOneNickname(a: string, b: string): boolean {
  const groups = nicknameGroups.get(a);
  if (groups === undefined) return false;
  const others = nicknameGroups.get(b);
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

function byCost(a: string, b: string, maxCost: number): number {
  // Relative to the longer word: Alan and Alain differ by one letter in five.
  const length = Math.max(a.length, b.length);
  if (Math.abs(a.length - b.length) > maxLengthDifference) return 0;
  const limit = costLimit(length, maxCost);
  const cost = editCost(a, b, limit);
  return cost > limit ? 0 : 1 - (steepness * cost) / (wholeLetter * length);
}

function byLetters(a: NameWord, b: NameWord, maxCost: number): number {
  // Rejects most unrelated words without comparing them.
  const limit = costLimit(Math.max(a.text.length, b.text.length), maxCost);
  if (minEditCostForLetters(a.letters, b.letters, b.nearLetters) > limit) return 0;
  if (minEditCostForLetters(b.letters, a.letters, a.nearLetters) > limit) return 0;
  return byCost(a.text, b.text, maxCost);
}

function bySounds(a: NameWord, b: NameWord): number {
  if (a.sound === b.sound) return bySound;
  // One substituted letter changes two bits.
  if (!areTwoBitsApart(a.soundLetters, b.soundLetters)) return 0;
  return bySound * byCost(a.sound, b.sound, maxPhoneticEditCost);
}

/**
 * Similarity of two words of names: by letters (substituted, missing, doubled, transposed), by sound (differing
 * romanisations), as a name and its diminutive, or by consonants where a script has only those. Symmetric; 1 for equal
 * words, 0 for different ones.
 */
export function wordMatchScore(a: NameWord, b: NameWord): WordMatchScore {
  if (a.text === b.text) return same;
  // Each Chinese or Korean syllable is a word: a similar-sounding one is a different word.
  if (a.script === 'syllables' && b.script === 'syllables') return different;
  if (a.letters === -1 || b.letters === -1) return different;
  if (a.script === 'syllables' || b.script === 'syllables') {
    // A typing error in a short word makes another syllable.
    if (a.sound === b.sound) return { value: bySound, finding: 'sound' };
    if (a.coarse === b.coarse) return { value: byCoarseSound, finding: 'sound' };
    if (Math.min(a.text.length, b.text.length) < minOfSyllablesLength) return different;
  }
  if (a.script !== b.script && omitsVowels(a) !== omitsVowels(b) && a.skeleton === b.skeleton) {
    // Chinese merges more sounds than scripts without vowels do.
    const isTranscribed = a.script === 'transcribed' || b.script === 'transcribed';
    const isScript = isTranscribed || getConsonants(a.coarse) === getConsonants(b.coarse);
    if (isScript && a.skeleton.length >= minSkeletonLength) return { value: byScript, finding: 'script' };
    // Ali and Omar have two consonants.
    if (isScript && !isTranscribed && a.skeleton.length === 2) {
      return { value: byScript - 0.06, finding: 'script' };
    }
  }
  const isOneSound = a.coarse === b.coarse;
  if (isSwapped(a.text, b.text)) return asSwapped;
  const lettersApart = countBits(a.letters ^ b.letters);
  if (lettersApart > maxLetterDifference && !isOneSound && a.coarse[0] !== b.coarse[0]) {
    return isOneNickname(a.text, b.text) ? asNickname : different;
  }
  const isWithoutVowels = a.script === 'withoutVowels' && b.script === 'withoutVowels';
  let best =
    lettersApart > maxLetterDifference
      ? 0
      : byLetters(a, b, isWithoutVowels ? maxCostWithoutVowels : maxCost);
  let finding: WordFinding = 'spelling';
  const sounding = bySounds(a, b);
  if (sounding > best) {
    best = sounding;
    finding = 'sound';
  }
  if (best < byCoarseSound && isOneSound && a.coarse.length >= minCoarseLength) {
    best = byCoarseSound;
    finding = 'sound';
  }
  if (best < byNickname && isOneNickname(a.text, b.text)) return asNickname;
  return best === 0 ? different : { value: best, finding };
}
