import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { screeningAlgorithm } from '#rules/screening/score-entity.ts';
import { type IndexedList, indexInSteps, type ScreeningIndex } from '#rules/screening/screening-index.ts';
import type { ListedEntity, ScreeningSubject } from '#rules/screening/screening-records.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { entityRevision } from '../screening-lists/revision.ts';
import {
  type ChangeRow,
  type ListWithVersions,
  pageOfDifferences,
  pageOfEntities,
  readLists,
} from '../screening-lists/store.ts';
import type {
  EntityChange,
  ListInUse,
  ScreeningAnswer,
  ScreeningEngine,
  ScreeningHit,
  ScreeningOptions,
} from './engine.ts';

export interface ListEngineDeps {
  db: Kysely<Schema>;
  /** Only companies' own lists, where an outside service screens in place of the operator's. */
  ownListsOnly?: boolean;
  /** Told what an index that was made anew took. */
  onIndexed?: (made: { list: string; version: string; entities: number; names: number; ms: number }) => void;
}

/** What an index holds, for whoever watches memory. */
export interface IndexedLists {
  lists: { id: string; version: string; entities: number; names: number }[];
}

interface ListIndex {
  index: ScreeningIndex;
  /** Revisions of its entities. */
  revisions: Map<string, string>;
}

const entitiesPerPage = 2000;
/** How long this process works before others get their turn in it. */
const turnMs = 15;
/** Entities of all indexes that are kept: companies' own lists come and go, the operator's are asked for all the time. */
const mostIndexedEntities = 2_000_000;

const noLists =
  'There is no screening list in use yet, so nobody can be screened. The operator imports the lists, or an owner uploads the company’s own under Settings.';

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** Lets others have their turn wherever this one has lasted long enough. */
function takeTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turnMs) return;
    await nextTurn();
    began = performance.now();
  };
}

/** Makes an index bit by bit, so that nobody who asks this process for something waits for the whole of it. */
async function indexInTurns(list: IndexedList): Promise<ScreeningIndex> {
  const steps = indexInSteps([list]);
  const turn = takeTurns();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await turn();
  }
}

function listInUse({ list, inUse }: ListWithVersions): ListInUse[] {
  if (inUse === undefined) return [];
  return [
    {
      id: list.id,
      version: String(inUse.version),
      name: list.name,
      keptBy: list.company_id === null ? 'operator' : 'company',
      publishedOn: inUse.published_on,
      importedAt: inUse.used_since,
      entities: inUse.entities,
    },
  ];
}

const byScore = (one: ScreeningHit, other: ScreeningHit) => other.score.score - one.score.score;

function hitsIn(
  { index, revisions }: ListIndex,
  { id, version, name }: ListInUse,
  subject: ScreeningSubject,
  { threshold, birthDateMatching, topics }: Omit<ScreeningOptions, 'companyId'>,
): ScreeningHit[] {
  return index
    .search(subject, { threshold, birthDateMatching, ...(topics === undefined ? {} : { topics }) })
    .map(({ entity, score }) => ({
      list: { id, version, name },
      entity,
      entityRevision: revisions.get(entity.id) ?? entityRevision(entity),
      score,
    }));
}

/** A row that differs between two versions as a change; null where the difference is in words alone, or was taken back. */
function changeOf({
  entityId,
  entity,
  revision,
  formerEntity,
  formerRevision,
}: ChangeRow): EntityChange | null {
  if (entity === null || revision === null) {
    return formerEntity === null || formerRevision === null
      ? null
      : { change: 'removed', entityId, revision: formerRevision, entity: formerEntity };
  }
  if (formerEntity === null) return { change: 'added', entityId, revision, entity };
  return revision === formerRevision ? null : { change: 'changed', entityId, revision, entity };
}

/**
 * Screens in this process against the lists that are kept in the database. Each version has an index in memory, made when it is first
 * asked for; which versions are in use is asked of the database each time, so that any number of processes follow a new one at once.
 */
