import type { Kysely } from 'kysely';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import type { ScreeningEngine } from '#api/records/screening-engine/engine.ts';
import { createListEngine } from '#api/records/screening-engine/list-engine.ts';

/** The engine of a day of the demo's past, when the lists had been fetched that morning as on every day. */
export function demoEngine({ db, now }: { db: Kysely<Schema>; now: () => Date }): ScreeningEngine {
  const engine = createListEngine({ db });
  return {
    ...engine,
    async screen(subjects, options) {
      const checkedAt = now().toISOString();
      const answers = await engine.screen(subjects, options);
      return answers.map((answer) =>
        answer.status === 'screened'
          ? { ...answer, lists: answer.lists.map((list) => ({ ...list, checkedAt })) }
          : answer,
      );
    },
  };
}
