import type { Migration } from './migration.ts';

/**
 * Subjects of findings on technology, further measures, anonymous accounts, nested services and PEP checks at low risk; delayed
 * verification in a business relationship (NZ ss16(3), 20(3), 24(3)).
 */
export const furtherFindingsMigration: Migration = {
  name: '0046-further-findings',
  sql: `
ALTER TABLE client_findings DROP CONSTRAINT client_findings_subject_check;
ALTER TABLE client_findings ADD CONSTRAINT client_findings_subject_check CHECK (subject IN ('politicalExposure',
  'sourceOfWealthOrFunds', 'mitigation', 'simplified', 'enhanced', 'unusual', 'structure', 'significantChange',
  'seniorApproval', 'sourceValue', 'sourceNotRelevant', 'entity', 'ownership', 'ownersDeemed', 'addressVerified',
  'addressExcused', 'pepCheckExcused', 'newTechnology', 'furtherMeasures', 'anonymousAccount', 'nestedServices'));
ALTER TABLE activities DROP CONSTRAINT activities_delayed_cdd_basis_check;
ALTER TABLE activities ADD CONSTRAINT activities_delayed_cdd_basis_check
  CHECK (delayed_cdd_basis IN ('property', 'general', 'account', 'market', 'foreign', 'relationship'));
`,
};
