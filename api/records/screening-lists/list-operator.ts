import type { Kysely } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import type { FileStorage } from '../documents/storage.ts';
import type { ListOwner } from './sources.ts';

export interface ImportDeps {
  db: Kysely<Schema>;
  now: () => Date;
  /** Where the files of each version are kept; undefined only for a database that is thrown away. */
  storage: FileStorage | undefined;
}

/** Transactions with the rights of the list's owner. */
export function asListOperator(db: Kysely<Schema>, { companyId }: Pick<ListOwner, 'companyId'>) {
  return <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    companyId === null ? asJobs(db, work) : asTenant(db, companyId, work);
}

/** Another import of the same list is under way. */
export interface ListBusy extends Error {
  code: 'list.busy';
}

export function isListBusy(error: unknown): error is ListBusy {
  return error instanceof Error && 'code' in error && error.code === 'list.busy';
}

/** The error to throw while another import holds the list. */
export function busy(): ListBusy {
  return Object.assign(new Error('Another import of this list is under way. Try again in a few minutes.'), {
    code: 'list.busy' as const,
  });
}
