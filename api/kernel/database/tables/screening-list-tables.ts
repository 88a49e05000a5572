import type { ColumnType, Generated } from 'kysely';
import type { SanctionsRegime } from '#rules/sanctions.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import type { Instant } from './foundation-tables.ts';

type Json<T> = ColumnType<T, string, string>;

/** Source of a list. */
export type StoredListSource =
  | 'un'
  | 'ofac'
  | 'dfat'
  | 'nzPolice'
  | 'nzRussia'
  | 'opensanctions'
  | 'demo'
  | 'own';

export interface ScreeningListsTable {
  id: string;
  /** Null: the operator's, for all companies. */
  company_id: string | null;
  source: StoredListSource;
  name: string;
  /** 0 while no version is active. */
  current_version: Generated<number>;
  last_version: Generated<number>;
  import_token: string | null;
  import_renewed_at: Instant | null;
  /** When the list was last compared with its source, regardless of the outcome. */
  checked_at: Instant | null;
  /** Instant at which the active version was last confirmed as the source's current one. */
  current_at: Generated<Instant | null>;
  failed_at: Instant | null;
  failure: string | null;
  /** Since when the list's source could not be fetched, or what was fetched awaits confirmation; null while neither is so. */
  not_fetched_since: Generated<Instant | null>;
  created_at: Instant;
}

/** `discarded`: rejected by a person; the next import removes its remaining rows. */
type StoredVersionStatus = 'importing' | 'held' | 'discarded' | 'inUse' | 'superseded';

interface StoredNote {
  kind: 'doubt' | 'note';
  text: string;
}

/** A file that a version was read from, kept in the file storage. */
export interface KeptListFile {
  name: string;
  /** Key in the file storage; the content is compressed with gzip. */
  key: string;
}

export interface ScreeningListVersionsTable {
  list_id: string;
  version: number;
  company_id: string | null;
  status: StoredVersionStatus;
  format: 'un' | 'ofac' | 'dfat' | 'nzPolice' | 'nzRussia' | 'opensanctions' | 'plain';
  sha256: string;
  file_names: string[];
  published_on: string | null;
  /** Regimes of its entries. */
  regimes: Generated<SanctionsRegime[]>;
  entities: Generated<number>;
  added: Generated<number>;
  changed: Generated<number>;
  reworded: Generated<number>;
  removed: Generated<number>;
  notes: ColumnType<StoredNote[], string | undefined, string>;
  /** Number of the reader that read it; see `readerVersions`. */
  reader_version: number;
  /** Columns that hold more than blank cells, by their usual headings; empty for formats without headings. */
  columns: Generated<string[]>;
  /** Rows that the reader could not read. */
  unread_rows: Generated<number>;
  /** Empty for versions from before files were kept. */
  files: ColumnType<KeptListFile[], string | undefined, string>;
  received_at: Instant;
  received_by: string;
  used_since: Instant | null;
  used_until: Instant | null;
}

export interface ScreeningListEntitiesTable {
  list_id: string;
  entity_id: string;
  from_version: number;
  until_version: number | null;
  company_id: string | null;
  revision: string | null;
  content_hash: string | null;
  /** Revisions of former readings of the same entry, whose decisions apply to this one. */
  former_revisions: Generated<string[]>;
  entity: Json<ListedEntity | null> | null;
}

export interface ScreeningListTables {
  screening_lists: ScreeningListsTable;
  screening_list_versions: ScreeningListVersionsTable;
  screening_list_entities: ScreeningListEntitiesTable;
}
