import type { Migration } from './migration.ts';

/** A party may be a family member: a role without duties in law, which connects the clients of one household. */
const roles = `
ALTER TABLE client_parties DROP CONSTRAINT client_parties_roles_check;
ALTER TABLE client_parties ADD CONSTRAINT client_parties_roles_check
  CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['director', 'shareholder', 'beneficialOwner',
    'controller', 'trustee', 'settlor', 'appointor', 'protector', 'beneficiary', 'partner', 'executor', 'actingFor',
    'authorisedRepresentative', 'seniorManagingOfficial', 'nominee', 'nominator', 'familyMember']::text[]);
`;

export const familyMembersMigration: Migration = {
  name: '0102-family-members',
  sql: roles,
};
