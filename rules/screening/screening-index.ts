import { firstJoinedPlace, type LikeInIndex, type NameIndex, startNameIndex } from './name-index.ts';
import type { NameWord } from './name-words.ts';
import type { Likeness } from './pair-words.ts';
import type { PreparedName, PreparedWord } from './prepared-name.ts';
import {
  canBeOne,
  mostAdded,
  plainIdentifier,
  type ReadListedName,
  readListedName,
  scoreRead,
} from './score-entity.ts';
import { readName } from './score-names.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ListingTopic,
  ScreeningScore,
  ScreeningSubject,
} from './screening-records.ts';
import { different, type WordLikeness, wordLikeness } from './word-likeness.ts';

/** A list as it is put into an index: whose entities, and whatever mark the caller knows it by. */
export interface IndexedList {
  id: string;
  entities: readonly ListedEntity[];
}

export interface SearchOptions {
  /** 0 to 1: what scores less is left out. */
  threshold: number;
  /** So many hits at most, the best; all where left out. */
  limit?: number;
  birthDateMatching: BirthDateMatching;
  /** Only entities listed for one of these reasons. */
  topics?: readonly ListingTopic[];
  /** Only these of the lists that the index was built of. */
  listIds?: readonly string[];
}

export interface IndexHit {
  listId: string;
  entity: ListedEntity;
  score: ScreeningScore;
}

export interface ScreeningIndex {
  /** Entities that score at least the threshold, best first; equal ones in the lists' order. Never throws, whatever the subject. */
  search(subject: ScreeningSubject, options: SearchOptions): IndexHit[];
  /** What the index holds. */
  size: { entities: number; names: number };
}

interface Entry {
  listId: string;
  entity: ListedEntity;
  names: ReadListedName[];
}

/** Every word is kept once however many names it stands in. */
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

/** Names of one kind with what they belong to, by their numbers in the index. */
interface NamesOfKind {
  index: NameIndex;
  entryOf: Int32Array;
  nameOf: readonly ReadListedName[];
}

/** Takes readings of names in, and tells whose each is. */
function startKind(): {
  add(reading: PreparedName, entry: number, name: ReadListedName): void;
  finish(): Generator<undefined, NamesOfKind, undefined>;
} {
  const builder = startNameIndex();
  const intern = createWordPool();
  const entryOf: number[] = [];
  const nameOf: ReadListedName[] = [];
  return {
    add(reading, entry, name) {
      intern(reading);
      builder.add(reading);
      entryOf.push(entry);
      nameOf.push(name);
    },
    *finish() {
      return { index: yield* builder.finish(), entryOf: Int32Array.from(entryOf), nameOf };
    },
  };
}

/** Entries by what of them is the same or not, besides their names. */
interface Marks {
  /** By their numbers, as `plainIdentifier` writes them. */
  byNumber: Map<string, number[]>;
  /** By their whole dates of birth. */
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

/**
 * Says how alike two words are by what a search has learned of the asked ones, and asks about none of the others twice: candidates share
 * most of their words.
 */
function rememberLikeness(known: ReadonlyMap<NameWord, LikeInIndex>): Likeness {
  const said = new Map<NameWord, Map<NameWord, WordLikeness>>();
  return (one, other) => {
    const isOther = one.place >= 0;
    const place = isOther ? one.place : other.place;
    const like = place < 0 ? undefined : known.get(isOther ? other : one);
    const inIndex = place < firstJoinedPlace ? like?.words : like?.joined;
    if (inIndex != null) return inIndex.get(place) ?? different;
    let ofOne = said.get(one);
    if (ofOne === undefined) {
      ofOne = new Map();
      said.set(one, ofOne);
    }
    const before = ofOne.get(other);
    if (before !== undefined) return before;
    const found = wordLikeness(one, other);
    ofOne.set(other, found);
    return found;
  };
}

function byScore(one: { at: number; hit: IndexHit }, other: { at: number; hit: IndexHit }): number {
  return other.hit.score.score - one.hit.score.score || one.at - other.at;
}

/** Names that are prepared at a time, a few milliseconds of work. */
const namesPerStep = 100;

/**
 * Prepares lists for searching, in memory: a few milliseconds of work with each step, for whoever has others to serve meanwhile. Pure: it
 * keeps what it was given and changes with nothing; a new version of a list wants a new index. The index finds what `scoreEntity` scores
 * at or above the threshold without scoring everybody.
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

/** Prepares lists for searching at once, as `indexInSteps` does. */
export function buildScreeningIndex(lists: readonly IndexedList[]): ScreeningIndex {
  const steps = indexInSteps(lists);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function searchEntries(
  entries: readonly Entry[],
  kinds: Readonly<Record<PreparedName['kind'], NamesOfKind>>,
  { byNumber, byBirthday }: Marks,
): ScreeningIndex {
  /** Entries that may reach the threshold, each with the names that may make it do so. */
  function candidates(
    subject: ScreeningSubject,
    readings: readonly PreparedName[],
    threshold: number,
    known: Map<NameWord, LikeInIndex>,
  ): Map<number, Set<ReadListedName>> {
    const found = new Map<number, Set<ReadListedName>>();
    // Only where the birthday is the same may a name score less than the threshold.
    const born = byBirthday.get(subject.birthDate ?? '');
    for (const reading of readings) {
      const { index, entryOf, nameOf } = kinds[reading.kind];
      const cutoff = (name: number) => (born?.has(entryOf[name] ?? -1) ? threshold - mostAdded : threshold);
      for (const id of index.candidates(reading, cutoff, known)) {
        const at = entryOf[id] ?? -1;
        const name = nameOf[id];
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
      const likeness = rememberLikeness(known);
      const hits: { at: number; hit: IndexHit }[] = [];
      for (const [at, likely] of candidates(subject, readings, threshold, known)) {
        const entry = entries[at];
        if (entry === undefined || !canBeOne(subject.schema, entry.entity.schema)) continue;
        if (listIds !== undefined && !listIds.includes(entry.listId)) continue;
        if (topics !== undefined && !entry.entity.topics.some((topic) => topics.includes(topic))) continue;
        const score = scoreRead(
          subject,
          names,
          entry.entity,
          [...likely],
          { birthDateMatching, least: threshold },
          likeness,
        );
        if (score.score >= threshold)
          hits.push({ at, hit: { listId: entry.listId, entity: entry.entity, score } });
      }
      return hits
        .sort(byScore)
        .slice(0, limit ?? hits.length)
        .map(({ hit }) => hit);
    },
    size: {
      entities: entries.length,
      names: kinds.person.entryOf.length + kinds.body.entryOf.length,
    },
  };
}
