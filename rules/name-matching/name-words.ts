import anyAscii from 'any-ascii';
import { foldName } from '#rules/name-matching/name-normalisation.ts';
import { maxComparedWordLength } from './edit-distance.ts';
import { getLetters, getSoundLetters, withNearLetters } from './letter-mask.ts';
import { coarsePhoneticKey, consonantSkeleton, phoneticKey } from './phonetic-keys.ts';

/**
 * How reliable a word's letters are, by script. `withoutVowels`: Arabic, Hebrew. `syllables`: one syllable of a Chinese
 * or Korean name. `transcribed`: a foreign word in Chinese, syllable by syllable.
 */
export type WordScript = 'letters' | 'withoutVowels' | 'syllables' | 'transcribed';

/** A word as compared: in a–z and digits, with its phonetic keys. Equal words are one object within an index. */
export interface NameWord {
  text: string;
  sound: string;
  /** The sound, with voiced and voiceless consonants merged. */
  coarse: string;
  skeleton: string;
  script: WordScript;
  /** Its letters as bits; -1 with digits, in which case only the equal word matches. */
  letters: number;
  /** Its letters and those cheaply substituted for them. */
  nearLetters: number;
  /** The letters of its sound, as bits. */
  soundLetters: number;
  /** Its number in an index; -1 outside one. */
  place: number;
}

/** Maximum length read of a name, which bounds the work for hostile input. */
const maxNameLength = 600;
const maxWords = 24;

const notVowelled = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const bySyllables = /[\p{Script=Han}\p{Script=Hangul}]/u;
const oneSyllable = /([\p{Script=Han}\p{Script=Hangul}])/gu;
const apostrophes = /['‘’ʻʼ`′ʿʾ"“”«»]/g;
/** Separates the parts of foreign names in Chinese, and only of those. */
const middleDot = /[·・•‧]/;
const hasHan = /\p{Script=Han}/u;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/u;
/** The Arabic article, which is written as one word with its noun. */
const arabicArticle = /(?<![\p{L}\p{M}])ال(?=\p{L}{3})/gu;

/** Words that Arabic script writes without vowels, in their usual Latin spelling. */
const vowelled: Readonly<Record<string, string>> = {
  bn: 'bin',
  abn: 'bin',
  bnt: 'bint',
  bd: 'abd',
  bw: 'abu',
  abw: 'abu',
  by: 'abu',
  lsyd: 'sayyid',
};

function getScript(word: string): WordScript {
  if (notVowelled.test(word)) return 'withoutVowels';
  return bySyllables.test(word) ? 'syllables' : 'letters';
}

/** Reads one word in any script, or transliterated. Null if nothing of it can be written in a–z and digits. */
export function readWord(word: string, script: WordScript = getScript(word)): NameWord | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant.
  const latin = /[^\x00-\x7f]/.test(word) ? anyAscii(word) : word;
  const plain = latin
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, maxComparedWordLength);
  if (plain === '') return null;
  const text = script === 'withoutVowels' ? (vowelled[plain] ?? plain) : plain;
  // In an Arabic or Hebrew word w is more often a long u than a consonant: mnswr is Mansur.
  const sound = phoneticKey(script === 'withoutVowels' ? text.replace(/(?<=.)w/g, 'u') : text);
  const letters = getLetters(text);
  return {
    text,
    sound,
    coarse: coarsePhoneticKey(sound),
    skeleton: consonantSkeleton(sound),
    script,
    letters,
    nearLetters: letters === -1 ? -1 : withNearLetters(letters),
    soundLetters: getSoundLetters(sound),
    place: -1,
  };
}

/**
 * Splits a name in any script into words: NFKC, without case and accents, in a–z and digits; apostrophes are removed,
 * hyphens, dots and other signs separate. At most 24 words of the first 600 characters.
 */
export function readWords(text: string): NameWord[] {
  const folded = foldName(text.slice(0, maxNameLength)).slice(0, maxNameLength);
  const isTranscribed = middleDot.test(folded) && hasHan.test(folded);
  const closed = folded.replace(arabicArticle, 'ال ').replace(apostrophes, '');
  // Chinese and Korean mark syllables, but not the ends of words.
  return (isTranscribed ? closed : closed.replace(oneSyllable, ' $1 '))
    .split(betweenWords)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .flatMap((word) => readWord(word, isTranscribed && hasHan.test(word) ? 'transcribed' : undefined) ?? []);
}
