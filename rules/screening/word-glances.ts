import {
  costOfSpelled,
  createSpelling,
  longestComparedWord,
  mostAhead,
  type Spelling,
  spell,
} from './edit-cost.ts';
import { areTwoBitsApart, countBits, leastForLetters, lettersOf, withNearLetters } from './letter-bounds.ts';
import type { NameWord } from './name-words.ts';
import { costLimit, mostCostBySound, mostLengthApart, mostLettersApart } from './word-likeness.ts';

/** Words' letters one behind the other. */
interface SpelledWords {
  spelling: Spelling;
  /** Where each word's letters start. */
  starts: Int32Array;
  /** How many of its letters are cheaply left out. */
  cheap: Uint8Array;
}

/** Words in the order of their length, with what of them a glance needs, side by side. Words with figures are like no other: not here. */
export interface WordGlances {
  /** Number of the word at each place. */
  ids: Int32Array;
  letters: Int32Array;
  nearLetters: Int32Array;
  /** Letters of its first half, the longer one, and of its second. */
  first: Int32Array;
  second: Int32Array;
  spelled: SpelledWords;
  soundLetters: Int32Array;
  soundLength: Uint8Array;
  spelledSounds: SpelledWords;
  /** The place where words of each length start; one more for where they end. */
  starts: Int32Array;
}

/** More of them make no difference to what the limits allow. */
const mostCheap = 8;

const halfOf = (length: number) => Math.ceil(length / 2);

/** Sounds may be longer than words: an x sounds ks. */
const comparedLength = (text: string) => Math.min(text.length, longestComparedWord);

function spellAll(texts: readonly string[]): SpelledWords {
  const spelling = createSpelling(texts.reduce((sum, text) => sum + text.length, 0));
  const starts = new Int32Array(texts.length);
  const cheap = new Uint8Array(texts.length);
  let written = 0;
  texts.forEach((text, at) => {
    starts[at] = written;
    cheap[at] = Math.min(mostCheap, spell(spelling, written, text));
    written += text.length;
  });
  return { spelling, starts, cheap };
}

/** Puts words side by side by their length, in steps of some milliseconds. */
export function* glancesInSteps(words: readonly NameWord[]): Generator<undefined, WordGlances, undefined> {
  const longest = words.reduce((most, { text }) => Math.max(most, text.length), 0);
  const byLength: number[][] = Array.from({ length: longest + 1 }, () => []);
  words.forEach(({ text, letters }, id) => {
    if (letters !== -1) byLength[text.length]?.push(id);
  });
  const starts = new Int32Array(longest + 2);
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
  const first = Int32Array.from(inOrder, ({ text }) => lettersOf(text.slice(0, halfOf(text.length))));
  yield;
  const second = Int32Array.from(inOrder, ({ text }) => lettersOf(text.slice(halfOf(text.length))));
  yield;
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
    starts,
  };
}

/** What of a word may stand for the halves of another, which may be so many letters ahead or behind. */
interface Halves {
  ahead: Uint8Array;
  first: Int32Array;
  nearFirst: Int32Array;
  second: Int32Array;
  nearSecond: Int32Array;
}

/** By how many cheap letters there are. */
function halvesAround(text: string, half: number, limit: number): Halves {
  const halves: Halves = {
    ahead: new Uint8Array(mostCheap + 1),
    first: new Int32Array(mostCheap + 1),
    nearFirst: new Int32Array(mostCheap + 1),
    second: new Int32Array(mostCheap + 1),
    nearSecond: new Int32Array(mostCheap + 1),
  };
  for (let cheap = 0; cheap <= mostCheap; cheap += 1) {
    const ahead = mostAhead(cheap, limit);
    const first = lettersOf(text.slice(0, half + ahead));
    const second = lettersOf(text.slice(Math.max(0, half - ahead)));
    halves.ahead[cheap] = ahead;
    halves.first[cheap] = first;
    halves.nearFirst[cheap] = withNearLetters(first);
    halves.second[cheap] = second;
    halves.nearSecond[cheap] = withNearLetters(second);
  }
  return halves;
}

const asked = createSpelling(longestComparedWord);
const askedSound = createSpelling(longestComparedWord);

/**
 * Calls back with the numbers of all words that a few slips of the pen, or one letter that sounds alike, may lead to: by bits of their
 * letters, so that most words are passed over in nanoseconds. Some that it names are not alike.
 */
export function glanceThrough(glances: WordGlances, word: NameWord, may: (id: number) => void): void {
  const { ids, letters, nearLetters, first, second, soundLetters, soundLength, starts } = glances;
  const { spelling, starts: spelledAt, cheap } = glances.spelled;
  const { spelling: sounds, starts: soundsAt } = glances.spelledSounds;
  const length = word.text.length;
  const own = word.letters;
  const ownSound = word.soundLetters;
  const ownSoundLength = comparedLength(word.sound);
  const ownCheap = Math.min(mostCheap, spell(asked, 0, word.text));
  spell(askedSound, 0, word.sound);
  const last = Math.min(length + mostLengthApart, starts.length - 2);
  for (let theirs = Math.max(1, length - mostLengthApart); theirs <= last; theirs += 1) {
    const start = starts[theirs] ?? 0;
    const end = starts[theirs + 1] ?? 0;
    if (start === end) continue;
    const limit = costLimit(Math.max(length, theirs));
    const halves = halvesAround(word.text, halfOf(theirs), limit);
    for (let at = start; at < end; at += 1) {
      const other = letters[at] ?? 0;
      if (
        countBits(own ^ other) <= mostLettersApart &&
        leastForLetters(own, other, nearLetters[at] ?? 0) <= limit
      ) {
        const most = Math.max(ownCheap, cheap[at] ?? 0);
        const leastForHalves =
          leastForLetters(first[at] ?? 0, halves.first[most] ?? 0, halves.nearFirst[most] ?? 0) +
          leastForLetters(second[at] ?? 0, halves.second[most] ?? 0, halves.nearSecond[most] ?? 0);
        if (leastForHalves <= limit) {
          const ahead = halves.ahead[most] ?? 0;
          const place = spelledAt[at] ?? 0;
          const cost =
            length <= theirs
              ? costOfSpelled(asked, 0, length, spelling, place, theirs, ahead, limit)
              : costOfSpelled(spelling, place, theirs, asked, 0, length, ahead, limit);
          if (cost <= limit) {
            may(ids[at] ?? 0);
            continue;
          }
        }
      }
      if (!areTwoBitsApart(ownSound, soundLetters[at] ?? 0)) continue;
      const theirSound = soundLength[at] ?? 0;
      if (Math.abs(ownSoundLength - theirSound) > 1) continue;
      const place = soundsAt[at] ?? 0;
      const cost =
        ownSoundLength <= theirSound
          ? costOfSpelled(askedSound, 0, ownSoundLength, sounds, place, theirSound, 1, mostCostBySound)
          : costOfSpelled(sounds, place, theirSound, askedSound, 0, ownSoundLength, 1, mostCostBySound);
      if (cost <= mostCostBySound) may(ids[at] ?? 0);
    }
  }
}
