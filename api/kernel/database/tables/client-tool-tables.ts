import type { ColumnType, Generated } from 'kysely';
import type { ClientImport, ImportMapping, RowFinding, RowState } from '#contract/clients/client-import.ts';
import type { BulkAct } from '#contract/monitoring/bulk-actions.ts';
import type { ViewScreen } from '#contract/saved-view.ts';
import type { Instant } from './foundation-tables.ts';

type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

interface SavedViewsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  member_id: string | null;
  screen: ViewScreen;
  name: string;
  name_key: string;
  query: string;
  is_default: boolean;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface ClientImportsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  status: ClientImport['status'];
  file_name: string;
  headings: string[];
  first_rows: ColumnType<string[][], string, string>;
  row_count: number;
  mapping: NullableJson<ImportMapping>;
  created_at: Instant;
  created_by: string;
  updated_at: Instant;
  updated_by: string;
}

export interface ClientImportRowsTable {
  company_id: string;
  import_id: string;
  number: number;
  cells: string[];
  state: RowState;
  chosen: Generated<boolean>;
  finding: NullableJson<RowFinding>;
  likeness_keys: Generated<string[]>;
  client_id: string | null;
}

/** What an action does, as stored: an undo restores what each item says. */
export type StoredAct = BulkAct | { kind: 'restoreOwner' };

/** What an action on relationship owners, and its undo, need of one client. */
export interface ItemBefore {
  /** The relationship owner when the action started, and the one that it sets. */
  responsibleMemberId: string | null;
  setTo: string | null;
}

interface BulkActionsTable {
  company_id: string;
  id: string;
  version: Generated<number>;
  act: ColumnType<StoredAct, string, never>;
  status: 'running' | 'done' | 'stopped';
  stopped_because: string | null;
  total: number;
  undoes: string | null;
  created_at: Instant;
  created_by: string;
  ended_at: Instant | null;
}

interface BulkActionItemsTable {
  company_id: string;
  action_id: string;
  number: number;
  client_id: string;
  state: Generated<'waiting' | 'done' | 'unchanged' | 'refused'>;
  reason: string | null;
  before: ColumnType<ItemBefore | null, string | null, never>;
}

export interface ClientToolTables {
  bulk_actions: BulkActionsTable;
  bulk_action_items: BulkActionItemsTable;
  saved_views: SavedViewsTable;
  client_imports: ClientImportsTable;
  client_import_rows: ClientImportRowsTable;
}
