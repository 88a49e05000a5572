import { type Kysely, sql } from 'kysely';
import { inOneTransaction } from '#api/kernel/database/in-transaction.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asPlatform } from '#api/kernel/database/tenancy.ts';
import type { DemoDeps } from './demo-company.ts';

export interface PartDeps extends DemoDeps {
  database: Pick<Database, 'db' | 'pool'>;
}

/** A part of the demo company's records, created in steps; each step is one transaction. */
export interface DemoPart {
  /** Stored in the database; never changes. */
  name: string;
  steps: number;
  /** Whether such records exist although the part was never started; it is then skipped. */
  isThere(deps: DemoDeps): Promise<boolean>;
  /** Creates the records of one step, using only the given database. */
  make(deps: DemoDeps, step: number): Promise<void>;
}

/** Writes a settings key; false if it exists, after waiting for a concurrent writer to finish. */
async function note(db: Kysely<Schema>, key: string, value: string, now: () => Date): Promise<boolean> {
  const { numAffectedRows } = await asPlatform(db, (trx) =>
    sql`INSERT INTO settings (key, value, set_at) VALUES (${key}, ${JSON.stringify(value)}::jsonb, ${now().toISOString()})
        ON CONFLICT DO NOTHING`.execute(trx),
  );
  return numAffectedRows === 1n;
}

async function notes({ db }: Pick<Database, 'db'>, name: string): Promise<Map<string, unknown>> {
  const { rows } = await asPlatform(db, (trx) =>
    sql<{ key: string; value: unknown }>`
      SELECT key, value FROM settings WHERE key = ${`demo.${name}`} OR key LIKE ${`demo.${name}.%`}`.execute(
      trx,
    ),
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/**
 * Marks a part as started unless its records exist, and returns its remaining steps. Called before users have access,
 * so that their records are not mistaken for the demo's.
 */
export async function beginPart(deps: DemoDeps, part: DemoPart): Promise<number[]> {
  const key = `demo.${part.name}`;
  let known = await notes(deps.database, part.name);
  if (!known.has(key)) {
    await note(deps.database.db, key, (await part.isThere(deps)) ? 'there' : 'begun', deps.now);
    known = await notes(deps.database, part.name);
  }
  if (known.get(key) !== 'begun') return [];
  return Array.from({ length: part.steps }, (_, step) => step).filter((step) => !known.has(`${key}.${step}`));
}

/** Makes one step of a part exactly once, even with concurrent processes or after one was killed in the middle. */
export async function makeStep(deps: PartDeps, part: DemoPart, step: number): Promise<void> {
  await inOneTransaction(deps.database, async (database) => {
    const isOurs = await note(database.db, `demo.${part.name}.${step}`, 'made', deps.now);
    if (isOurs) await part.make({ ...deps, database }, step);
  });
}

/** Makes the remaining steps of a part, and starts it if necessary. */
export async function seedPart(deps: PartDeps, part: DemoPart): Promise<void> {
  for (const step of await beginPart(deps, part)) await makeStep(deps, part, step);
}
