import {
  createSpelling,
  getSpelledCost,
  maxComparedWordLength,
  maxEditDistance,
  type Spelling,
  spell,
} from './edit-distance.ts';
import {
  areTwoBitsApart,
  countBits,
  getLetters,
  minEditCostForLetters,
  withNearLetters,
} from './letter-mask.ts';
import type { NameWord } from './name-words.ts';
import {
  costLimit,
  maxLengthDifference,
  maxLetterDifference,
  maxPhoneticEditCost,
} from './word-match-score.ts';

/** Letters of all words in one buffer. */
interface SpelledWords {
  spelling: Spelling;
  /** Offset of each word's letters. */
  starts: Int32Array;
  /** Number of its letters that are cheap to omit. */
  cheap: Uint8Array;
}

/**
 * Words by length with their bit sets, in parallel arrays. Excludes words with digits, because they match only
 * themselves.
 */
export interface WordPrefilter {
  /** Number of the word at each place. */
  ids: Int32Array;
  letters: Int32Array;
  nearLetters: Int32Array;
  /** Letters of the first, longer half and of the second; see `getSecondHalf`. */
  first: Int32Array;
  second: Int32Array;
  spelled: SpelledWords;
  soundLetters: Int32Array;
  soundLength: Uint8Array;
  spelledSounds: SpelledWords;
  /** Places of words that sound much shorter than they are written; see `soundsShort`. */
  squeezed: Int32Array;
  /** First place of each length, and the end. */
  starts: Int32Array;
}

/** More cheap letters do not change the limits. */
const maxCheapEdits = 8;

const getHalf = (length: number) => Math.ceil(length / 2);

/**
 * Letters of a word's second half. A letter that continues from the first half is doubled there: cheap, and not missing
 * twice.
 */
function getSecondHalf(text: string): string {
  const half = getHalf(text.length);
  let start = half;
  while (start < text.length && text[start] === text[half - 1]) start += 1;
  return text.slice(start);
}

/** Sounds may be longer than words: x sounds ks. */
const comparedLength = (text: string) => Math.min(text.length, maxComparedWordLength);

function spellAll(texts: readonly string[]): SpelledWords {
  const spelling = createSpelling(texts.reduce((sum, text) => sum + text.length, 0));
  const starts = new Int32Array(texts.length);
  const cheap = new Uint8Array(texts.length);
  let written = 0;
  texts.forEach((text, at) => {
    starts[at] = written;
    cheap[at] = Math.min(maxCheapEdits, spell(spelling, written, text));
    written += text.length;
  });
  return { spelling, starts, cheap };
}

/**
 * Minimum surplus of a word's letters over its sound's for it to sound like a word `maxLengthDifference` or more
 * letters shorter: the sounds differ in length by at most one letter, and a sound is longer than its word only by an x.
 */
const soundsShort = maxLengthDifference - 1;

/** Arranges words by length, in steps of a few milliseconds. */
export function* glancesInSteps(words: readonly NameWord[]): Generator<undefined, WordPrefilter, undefined> {
  const maxLength = words.reduce((most, { text }) => Math.max(most, text.length), 0);
  const byLength: number[][] = Array.from({ length: maxLength + 1 }, () => []);
  words.forEach(({ text, letters }, id) => {
    if (letters !== -1) byLength[text.length]?.push(id);
  });
  const starts = new Int32Array(maxLength + 2);
  byLength.forEach((ids, length) => {
    starts[length + 1] = (starts[length] ?? 0) + ids.length;
  });
  const ids = Int32Array.from(byLength.flat());
  const inOrder = Array.from(ids, (id) => words[id]).filter((word) => word !== undefined);
  yield;
  const spelled = spellAll(inOrder.map(({ text }) => text));
  yield;
  const spelledSounds = spellAll(inOrder.map(({ sound }) => sound));
  yield;
  const first = Int32Array.from(inOrder, ({ text }) => getLetters(text.slice(0, getHalf(text.length))));
  yield;
  const second = Int32Array.from(inOrder, ({ text }) => getLetters(getSecondHalf(text)));
  yield;
  const squeezed = inOrder.flatMap(({ text, sound }, at) =>
    text.length - sound.length >= soundsShort ? [at] : [],
  );
  return {
    ids,
    letters: Int32Array.from(inOrder, ({ letters }) => letters),
    nearLetters: Int32Array.from(inOrder, ({ nearLetters }) => nearLetters),
    first,
    second,
    spelled,
    soundLetters: Int32Array.from(inOrder, ({ soundLetters }) => soundLetters),
    soundLength: Uint8Array.from(inOrder, ({ sound }) => comparedLength(sound)),
    spelledSounds,
    squeezed: Int32Array.from(squeezed),
    starts,
  };
}

