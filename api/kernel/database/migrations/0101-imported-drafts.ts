import type { Migration } from './migration.ts';

/** For home's count of imported drafts, and for the list of imported clients in its two orders. Empty where nothing was imported. */
const indexes = `
CREATE INDEX clients_imported_drafts ON clients (company_id) WHERE imported AND status = 'draft';
CREATE INDEX clients_imported_by_name ON clients (company_id, sort_name, id) WHERE imported;
CREATE INDEX clients_imported_by_id ON clients (company_id, id) WHERE imported;
`;

export const importedDraftsMigration: Migration = {
  name: '0101-imported-drafts',
  sql: indexes,
};
