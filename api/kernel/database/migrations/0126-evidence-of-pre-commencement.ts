import type { Migration } from './migration.ts';

/** The reason and document by which initial CDD of a client of before commencement is waived (NZ s14(1)(c), AU s36), a subject of findings. */
export const evidenceOfPreCommencementMigration: Migration = {
  name: '0126-evidence-of-pre-commencement',
  sql: `
ALTER TABLE client_findings DROP CONSTRAINT client_findings_subject_check;
ALTER TABLE client_findings ADD CONSTRAINT client_findings_subject_check CHECK (subject IN ('politicalExposure',
  'sourceOfWealthOrFunds', 'mitigation', 'simplified', 'enhanced', 'unusual', 'structure', 'significantChange',
  'seniorApproval', 'sourceValue', 'sourceNotRelevant', 'entity', 'ownership', 'ownersDeemed', 'addressVerified',
  'addressExcused', 'pepCheckExcused', 'newTechnology', 'furtherMeasures', 'anonymousAccount', 'nestedServices',
  'actingExcused', 'earlierCdd', 'preCommencement'));
`,
};
