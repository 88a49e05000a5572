import { buildScreeningIndex, type IndexHit, type SearchOptions } from './screening-index.ts';
import type { ListedEntity, ScreeningSubject } from './screening-records.ts';

/** A subject that something listed was found for. */
export interface ChangedHits {
  subject: ScreeningSubject;
  hits: IndexHit[];
}

/**
 * The other direction of screening: which of many subjects some entities that were added or changed may be. Indexes the few entities and
 * lets the subjects pass one by one, so that memory holds none of them; whoever asks hands them over in batches as they are read.
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
