import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { listTimeZones } from './store.ts';

/** Every company with its time zone, for jobs that work through each company's day. */
export function listCompanies(db: Kysely<Schema>): Promise<{ id: string; timeZone: string }[]> {
  return asJobs(db, listTimeZones);
}
