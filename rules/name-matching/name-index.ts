import { joinedFrom, standsForWords, titleFrom } from './align-words.ts';
import { createCandidateScores, type FoundWord } from './candidate-scores.ts';
import { countsInPair, noWordInCommon } from './compare-names.ts';
import { type FoundInName, getSums, mayBeInitials, mayReach, type NameSums } from './name-bound.ts';
import { findableWords, getInitialRuns, getRuns, maxWordWeight, weigh } from './name-parts.ts';
import { type NameWord, readWord } from './name-words.ts';
import { getNicknames, particles } from './person-name-terms.ts';
import { minJoinedLength, type PreparedName, type PreparedWord } from './prepared-name.ts';
import { isFatherOf, isSlipOfFather } from './title-words.ts';
import type { LikeWords } from './word-lookup.ts';
import { type WordMatchScore, wordMatchScore } from './word-match-score.ts';
import { collectPostings, type WordPostings, type WordWorth } from './word-postings.ts';

/** Similarity of a query word to the index's words, by their places; absent words are not similar. */
export interface LikeInIndex {
  words: ReadonlyMap<number, WordMatchScore>;
  /** Joined neighbours; null where these were not searched. */
  joined: ReadonlyMap<number, WordMatchScore> | null;
}

/** First place of joined neighbours, which distinguishes them from single words. */
export const firstJoinedPlace = 1 << 24;

/** The minimum score of each name, and the least of these. */
interface Enough {
  of(id: number): number;
  least: number;
}

/** Finds the names of one kind that may reach a score against another: a superset of those that do. */
export interface NameIndex {
  /**
   * Numbers of names, as indexes into the array that the index was built of. A name of initials alone finds none by
   * them. Records in `known` what was learned about the name's words.
   */
  candidates(name: PreparedName, enough: Enough, known: Map<NameWord, LikeInIndex>): number[];
}

/** Minimum similarity of words that are similar at all. */
const minSimilarity = 0.5;

/** Adds names to an index one by one, so that the caller can yield in between. */
export interface NameIndexBuilder {
  add(name: PreparedName): void;
  /** In steps of a few milliseconds. */
  finish(): Generator<undefined, NameIndex, undefined>;
}

/** Names by one of their features. */
type NamesBy = Map<string, number[]>;

function put(names: NamesBy, key: string, id: number): void {
  const ids = names.get(key);
  if (ids === undefined) names.set(key, [id]);
  else if (ids.at(-1) !== id) ids.push(id);
}

/** Maximum number of a name's words that count as paired. */
function countPaired(name: PreparedName, words: readonly PreparedWord[]): number {
  return words.reduce((count, word) => (countsInPair(name.kind, word) ? count + 1 : count), 0);
}

/** Starts an index. Memory grows linearly with words and names. Marks the names' words with their places. */
export function startNameIndex(): NameIndexBuilder {
  const single = collectPostings(minSimilarity, 0);
  const joined = collectPostings(joinedFrom, firstJoinedPlace);
  const sums: NameSums[] = [];
  const byParticle: NamesBy = new Map();
  const byInitial: NamesBy = new Map();
  const byShort: NamesBy = new Map();
  const byInitials: NamesBy = new Map();
  const slipsOfFather: number[] = [];
  return {
    add(name) {
      const id = sums.length;
      const own = getSums(name);
      sums.push(own);
      // A query's misspelt title is not recognised as a title.
      const titles = name.words.filter(({ role }) => role === 'title');
      for (const word of [...findableWords(name), ...titles]) {
        word.place = single.add(word, id, word.weight, countPaired(name, [word]));
      }
      for (const { word, parts } of [...getRuns(name, 2, joined.read), ...getRuns(name, 3, joined.read)]) {
        word.place = joined.add(word, id, weigh(parts), countPaired(name, parts));
      }
      for (const word of name.words) {
        if (word.role === 'particle') put(byParticle, word.text, id);
        if (word.role === 'initial') put(byInitial, word.text, id);
        if (standsForWords(name, word)) put(byShort, word.text, id);
        if (isSlipOfFather(word)) slipsOfFather.push(id);
      }
      for (const letters of getInitialRuns(name)) put(byInitials, letters, id);
    },
    *finish() {
      return searchNames({
        singles: yield* single.finish(),
        joins: yield* joined.finish(),
        sums,
        byParticle,
        byInitial,
        byShort,
        byInitials,
        slipsOfFather,
      });
    },
  };
}

interface IndexedNames {
  /** Words that names are found by, and titles. */
  singles: WordPostings;
  /** Two or three neighbours joined to one word. */
  joins: WordPostings;
  sums: readonly NameSums[];
  byParticle: NamesBy;
  /** Names by their single letters. */
  byInitial: NamesBy;
  /** Names by words that can be initials, and by the initials of their words. */
  byShort: NamesBy;
  byInitials: NamesBy;
  /** Names with a misspelt "father of". */
  slipsOfFather: readonly number[];
}

const none: readonly number[] = [];

