import { searchTerms } from './name-normalisation.ts';

/**
 * How well a short name matches a search text, for lists that are small enough to be searched in memory: 3 if it is the text, 2 if every
 * word of the text is a word of it, 1 if every word begins one, 0 if not. Accents and case make no difference.
 */
export function wordRank(name: string, text: string): 0 | 1 | 2 | 3 {
  const [words, asked] = [searchTerms(name), searchTerms(text)];
  if (asked.length === 0) return 0;
  if (words.join(' ') === asked.join(' ')) return 3;
  if (asked.every((word) => words.includes(word))) return 2;
  return asked.every((word) => words.some((own) => own.startsWith(word))) ? 1 : 0;
}

/** Those that match a text, best first; in the given order among equals. */
export function bestByWords<Item>(
  items: readonly Item[],
  text: string,
  getName: (item: Item) => string,
): Item[] {
  return items
    .map((item) => ({ item, rank: wordRank(getName(item), text) }))
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .map(({ item }) => item);
}
