import anyAscii from 'any-ascii';
import { foldName } from '#rules/names.ts';
import { longestComparedWord } from './edit-cost.ts';
import { lettersOf, lettersOfSound, withNearLetters } from './letter-bounds.ts';
import { coarseSoundOf, skeletonOf, soundOf } from './sounds.ts';

/**
 * What a word's script tells of how far its letters may be trusted. `withoutVowels`: Arabic, Hebrew. `syllables`: one syllable of a
 * Chinese or Korean name. `transcribed`: a foreign word as Chinese renders it, syllable by syllable.
 */
export type WordScript = 'letters' | 'withoutVowels' | 'syllables' | 'transcribed';

/** A word as it is compared: in a–z and digits, with how it sounds. Equal words are one object within an index. */
export interface NameWord {
  text: string;
  sound: string;
  /** The sound, voiced and voiceless taken for one. */
  coarse: string;
  skeleton: string;
  script: WordScript;
  /** The letters that it has, a bit for each; -1 where it has figures, which no other word is like. */
  letters: number;
  /** These and the letters that are cheaply written for them. */
  nearLetters: number;
  /** The letters of its sound. */
  soundLetters: number;
  /** Its number among an index's words; -1 outside of one. */
  place: number;
}

/** No name is longer; what a hostile one has beyond is not read. */
export const longestName = 600;
export const mostWords = 24;

const notVowelled = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const bySyllables = /[\p{Script=Han}\p{Script=Hangul}]/u;
const oneSyllable = /([\p{Script=Han}\p{Script=Hangul}])/gu;
const apostrophes = /['‘’ʻʼ`′ʿʾ"“”«»]/g;
/** Chinese writes it between the parts of foreign names, and of no others. */
const middleDot = /[·・•‧]/;
const hasHan = /\p{Script=Han}/u;
const betweenWords = /[^\p{L}\p{N}\p{M}]+/u;
/** The Arabic article is written as one with its word. */
const arabicArticle = /(?<![\p{L}\p{M}])ال(?=\p{L}{3})/gu;

/** Words that Arabic writes without vowels and everybody else with them. */
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

function scriptOf(word: string): WordScript {
  if (notVowelled.test(word)) return 'withoutVowels';
  return bySyllables.test(word) ? 'syllables' : 'letters';
}

/** One word, from its letters in any script, or from Latin letters that stand for another. Null where nothing of it can be written in a–z and digits. */
export function readWord(word: string, script: WordScript = scriptOf(word)): NameWord | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant.
  const latin = /[^\x00-\x7f]/.test(word) ? anyAscii(word) : word;
  const plain = latin
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, longestComparedWord);
  if (plain === '') return null;
  const text = script === 'withoutVowels' ? (vowelled[plain] ?? plain) : plain;
  // Within an Arabic or Hebrew word w is a long u more often than a consonant: mnswr is Mansur.
  const sound = soundOf(script === 'withoutVowels' ? text.replace(/(?<=.)w/g, 'u') : text);
  const letters = lettersOf(text);
  return {
    text,
    sound,
    coarse: coarseSoundOf(sound),
    skeleton: skeletonOf(sound),
    script,
    letters,
    nearLetters: letters === -1 ? -1 : withNearLetters(letters),
    soundLetters: lettersOfSound(sound),
    place: -1,
  };
}

/**
 * The words of a name in any script: NFKC, without case and accents, in a–z and digits; apostrophes closed up, hyphens, dots and other
 * signs opened. At most 24 words of the first 600 characters.
 */
export function readWords(text: string): NameWord[] {
  const folded = foldName(text.slice(0, longestName)).slice(0, longestName);
  const isTranscribed = middleDot.test(folded) && hasHan.test(folded);
  const closed = folded.replace(arabicArticle, 'ال ').replace(apostrophes, '');
  // Chinese and Korean write each syllable, and not where a word ends.
  return (isTranscribed ? closed : closed.replace(oneSyllable, ' $1 '))
    .split(betweenWords)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .flatMap((word) => readWord(word, isTranscribed && hasHan.test(word) ? 'transcribed' : undefined) ?? []);
}
