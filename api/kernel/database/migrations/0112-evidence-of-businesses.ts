import type { Migration } from './migration.ts';

/**
 * Whether a decision as verified relies on ownership traced by evidence. Of earlier decisions it does where every holding is a register's and no
 * part is unresolved: what members entered then names no document, and a reason for an unresolved part needed no permission.
 */
const ownershipTraced = `
ALTER TABLE business_verifications ADD COLUMN ownership_traced boolean NOT NULL DEFAULT false;
UPDATE business_verifications v SET ownership_traced = true
 WHERE v.decision_outcome = 'verified' AND v.unresolved_percent = '0'
   AND NOT EXISTS (SELECT FROM jsonb_array_elements(v.graph -> 'nodes') n WHERE n ->> 'source' = 'manual')
   AND NOT EXISTS (SELECT FROM jsonb_array_elements(v.graph -> 'holdings') h WHERE h ->> 'source' <> 'registry')
   AND NOT EXISTS (
     SELECT FROM jsonb_array_elements(v.graph -> 'controls') k
       JOIN jsonb_array_elements(v.graph -> 'nodes') n ON n ->> 'id' = k ->> 'of'
      WHERE k ->> 'source' <> 'registry'
        AND n ->> 'kind' IN ('trust', 'estate', 'society', 'partnership', 'limitedPartnership'));
`;

/** An ownership chart or share register is made by the business itself, and was requested as if it were an extract of a register. */
const ownCharts = `
UPDATE document_request_items SET document_type = 'other'
 WHERE label = 'Ownership chart or share register' AND document_type = 'registryExtract';
`;

export const evidenceOfBusinessesMigration: Migration = {
  name: '0112-evidence-of-businesses',
  sql: [ownershipTraced, ownCharts].join('\n'),
};
