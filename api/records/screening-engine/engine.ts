import type { ListSource, SanctionsRegime } from '#rules/sanctions.ts';
import type {
  BirthDateMatching,
  ListedEntity,
  ListingTopic,
  ScreeningScore,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';

/** An active list version as a company is screened against it. */
export interface ListInUse {
  /** The same for all versions of the list. */
  id: string;
  /** Compared for equality only; for lists stored here an integer as text. */
  version: string;
  name: string;
  /**
   * `operator`: shared by all companies; `company`: the company's own; `service`: held by an external screening
   * service.
   */
  keptBy: 'operator' | 'company' | 'service';
  /** Publisher, which determines the legal meaning of a sanctions match. */
  source: ListSource;
  /** Regimes of its entries; undefined only for lists stored before regimes were recorded. */
  regimes?: readonly SanctionsRegime[];
  /** ISO instant at which the list was last confirmed as the publisher's current version; null if unknown. */
  checkedAt?: string | null;
  /** Whether the version was read by an older reader than the current one; undefined for an external service's. */
  isOlderReading?: boolean;
  /** Rows of the version that could not be read; undefined for an external service's. */
  unreadRows?: number;
  /** ISO instant since which it could not be brought up to date, however short, with the reason; null while it can. */
  notFetched?: { since: string; reason: string } | null;
  /** Publication date of this version, if the publisher states one. */
  publishedOn: string | null;
  /** ISO instant at which this version became active; null if an external service does not state it. */
  importedAt: string | null;
  /** Number of entities; null if an external service does not state it. */
  entities: number | null;
}

/** Algorithm of the hits, stored with each screening. */
interface ScreeningAlgorithm {
  name: string;
  version: string;
}

export interface ScreeningHit {
  list: Pick<ListInUse, 'id' | 'version' | 'name' | 'source'>;
  /** As in that version of the list. */
  entity: ListedEntity;
  /** Changes when the entity changes materially; its decisions then need review. */
  entityRevision: string;
  /** Revisions of former readings of the same entry: their decisions apply to this one. */
  formerRevisions?: readonly string[];
  score: ScreeningScore;
}

/** Result for one subject. `error`: not screened, a retry may help; must never be read as "no match". */
export type ScreeningResponse =
  | {
      subjectId: string;
      status: 'screened';
      lists: ListInUse[];
      algorithm: ScreeningAlgorithm;
      /** Best first. */
      hits: ScreeningHit[];
    }
  | { subjectId: string; status: 'error'; reason: string };

export interface ScreeningOptions {
  companyId: string;
  /** 0 to 1: the minimum score of hits. */
  threshold: number;
  birthDateMatching: BirthDateMatching;
  /** Only entities listed for one of these reasons; default every entity. */
  topics?: readonly ListingTopic[];
}

/** An entity that differs between two versions of a list. `changed`: materially, so that its revision differs. */
export type EntityChange =
  | {
      change: 'added' | 'changed';
      entityId: string;
      revision: string;
      /** Revisions of former readings of the same entry. */
      formerRevisions: readonly string[];
      entity: ListedEntity;
    }
  /** As last listed. */
  | { change: 'removed'; entityId: string; revision: string; entity: ListedEntity };

/** Differences between a version of a list and the active one. */
export interface ListChanges {
  list: ListInUse;
  /** The earlier version; null if every entity counts as added. */
  since: string | null;
  changes: EntityChange[];
}

/** Screens subjects against a prepared set of entities. Holds them in memory: release it when done. */
export interface ChangedScreen {
  algorithm: ScreeningAlgorithm;
  /** At most a few thousand subjects per call: it is synchronous and blocks the process. */
  screen(
    subjects: readonly ScreeningSubject[],
    options: Omit<ScreeningOptions, 'companyId'>,
  ): ScreeningResponse[];
}

/** Screens against the active lists. */
export interface ScreeningEngine {
  /** Active lists of a company: the operator's and its own, by name. */
  listsInUse(companyId: string): Promise<ListInUse[]>;
  /**
   * Screens subjects against the active lists, in the given order. A failing service makes that subject an `error`;
   * without any active list every response is an `error`.
   */
  screen(subjects: readonly ScreeningSubject[], options: ScreeningOptions): Promise<ScreeningResponse[]>;
  /**
   * Differences between version `since` of a list and the active one. Null where they are unknown (an external service,
   * or a list that the company does not have): every client must then be rescreened.
   */
  changedSince(asked: {
    companyId: string;
    listId: string;
    since: string | null;
  }): Promise<ListChanges | null>;
  /** Prepares screening many subjects against added and changed entities only. */
  screenChanged(changes: ListChanges): Promise<ChangedScreen>;
}