function searchNames(names: IndexedNames): NameIndex {
  const { singles, joins, sums, byParticle, byInitial, byShort, byInitials, slipsOfFather } = names;
  const tally = createCandidateScores(sums.length);
  const longParticles = [...byParticle].flatMap(([text, ids]) => {
    const word = text.length < minJoinedLength ? null : readWord(text);
    return word === null ? [] : [{ word, ids }];
  });

  /** Counts the names of similar words, except those not `wanted`. */
  function count(
    postings: WordPostings,
    { places, found }: LikeWords,
    at: number,
    queryWord: { weight: number; telling: number; lost?: number },
    wanted: (likeness: WordMatchScore, worth: WordWorth) => boolean = () => true,
  ): void {
    for (let i = 0; i < places.length; i += 1) {
      const place = places[i] ?? 0;
      const similarity = found[i];
      const worth = postings.getWorth(place);
      if (similarity === undefined || !wanted(similarity, worth)) continue;
      tally.count(postings.names, postings.getStart(place), postings.getStart(place + 1), at, {
        weight: queryWord.weight,
        lost: queryWord.lost ?? ((queryWord.weight + worth.lightest) / 2) * (1 - similarity.value),
        telling: Math.max(queryWord.telling, worth.telling),
        own: worth.heaviest,
      });
    }
  }

  function countAll(ids: readonly number[] | undefined, at: number, found: FoundWord): void {
    if (ids !== undefined) tally.count(ids, 0, ids.length, at, found);
  }

  /** Looks up a word that names are found by. */
  function countWord(
    name: PreparedName,
    word: PreparedWord,
    at: number,
    known: Map<NameWord, LikeInIndex>,
  ): void {
    const telling = countPaired(name, [word]);
    const like = singles.recall(word);
    const likeJoined = joins.recall(word);
    known.set(word, { words: like.byPlace, joined: likeJoined.byPlace });
    count(singles, like, at, { weight: word.weight, telling });
    count(joins, likeJoined, at, { weight: word.weight, telling });
    if (name.kind === 'body') return;
    const found = { weight: word.weight, lost: 0, telling, own: maxWordWeight };
    for (const text of [word.text, ...getNicknames(word.text)]) countAll(byParticle.get(text), at, found);
    if (!isSlipOfFather(word)) return;
    for (const [text, ids] of byParticle)
      if (particles.get(text) === particles.get('abu')) countAll(ids, at, found);
  }

  /**
   * Looks up a particle, title or initial: it counts for nothing itself, but may be a name, or part of one, in a name
   * found.
   */
  function countSmall(
    name: PreparedName,
    word: PreparedWord,
    at: number,
    known: Map<NameWord, LikeInIndex>,
  ): void {
    const nothing = { weight: 0, telling: 0, lost: 0 };
    const like = singles.recall(word);
    known.set(word, { words: like.byPlace, joined: null });
    count(singles, like, at, nothing, ({ value, finding }, { telling }) =>
      telling > 0 && word.role === 'title'
        ? value >= titleFrom
        : finding === 'same' || finding === 'nickname',
    );
    if (word.text.length >= minJoinedLength) count(joins, joins.recall(word), at, nothing);
    if (name.kind === 'person' && isFatherOf(word))
      countAll(slipsOfFather, at, { ...nothing, telling: 1, own: maxWordWeight });
  }

  /** Looks up neighbours of the query as one word. The dissimilarity of their single words may then not apply. */
  function countRun(
    name: PreparedName,
    { word, parts }: ReturnType<typeof getRuns>[number],
    at: number,
    known: Map<NameWord, LikeInIndex>,
  ): void {
    const like = singles.find(word);
    known.set(word, { words: like.byPlace, joined: null });
    const worth = {
      weight: weigh(parts),
      telling: countPaired(name, parts),
      lost: -parts.length * maxWordWeight,
    };
    count(singles, like, at, worth, ({ value }) => value >= joinedFrom);
    for (const { word: particle, ids } of longParticles) {
      if (wordMatchScore(word, particle).value >= joinedFrom) countAll(ids, at, { ...worth, own: 0 });
    }
  }

  /** Adds names that no word finds: they may match by initials, or have no distinguishing words. */
  function touchOthers(name: PreparedName, querySums: NameSums, least: number): void {
    if (least <= noWordInCommon)
      sums.forEach((_, id) => {
        tally.touch(id);
      });
    const touch = (ids: readonly number[]) => {
      for (const id of ids) tally.touch(id);
    };
    for (const word of name.words) {
      if (standsForWords(name, word)) touch(byInitials.get(word.text) ?? none);
    }
    for (const letters of getInitialRuns(name)) touch(byShort.get(letters) ?? none);
    if (!name.words.some(({ text }) => text.length > 1)) return;
    const touchAlike = (own: NameSums, id: number) => {
      if (mayBeInitials(querySums, own, least)) tally.touch(id);
    };
    if (querySums.initials > 0) sums.forEach(touchAlike);
    for (const letter of new Set(name.words.map(({ text }) => text.slice(0, 1)))) {
      for (const id of byInitial.get(letter) ?? none) {
        const own = sums[id];
        if (own !== undefined) touchAlike(own, id);
      }
    }
  }

  return {
    candidates(name, enough, known) {
      const querySums = getSums(name);
      const words = findableWords(name);
      let at = 0;
      for (const word of name.words) {
        if (words.includes(word)) countWord(name, word, at, known);
        else countSmall(name, word, at, known);
        at += 1;
      }
      for (const run of [...getRuns(name, 2), ...getRuns(name, 3)]) {
        countRun(name, run, at, known);
        at += 1;
      }
      touchOthers(name, querySums, enough.least);
      const learned: FoundInName = { asked: 0, own: 0, lost: 0, telling: 0 };
      const found = tally.touched().filter((id) => {
        const own = sums[id];
        if (own === undefined) return false;
        learned.asked = tally.asked[id] ?? 0;
        learned.own = tally.own[id] ?? 0;
        learned.lost = tally.lost[id] ?? 0;
        learned.telling = tally.telling[id] ?? 0;
        return mayReach(querySums, own, learned, enough.of(id));
      });
      tally.clear();
      return found;
    },
  };
}
