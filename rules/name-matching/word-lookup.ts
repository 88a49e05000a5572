import type { NameWord } from './name-words.ts';
import { getNicknames } from './person-name-terms.ts';
import { omitsVowels, type WordMatchScore, wordMatchScore } from './word-match-score.ts';
import { glancesInSteps, prefilterWords } from './word-prefilter.ts';

/** Words of a lookup that are similar to another, most similar first: places and scores, in parallel. */
export interface LikeWords {
  places: Int32Array;
  found: readonly WordMatchScore[];
  byPlace: ReadonlyMap<number, WordMatchScore>;
}

/**
 * Finds the words of a fixed set that are similar to any other: the same as `wordMatchScore` for each, without
 * comparing all.
 */
export interface WordLookup {
  find(word: NameWord): LikeWords;
  /** As above, memoised: for words likely to be searched again. */
  recall(word: NameWord): LikeWords;
}

function push<Key>(map: Map<Key, number[]>, key: Key, id: number): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, [id]);
  else ids.push(id);
}

/** Limit of the cache: first names repeat within a batch of clients. */
const maxRemembered = 4000;
const wordsPerStep = 4000;
/**
 * Indexes distinct words by what makes words similar: few typing errors, the same sound, the same consonants, or a
 * common diminutive. `least`: minimum useful similarity. The first word's place is `firstPlace`. In steps of a few
 * milliseconds.
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
    if (omitsVowels(word)) push(bySkeleton.foreign, word.skeleton, id);
  }
  yield;
  const glances = yield* glancesInSteps(words);
  // Number of the last search that examined each word, so that none is examined twice.
  const lookedAt = new Int32Array(words.length);
  let search = 0;

  function lookThrough(word: NameWord): LikeWords {
    const ids: number[] = [];
    const found: WordMatchScore[] = [];
    search += 1;
    const look = (id: number) => {
      const other = words[id];
      if (other === undefined || lookedAt[id] === search) return;
      lookedAt[id] = search;
      const similarity = wordMatchScore(word, other);
      if (similarity.value < least) return;
      ids.push(id);
      found.push(similarity);
    };
    const checkAll = (known: readonly number[] | undefined) => known?.forEach(look);
    checkAll(idsByText.get(word.text));
    checkAll(byCoarse.get(word.coarse));
    checkAll((omitsVowels(word) ? bySkeleton.all : bySkeleton.foreign).get(word.skeleton));
    if (word.text.length === 2) checkAll(idsByText.get(`${word.text[1]}${word.text[0]}`));
    for (const nickname of getNicknames(word.text)) checkAll(idsByText.get(nickname));
    if (word.letters !== -1) prefilterWords(glances, word, look);
    const order = ids
      .map((_, at) => at)
      .sort((a, b) => (found[b]?.value ?? 0) - (found[a]?.value ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0));
    const places = Int32Array.from(order, (at) => firstPlace + (ids[at] ?? 0));
    const inOrder = order.flatMap((at) => found[at] ?? []);
    const byPlace = new Map(inOrder.map((similarity, at) => [places[at] ?? -1, similarity]));
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
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, like);
      return like;
    },
  };
}