/** Bit sets that a similar word's halves must fit, allowing for letters ahead or behind. */
interface Halves {
  ahead: Uint8Array;
  first: Int32Array;
  nearFirst: Int32Array;
  second: Int32Array;
  nearSecond: Int32Array;
}

/** Indexed by the number of cheap letters. */
function halvesAround(text: string, half: number, limit: number): Halves {
  const halves: Halves = {
    ahead: new Uint8Array(maxCheapEdits + 1),
    first: new Int32Array(maxCheapEdits + 1),
    nearFirst: new Int32Array(maxCheapEdits + 1),
    second: new Int32Array(maxCheapEdits + 1),
    nearSecond: new Int32Array(maxCheapEdits + 1),
  };
  for (let cheap = 0; cheap <= maxCheapEdits; cheap += 1) {
    const ahead = maxEditDistance(cheap, limit);
    const first = getLetters(text.slice(0, half + ahead));
    const second = getLetters(text.slice(Math.max(0, half - ahead)));
    halves.ahead[cheap] = ahead;
    halves.first[cheap] = first;
    halves.nearFirst[cheap] = withNearLetters(first);
    halves.second[cheap] = second;
    halves.nearSecond[cheap] = withNearLetters(second);
  }
  return halves;
}

const querySpelling = createSpelling(maxComparedWordLength);
const askedSound = createSpelling(maxComparedWordLength);

/**
 * Calls back with the number of every word that may be similar, by a few typing errors or one similar-sounding letter.
 * Compares bits only, so that most words are rejected in nanoseconds; some of those reported are not similar.
 */
export function prefilterWords(glances: WordPrefilter, word: NameWord, may: (id: number) => void): void {
  const { ids, letters, nearLetters, first, second, soundLetters, soundLength, starts } = glances;
  const { spelling, starts: spelledAt, cheap } = glances.spelled;
  const { spelling: sounds, starts: soundsAt } = glances.spelledSounds;
  const length = word.text.length;
  const own = word.letters;
  const ownSound = word.soundLetters;
  const ownSoundLength = comparedLength(word.sound);
  const ownCheap = Math.min(maxCheapEdits, spell(querySpelling, 0, word.text));
  spell(askedSound, 0, word.sound);
  const bySound = (at: number) => {
    if (!areTwoBitsApart(ownSound, soundLetters[at] ?? 0)) return;
    const theirSound = soundLength[at] ?? 0;
    if (Math.abs(ownSoundLength - theirSound) > 1) return;
    const place = soundsAt[at] ?? 0;
    const cost =
      ownSoundLength <= theirSound
        ? getSpelledCost(askedSound, 0, ownSoundLength, sounds, place, theirSound, 1, maxPhoneticEditCost)
        : getSpelledCost(sounds, place, theirSound, askedSound, 0, ownSoundLength, 1, maxPhoneticEditCost);
    if (cost <= maxPhoneticEditCost) may(ids[at] ?? 0);
  };
  const minLength = Math.max(1, length - maxLengthDifference);
  const last = Math.min(length + maxLengthDifference, starts.length - 2);
  // Much longer or shorter words can be similar only by sound.
  const longer = starts[last + 1] ?? 0;
  for (const at of glances.squeezed) if (at >= longer) bySound(at);
  if (length - word.sound.length >= soundsShort) {
    for (let at = 0; at < (starts[minLength] ?? 0); at += 1) bySound(at);
  }
  for (let theirs = minLength; theirs <= last; theirs += 1) {
    const start = starts[theirs] ?? 0;
    const end = starts[theirs + 1] ?? 0;
    if (start === end) continue;
    const limit = costLimit(Math.max(length, theirs));
    const halves = halvesAround(word.text, getHalf(theirs), limit);
    for (let at = start; at < end; at += 1) {
      const other = letters[at] ?? 0;
      if (
        countBits(own ^ other) <= maxLetterDifference &&
        minEditCostForLetters(own, other, nearLetters[at] ?? 0) <= limit
      ) {
        const most = Math.max(ownCheap, cheap[at] ?? 0);
        const minEditCostForHalves =
          minEditCostForLetters(first[at] ?? 0, halves.first[most] ?? 0, halves.nearFirst[most] ?? 0) +
          minEditCostForLetters(second[at] ?? 0, halves.second[most] ?? 0, halves.nearSecond[most] ?? 0);
        if (minEditCostForHalves <= limit) {
          const ahead = halves.ahead[most] ?? 0;
          const place = spelledAt[at] ?? 0;
          const cost =
            length <= theirs
              ? getSpelledCost(querySpelling, 0, length, spelling, place, theirs, ahead, limit)
              : getSpelledCost(spelling, place, theirs, querySpelling, 0, length, ahead, limit);
          if (cost <= limit) {
            may(ids[at] ?? 0);
            continue;
          }
        }
      }
      bySound(at);
    }
  }
}
