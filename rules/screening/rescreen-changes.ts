import { buildScreeningIndex, type IndexHit, type SearchOptions } from './screening-index.ts';
import type { ListedEntity, ScreeningSubject } from './screening-records.ts';

/** A subject with its hits among the changed entities. */
export interface ChangedHits {
  subject: ScreeningSubject;
  hits: IndexHit[];
}

/**
 * Screens many subjects against a few added or changed entities. Indexes the entities and streams the subjects, which
 * the caller reads in batches, so that memory holds only one of them.
 */
export function* screenChanged(
  listId: string,
  changed: readonly ListedEntity[],
  subjects: Iterable<ScreeningSubject>,
  options: SearchOptions,
): Generator<ChangedHits> {
  const index = buildScreeningIndex([{ id: listId, entities: changed }]);
  for (const subject of subjects) {
    const hits = index.search(subject, options);
    if (hits.length > 0) yield { subject, hits };
  }
}
