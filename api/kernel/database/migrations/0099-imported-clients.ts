import type { Migration } from './migration.ts';

/** Which clients were created from an imported file: of existing ones, those whose event of creation names an import. */
const column = `
ALTER TABLE clients ADD COLUMN imported boolean NOT NULL DEFAULT false;
UPDATE clients c SET imported = true
  FROM audit_events e JOIN audit_details d ON d.id = e.detail_id
 WHERE e.chain = c.company_id::text AND e.resource_type = 'client' AND e.resource_id = c.id::text
   AND e.action = 'client.created' AND d.detail -> 'import' IS NOT NULL;
`;

export const importedClientsMigration: Migration = {
  name: '0099-imported-clients',
  sql: column,
};
