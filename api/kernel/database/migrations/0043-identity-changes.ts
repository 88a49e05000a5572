import type { Migration } from './migration.ts';

/**
 * `identified_as_changed_at`: when a client's name, birth date or number last became another one; verifications decided before it no longer
 * count. `screening_outdated`: the client was not screened since its name, birth date or number changed, so that deciding old matches makes
 * nobody clear. Reviews may be triggered by such a change.
 */
export const identityChangesMigration: Migration = {
  name: '0043-identity-changes',
  sql: `
ALTER TABLE clients ADD COLUMN identified_as_changed_at timestamptz,
  ADD COLUMN screening_outdated boolean NOT NULL DEFAULT false;
ALTER TABLE reviews DROP CONSTRAINT reviews_trigger_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_trigger_check
  CHECK (trigger IN ('confirmedMatch', 'registryChange', 'riskRose', 'identityChanged', 'manual'));
`,
};
