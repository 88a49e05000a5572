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

/** Approval of an exception, under any method. */
export const exceptionApproval = z.object({
  by: namedRecord,
  at: instant,
  /** Null on approvals by earlier versions, whose reason is in the timeline. */
  reason: nullableText,
  endsOn: z.string(),
  /** Approved by the member who started the verification, because there was no second eligible person. */
  decidedByOne: z.boolean(),
  /** Whether it covers what is not met: false after the client's details changed, and past its end before the decision. */
  counts: z.boolean(),
});
