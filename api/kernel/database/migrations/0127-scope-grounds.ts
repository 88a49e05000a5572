import type { Migration } from './migration.ts';

/**
 * Why work is outside the scope of each law, by a ground (NZ s6(4); AU s6). A reason recorded before without a ground has the effect it had: no
 * service has to be named, and Australia's start guard does not apply. Stored responses get
 * both, so that a request repeated across the upgrade gets its first response.
 */
const scopeGrounds = `
ALTER TABLE activities ADD COLUMN outside_scope_nz text, ADD COLUMN outside_scope_au text;

UPDATE request_keys SET body = (body::jsonb || '{"outsideScopeNz": null, "outsideScopeAu": null}'::jsonb)::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb ? 'arrangements';
`;

export const scopeGroundsMigration: Migration = { name: '0127-scope-grounds', sql: scopeGrounds };
