import { type NameWord, readWord, type WordScript } from './name-words.ts';
import { lookupInSteps, type WordLookup } from './word-lookup.ts';

/** Different words, each with the numbers of the names that it stands in. */
export interface WordPostings extends WordLookup {
  /** Numbers of names, those of one word behind those of another. */
  names: Int32Array;
  /** Where the names of a place's word start; those of the next place's word are behind them. */
  startOf(place: number): number;
}

/** Takes in the words of names, and makes them findable once all are in. */
export interface PostingsCollector {
  /** Reads a word, or gives the one that was taken in before. */
  read(text: string, script?: WordScript): NameWord | null;
  /** Gives the word's place: the same for all of one script and spelling. */
  add(word: NameWord, name: number): number;
  /** In steps of some milliseconds. */
  finish(): Generator<undefined, WordPostings, undefined>;
}

/** `least`: likeness below it is of no use. `firstPlace`: where its words' places begin, which tells them from another collection's. */
export function collectPostings(least: number, firstPlace: number): PostingsCollector {
  const places = new Map<string, number>();
  const words: NameWord[] = [];
  const names: number[][] = [];
  return {
    read(text, script) {
      const known = places.get((script ?? 'letters') + text);
      return (known === undefined ? undefined : words[known - firstPlace]) ?? readWord(text, script);
    },
    add(word, name) {
      const key = word.script + word.text;
      let place = places.get(key);
      if (place === undefined) {
        place = firstPlace + words.length;
        places.set(key, place);
        words.push(word);
        names.push([]);
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
      return { ...lookup, names: all, startOf: (place) => starts[place - firstPlace] ?? 0 };
    },
  };
}
