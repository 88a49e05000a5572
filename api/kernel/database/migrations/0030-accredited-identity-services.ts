import type { Migration } from './migration.ts';

/**
 * Verification by an accredited service of New Zealand's Digital Identity Services Trust Framework, and the legal requirements of
 * an Australian credit reporting body: statements before the query, and a notice if it did not confirm the identity.
 */
const accreditedIdentityServices = `
ALTER TABLE individual_verifications DROP CONSTRAINT individual_verifications_method_check;
ALTER TABLE individual_verifications ADD CONSTRAINT individual_verifications_method_check CHECK (method IN
  ('electronicRemote', 'electronicInPerson', 'documentSighted', 'documentCertified', 'distf', 'reliance', 'exception'));
ALTER TABLE individual_verifications
  ADD COLUMN accredited_service jsonb,
  ADD COLUMN bureau_statement jsonb,
  ADD COLUMN bureau_notice jsonb,
  ADD CONSTRAINT individual_verifications_accredited_service CHECK ((method = 'distf') = (accredited_service IS NOT NULL));
`;

export const accreditedIdentityServicesMigration: Migration = {
  name: '0030-accredited-identity-services',
  sql: accreditedIdentityServices,
};
