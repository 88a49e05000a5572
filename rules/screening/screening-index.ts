import type { WordPairScore } from '#rules/name-matching/align-words.ts';
import {
  firstJoinedPlace,
  type LikeInIndex,
  type NameIndex,
  startNameIndex,
} from '#rules/name-matching/name-index.ts';
import type { NameWord } from '#rules/name-matching/name-words.ts';
import type { PreparedName, PreparedWord } from '#rules/name-matching/prepared-name.ts';
import { different, type WordMatchScore, wordMatchScore } from '#rules/name-matching/word-match-score.ts';
import { readName } from '#rules/screening/score-names.ts';
import {
  isComparable,
  isMatch,
  maxAddedScore,
  plainIdentifier,
  type ReadListedName,
  readListedName,
  scoreRead,
} from './score-entity.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ListingTopic,
  ScreeningScore,
  ScreeningSubject,
} from './screening-records.ts';

/** A list to index; `id` is the caller's own key. */
export interface IndexedList {
  id: string;
  entities: readonly ListedEntity[];
}

export interface SearchOptions {
  /** Minimum score, 0 to 1; exact names on sanctions lists are found below it. */
  threshold: number;
  /** Maximum number of hits, best first; default all. */
  limit?: number;
  birthDateMatching: BirthDateMatching;
  /** Only entities listed for one of these reasons. */
  topics?: readonly ListingTopic[];
  /** Only these of the indexed lists. */
  listIds?: readonly string[];
}

export interface IndexHit {
  listId: string;
  entity: ListedEntity;
  score: ScreeningScore;
}

export interface ScreeningIndex {
  /** Entities that are a match (`isMatch`), best first; ties in list order. Never throws, for any subject. */
  search(subject: ScreeningSubject, options: SearchOptions): IndexHit[];
  /** Number of indexed entities and names. */
  size: { entities: number; names: number };
}

interface Entry {
  listId: string;
  entity: ListedEntity;
  names: ReadListedName[];
}

/** Stores every word once, however many names contain it. */
function createWordPool(): (name: PreparedName) => void {
  const pool = new Map<string, PreparedWord>();
  return (name) => {
    name.words = name.words.map((word) => {
      const key = `${word.script}|${word.role}|${word.weight}|${word.isAcronym}|${word.text}`;
      const known = pool.get(key);
      if (known !== undefined) return known;
      pool.set(key, word);
      return word;
    });
  };
}

/** Names of one kind, each with its entity's number in the index. */
interface NamesByKind {
  index: NameIndex;
  getEntry: Int32Array;
  getName: readonly ReadListedName[];
}

/** Collects readings of names with their entities. */
function startKind(): {
  add(reading: PreparedName, entry: number, name: ReadListedName): void;
  finish(): Generator<undefined, NamesByKind, undefined>;
} {
  const builder = startNameIndex();
  const intern = createWordPool();
  const getEntry: number[] = [];
  const getName: ReadListedName[] = [];
  return {
    add(reading, entry, name) {
      intern(reading);
      builder.add(reading);
      getEntry.push(entry);
      getName.push(name);
    },
    *finish() {
      return { index: yield* builder.finish(), getEntry: Int32Array.from(getEntry), getName };
    },
  };
}

/** Entities by exact features other than names. */
interface Marks {
  /** By identifier, as `plainIdentifier` returns it. */
  byNumber: Map<string, number[]>;
  /** By full date of birth. */
  byBirthday: Map<string, Set<number>>;
}

function mark({ byNumber, byBirthday }: Marks, { identifiers, birthDates }: ListedEntity, at: number): void {
  for (const { number } of identifiers) {
    const plain = plainIdentifier(number);
    const numbered = byNumber.get(plain);
    if (numbered !== undefined) numbered.push(at);
    else if (plain !== '') byNumber.set(plain, [at]);
  }
  for (const date of birthDates) {
    if (!('on' in date) || date.on.length !== 10) continue;
    const born = byBirthday.get(date.on);
    if (born === undefined) byBirthday.set(date.on, new Set([at]));
    else born.add(at);
  }
}

/** Memoised word similarity of a search: candidates share most of their words. */
function cacheSimilarity(known: ReadonlyMap<NameWord, LikeInIndex>): WordPairScore {
  const scores = new Map<NameWord, Map<NameWord, WordMatchScore>>();
  return (a, b) => {
    const isOther = a.place >= 0;
    const place = isOther ? a.place : b.place;
    const like = place < 0 ? undefined : known.get(isOther ? b : a);
    const inIndex = place < firstJoinedPlace ? like?.words : like?.joined;
    if (inIndex != null) return inIndex.get(place) ?? different;
    let ofOne = scores.get(a);
    if (ofOne === undefined) {
      ofOne = new Map();
      scores.set(a, ofOne);
    }
    const before = ofOne.get(b);
    if (before !== undefined) return before;
    const found = wordMatchScore(a, b);
    ofOne.set(b, found);
    return found;
  };
}

