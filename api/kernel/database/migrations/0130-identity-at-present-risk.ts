import type { Migration } from './migration.ts';

/** What a verification lacks at the present risk level is part of it: nothing in stored responses, so that a repeated request gets its first response. */
export const identityAtPresentRiskMigration: Migration = {
  name: '0130-identity-at-present-risk',
  sql: `
UPDATE request_keys SET body = (body::jsonb || '{"unmetAtRisk": null}'::jsonb)::json
 WHERE endpoint LIKE 'individualVerifications.%' AND body IS NOT NULL AND jsonb_typeof(body::jsonb) = 'object'
   AND body::jsonb -> 'rulePassed' IS NOT NULL;
`,
};
