import type { Migration } from './migration.ts';

/** Subjects of findings on entities, their owners and addresses. */
export const entityFindingsMigration: Migration = {
  name: '0038-entity-findings',
  sql: `
ALTER TABLE client_findings DROP CONSTRAINT client_findings_subject_check;
ALTER TABLE client_findings ADD CONSTRAINT client_findings_subject_check CHECK (subject IN ('politicalExposure',
  'sourceOfWealthOrFunds', 'mitigation', 'simplified', 'enhanced', 'unusual', 'structure', 'significantChange',
  'seniorApproval', 'sourceValue', 'sourceNotRelevant', 'entity', 'ownership', 'ownersDeemed', 'addressVerified',
  'addressExcused'));
`,
};
