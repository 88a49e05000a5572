/** Only this many letters of a word are compared: no name has longer words, and the work grows with the square. */
export const maxComparedWordLength = 40;

const vowels = new Set('aeiouy');

/** Pairs of letters that romanisations, or listeners, interchange. */
const near = new Set(
  [
    ['c', 'k'],
    ['k', 'q'],
    ['c', 'q'],
    ['s', 'z'],
    ['c', 's'],
    ['v', 'w'],
    ['f', 'v'],
    ['b', 'v'],
    ['b', 'p'],
    ['i', 'j'],
    ['j', 'y'],
    ['g', 'j'],
    ['j', 'z'],
    ['d', 't'],
    ['g', 'k'],
    ['h', 'k'],
    ['s', 'x'],
    ['C', 'J'],
    ['C', 'S'],
    ['C', 'Z'],
    ['J', 'Z'],
    ['J', 'z'],
    ['S', 's'],
    ['Z', 's'],
    ['Z', 'z'],
    ['l', 'r'],
  ].flatMap(([a = '', b = '']) => [a + b, b + a]),
);

/** Cost of a wrong letter. Costs are integers, so that sums are exact. */
export const wholeLetter = 5;
/** Cost of a similar-sounding letter, and of omitting an h. */
export const likeLetterCost = 3;
/** Cost of omitting one of two equal neighbours. */
const doubledLetterCost = 2;

/** Whether two letters are interchanged at the reduced cost. */
export function isNearLetter(a: string, b: string): boolean {
  return near.has(a + b) || (vowels.has(a) && vowels.has(b));
}

const letters = 'abcdefghijklmnopqrstuvwxyzCJSZ';
const tableWidth = 128;

/** Cost of substituting a letter, by the codes of both. */
const substitutions = (() => {
  const table = new Uint8Array(tableWidth * tableWidth).fill(wholeLetter);
  for (let code = 0; code < tableWidth; code += 1) table[code * tableWidth + code] = 0;
  for (const a of letters) {
    for (const b of letters) {
      if (a !== b && isNearLetter(a, b)) {
        table[a.charCodeAt(0) * tableWidth + b.charCodeAt(0)] = likeLetterCost;
      }
    }
  }
  return table;
})();

const letterH = 'h'.charCodeAt(0);

/** Omitting a doubled letter, or an h, is cheap. */
function omissionCost(code: number, before: number): number {
  if (code === before) return doubledLetterCost;
  return code === letterH ? likeLetterCost : wholeLetter;
}

/** Spelled words in one buffer: letters, and the cost of omitting each. */
export interface Spelling {
  codes: Uint8Array;
  omissions: Uint8Array;
}

/** Allocates room for `letters` letters. */
export function createSpelling(letters: number): Spelling {
  return { codes: new Uint8Array(letters), omissions: new Uint8Array(letters) };
}

/** Writes the first 40 letters of an ASCII word at `start`; returns how many of them are cheap to omit. */
export function spell({ codes, omissions }: Spelling, start: number, word: string): number {
  let before = -1;
  let cheap = 0;
  const length = Math.min(word.length, maxComparedWordLength);
  for (let at = 0; at < length; at += 1) {
    const code = word.charCodeAt(at);
    const cost = omissionCost(code, before);
    if (cost < wholeLetter) cheap += 1;
    codes[start + at] = code;
    omissions[start + at] = cost;
    before = code;
  }
  return cheap;
}

/** Minimum cost of omitting `omitted` letters of a word that has `cheap` cheap ones. */
function minEditCostForLength(omitted: number, cheap: number): number {
  return wholeLetter * omitted - (wholeLetter - doubledLetterCost) * Math.min(omitted, cheap);
}

/** Maximum difference in length within a cost limit, where the longer word has `cheap` cheap letters. */
export function maxEditDistance(cheap: number, limit: number): number {
  let ahead = 0;
  while (ahead < maxComparedWordLength && minEditCostForLength(ahead + 1, cheap) <= limit) ahead += 1;
  return ahead;
}

