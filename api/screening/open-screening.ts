import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { Logger } from '../log.ts';
import type { ScreeningEngine } from './engine.ts';
import { createListEngine } from './list-engine.ts';
import type { ScreeningEnv } from './screening-env.ts';
import { createYenteEngine } from './yente-engine.ts';

/** The engine that the environment asks for: an outside service beside companies' own lists, or the lists that are kept here. */
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
