import type { Migration } from './migration.ts';

/**
 * The first recorded settlement day, from which delayed CDD is counted (AU Rules 6-32). Existing activities get the current one, so
 * that no deadline changes. Stored responses get the property, so that a request repeated across the upgrade gets its first response.
 */
const settlementFirstAgreed = `
ALTER TABLE activities ADD COLUMN settlement_first_agreed_on date;
UPDATE activities SET settlement_first_agreed_on = settlement_on WHERE settlement_on IS NOT NULL;

UPDATE request_keys
   SET body = jsonb_set(body::jsonb, '{settlementFirstAgreedOn}', body::jsonb -> 'settlementOn')::json
 WHERE endpoint ~ '^activities[.]' AND body IS NOT NULL AND body::jsonb -> 'settlementOn' IS NOT NULL;
`;

export const settlementFirstAgreedMigration: Migration = {
  name: '0029-settlement-first-agreed',
  sql: settlementFirstAgreed,
};
