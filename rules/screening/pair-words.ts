import { areFatherMisspelt } from './leading-words.ts';
import type { NameWord } from './name-words.ts';
import { particles } from './person-words.ts';
import {
  joinedWord,
  mostJoined,
  type PreparedName,
  type PreparedWord,
  shortestJoined,
} from './prepared-name.ts';
import { mostLengthApart, type WordFinding, type WordLikeness } from './word-likeness.ts';

/** Words of one name that stand for words of the other, by their places in the two. */
export interface WordPair {
  one: readonly number[];
  other: readonly number[];
  value: number;
  finding: WordFinding;
}

export type Likeness = (one: NameWord, other: NameWord) => WordLikeness;

const byInitial = 0.8;
const byInitials = 0.82;
const byLittleSlip = 0.8;
const joinedFrom = 0.8;
/** A title may be misspelt; Haji is no Ali. */
const titleFrom = 0.8;
/** Beyond so many words on either side the best pairs are taken one after the other: no name has them that is not made to. */
const mostAssigned = 8;

function lineOf(word: PreparedWord): string {
  return word.role === 'particle' ? (particles.get(word.text) ?? word.text) : word.text;
}

function pairEqual(
  a: PreparedName,
  b: PreparedName,
  freeA: boolean[],
  freeB: boolean[],
  pairs: WordPair[],
): void {
  for (let i = 0; i < a.words.length; i += 1) {
    const word = a.words[i];
    if (word === undefined) continue;
    for (let j = 0; j < b.words.length; j += 1) {
      const other = b.words[j];
      if (!freeB[j] || other === undefined) continue;
      const isLine = word.role === 'particle' && other.role === 'particle' && lineOf(other) === lineOf(word);
      if (other.text !== word.text && !isLine) continue;
      freeA[i] = false;
      freeB[j] = false;
      pairs.push({ one: [i], other: [j], value: 1, finding: 'same' });
      break;
    }
  }
}

function range(start: number, length: number): number[] {
  return Array.from({ length }, (_, at) => start + at);
}

/** How many letters a run of free words has together; 0 where one is taken. */
function lengthOfFree(name: PreparedName, free: readonly boolean[], start: number, length: number): number {
  let letters = 0;
  for (let at = start; at < start + length; at += 1) {
    if (!free[at]) return 0;
    letters += name.words[at]?.text.length ?? 0;
  }
  return letters;
}

/** What one name writes as a word of its own and the other as two or three: Mohammad Hasni, Mohammadhasni. */
function pairJoined(
  a: PreparedName,
  b: PreparedName,
  freeA: boolean[],
  freeB: boolean[],
  likeness: Likeness,
  add: (inA: number[], inB: number[], value: number) => void,
): void {
  for (let length = mostJoined; length >= 2; length -= 1) {
    for (let start = 0; start + length <= a.words.length; start += 1) {
      const letters = lengthOfFree(a, freeA, start, length);
      if (letters < shortestJoined) continue;
      for (let j = 0; j < b.words.length; j += 1) {
        const word = b.words[j];
        if (!freeB[j] || word === undefined || word.text.length < shortestJoined) continue;
        if (Math.abs(word.text.length - letters) > mostLengthApart) continue;
        const together = joinedWord(a, start, length);
        if (together === null) continue;
        const { value } = likeness(together, word);
        if (value < joinedFrom) continue;
        // Two that are as alike one by one are no joined word.
        const run = range(start, length);
        if (run.some((at) => likeness(a.words[at] ?? word, word).value >= value)) continue;
        add(run, [j], value);
        for (const at of run) freeA[at] = false;
        freeB[j] = false;
        break;
      }
    }
  }
}

const syllable = /[^aeiouy][aeiouy]/;
const figure = /[0-9]/;

/** Whether a word may be the initials of several words: JC for Jean Claude, PLA for People's Liberation Army. */
export function standsForWords({ kind }: PreparedName, { text, role }: PreparedWord): boolean {
  if (role !== 'telling' || figure.test(text)) return false;
  return kind === 'body'
    ? text.length >= 3 && text.length <= 6
    : text.length >= 2 && text.length <= 3 && !syllable.test(text);
}

function pairInitials(
  a: PreparedName,
  b: PreparedName,
  freeA: boolean[],
  freeB: boolean[],
  add: (inA: number[], inB: number[], value: number) => void,
) {
  a.words.forEach((word, i) => {
    const letters = word.text;
    if (!freeA[i] || !standsForWords(a, word)) return;
    const telling = b.words.flatMap((candidate, j) =>
      candidate.role === 'particle' || candidate.role === 'title' ? [] : [j],
    );
    for (let start = 0; start + letters.length <= telling.length; start += 1) {
      const run = telling.slice(start, start + letters.length);
      if (!run.every((j, at) => freeB[j] && b.words[j]?.text[0] === letters[at])) continue;
      add([i], run, byInitials);
      freeA[i] = false;
      for (const j of run) freeB[j] = false;
      return;
    }
  });
}

