import type { Migration } from './migration.ts';

/**
 * Document numbers submitted through a link: sealed, and masked in the details. Those of former versions stay as they are until the job
 * seals them, because keys are not in the database.
 */
export const sealedNumbersMigration: Migration = {
  name: '0073-sealed-numbers',
  sql: `
ALTER TABLE document_request_items ADD COLUMN number_sealed text;
CREATE INDEX document_request_items_with_number ON document_request_items (company_id, id)
  WHERE number_sealed IS NOT NULL OR details ? 'documentNumber';
`,
};
