import type { Migration } from './migration.ts';

/**
 * A confirmed PEP can trigger a review. Subjects of findings on representatives who need no verification (AU Rules 6-19), and on CDD done earlier or
 * elsewhere (AU Rules 6-11, 6-27, 6-28, 6-42).
 */
export const confirmedPepsMigration: Migration = {
  name: '0047-confirmed-peps',
  sql: `
ALTER TABLE reviews DROP CONSTRAINT reviews_trigger_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_trigger_check
  CHECK (trigger IN ('confirmedMatch', 'registryChange', 'riskRose', 'identityChanged', 'pepConfirmed', 'manual'));
ALTER TABLE client_findings DROP CONSTRAINT client_findings_subject_check;
ALTER TABLE client_findings ADD CONSTRAINT client_findings_subject_check CHECK (subject IN ('politicalExposure',
  'sourceOfWealthOrFunds', 'mitigation', 'simplified', 'enhanced', 'unusual', 'structure', 'significantChange',
  'seniorApproval', 'sourceValue', 'sourceNotRelevant', 'entity', 'ownership', 'ownersDeemed', 'addressVerified',
  'addressExcused', 'pepCheckExcused', 'newTechnology', 'furtherMeasures', 'anonymousAccount', 'nestedServices',
  'actingExcused', 'earlierCdd'));
`,
};
