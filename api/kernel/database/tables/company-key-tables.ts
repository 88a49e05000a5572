import type { Instant } from './foundation-tables.ts';

interface CompanyKeysTable {
  company_id: string;
  use: 'files' | 'fields';
  version: number;
  master_key_id: string;
  /** Null once the key was destroyed. */
  wrapped: string | null;
  created_at: Instant;
  destroyed_at: Instant | null;
}

export interface CompanyKeyTables {
  company_keys: CompanyKeysTable;
}