function likenessInRole(one: PreparedWord, other: PreparedWord, likeness: Likeness): WordLikeness {
  if (one.role === 'initial' || other.role === 'initial') {
    const [initial, word] = one.role === 'initial' ? [one, other] : [other, one];
    const fits = word.role !== 'initial' && word.role !== 'number' && word.text[0] === initial.text;
    return { value: fits ? byInitial : 0, finding: 'initial' };
  }
  // Ben is a particle and a Benjamin, but no particle is a name misspelt.
  const small = (one.role === 'particle' ? 1 : 0) + (other.role === 'particle' ? 1 : 0);
  if (small === 1 && one.role !== 'number' && other.role !== 'number') {
    const found = likeness(one, other);
    if (found.finding === 'nickname') return found;
  }
  if (small === 1 && areFatherMisspelt(one, other)) return { value: byLittleSlip, finding: 'spelling' };
  if (small > 0 || one.role === 'number' || other.role === 'number' || one.isAcronym || other.isAcronym) {
    return { value: 0, finding: 'spelling' };
  }
  const found = likeness(one, other);
  const isTitleAlone = (one.role === 'title') !== (other.role === 'title');
  return isTitleAlone && found.value < titleFrom ? { value: 0, finding: 'spelling' } : found;
}

interface Edge {
  i: number;
  j: number;
  gain: number;
  found: WordLikeness;
}

/** The pairs that together are most alike, no word twice: tried through, which few words with few likely partners allow. */
function bestAssignment(edges: readonly Edge[]): Edge[] {
  const byRow = new Map<number, Edge[]>();
  for (const edge of edges) byRow.set(edge.i, [...(byRow.get(edge.i) ?? []), edge]);
  const rowsOfEdges = [...byRow.values()];
  const columns = new Set(edges.map((edge) => edge.j));
  if (rowsOfEdges.length > mostAssigned || columns.size > mostAssigned) {
    const taken: Edge[] = [];
    for (const edge of edges.toSorted((x, y) => y.gain - x.gain)) {
      if (!taken.some(({ i, j }) => i === edge.i || j === edge.j)) taken.push(edge);
    }
    return taken;
  }
  const known = new Map<string, { gain: number; chosen: Edge[] }>();
  const solve = (row: number, usedColumns: number): { gain: number; chosen: Edge[] } => {
    const options = rowsOfEdges[row];
    if (options === undefined) return { gain: 0, chosen: [] };
    const key = `${row}:${usedColumns}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    let best = solve(row + 1, usedColumns);
    for (const edge of options) {
      const bit = 1 << edge.j;
      if ((usedColumns & bit) !== 0) continue;
      const rest = solve(row + 1, usedColumns | bit);
      if (rest.gain + edge.gain > best.gain)
        best = { gain: rest.gain + edge.gain, chosen: [edge, ...rest.chosen] };
    }
    known.set(key, best);
    return best;
  };
  return solve(0, 0).chosen;
}

/**
 * Which words of two names stand for one another, whatever their order: equal ones first, then words written together, then words that
 * stand for initials, then whatever is alike, so that the sum of likeness is greatest.
 */
export function pairWords(a: PreparedName, b: PreparedName, likeness: Likeness): WordPair[] {
  const pairs: WordPair[] = [];
  const freeA = a.words.map(() => true);
  const freeB = b.words.map(() => true);
  pairEqual(a, b, freeA, freeB, pairs);
  if (!freeA.includes(true) || !freeB.includes(true)) return pairs;
  const addJoined = (one: number[], other: number[], value: number) =>
    pairs.push({ one, other, value, finding: 'joined' });
  pairJoined(a, b, freeA, freeB, likeness, addJoined);
  pairJoined(b, a, freeB, freeA, likeness, (inB, inA, value) => addJoined(inA, inB, value));
  const addShort = (one: number[], other: number[], value: number) =>
    pairs.push({ one, other, value, finding: 'short' });
  pairInitials(a, b, freeA, freeB, addShort);
  pairInitials(b, a, freeB, freeA, (inB, inA, value) => addShort(inA, inB, value));
  const edges: Edge[] = [];
  a.words.forEach((one, i) => {
    if (!freeA[i]) return;
    b.words.forEach((other, j) => {
      if (!freeB[j]) return;
      const found = likenessInRole(one, other, likeness);
      if (found.value > 0)
        edges.push({ i, j, gain: found.value * Math.min(one.weight, other.weight), found });
    });
  });
  for (const { i, j, found } of bestAssignment(edges)) {
    pairs.push({ one: [i], other: [j], value: found.value, finding: found.finding });
  }
  return pairs;
}
