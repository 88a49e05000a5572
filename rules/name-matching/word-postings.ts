import { type NameWord, readWord, type WordScript } from './name-words.ts';
import { lookupInSteps, type WordLookup } from './word-lookup.ts';

/** Maximum effect of a word, or several joined, in the names that contain it. */
export interface WordWorth {
  /** Minimum and maximum weight. */
  lightest: number;
  heaviest: number;
  /** Maximum number of words that it counts as when paired. */
  telling: number;
}

/** Distinct words, each with the numbers of the names that contain it. */
export interface WordPostings extends WordLookup {
  /** Numbers of names, grouped by word. */
  names: Int32Array;
  /** Offset of the first name of a place's word; the next place's offset is its end. */
  getStart(place: number): number;
  getWorth(place: number): WordWorth;
}

const worthNothing: WordWorth = { lightest: 0, heaviest: 0, telling: 0 };

/** Collects the words of names, and indexes them once complete. */
export interface PostingsCollector {
  /** Reads a word, or returns the one read before. */
  read(text: string, script?: WordScript): NameWord | null;
  /**
   * Returns the word's place: the same for one script and spelling. `weight` and `telling` are those of the word in
   * this name: a name consisting of titles only treats them as names.
   */
  add(word: NameWord, name: number, weight: number, telling: number): number;
  /** In steps of a few milliseconds. */
  finish(): Generator<undefined, WordPostings, undefined>;
}

/**
 * `least`: minimum useful similarity. `firstPlace`: the first place of its words, which distinguishes them from another
 * collection's.
 */
export function collectPostings(least: number, firstPlace: number): PostingsCollector {
  const places = new Map<string, number>();
  const words: NameWord[] = [];
  const names: number[][] = [];
  const worths: WordWorth[] = [];
  return {
    read(text, script) {
      const known = places.get((script ?? 'letters') + text);
      return (known === undefined ? undefined : words[known - firstPlace]) ?? readWord(text, script);
    },
    add(word, name, weight, telling) {
      const key = word.script + word.text;
      let place = places.get(key);
      if (place === undefined) {
        place = firstPlace + words.length;
        places.set(key, place);
        words.push(word);
        names.push([]);
        worths.push({ lightest: weight, heaviest: weight, telling });
      }
      const worth = worths[place - firstPlace];
      if (worth !== undefined) {
        worth.lightest = Math.min(worth.lightest, weight);
        worth.heaviest = Math.max(worth.heaviest, weight);
        worth.telling = Math.max(worth.telling, telling);
      }
      const list = names[place - firstPlace];
      if (list !== undefined && list.at(-1) !== name) list.push(name);
      return place;
    },
    *finish() {
      const starts = new Int32Array(names.length + 1);
      names.forEach((list, at) => {
        starts[at + 1] = (starts[at] ?? 0) + list.length;
      });
      const all = new Int32Array(starts.at(-1) ?? 0);
      for (const [at, list] of names.entries()) all.set(list, starts[at]);
      yield;
      const lookup = yield* lookupInSteps(words, least, firstPlace);
      return {
        ...lookup,
        names: all,
        getStart: (place) => starts[place - firstPlace] ?? 0,
        getWorth: (place) => worths[place - firstPlace] ?? worthNothing,
      };
    },
  };
}
