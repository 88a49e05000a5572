import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { screeningAlgorithm } from '#rules/screening/score-entity.ts';
import { type IndexedList, indexInSteps, type ScreeningIndex } from '#rules/screening/screening-index.ts';
import type { ListedEntity, ScreeningSubject } from '#rules/screening/screening-records.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { readingFacts } from '../screening-lists/required.ts';
import { entityRevision } from '../screening-lists/revision.ts';
import {
  type ChangeRow,
  getDifferencesPage,
  getEntitiesPage,
  type ListWithVersions,
  readLists,
} from '../screening-lists/store.ts';
import type {
  EntityChange,
  ListInUse,
  ScreeningEngine,
  ScreeningHit,
  ScreeningOptions,
  ScreeningResponse,
} from './engine.ts';

export interface ListEngineDeps {
  db: Kysely<Schema>;
  /** Only companies' own lists, where an external service replaces the operator's. */
  ownListsOnly?: boolean;
  /** Called with the size and duration of each index built. */
  onIndexed?: (made: { list: string; version: string; entities: number; names: number; ms: number }) => void;
}

/** Indexes in memory, for monitoring. */
export interface IndexedLists {
  lists: { id: string; version: string; entities: number; names: number }[];
}

/** Revision of an entity, and those of its former readings. */
interface EntityRevisions {
  revision: string;
  formerRevisions: readonly string[];
}

interface ListIndex {
  index: ScreeningIndex;
  /** Revisions by entity id. */
  revisions: Map<string, EntityRevisions>;
}

const entitiesPerPage = 2000;
/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 15;
/** Capacity of the cache in entities: the operator's lists are always in use, companies' own lists only at times. */
const maxIndexedEntities = 2_000_000;

const noLists =
  'No active screening list. The operator imports the lists, or an owner uploads the company’s own under Settings.';

const nextSlot = () => new Promise<void>((done) => setImmediate(done));

/** Returns a function that yields to the event loop once the current time slice is used up. */
function createYielder(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < sliceMs) return;
    await nextSlot();
    began = performance.now();
  };
}

/** Builds an index in time slices, so that the process keeps serving requests. */
async function indexInTurns(list: IndexedList): Promise<ScreeningIndex> {
  const steps = indexInSteps([list]);
  const yieldIfDue = createYielder();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldIfDue();
  }
}

function listInUse({ list, inUse, held }: ListWithVersions): ListInUse[] {
  if (inUse === undefined) return [];
  return [
    {
      id: list.id,
      version: String(inUse.version),
      name: list.name,
      keptBy: list.company_id === null ? 'operator' : 'company',
      source: list.source,
      regimes: inUse.regimes,
      checkedAt: list.current_at,
      ...readingFacts(list, inUse, held),
      publishedOn: inUse.published_on,
      importedAt: inUse.used_since,
      entities: inUse.entities,
    },
  ];
}

const byScore = (a: ScreeningHit, b: ScreeningHit) => b.score.score - a.score.score;

function hitsIn(
  { index, revisions }: ListIndex,
  { id, version, name, source }: ListInUse,
  subject: ScreeningSubject,
  { threshold, birthDateMatching, topics }: Omit<ScreeningOptions, 'companyId'>,
): ScreeningHit[] {
  return index
    .search(subject, { threshold, birthDateMatching, ...(topics === undefined ? {} : { topics }) })
    .map(({ entity, score }) => {
      const { revision, formerRevisions } = revisions.get(entity.id) ?? {};
      return {
        list: { id, version, name, source },
        entity,
        entityRevision: revision ?? entityRevision(entity),
        formerRevisions: formerRevisions ?? [],
        score,
      };
    });
}

/**
 * A row that differs between two versions as a change; null if only the wording differs, or the change was reverted.
 */
function getChange({
  entityId,
  entity,
  revision,
  formerRevisions,
  formerEntity,
  formerRevision,
}: ChangeRow): EntityChange | null {
  if (entity === null || revision === null) {
    return formerEntity === null || formerRevision === null
      ? null
      : { change: 'removed', entityId, revision: formerRevision, entity: formerEntity };
  }
  const now = { entityId, revision, formerRevisions: formerRevisions ?? [], entity };
  if (formerEntity === null) return { change: 'added', ...now };
  return revision === formerRevision ? null : { change: 'changed', ...now };
}