export function createListEngine(deps: ListEngineDeps): ScreeningEngine & { indexed(): IndexedLists } {
  const { db } = deps;
  const indexes = new LRUCache<string, Promise<ListIndex>>({
    maxSize: mostIndexedEntities,
    // Until it is known how many there are; said again once they are read.
    sizeCalculation: () => 1,
  });
  const known = new Map<string, IndexedLists['lists'][number]>();

  async function readIndex(companyId: string, list: ListInUse): Promise<ListIndex> {
    const entities: ListedEntity[] = [];
    const revisions = new Map<string, string>();
    for (let after = ''; ; ) {
      const asked = { listId: list.id, version: Number(list.version), after, limit: entitiesPerPage };
      const page = await asTenant(db, companyId, (trx) => pageOfEntities(trx, asked));
      for (const { entity, revision } of page) {
        entities.push(entity);
        revisions.set(entity.id, revision);
      }
      if (page.length < entitiesPerPage) break;
      after = page.at(-1)?.entity.id ?? '';
      await nextTurn();
    }
    const started = performance.now();
    const index = await indexInTurns({ id: list.id, entities });
    const { names } = index.size;
    deps.onIndexed?.({
      list: list.name,
      version: list.version,
      entities: entities.length,
      names,
      ms: Math.round(performance.now() - started),
    });
    known.set(list.id, { id: list.id, version: list.version, entities: entities.length, names });
    return { index, revisions };
  }

  function indexOf(companyId: string, list: ListInUse): Promise<ListIndex> {
    const key = `${list.id} ${list.version}`;
    const kept = indexes.get(key);
    if (kept !== undefined) return kept;
    const made = readIndex(companyId, list);
    // A version that was replaced is not asked for again.
    for (const other of indexes.keys()) if (other.startsWith(`${list.id} `)) indexes.delete(other);
    indexes.set(key, made, { size: Math.max(1, list.entities ?? 1) });
    // What could not be read is tried again the next time.
    made.catch(() => indexes.delete(key));
    return made;
  }

  async function listsInUse(companyId: string): Promise<ListInUse[]> {
    const lists = (await asTenant(db, companyId, readLists)).flatMap(listInUse);
    return deps.ownListsOnly ? lists.filter(({ keptBy }) => keptBy === 'company') : lists;
  }

  async function screen(
    subjects: readonly ScreeningSubject[],
    options: ScreeningOptions,
  ): Promise<ScreeningAnswer[]> {
    const lists = await listsInUse(options.companyId);
    if (lists.length === 0) {
      return subjects.map(({ id }) => ({ subjectId: id, status: 'error', reason: noLists }));
    }
    const loaded: { list: ListInUse; index: ListIndex }[] = [];
    for (const list of lists) loaded.push({ list, index: await indexOf(options.companyId, list) });
    const answers: ScreeningAnswer[] = [];
    const turn = takeTurns();
    for (const subject of subjects) {
      await turn();
      const hits = loaded.flatMap(({ list, index }) => hitsIn(index, list, subject, options)).sort(byScore);
      answers.push({ subjectId: subject.id, status: 'screened', lists, algorithm: screeningAlgorithm, hits });
    }
    return answers;
  }

  return {
    listsInUse,
    screen,
    async changedSince({ companyId, listId, since }) {
      const list = (await listsInUse(companyId)).find(({ id }) => id === listId);
      if (list === undefined) return null;
      const from = since === null ? 0 : Number(since);
      if (!Number.isInteger(from) || from < 0) return null;
      const changes: EntityChange[] = [];
      for (let after = ''; ; ) {
        const asked = { listId, since: from, version: Number(list.version), after, limit: entitiesPerPage };
        const page = await asTenant(db, companyId, (trx) => pageOfDifferences(trx, asked));
        for (const row of page) {
          const change = changeOf(row);
          if (change !== null) changes.push(change);
        }
        if (page.length < entitiesPerPage) return { list, since, changes };
        after = page.at(-1)?.entityId ?? '';
      }
    },
    async screenChanged({ list, changes }) {
      const present = changes.filter(({ change }) => change !== 'removed');
      const prepared: ListIndex = {
        index: await indexInTurns({ id: list.id, entities: present.map(({ entity }) => entity) }),
        revisions: new Map(present.map(({ entityId, revision }) => [entityId, revision])),
      };
      return {
        algorithm: screeningAlgorithm,
        screen: (subjects, options) =>
          subjects.map((subject) => ({
            subjectId: subject.id,
            status: 'screened',
            lists: [list],
            algorithm: screeningAlgorithm,
            hits: hitsIn(prepared, list, subject, options),
          })),
      };
    },
    indexed: () => ({ lists: [...known.values()] }),
  };
}
