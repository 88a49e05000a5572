import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** What the company's settings work with. */
export interface CompanySettingsDeps {
  db: Kysely<Schema>;
  now: () => Date;
}
