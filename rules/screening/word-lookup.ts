import type { NameWord } from './name-words.ts';
import { nicknamesOf } from './person-words.ts';
import { glancesInSteps, glanceThrough } from './word-glances.ts';
import { leavesOut, type WordLikeness, wordLikeness } from './word-likeness.ts';

/** Words of a lookup that are alike to another word, the likest first: their places and how alike, side by side. */
export interface LikeWords {
  places: Int32Array;
  found: readonly WordLikeness[];
  byPlace: ReadonlyMap<number, WordLikeness>;
}

/** Finds the words of a fixed set that are alike to any other: all of which `wordLikeness` says so, without asking it about each. */
export interface WordLookup {
  find(word: NameWord): LikeWords;
  /** The same, remembered for the next time: for words that are likely asked for again. */
  recall(word: NameWord): LikeWords;
}

function push<Key>(map: Map<Key, number[]>, key: Key, id: number): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, [id]);
  else ids.push(id);
}

/** Names of people repeat, and a batch of clients asks for the same first names over and over. */
const mostRemembered = 4000;
const wordsPerStep = 4000;
/**
 * Looks through different words by what may make two alike: few slips of the pen apart, the same sound, the same consonants, one
 * name's diminutives. `least`: likeness below it is of no use. The first word's place is `firstPlace`, the others' follow.
 * Made in steps of some milliseconds.
 */
export function* lookupInSteps(
  words: readonly NameWord[],
  least: number,
  firstPlace = 0,
): Generator<undefined, WordLookup, undefined> {
  const idsByText = new Map<string, number[]>();
  const byCoarse = new Map<string, number[]>();
  const bySkeleton = { all: new Map<string, number[]>(), foreign: new Map<string, number[]>() };
  for (const [id, word] of words.entries()) {
    if (id % wordsPerStep === wordsPerStep - 1) yield;
    push(idsByText, word.text, id);
    push(byCoarse, word.coarse, id);
    if (word.skeleton.length < 2) continue;
    push(bySkeleton.all, word.skeleton, id);
    if (leavesOut(word)) push(bySkeleton.foreign, word.skeleton, id);
  }
  yield;
  const glances = yield* glancesInSteps(words);
  // The last search that a word was looked at in, so that none is looked at twice.
  const lookedAt = new Int32Array(words.length);
  let search = 0;

  function lookThrough(word: NameWord): LikeWords {
    const ids: number[] = [];
    const found: WordLikeness[] = [];
    search += 1;
    const look = (id: number) => {
      const other = words[id];
      if (other === undefined || lookedAt[id] === search) return;
      lookedAt[id] = search;
      const likeness = wordLikeness(word, other);
      if (likeness.value < least) return;
      ids.push(id);
      found.push(likeness);
    };
    const lookAtAll = (known: readonly number[] | undefined) => known?.forEach(look);
    lookAtAll(idsByText.get(word.text));
    lookAtAll(byCoarse.get(word.coarse));
    lookAtAll((leavesOut(word) ? bySkeleton.all : bySkeleton.foreign).get(word.skeleton));
    if (word.text.length === 2) lookAtAll(idsByText.get(`${word.text[1]}${word.text[0]}`));
    for (const nickname of nicknamesOf(word.text)) lookAtAll(idsByText.get(nickname));
    if (word.letters !== -1) glanceThrough(glances, word, look);
    const order = ids
      .map((_, at) => at)
      .sort((a, b) => (found[b]?.value ?? 0) - (found[a]?.value ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0));
    const places = Int32Array.from(order, (at) => firstPlace + (ids[at] ?? 0));
    const inOrder = order.flatMap((at) => found[at] ?? []);
    const byPlace = new Map(inOrder.map((likeness, at) => [places[at] ?? -1, likeness]));
    return { places, found: inOrder, byPlace };
  }

  const remembered = new Map<string, LikeWords>();
  return {
    find: lookThrough,
    recall(word) {
      const key = word.script + word.text;
      const known = remembered.get(key);
      if (known !== undefined) return known;
      const like = lookThrough(word);
      if (remembered.size >= mostRemembered) remembered.clear();
      remembered.set(key, like);
      return like;
    },
  };
}