function byScore(a: { at: number; hit: IndexHit }, b: { at: number; hit: IndexHit }): number {
  return b.hit.score.score - a.hit.score.score || a.at - b.at;
}

/** Names prepared per step, a few milliseconds of work. */
const namesPerStep = 100;

/**
 * Builds an in-memory index of lists in steps of a few milliseconds, so that the process stays responsive. Immutable: a
 * new version of a list requires a new index. A search finds what `scoreEntity` and `isMatch` would find, without
 * scoring every entity.
 */
export function* indexInSteps(
  lists: readonly IndexedList[],
): Generator<undefined, ScreeningIndex, undefined> {
  const entries: Entry[] = [];
  const kinds = { person: startKind(), body: startKind() };
  const marks: Marks = { byNumber: new Map(), byBirthday: new Map() };
  let names = 0;
  for (const { id, entities } of lists) {
    for (const entity of entities) {
      const entry = {
        listId: id,
        entity,
        names: entity.names.map((name) => readListedName(entity.schema, name)),
      };
      for (const name of entry.names) {
        for (const reading of name.readings) kinds[reading.kind].add(reading, entries.length, name);
      }
      mark(marks, entity, entries.length);
      entries.push(entry);
      names += entry.names.length;
      if (names < namesPerStep) continue;
      names = 0;
      yield;
    }
  }
  const person = yield* kinds.person.finish();
  const body = yield* kinds.body.finish();
  return searchEntries(entries, { person, body }, marks);
}

/** Builds the index at once; see `indexInSteps`. */
export function buildScreeningIndex(lists: readonly IndexedList[]): ScreeningIndex {
  const steps = indexInSteps(lists);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function searchEntries(
  entries: readonly Entry[],
  kinds: Readonly<Record<PreparedName['kind'], NamesByKind>>,
  { byNumber, byBirthday }: Marks,
): ScreeningIndex {
  /** Entities that may reach the threshold, each with the names that may reach it. */
  function candidates(
    subject: ScreeningSubject,
    readings: readonly PreparedName[],
    threshold: number,
    known: Map<NameWord, LikeInIndex>,
  ): Map<number, Set<ReadListedName>> {
    const found = new Map<number, Set<ReadListedName>>();
    // A name may score below the threshold only where the date of birth is equal.
    const born = byBirthday.get(subject.birthDate ?? '');
    const least = born === undefined ? threshold : threshold - maxAddedScore;
    for (const reading of readings) {
      const { index, getEntry, getName } = kinds[reading.kind];
      const of = (name: number) => (born?.has(getEntry[name] ?? -1) ? least : threshold);
      for (const id of index.candidates(reading, { of, least }, known)) {
        const at = getEntry[id] ?? -1;
        const name = getName[id];
        const names = found.get(at);
        if (name === undefined) continue;
        if (names === undefined) found.set(at, new Set([name]));
        else names.add(name);
      }
    }
    for (const { number } of subject.identifiers) {
      for (const at of byNumber.get(plainIdentifier(number)) ?? [])
        found.set(at, new Set(entries[at]?.names));
    }
    return found;
  }

  return {
    search(subject, { threshold, limit, birthDateMatching, topics, listIds }) {
      const names = subject.names.map((name) => readName(subject.schema, name));
      const readings = names.flatMap((name) => name.readings);
      const known = new Map<NameWord, LikeInIndex>();
      const scoreWords = cacheSimilarity(known);
      const hits: { at: number; hit: IndexHit }[] = [];
      for (const [at, likely] of candidates(subject, readings, threshold, known)) {
        const entry = entries[at];
        if (entry === undefined || !isComparable(subject.schema, entry.entity.schema)) continue;
        if (listIds !== undefined && !listIds.includes(entry.listId)) continue;
        if (topics !== undefined && !entry.entity.topics.some((topic) => topics.includes(topic))) continue;
        const score = scoreRead(
          subject,
          names,
          entry.entity,
          [...likely],
          { birthDateMatching, least: threshold },
          scoreWords,
        );
        if (isMatch(score, entry.entity.topics, threshold))
          hits.push({ at, hit: { listId: entry.listId, entity: entry.entity, score } });
      }
      return hits
        .sort(byScore)
        .slice(0, limit ?? hits.length)
        .map(({ hit }) => hit);
    },
    size: {
      entities: entries.length,
      names: kinds.person.getEntry.length + kinds.body.getEntry.length,
    },
  };
}
