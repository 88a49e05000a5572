import type {
  BirthDateMatching,
  ListedEntity,
  ListingTopic,
  ScreeningScore,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';

/** A list as a company screens with it at one moment. */
export interface ListInUse {
  /** Stays the same over all versions of the list. */
  id: string;
  /** Told from other versions by being equal or not; where the lists are kept here it is a whole number as text. */
  version: string;
  name: string;
  /** `operator`: one for all companies; `company`: the company's own; `service`: kept by an outside screening service. */
  keptBy: 'operator' | 'company' | 'service';
  /** The day that the publisher gives this version, where it does. */
  publishedOn: string | null;
  /** ISO instant since which this version is in use; null where an outside service does not say. */
  importedAt: string | null;
  /** People and bodies on it; null where an outside service does not say. */
  entities: number | null;
}

/** What found the hits, kept with each screening. */
export interface ScreeningAlgorithm {
  name: string;
  version: string;
}

export interface ScreeningHit {
  list: Pick<ListInUse, 'id' | 'version' | 'name'>;
  /** As it stands in that version of the list. */
  entity: ListedEntity;
  /** Another one means that the entity changed materially: what was decided about it has to be looked at again. */
  entityRevision: string;
  score: ScreeningScore;
}

/** What became of one subject. `error`: it was not screened, and asking again may help; never to be read as "no match". */
export type ScreeningAnswer =
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
  /** 0 to 1: hits below it are left out. */
  threshold: number;
  birthDateMatching: BirthDateMatching;
  /** Only entities listed for one of these reasons; every entity where left out. */
  topics?: readonly ListingTopic[];
}

/** One entity that differs between two versions of a list. `changed` means materially: another revision. */
export type EntityChange =
  | { change: 'added' | 'changed'; entityId: string; revision: string; entity: ListedEntity }
  /** As it last stood on the list. */
  | { change: 'removed'; entityId: string; revision: string; entity: ListedEntity };

/** What differs between a version of a list and the one in use. */
export interface ListChanges {
  list: ListInUse;
  /** Version that was compared with; null: everything counts as added. */
  since: string | null;
  changes: EntityChange[];
}

/** Screens subjects against entities that were prepared once. Holds them in memory: let go of it when done. */
export interface ChangedScreen {
  algorithm: ScreeningAlgorithm;
  /** At most a few thousand subjects at once: it answers without waiting for anything, and nothing else runs meanwhile. */
  screen(
    subjects: readonly ScreeningSubject[],
    options: Omit<ScreeningOptions, 'companyId'>,
  ): ScreeningAnswer[];
}

/** Finds people and bodies on the lists that are in use. */
export interface ScreeningEngine {
  /** Lists that a company screens with now: the operator's and its own, by name. */
  listsInUse(companyId: string): Promise<ListInUse[]>;
  /**
   * Screens subjects against the lists in use, in the order given. Fails for a subject alone (`error`) where a service does not
   * answer; without any list in use every answer is an `error`.
   */
  screen(subjects: readonly ScreeningSubject[], options: ScreeningOptions): Promise<ScreeningAnswer[]>;
  /**
   * What differs between version `since` of a list and the one in use. Null where that cannot be told (an outside service, or a list
   * that the company does not have): everybody has to be screened again.
   */
  changedSince(asked: {
    companyId: string;
    listId: string;
    since: string | null;
  }): Promise<ListChanges | null>;
  /** Prepares to screen many subjects against what was added or changed alone. */
  screenChanged(changes: ListChanges): Promise<ChangedScreen>;
}
