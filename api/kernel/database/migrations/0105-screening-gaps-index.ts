import type { Migration } from './migration.ts';

/** Monitoring looks for clients with screening gaps every minute; there are few of them, or none. */
export const screeningGapsIndexMigration: Migration = {
  name: '0105-screening-gaps-index',
  sql: `CREATE INDEX clients_with_screening_gaps ON clients (company_id, id) WHERE screening_gaps <> '[]';`,
};
