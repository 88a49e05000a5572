import type { Migration } from './migration.ts';

/** Renames a property of verifications’ documents in stored responses, so that a request repeated across the upgrade gets its first response. */
const documentStatusText = `
UPDATE request_keys SET body = replace(body::text, '"formatStatus":', '"statusText":')::json
 WHERE endpoint LIKE 'individualVerifications.%' AND body::text LIKE '%"formatStatus":%';
`;

export const documentStatusTextMigration: Migration = {
  name: '0103-document-status-text',
  sql: documentStatusText,
};
