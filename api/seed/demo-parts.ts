import { type Kysely, sql } from 'kysely';
import { inOneTransaction } from '../database/one-transaction.ts';
import type { Database } from '../database/pool.ts';
import type { Schema } from '../database/schema.ts';
import { asPlatform } from '../database/tenancy.ts';
import type { DemoDeps } from './demo-company.ts';

export interface PartDeps extends DemoDeps {
  database: Pick<Database, 'db' | 'pool'>;
}

/** A part of the demo company's records, made in steps of which each is kept whole or not at all. */
export interface DemoPart {
  /** For ever: it stands in the database. */
  name: string;
  steps: number;
  /** Whether such records are there although the part was never begun: it is then left alone. */
  isThere(deps: DemoDeps): Promise<boolean>;
  /** Makes what belongs to one step, through the database that it is given alone. */
  make(deps: DemoDeps, step: number): Promise<void>;
}

/** Writes a key of the settings; false where it stands there already, once whoever is writing it now has finished. */
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
 * Notes that this part is to be made, unless it is there, and tells which of its steps are left. Called before people can
 * come in, so that what they make is not taken for the demo's own.
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

/**
 * Makes one step of a part, unless it has been made: also where another process is making it at the same time, and where
 * a process was killed in the middle of it.
 */
export async function makeStep(deps: PartDeps, part: DemoPart, step: number): Promise<void> {
  await inOneTransaction(deps.database, async (database) => {
    const isOurs = await note(database.db, `demo.${part.name}.${step}`, 'made', deps.now);
    if (isOurs) await part.make({ ...deps, database }, step);
  });
}

/** Makes what is left of a part, and begins it where it was not begun. */
export async function seedPart(deps: PartDeps, part: DemoPart): Promise<void> {
  for (const step of await beginPart(deps, part)) await makeStep(deps, part, step);
}
