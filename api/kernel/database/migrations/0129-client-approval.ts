import type { Migration } from './migration.ts';

/** What an approval does now is part of a client's due diligence: none in stored responses, so that a repeated request gets its first response. */
export const clientApprovalMigration: Migration = {
  name: '0129-client-approval',
  sql: `
UPDATE request_keys SET body = (body::jsonb || '{"approval": null}'::jsonb)::json
 WHERE endpoint ~ '^(clients[.]transition|findings[.])' AND body IS NOT NULL AND body::jsonb -> 'cddTransitions' IS NOT NULL;
`,
};
