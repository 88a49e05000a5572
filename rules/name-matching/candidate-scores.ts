/** Effect of finding one query word in a name. */
export interface FoundWord {
  /** Weight of the query word. */
  weight: number;
  /** Minimum dissimilarity, times the weight. */
  lost: number;
  /** Maximum number of words that count as paired, on both sides. */
  telling: number;
  /** Maximum weight of the name's own matching words. */
  own: number;
}

/**
 * Running totals of many names while the words of a query are looked up. Allocated once and cleared after each search.
 */
export interface CandidateScores {
  /** Per name: weight of the query words found, of its own matching words, and of the dissimilarity. */
  asked: Float32Array;
  own: Float32Array;
  lost: Float32Array;
  telling: Uint8Array;
  /** Counts query word number `at` for `names[from..to]`. A word counts once for a name, with its best finding. */
  count(names: ArrayLike<number>, from: number, to: number, at: number, found: FoundWord): void;
  /** Adds names that may match although none of the query's words was counted for them. */
  touch(name: number): void;
  /** Counted or touched names, in the order found. */
  touched(): readonly number[];
  clear(): void;
}

const untouched = -1;
const uncounted = -2;

/** Creates the totals for `size` names. */
export function createCandidateScores(size: number): CandidateScores {
  const asked = new Float32Array(size);
  const own = new Float32Array(size);
  const lost = new Float32Array(size);
  const telling = new Uint8Array(size);
  // Number of the last word counted for each name, so that no word counts twice.
  const lastWord = new Int16Array(size).fill(untouched);
  const lastOwn = new Float32Array(size);
  const lastLost = new Float32Array(size);
  const lastTelling = new Uint8Array(size);
  let touched: number[] = [];

  /** The same word found in another way: keeps the better finding. */
  function better(id: number, found: FoundWord): void {
    const before = { own: lastOwn[id] ?? 0, lost: lastLost[id] ?? 0, telling: lastTelling[id] ?? 0 };
    if (found.lost < before.lost) {
      lost[id] = (lost[id] ?? 0) + found.lost - before.lost;
      lastLost[id] = found.lost;
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
    count(names, from, to, at, found) {
      for (let place = from; place < to; place += 1) {
        const id = names[place] ?? 0;
        if (lastWord[id] === at) {
          better(id, found);
          continue;
        }
        if (lastWord[id] === untouched) touched.push(id);
        lastWord[id] = at;
        asked[id] = (asked[id] ?? 0) + found.weight;
        own[id] = (own[id] ?? 0) + found.own;
        lost[id] = (lost[id] ?? 0) + found.lost;
        telling[id] = (telling[id] ?? 0) + found.telling;
        lastOwn[id] = found.own;
        lastLost[id] = found.lost;
        lastTelling[id] = found.telling;
      }
    },
    touch(id) {
      if (lastWord[id] !== untouched) return;
      touched.push(id);
      lastWord[id] = uncounted;
    },
    touched: () => touched,
    clear() {
      for (const id of touched) {
        asked[id] = 0;
        own[id] = 0;
        lost[id] = 0;
        telling[id] = 0;
        lastWord[id] = untouched;
      }
      touched = [];
    },
  };
}