const size = maxComparedWordLength + 1;
// Three rows are enough: a transposition looks two rows back.
const rows = [new Int32Array(size), new Int32Array(size), new Int32Array(size)] as const;
const tooMuch = 10_000;

/**
 * Cost between two spelled words, the shorter first, where neither prefix may be more than `ahead` letters longer. Any
 * number above `limit` where the cost exceeds it.
 */
export function getSpelledCost(
  shorter: Spelling,
  shorterAt: number,
  width: number,
  longer: Spelling,
  longerAt: number,
  height: number,
  ahead: number,
  limit: number,
): number {
  if (height - width > ahead) return tooMuch;
  const { codes: own, omissions: ownOmissions } = shorter;
  const { codes: theirs, omissions: theirOmissions } = longer;
  let [before, previous, current] = rows as readonly Int32Array[] as [Int32Array, Int32Array, Int32Array];
  previous[0] = 0;
  const reach = Math.min(width, ahead);
  for (let i = 1; i <= reach; i += 1) {
    previous[i] = (previous[i - 1] ?? 0) + (ownOmissions[shorterAt + i - 1] ?? 0);
  }
  let minBefore = 0;
  let codeBefore = 0;
  for (let j = 1; j <= height; j += 1) {
    const code = theirs[longerAt + j - 1] ?? 0;
    const left = theirOmissions[longerAt + j - 1] ?? 0;
    // Cells further from the diagonal exceed the limit.
    const from = Math.max(1, j - ahead);
    const to = Math.min(width, j + ahead);
    let least = tooMuch;
    if (from === 1) {
      least = (previous[0] ?? 0) + left;
      current[0] = least;
    } else current[from - 1] = tooMuch;
    if (to === j + ahead) previous[to] = tooMuch;
    for (let i = from; i <= to; i += 1) {
      const letter = own[shorterAt + i - 1] ?? 0;
      let cost =
        (previous[i - 1] ?? 0) + (letter === code ? 0 : (substitutions[letter * tableWidth + code] ?? 0));
      const without = (previous[i] ?? 0) + left;
      if (without < cost) cost = without;
      const more = (current[i - 1] ?? 0) + (ownOmissions[shorterAt + i - 1] ?? 0);
      if (more < cost) cost = more;
      if (i > 1 && letter === codeBefore && own[shorterAt + i - 2] === code) {
        const exchanged = (before[i - 2] ?? 0) + wholeLetter;
        if (exchanged < cost) cost = exchanged;
      }
      current[i] = cost;
      if (cost < least) least = cost;
    }
    // A transposition continues from the row before.
    if (least > limit && minBefore + wholeLetter > limit) return tooMuch;
    minBefore = least;
    codeBefore = code;
    [before, previous, current] = [previous, current, before];
  }
  return previous[width] ?? 0;
}

const one = createSpelling(maxComparedWordLength);
const other = createSpelling(maxComparedWordLength);

/**
 * Cost of rewriting one word as the other, in fifths of a letter: 5 for a letter substituted, missing, surplus or
 * transposed; less where letters sound alike, a letter is doubled or an h omitted. Weighted Damerau–Levenshtein,
 * optimal string alignment. Symmetric. ASCII only, the first 40 letters. Stops early and returns Infinity once the cost
 * exceeds `limit`.
 */
export function editCost(first: string, second: string, limit: number): number {
  if (first === second) return 0;
  const [a, b] = first.length <= second.length ? [first, second] : [second, first];
  const cheap = Math.max(spell(one, 0, a), spell(other, 0, b));
  const width = Math.min(a.length, maxComparedWordLength);
  const height = Math.min(b.length, maxComparedWordLength);
  const cost = getSpelledCost(one, 0, width, other, 0, height, maxEditDistance(cheap, limit), limit);
  return cost > limit ? Number.POSITIVE_INFINITY : cost;
}
