import { createHash } from 'node:crypto';
import type { Migration } from './migrations/migration.ts';
import { migrations as allMigrations } from './migrations/registry.ts';
import { jobQueueSchemaSql, queueOwnershipSql } from './queue-schema.ts';
import { roles } from './roles.ts';

/** Trusted extensions: a login with CREATE on the database can create them (PostgreSQL 13 or newer). */
export const extensions = ['pg_trgm', 'btree_gin'] as const;

/** Checksum of everything that `migrateDatabase` does to an empty database, for caches of migrated ones. */
export function migrationsChecksum(migrations: readonly Migration[] = allMigrations): string {
  return createHash('sha256')
    .update(JSON.stringify([roles, extensions, jobQueueSchemaSql(), queueOwnershipSql, migrations]))
    .digest('hex');
}
