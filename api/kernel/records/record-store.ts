import type { Generated, Insertable, Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../command/work.ts';
import type { Schema, Trx } from '../database/tables/schema.ts';
import type { MemberCaller } from '../http/bind-endpoint.ts';

/** Tables whose rows are records of a company with a version. */
type RecordTable = {
  [T in keyof Schema]: Schema[T] extends { company_id: string; id: string; version: Generated<number> }
    ? T
    : never;
}[keyof Schema];

/** Columns that say when and by whom a row was created and last updated. */
type Stamp = 'created_at' | 'created_by' | 'updated_at' | 'updated_by';

/** Which of them a table has. */
type Stamps<T extends RecordTable> = { readonly [S in Stamp]: S extends keyof Schema[T] ? true : false };

export const everyStamp = { created_at: true, created_by: true, updated_at: true, updated_by: true } as const;
export const noStamps = {
  created_at: false,
  created_by: false,
  updated_at: false,
  updated_by: false,
} as const;

/** Columns that the store writes. */
type Own<T extends RecordTable> = 'company_id' | 'id' | 'version' | (Stamp & keyof Schema[T]);

type Context = Pick<Work, 'trx' | 'time' | 'at'> & { caller: MemberCaller };

interface StoreOptions<T extends RecordTable, Rec> {
  table: T;
  /** The record in a sentence, such as "line". */
  noun: string;
  /** Reads a record of the transaction's company, or null. */
  read: (trx: Trx, id: string) => Promise<Rec | null>;
  /** The stamps that the table has: all of them, none, or `{ ...noStamps, updated_at: true }`. */
  stamps: Stamps<T>;
}

/** Writes the versioned rows of a table, and reads the record back. */
interface RecordStore<T extends RecordTable, Rec> {
  /** The record, or null, with its row locked until the transaction ends. */
  lock(trx: Trx, id: string): Promise<Rec | null>;
  /** The record. @throws Error for one that is not there, after it was written */
  reread(trx: Trx, id: string): Promise<Rec>;
  /** Inserts a record of the caller's company. @returns its id, a UUIDv7 of the time */
  insert(context: Context, columns: Omit<Insertable<Schema[T]>, Own<T>>): Promise<string>;
  /** Updates a locked record and increments its version. */
  update(
    context: Context,
    before: { id: string; version: number },
    columns: Omit<Updateable<Schema[T]>, Own<T>>,
  ): Promise<void>;
}

/**
 * Declares the store of an area's record. Company, id, version and stamps are written by it alone.
 *
 * @example const permits = recordStore({ table: 'sanctions_permits', noun: 'permit', read: readPermit, stamps: noStamps });
 */
export function recordStore<const T extends RecordTable, Rec>({
  table,
  noun,
  read,
  stamps,
}: StoreOptions<T, Rec>): RecordStore<T, Rec> {
  // Kysely does not follow a table that is a type parameter: one that has the same columns stands for it.
  const named = table as 'funds_lines';
  const stamped = (values: Partial<Record<Stamp, string>>) =>
    Object.fromEntries(Object.entries(values).filter(([stamp]) => stamps[stamp as Stamp]));
  return {
    async lock(trx, id) {
      // Locked separately: after waiting, joined rows must be read with the current one.
      await trx.selectFrom(named).select('id').where('id', '=', id).forUpdate().execute();
      return read(trx, id);
    },
    async reread(trx, id) {
      const record = await read(trx, id);
      if (record === null) throw new Error(`The ${noun} just saved could not be read.`);
      return record;
    },
    async insert({ trx, time, at, caller: { company, member } }, columns) {
      const id = uuidv7({ msecs: time().getTime() });
      const by = member.id;
      const created = stamped({ created_at: at, created_by: by, updated_at: at, updated_by: by });
      const row = { ...columns, company_id: company.id, id, ...created };
      await trx
        .insertInto(named)
        .values(row as Insertable<Schema[typeof named]>)
        .execute();
      return id;
    },
    async update({ trx, at, caller: { member } }, { id, version }, columns) {
      const updated = stamped({ updated_at: at, updated_by: member.id });
      const row = { ...columns, version: version + 1, ...updated };
      await trx
        .updateTable(named)
        .set(row as Updateable<Schema[typeof named]>)
        .where('id', '=', id)
        .execute();
    },
  };
}
