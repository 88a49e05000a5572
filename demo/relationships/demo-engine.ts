import type { Kysely } from 'kysely';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import type { ScreeningEngine } from '#api/records/screening-engine/engine.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';

/**
 * The engine of a day of the demo's past, with the lists as last fetched then: that morning, except while they could not be fetched.
 * @param fetchedAt instant at which the lists were last compared with their publishers'
 */
export function demoEngine(
  { db, now }: { db: Kysely<Schema>; now: () => Date },
  fetchedAt: Date = now(),
): ScreeningEngine {
  const engine = createListEngine({ db });
  const checkedAt = fetchedAt.toISOString();
  return {
    ...engine,
    async screen(subjects, options) {
      const answers = await engine.screen(subjects, options);
      return answers.map((answer) =>
        answer.status === 'screened'
          ? { ...answer, lists: answer.lists.map((list) => ({ ...list, checkedAt })) }
          : answer,
      );
    },
  };
}
