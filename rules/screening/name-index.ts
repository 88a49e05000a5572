import { againstFrom, countsInPair, losses, noWordInCommon, oneWordInCommon } from './compare-names.ts';
import { leadingWordsOf, mayShareLeading } from './leading-words.ts';
import {
  acronymOf,
  countTelling,
  findableWords,
  firstLetters,
  heaviestWord,
  initialsOf,
  isFindable,
  runsOf,
  weigh,
  weightOfInitials,
} from './name-parts.ts';
import { createNameTally, type Found } from './name-tally.ts';
import { type NameWord, readWord } from './name-words.ts';
import type { PreparedName, PreparedWord } from './prepared-name.ts';
import type { WordLikeness } from './word-likeness.ts';
import type { LikeWords } from './word-lookup.ts';
import { collectPostings, type WordPostings } from './word-postings.ts';

/** How alike a word that was asked for is to words of the index, by their places; those that are missing are not alike. */
export interface LikeInIndex {
  words: ReadonlyMap<number, WordLikeness>;
  /** Neighbours as one word; null where these were not looked through. */
  joined: ReadonlyMap<number, WordLikeness> | null;
}

/** Places of neighbours as one word start here, so that they are told from words. */
export const firstJoinedPlace = 1 << 24;

/** Finds the names of one kind that may score enough against another: all that do, and some that do not. */
export interface NameIndex {
  /**
   * Numbers of names, as they stand in the array that the index was built of; `cutoff` says what is enough for each. Writes down in
   * `known` what it learned of the name's words.
   */
  candidates(name: PreparedName, cutoff: (id: number) => number, known: Map<NameWord, LikeInIndex>): number[];
}

const leastAlike = 0.5;
const leastJoined = 0.8;
/** Estimates do not know what a word weighs in the other name, nor which words pair in the end. */
const slack = 0.4;
/** Estimates are added up in single precision. */
const rounding = 1e-4;

/** What a bound needs of the name that is asked for. */
interface Asked {
  kind: PreparedName['kind'];
  weight: number;
  /** Weight of its words that names are not found by. */
  small: number;
  telling: number;
  initials: readonly number[];
  startLetters: number;
  /** Kinds of words that stand before names. */
  leading: number;
}

/** Takes names into an index one by one, so that others may have their turn in between. */
export interface NameIndexBuilder {
  add(name: PreparedName): void;
  /** In steps of some milliseconds. */
  finish(): Generator<undefined, NameIndex, undefined>;
}

/** Starts an index. Memory grows with the words and the names, not with their lengths' squares. Marks the names' words by their places. */
export function startNameIndex(): NameIndexBuilder {
  const single = collectPostings(leastAlike, 0);
  const joined = collectPostings(leastJoined, firstJoinedPlace);
  const weights: number[] = [];
  const tellingCounts: number[] = [];
  const initials: (readonly number[] | undefined)[] = [];
  const startLetters: number[] = [];
  const leading: number[] = [];
  const hasSmallWords = (parts: readonly PreparedWord[]) => !parts.every(isFindable);
  return {
    add(name) {
      const id = weights.length;
      const words = findableWords(name);
      weights.push(weigh(words));
      tellingCounts.push(countTelling(words));
      startLetters.push(firstLetters(name));
      leading.push(leadingWordsOf(name));
      const own = initialsOf(name);
      initials.push(own.length === 0 ? undefined : own);
      for (const word of words) word.place = single.add(word, id);
      // A title misspelt is no title to whoever asks for it.
      for (const word of name.words) if (word.role === 'title') word.place = single.add(word, id);
      for (const { word } of [
        ...runsOf(name, 2, joined.read),
        ...runsOf(name, 3, joined.read, hasSmallWords),
      ]) {
        word.place = joined.add(word, id);
      }
      const acronym = acronymOf(name);
      const word = acronym === null ? null : joined.read(acronym);
      if (word !== null) word.place = joined.add(word, id);
    },
    *finish() {
      return searchNames({
        singles: yield* single.finish(),
        joins: yield* joined.finish(),
        weights: Float32Array.from(weights),
        tellingCounts: Uint8Array.from(tellingCounts),
        startLetters: Int32Array.from(startLetters),
        leading: Uint8Array.from(leading),
        initials,
      });
    },
  };
}

