import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ScreeningEngine } from './engine.ts';
import { createListEngine } from './list-engine.ts';
import { createYenteEngine } from './remote-engine.ts';
import type { ScreeningEnv } from './screening-env.ts';

/** Creates the configured engine: an external service beside companies' own lists, or the lists in the database. */
export function openScreening(
  { service }: ScreeningEnv,
  { db, now, log }: { db: Kysely<Schema>; now: () => Date; log: Logger },
): ScreeningEngine {
  const onIndexed = (made: object) => {
    const heapMb = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
    log.info({ ...made, heapMb }, 'a screening list was indexed');
  };
  if (service === undefined) return createListEngine({ db, onIndexed });
  return createYenteEngine({
    settings: service,
    ownLists: createListEngine({ db, onIndexed, ownListsOnly: true }),
    now,
  });
}