/** All entities of a list's version with their revisions; yields between pages. */
async function readEntities(db: Kysely<Schema>, companyId: string, list: ListInUse) {
  const entities: ListedEntity[] = [];
  const revisions = new Map<string, EntityRevisions>();
  for (let after = ''; ; ) {
    const pageRange = { listId: list.id, version: Number(list.version), after, limit: entitiesPerPage };
    const page = await asTenant(db, companyId, (trx) => getEntitiesPage(trx, pageRange));
    for (const { entity, ...read } of page) {
      entities.push(entity);
      revisions.set(entity.id, read);
    }
    if (page.length < entitiesPerPage) return { entities, revisions };
    after = page.at(-1)?.entity.id ?? '';
    await nextSlot();
  }
}

/** Material differences between two versions of a list. */
async function readChanges(
  db: Kysely<Schema>,
  companyId: string,
  versions: { listId: string; since: number; version: number },
): Promise<EntityChange[]> {
  const changes: EntityChange[] = [];
  for (let after = ''; ; ) {
    const pageRange = { ...versions, after, limit: entitiesPerPage };
    const page = await asTenant(db, companyId, (trx) => getDifferencesPage(trx, pageRange));
    for (const row of page) {
      const change = getChange(row);
      if (change !== null) changes.push(change);
    }
    if (page.length < entitiesPerPage) return changes;
    after = page.at(-1)?.entityId ?? '';
  }
}

/** Cache of indexes by list version; each is built once. */
function createIndexes({ db, onIndexed }: ListEngineDeps) {
  const indexes = new LRUCache<string, Promise<ListIndex>>({
    maxSize: maxIndexedEntities,
    // Estimate until the entities are read.
    sizeCalculation: () => 1,
  });
  const known = new Map<string, IndexedLists['lists'][number]>();

  async function readIndex(companyId: string, list: ListInUse): Promise<ListIndex> {
    const { entities, revisions } = await readEntities(db, companyId, list);
    const started = performance.now();
    const index = await indexInTurns({ id: list.id, entities });
    const { names } = index.size;
    onIndexed?.({
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
    const cachedIndex = indexes.get(key);
    if (cachedIndex !== undefined) return cachedIndex;
    const made = readIndex(companyId, list);
    // A replaced version is not requested again.
    for (const other of indexes.keys()) if (other.startsWith(`${list.id} `)) indexes.delete(other);
    indexes.set(key, made, { size: Math.max(1, list.entities ?? 1) });
    // A failed build is retried on the next request.
    made.catch(() => indexes.delete(key));
    return made;
  }

  return { indexOf, indexed: (): IndexedLists => ({ lists: [...known.values()] }) };
}

/** An index of the added and changed entities only. */
async function indexChanges(listId: string, changes: readonly EntityChange[]): Promise<ListIndex> {
  const present = changes.filter((change) => change.change !== 'removed');
  return {
    index: await indexInTurns({ id: listId, entities: present.map(({ entity }) => entity) }),
    revisions: new Map(present.map((change) => [change.entityId, change])),
  };
}

/**
 * Screens in this process against the lists in the database. Each version has an index in memory, built on first use.
 * The active versions are read from the database each time, so that all processes switch to a new one together.
 */
export function createListEngine(deps: ListEngineDeps): ScreeningEngine & { indexed(): IndexedLists } {
  const { db } = deps;
  const { indexOf, indexed } = createIndexes(deps);

  async function listsInUse(companyId: string): Promise<ListInUse[]> {
    const lists = (await asTenant(db, companyId, readLists)).flatMap(listInUse);
    return deps.ownListsOnly ? lists.filter(({ keptBy }) => keptBy === 'company') : lists;
  }

  async function screen(
    subjects: readonly ScreeningSubject[],
    options: ScreeningOptions,
  ): Promise<ScreeningResponse[]> {
    const lists = await listsInUse(options.companyId);
    if (lists.length === 0) {
      return subjects.map(({ id }) => ({ subjectId: id, status: 'error', reason: noLists }));
    }
    const loaded: { list: ListInUse; index: ListIndex }[] = [];
    for (const list of lists) loaded.push({ list, index: await indexOf(options.companyId, list) });
    const answers: ScreeningResponse[] = [];
    const yieldIfDue = createYielder();
    for (const subject of subjects) {
      await yieldIfDue();
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
      const versions = { listId, since: from, version: Number(list.version) };
      return { list, since, changes: await readChanges(db, companyId, versions) };
    },
    async screenChanged({ list, changes }) {
      const index = await indexChanges(list.id, changes);
      return {
        algorithm: screeningAlgorithm,
        screen: (subjects, options) =>
          subjects.map((subject) => ({
            subjectId: subject.id,
            status: 'screened',
            lists: [list],
            algorithm: screeningAlgorithm,
            hits: hitsIn(index, list, subject, options),
          })),
      };
    },
    indexed,
  };
}
