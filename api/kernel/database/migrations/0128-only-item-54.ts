import type { Migration } from './migration.ts';

/**
 * Companies whose only designated services in Australia are those of item 54 of table 1 (AU s26T). False for existing companies, the stricter
 * reading, and added to stored responses, so that a request repeated across the upgrade gets its first response.
 */
export const onlyItem54Migration: Migration = {
  name: '0128-only-item-54',
  sql: `
ALTER TABLE companies ADD COLUMN only_item_54 boolean NOT NULL DEFAULT false;
GRANT UPDATE (only_item_54) ON companies TO assay_tenant;

UPDATE request_keys SET body = (body::jsonb || '{"onlyItem54": false}'::jsonb)::json
 WHERE endpoint = 'company.update' AND body IS NOT NULL AND body::jsonb -> 'otherSectors' IS NOT NULL;
UPDATE request_keys SET body = jsonb_set(body::jsonb, '{company,onlyItem54}', 'false')::json
 WHERE endpoint ~ '^onboarding[.]' AND body IS NOT NULL AND body::jsonb #> '{company,otherSectors}' IS NOT NULL;
`,
};
