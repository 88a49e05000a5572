import type { Generated } from 'kysely';
import type { Instant } from './foundation-tables.ts';

interface FileTombstonesTable {
  company_id: string;
  key: string;
  cause: 'removed' | 'destroyed' | 'orphaned';
  created_at: Instant;
  delete_after: Instant;
  deleted_at: Generated<Instant | null>;
}

interface FileStorageMarkerTable {
  only_one: Generated<boolean>;
  marker: string | null;
  next_marker: string | null;
  set_at: Instant;
}

export interface FileTombstoneTables {
  file_tombstones: FileTombstonesTable;
  file_storage_marker: FileStorageMarkerTable;
}
