import type { Migration } from './migration.ts';

/** Subjects of findings on technology, further measures, anonymous accounts, nested services and PEP checks at low risk. */
export const furtherFindingsMigration: Migration = {
  name: '0046-further-findings',
  sql: `
ALTER TABLE client_findings DROP CONSTRAINT client_findings_subject_check;
ALTER TABLE client_findings ADD CONSTRAINT client_findings_subject_check CHECK (subject IN ('politicalExposure',
  'sourceOfWealthOrFunds', 'mitigation', 'simplified', 'enhanced', 'unusual', 'structure', 'significantChange',
  'seniorApproval', 'sourceValue', 'sourceNotRelevant', 'entity', 'ownership', 'ownersDeemed', 'addressVerified',
  'addressExcused', 'pepCheckExcused', 'newTechnology', 'furtherMeasures', 'anonymousAccount', 'nestedServices'));
`,
};
