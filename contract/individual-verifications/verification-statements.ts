import { z } from 'zod';
import { instant, namedRecord } from '#contract/fields.ts';
import { relianceBases } from '#rules/identity-verification/statements.ts';

const nullableText = z.string().nullable();

/** Third-party reliance as recorded; statements not made, or not required at the time, are false or null. */
export const verificationReliance = z.object({
  partyName: z.string(),
  supervisor: z.string(),
  verifiedOn: z.string(),
  hasBusinessRelationship: z.boolean(),
  agreedInWriting: z.boolean(),
  identityInformationReceived: z.boolean(),
  evidenceOnRequest: z.boolean(),
  basis: z.enum(relianceBases).nullable(),
  responsibilitiesWritten: z.boolean(),
  approvedBySeniorManager: nullableText,
  assessedOn: nullableText,
  assessmentRecordedOn: nullableText,
  appropriateToRisk: z.boolean(),
  reasons: nullableText,
});

export const verificationException = z.object({
  reason: z.string(),
  /** Null on earlier exceptions, which did not record it. */
  stepsTaken: nullableText,
  policy: nullableText,
  alternativeEvidence: z.string(),
  endsOn: z.string(),
  approvedBy: namedRecord.nullable(),
  approvedAt: instant.nullable(),
});
