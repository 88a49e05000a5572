import { getForms, getWords } from './words.ts';

export type Searchable = { id: number; full: string };

export type Found<Address> = {
  /** All matches, best first. */
  addresses: Address[];
  /** Words that are a prefix of no address word; ignored while another word is left. */
  badWords: string[];
};

/** Limit of query words: no address has more. */
const maxWords = 12;

/**
 * Index over a few thousand addresses. Finds those in which every query word is a prefix of an address word, in any
 * order, without accents or case, abbreviations expanded; ranked by closeness to the text as typed.
 */
export function createSearch<Address extends Searchable>(
  addresses: Address[],
): (text: string, isWanted: (address: Address) => boolean) => Found<Address> {
  const createIndex = () => {
    const entries = addresses.map((address) => {
      const words = getWords(address.full);
      return { address, forms: words.map(getForms), length: address.full.length };
    });
    return { entries, vocabulary: [...new Set(entries.flatMap(({ forms }) => forms.flat()))].sort() };
  };
  // By the first search: most starts have none.
  let index: ReturnType<typeof createIndex> | undefined;

  function isKnown(vocabulary: readonly string[], prefix: string): boolean {
    let low = 0;
    let high = vocabulary.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((vocabulary[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low]?.startsWith(prefix) ?? false;
  }

  return (text, isWanted) => {
    index ??= createIndex();
    const { entries, vocabulary } = index;
    const typed = getWords(text).slice(0, maxWords);
    const isGood = (word: string) => getForms(word).some((form) => isKnown(vocabulary, form));
    const badWords = typed.filter((word) => !isGood(word));
    const wanted = typed.filter(isGood).map(getForms);
    if (wanted.length === 0) return { addresses: [], badWords };

    const ranked: { address: Address; score: number; length: number }[] = [];
    for (const { address, forms, length } of entries) {
      const score = getScore(wanted, forms);
      if (score > 0 && isWanted(address)) ranked.push({ address, score, length });
    }
    ranked.sort((a, b) => b.score - a.score || a.length - b.length || a.address.id - b.address.id);
    return { addresses: ranked.map(({ address }) => address), badWords };
  };
}

/**
 * 0 if a word is missing; else higher for whole words, for words in the order typed, and for a match at the start. Each
 * address word matches one query word only: "3 3 Queen" needs two threes. If order does not decide, "St" is street
 * rather than saint.
 */
function getScore(wanted: string[][], forms: string[][]): number {
  const taken = new Set<number>();
  let score = 1;
  let last = -1;
  for (const [position, word] of wanted.entries()) {
    let best = -1;
    let bestPoints = 0;
    for (const [index, candidates] of forms.entries()) {
      if (taken.has(index)) continue;
      const whole = word.findIndex((form) => candidates.includes(form));
      const isWhole = whole !== -1;
      if (!isWhole && !word.some((form) => candidates.some((candidate) => candidate.startsWith(form))))
        continue;
      const points =
        (isWhole ? 10 - Math.max(0, whole - 1) * 3 : 4) +
        (index === last + 1 ? 5 : index > last ? 2 : 0) +
        (index === position ? 2 : 0);
      if (points > bestPoints) {
        best = index;
        bestPoints = points;
      }
    }
    if (best === -1) return 0;
    taken.add(best);
    last = best;
    score += bestPoints;
  }
  return score;
}
