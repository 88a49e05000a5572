import type { ColumnType, Generated } from 'kysely';
import type { ClientImport, ImportMapping, RowFinding, RowState } from '#contract/clients/client-import.ts';
import type { ViewScreen } from '#contract/saved-view.ts';
import type { Instant } from './foundation-tables.ts';

type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface SavedViewsTable {
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

export interface ClientToolTables {
  saved_views: SavedViewsTable;
  client_imports: ClientImportsTable;
  client_import_rows: ClientImportRowsTable;
}
