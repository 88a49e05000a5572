import type { Migration } from './migration.ts';

/**
 * `identified_as_changed_at`: time of the last change of a client's name, birth date or number; verifications decided before it do not
 * count. `screening_outdated`: the client was not screened since that change, so decisions on earlier matches do not mark it as clear.
 * Such a change can trigger a review.
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
