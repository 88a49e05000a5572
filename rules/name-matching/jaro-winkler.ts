/** Characters of both that match within Jaro's window, in each text's own order. */
function matchingCharacters(a: string[], b: string[]): { fromA: string[]; fromB: string[] } {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  const fromA: string[] = [];
  a.forEach((character, index) => {
    for (let at = Math.max(0, index - reach); at <= Math.min(b.length - 1, index + reach); at += 1) {
      if (b[at] === character && !taken.has(at)) {
        taken.add(at);
        fromA.push(character);
        return;
      }
    }
  });
  return { fromA, fromB: b.filter((_, index) => taken.has(index)) };
}

/** Limit of compared characters: no word of a name is longer, and the work grows with the square. */
const maxCharacters = 100;

/**
 * Jaro–Winkler similarity of two words, 0 to 1, symmetric. Tolerates typing errors and different endings more than
 * different beginnings. Source: Winkler 1990, scaling factor 0.1 for up to four characters.
 */
export function jaroWinkler(item: string, other: string): number {
  if (item === other) return 1;
  const [a, b] = [[...item.slice(0, maxCharacters)], [...other.slice(0, maxCharacters)]];
  const { fromA, fromB } = matchingCharacters(a, b);
  const matches = fromA.length;
  if (matches === 0) return 0;
  const transpositions = fromA.filter((character, index) => character !== fromB[index]).length / 2;
  const jaro = (matches / a.length + matches / b.length + (matches - transpositions) / matches) / 3;
  let prefix = 0;
  while (prefix < Math.min(4, a.length, b.length) && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Minimum similarity of two spellings of one word. Smith and Smyth reach 0.89; John and Jane 0.70. */
const sameWord = 0.85;

/** Limit of compared words: no name has more, and the work grows with the square. */
const maxWords = 20;

/**
 * Similarity of two names as words, 0 to 1: words are paired in any order, best pairs first, each weighted by its
 * characters. Surplus words of one name (a middle name) count a quarter; where both have words that the other lacks,
 * those count in full. Symmetric; 1 for the same words in any order.
 */
export function nameSimilarity(oneWords: readonly string[], otherWords: readonly string[]): number {
  const sortedOne = oneWords.toSorted().slice(0, maxWords);
  const sortedOther = otherWords.toSorted().slice(0, maxWords);
  // The same order in both directions, so that the sums round alike.
  const [a, b] =
    sortedOne.join(' ') < sortedOther.join(' ') ? [sortedOne, sortedOther] : [sortedOther, sortedOne];
  const pairs = a
    .flatMap((left, i) => b.map((right, j) => ({ i, j, left, right, likeness: jaroWinkler(left, right) })))
    .filter((pair) => pair.likeness >= sameWord)
    .sort((x, y) => y.likeness - x.likeness);
  const usedA = new Set<number>();
  const usedB = new Set<number>();
  let alike = 0;
  let compared = 0;
  for (const { i, j, left, right, likeness } of pairs) {
    if (usedA.has(i) || usedB.has(j)) continue;
    usedA.add(i);
    usedB.add(j);
    alike += likeness * (left.length + right.length);
    compared += left.length + right.length;
  }
  const leftOver = (words: string[], used: Set<number>) =>
    words.reduce((sum, word, index) => sum + (used.has(index) ? 0 : word.length), 0);
  const [restA, restB] = [leftOver(a, usedA), leftOver(b, usedB)];
  const rest = restA > 0 && restB > 0 ? restA + restB : (restA + restB) / 4;
  return compared === 0 ? 0 : alike / (compared + rest);
}
