/** What finding one of the asker's words in a name is worth. */
export interface Found {
  weight: number;
  /** How many telling words it stands for. */
  telling: number;
  /** What the name's own words that it was found in weigh at most. */
  own: number;
}

/** What is known of each of many names while an asker's words are looked up. Made once: a search counts, reads, and clears. */
export interface NameTally {
  /** Weight of the asker's words found in each name, of its own words that they were found in, and what likeness they lack. */
  asked: Float32Array;
  own: Float32Array;
  lost: Float32Array;
  telling: Uint8Array;
  /** Counts the asker's word number `at` for some of the names' numbers; once for each name, with the best that is said of it. */
  count(names: Int32Array, from: number, to: number, at: number, value: number, found: Found): void;
  /** Names that were counted for, in the order in which they were found. */
  touched(): readonly number[];
  clear(): void;
}

/** A tally of so many names. */
export function createNameTally(size: number): NameTally {
  const asked = new Float32Array(size);
  const own = new Float32Array(size);
  const lost = new Float32Array(size);
  const telling = new Uint8Array(size);
  // Of the last word that was counted for each, so that none counts twice.
  const lastWord = new Int16Array(size).fill(-1);
  const lastOwn = new Float32Array(size);
  const lastLost = new Float32Array(size);
  const lastTelling = new Uint8Array(size);
  let touched: number[] = [];

  /** The same word in another way: what is better of the two counts. */
  function better(id: number, wordLost: number, found: Found): void {
    const before = { own: lastOwn[id] ?? 0, lost: lastLost[id] ?? 0, telling: lastTelling[id] ?? 0 };
    if (wordLost < before.lost) {
      lost[id] = (lost[id] ?? 0) + wordLost - before.lost;
      lastLost[id] = wordLost;
    }
    if (found.own > before.own) {
      own[id] = (own[id] ?? 0) + found.own - before.own;
      lastOwn[id] = found.own;
    }
    if (found.telling > before.telling) {
      telling[id] = (telling[id] ?? 0) + found.telling - before.telling;
      lastTelling[id] = found.telling;
    }
  }

  return {
    asked,
    own,
    lost,
    telling,
    count(names, from, to, at, value, found) {
      const wordLost = found.weight * (1 - value);
      for (let place = from; place < to; place += 1) {
        const id = names[place] ?? 0;
        if (lastWord[id] === at) {
          better(id, wordLost, found);
          continue;
        }
        if (lastWord[id] === -1) touched.push(id);
        lastWord[id] = at;
        asked[id] = (asked[id] ?? 0) + found.weight;
        own[id] = (own[id] ?? 0) + found.own;
        lost[id] = (lost[id] ?? 0) + wordLost;
        telling[id] = (telling[id] ?? 0) + found.telling;
        lastOwn[id] = found.own;
        lastLost[id] = wordLost;
        lastTelling[id] = found.telling;
      }
    },
    touched: () => touched,
    clear() {
      for (const id of touched) {
        asked[id] = 0;
        own[id] = 0;
        lost[id] = 0;
        telling[id] = 0;
        lastWord[id] = -1;
      }
      touched = [];
    },
  };
}