interface IndexedNames {
  singles: WordPostings;
  joins: WordPostings;
  /** Of each name: what its findable words weigh and how many of them tell, the letters its words start with, its initials. */
  weights: Float32Array;
  tellingCounts: Uint8Array;
  startLetters: Int32Array;
  leading: Uint8Array;
  initials: readonly (readonly number[] | undefined)[];
}

function searchNames(names: IndexedNames): NameIndex {
  const { singles, joins, weights, tellingCounts, startLetters, leading, initials } = names;
  const tally = createNameTally(weights.length);

  function count(postings: WordPostings, { places, found }: LikeWords, at: number, worth: Found): void {
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] ?? 0;
      const [from, to] = [postings.startOf(place), postings.startOf(place + 1)];
      tally.count(postings.names, from, to, at, found[i]?.value ?? 0, worth);
    }
  }

  /** The most that a name can score, judged by what of it was found. */
  function bound(id: number, asked: Asked): number {
    const isLed = asked.kind === 'person' && mayShareLeading(asked.leading, leading[id] ?? 0);
    const found = tally.asked[id] ?? 0;
    const telling = tally.telling[id] ?? 0;
    const ownTelling = tellingCounts[id] ?? 0;
    // What is left on one side may be the other side's initials.
    const byAsked = weightOfInitials(asked.initials, startLetters[id] ?? 0);
    const byOwn = weightOfInitials(initials[id] ?? [], asked.startLetters);
    const restAsked = Math.max(0, asked.weight - found);
    const restOwn = Math.max(0, (weights[id] ?? 0) - (tally.own[id] ?? 0));
    const against = Math.min(restAsked - byOwn, restOwn - byAsked) - slack;
    const more = Math.max(0, Math.abs(restAsked - restOwn) - byOwn - byAsked - slack);
    // Small words and initials that pair make what is lost of the others a smaller share.
    const alike = found + asked.small + byAsked + byOwn;
    let most =
      1 -
      (losses.letters * (tally.lost[id] ?? 0)) / alike -
      (losses.more[isLed ? 'led' : asked.kind] * more) / (alike + more) +
      rounding;
    if (against >= againstFrom) most -= losses.againstNumbers;
    if (asked.kind === 'body') {
      if (telling === 0 && asked.telling + ownTelling > 0) most = Math.min(most, noWordInCommon);
    } else if (telling <= 1 && byAsked + byOwn === 0 && Math.max(asked.telling, ownTelling) > 1 && !isLed) {
      most = Math.min(most, oneWordInCommon);
    }
    return most;
  }

  return {
    candidates(name, cutoff, known) {
      const words = findableWords(name);
      const asked: Asked = {
        kind: name.kind,
        weight: weigh(words),
        small: name.weight - weigh(words),
        telling: countTelling(words),
        initials: initialsOf(name),
        startLetters: firstLetters(name),
        leading: leadingWordsOf(name),
      };
      let at = 0;
      for (const word of words) {
        const telling = countsInPair(name.kind, word) ? 1 : 0;
        const like = singles.recall(word);
        const likeJoined = joins.recall(word);
        known.set(word, { words: like.byPlace, joined: likeJoined.byPlace });
        count(singles, like, at, { weight: word.weight, telling, own: word.weight });
        // A joined word of the list is at least two of its words.
        count(joins, likeJoined, at, { weight: word.weight, telling: telling * 2, own: 2 * heaviestWord });
        at += 1;
      }
      for (const { word, parts } of [...runsOf(name, 2), ...runsOf(name, 3)]) {
        const like = singles.find(word);
        known.set(word, { words: like.byPlace, joined: null });
        const weight = weigh(parts.filter(isFindable));
        count(singles, like, at, { weight, telling: Math.max(2, countTelling(parts)), own: 1 });
        at += 1;
      }
      const acronym = acronymOf(name);
      const word = acronym === null ? null : readWord(acronym);
      if (word !== null) count(singles, singles.find(word), at, { weight: asked.weight, telling: 3, own: 1 });
      const found = tally.touched().filter((id) => bound(id, asked) >= cutoff(id));
      tally.clear();
      return found;
    },
  };
}
