/** Longer words are compared by their first letters: no name has longer ones, and the work grows with the square. */
export const longestComparedWord = 40;

const vowels = new Set('aeiouy');

/** Letters that name sounds which systems of romanisation, or the ear, take for one another. */
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

/** Costs are whole numbers, so that they add up exactly: so many make up for one wrong letter. */
export const wholeLetter = 5;
/** Cost of one letter for another that sounds like it, and of an h left out. */
export const likeLetterCost = 3;
/** Cost of leaving out a letter that stands beside its like. */
const doubledLetterCost = 2;

/** Whether one letter is cheaply written for another. */
export function isNearLetter(one: string, other: string): boolean {
  return near.has(one + other) || (vowels.has(one) && vowels.has(other));
}

const letters = 'abcdefghijklmnopqrstuvwxyzCJSZ';
const tableWidth = 128;

/** Cost of writing one letter for another, by both their codes. */
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

/** A letter that stands beside its like, or an h, is soon left out. */
function omissionCost(code: number, before: number): number {
  if (code === before) return doubledLetterCost;
  return code === letterH ? likeLetterCost : wholeLetter;
}

/** Words as comparing reads them, one behind the other: their letters, and what each costs to leave out. */
export interface Spelling {
  codes: Uint8Array;
  omissions: Uint8Array;
}

/** Room for so many letters. */
export function createSpelling(letters: number): Spelling {
  return { codes: new Uint8Array(letters), omissions: new Uint8Array(letters) };
}

/** Writes a word of ASCII into its place, its first 40 letters at most; gives how many of them are cheaply left out. */
export function spell({ codes, omissions }: Spelling, start: number, word: string): number {
  let before = -1;
  let cheap = 0;
  const length = Math.min(word.length, longestComparedWord);
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

/** The least that it costs to leave out so many letters of a word with so many cheap ones. */
export function leastForLength(omitted: number, cheap: number): number {
  return wholeLetter * omitted - (wholeLetter - doubledLetterCost) * Math.min(omitted, cheap);
}

/** How many letters one word may be ahead of the other within a limit, where the one with more of them has so many cheap ones. */
export function mostAhead(cheap: number, limit: number): number {
  let ahead = 0;
  while (ahead < longestComparedWord && leastForLength(ahead + 1, cheap) <= limit) ahead += 1;
  return ahead;
}

const size = longestComparedWord + 1;
// Three rows are enough: an exchange of neighbours looks two rows back.
const rows = [new Int32Array(size), new Int32Array(size), new Int32Array(size)] as const;
const tooMuch = 10_000;

/**
 * Cost of two spelled words, the shorter first, of which neither may be further ahead of the other than `ahead` letters; some number
 * above `limit` where it exceeds that.
 */
export function costOfSpelled(
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
  let leastBefore = 0;
  let codeBefore = 0;
  for (let j = 1; j <= height; j += 1) {
    const code = theirs[longerAt + j - 1] ?? 0;
    const left = theirOmissions[longerAt + j - 1] ?? 0;
    // Cells further from the diagonal cost more than the limit.
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
    // An exchange of neighbours goes on from the row before.
    if (least > limit && leastBefore + wholeLetter > limit) return tooMuch;
    leastBefore = least;
    codeBefore = code;
    [before, previous, current] = [previous, current, before];
  }
  return previous[width] ?? 0;
}

const one = createSpelling(longestComparedWord);
const other = createSpelling(longestComparedWord);

/**
 * What it takes to write one word for the other, in fifths of a letter: 5 for a letter wrong, missing, too many, or two neighbours
 * exchanged; less where the letters sound alike, a letter is doubled or an h left out. Damerau–Levenshtein in the form of optimal string
 * alignment, with weights. Symmetric. Words of ASCII; only the first 40 letters count. Stops early and gives Infinity when it will
 * exceed `limit`.
 */
export function editCost(first: string, second: string, limit: number): number {
  if (first === second) return 0;
  const [a, b] = first.length <= second.length ? [first, second] : [second, first];
  const cheap = Math.max(spell(one, 0, a), spell(other, 0, b));
  const width = Math.min(a.length, longestComparedWord);
  const height = Math.min(b.length, longestComparedWord);
  const cost = costOfSpelled(one, 0, width, other, 0, height, mostAhead(cheap, limit), limit);
  return cost > limit ? Number.POSITIVE_INFINITY : cost;
}
