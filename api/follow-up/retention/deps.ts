import type { Kysely } from 'kysely';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { DocumentFiles } from '../../records/documents/receive-file.ts';

export interface RetentionDeps {
  db: Kysely<Schema>;
  files: DocumentFiles;
  now: () => Date;
}
