import type { NameWord } from './name-words.ts';
import { particles } from './person-name-terms.ts';
import {
  joinedWord,
  maxJoined,
  minJoinedLength,
  type PreparedName,
  type PreparedWord,
} from './prepared-name.ts';
import { areFatherMisspelt } from './title-words.ts';
import { maxLengthDifference, type WordFinding, type WordMatchScore } from './word-match-score.ts';

/** Paired words of two names, as indexes into each. */
export interface WordPair {
  one: readonly number[];
  other: readonly number[];
  value: number;
  finding: WordFinding;
}

export type WordPairScore = (one: NameWord, other: NameWord) => WordMatchScore;

const byInitial = 0.8;
const byInitials = 0.82;
const byLittleSlip = 0.8;
export const joinedFrom = 0.8;
/** Minimum similarity of two titles: tolerates a misspelling, but not Haji for Ali. */
export const titleFrom = 0.8;
/** Above this many words on either side, pairs are chosen greedily: only contrived names have more. */
const maxAssigned = 8;

function getLine(word: PreparedWord): string {
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
      const isLine =
        word.role === 'particle' && other.role === 'particle' && getLine(other) === getLine(word);
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

/** Total letters of a run of free words; 0 if any of them is paired. */
function getFreeLength(name: PreparedName, free: readonly boolean[], start: number, length: number): number {
  let letters = 0;
  for (let at = start; at < start + length; at += 1) {
    if (!free[at]) return 0;
    letters += name.words[at]?.text.length ?? 0;
  }
  return letters;
}

/** Pairs one word with two or three that the other name writes separately: Mohammad Hasni, Mohammadhasni. */
function pairJoined(
  a: PreparedName,
  b: PreparedName,
  freeA: boolean[],
  freeB: boolean[],
  scoreWords: WordPairScore,
  add: (inA: number[], inB: number[], value: number) => void,
): void {
  for (let length = maxJoined; length >= 2; length -= 1) {
    for (let start = 0; start + length <= a.words.length; start += 1) {
      const letters = getFreeLength(a, freeA, start, length);
      if (letters < minJoinedLength) continue;
      for (let j = 0; j < b.words.length; j += 1) {
        const word = b.words[j];
        if (!freeB[j] || word === undefined || word.text.length < minJoinedLength) continue;
        if (Math.abs(word.text.length - letters) > maxLengthDifference) continue;
        const together = joinedWord(a, start, length);
        if (together === null) continue;
        const { value } = scoreWords(together, word);
        if (value < joinedFrom) continue;
        // Words that match as well one by one are not joined.
        const run = range(start, length);
        if (run.some((at) => scoreWords(a.words[at] ?? word, word).value >= value)) continue;
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

/** Numbers of words that one short word may stand for. */
export const shortNameLengths = { person: [2, 3], body: [3, 6] } as const;

/** Whether a word can be the initials of several words: JC for Jean Claude, PLA for People's Liberation Army. */
export function standsForWords({ kind }: PreparedName, { text, role }: PreparedWord): boolean {
  if (role !== 'telling' || figure.test(text)) return false;
  const [shortest, longest] = shortNameLengths[kind];
  if (text.length < shortest || text.length > longest) return false;
  return kind === 'body' || !syllable.test(text);
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

function similarityInRole(a: PreparedWord, b: PreparedWord, scoreWords: WordPairScore): WordMatchScore {
  if (a.role === 'initial' || b.role === 'initial') {
    const [initial, word] = a.role === 'initial' ? [a, b] : [b, a];
    const fits = word.role !== 'initial' && word.role !== 'number' && word.text[0] === initial.text;
    return { value: fits ? byInitial : 0, finding: 'initial' };
  }
  // Ben is both a particle and short for Benjamin, but a particle is not a misspelt name.
  const small = (a.role === 'particle' ? 1 : 0) + (b.role === 'particle' ? 1 : 0);
  if (small === 1 && a.role !== 'number' && b.role !== 'number') {
    const found = scoreWords(a, b);
    if (found.finding === 'nickname') return found;
  }
  if (small === 1 && areFatherMisspelt(a, b)) return { value: byLittleSlip, finding: 'spelling' };
  if (small > 0 || a.role === 'number' || b.role === 'number' || a.isAcronym || b.isAcronym) {
    return { value: 0, finding: 'spelling' };
  }
  const found = scoreWords(a, b);
  const isTitleAlone = (a.role === 'title') !== (b.role === 'title');
  return isTitleAlone && found.value < titleFrom ? { value: 0, finding: 'spelling' } : found;
}

interface Edge {
  i: number;
  j: number;
  gain: number;
  found: WordMatchScore;
}

/**
 * The assignment with the greatest total similarity, each word used once. Exhaustive, which is fast enough because few
 * words have several likely partners.
 */
function bestAssignment(edges: readonly Edge[]): Edge[] {
  const byRow = new Map<number, Edge[]>();
  for (const edge of edges) byRow.set(edge.i, [...(byRow.get(edge.i) ?? []), edge]);
  const getEdgeRows = [...byRow.values()];
  const columns = new Set(edges.map((edge) => edge.j));
  if (getEdgeRows.length > maxAssigned || columns.size > maxAssigned) {
    const taken: Edge[] = [];
    for (const edge of edges.toSorted((x, y) => y.gain - x.gain)) {
      if (!taken.some(({ i, j }) => i === edge.i || j === edge.j)) taken.push(edge);
    }
    return taken;
  }
  const known = new Map<string, { gain: number; chosen: Edge[] }>();
  const solve = (row: number, usedColumns: number): { gain: number; chosen: Edge[] } => {
    const options = getEdgeRows[row];
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
 * Pairs the words of two names in any order: equal words first, then joined words, then initials, then the assignment
 * with the greatest total similarity.
 */
export function pairWords(a: PreparedName, b: PreparedName, scoreWords: WordPairScore): WordPair[] {
  const pairs: WordPair[] = [];
  const freeA = a.words.map(() => true);
  const freeB = b.words.map(() => true);
  pairEqual(a, b, freeA, freeB, pairs);
  if (!freeA.includes(true) || !freeB.includes(true)) return pairs;
  const addJoined = (a: number[], b: number[], value: number) =>
    pairs.push({ one: a, other: b, value, finding: 'joined' });
  pairJoined(a, b, freeA, freeB, scoreWords, addJoined);
  pairJoined(b, a, freeB, freeA, scoreWords, (inB, inA, value) => addJoined(inA, inB, value));
  const addShort = (a: number[], b: number[], value: number) =>
    pairs.push({ one: a, other: b, value, finding: 'short' });
  pairInitials(a, b, freeA, freeB, addShort);
  pairInitials(b, a, freeB, freeA, (inB, inA, value) => addShort(inA, inB, value));
  const edges: Edge[] = [];
  a.words.forEach((word, i) => {
    if (!freeA[i]) return;
    b.words.forEach((other, j) => {
      if (!freeB[j]) return;
      const found = similarityInRole(word, other, scoreWords);
      if (found.value > 0)
        edges.push({ i, j, gain: found.value * Math.min(word.weight, other.weight), found });
    });
  });
  for (const { i, j, found } of bestAssignment(edges)) {
    pairs.push({ one: [i], other: [j], value: found.value, finding: found.finding });
  }
  return pairs;
}
