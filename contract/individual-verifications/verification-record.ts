import { z } from 'zod';
import { blocker } from '#contract/blockers.ts';
import { submittedEvidence } from '#contract/documents/submitted-evidence.ts';
import { instant, namedActivity, namedRecord, recordId } from '#contract/fields.ts';
import { documentTypeNames } from '#rules/identity-verification/documents/identity-document-types.ts';
import {
  checkOutcomes,
  checkTypes,
  formerRuleIds,
  matchedParts,
  verificationMethods,
  verificationRuleIds,
} from '#rules/identity-verification/evidence.ts';
import { dataSourceCodes, verificationSourceCodes } from '#rules/identity-verification/sources.ts';
import { jurisdictions } from '#rules/legal-provisions.ts';
import { type VerificationStatus, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { getStates } from '#rules/lifecycles/lifecycle.ts';
import { imageDeletionProblems } from '#rules/retention/image-deletion.ts';
import {
  accreditedServiceInput,
  bureauNoticeInput,
  bureauStatementInput,
  certifiedCopyInput,
  comparedWithRecord,
  documentFieldName,
} from './verification-inputs.ts';
import { exceptionApproval, verificationException, verificationReliance } from './verification-statements.ts';

export const verificationStatus = z.enum(
  getStates(verificationLifecycle) as [VerificationStatus, ...VerificationStatus[]],
);

export const verificationDocument = z.object({
  id: recordId,
  type: z.enum(documentTypeNames),
  label: z.string(),
  issuer: z.string(),
  /** "••••••56"; null if the document has no number. */
  numberMasked: z.string().nullable(),
  /** Licence version or card number, also masked. */
  versionOrCardMasked: z.string().nullable(),
  state: z.string().nullable(),
  expiresOn: z.string().nullable(),
  issuedOn: z.string().nullable(),
  standing: z.enum(['current', 'expired', 'withinGrace', 'undated']),
  /** The standing in words: "expires on 1 May 2031". */
  statusText: z.string(),
  /** Extent of the number check; "formatOnly" is shown as such. */
  assurance: z.enum(['checkDigit', 'formatOnly']).nullable(),
  warnings: z.array(z.object({ field: documentFieldName, message: z.string() })),
  /** Whether an issuer can confirm it, and the labels of the fields that the issuer still needs. */
  issuerCheck: z.object({
    available: z.boolean(),
    missing: z.array(z.object({ field: documentFieldName, label: z.string() })),
  }),
  machineReadableZone: z
    .object({
      name: z.enum(['match', 'partly', 'differs', 'cannotTell']),
      dateOfBirth: z.enum(['match', 'differs', 'notRecorded', 'cannotTell']),
      notes: z.array(z.string()),
      checkedDigits: z.number().int(),
    })
    .nullable(),
  sighted: z
    .object({
      originalSighted: z.boolean(),
      showsName: comparedWithRecord,
      showsDateOfBirth: comparedWithRecord,
      /** Null on earlier sightings, which did not record it. */
      metBy: z.string().nullable(),
      metOn: z.string().nullable(),
      likenessConfirmed: z.boolean(),
      by: namedRecord,
      at: instant,
    })
    .nullable(),
  certified: certifiedCopyInput.nullable(),
  /** Other clients of this company with the same document. */
  sameDocumentClients: z.array(z.object({ id: recordId, displayName: z.string() })),
  /** Why it cannot be removed; null if it can while the verification is open. */
  retainedBecause: z.string().nullable(),
  addedBy: namedRecord,
  addedAt: instant,
});
export type VerificationDocument = z.infer<typeof verificationDocument>;

export const verificationCheck = z.object({
  id: recordId,
  type: z.enum(checkTypes),
  outcome: z.enum(checkOutcomes),
  result: z.enum(['pass', 'refer', 'fail', 'notRun']),
  /** Null for a sighting. */
  source: z
    .object({ code: z.enum(verificationSourceCodes), label: z.string(), keptBy: z.string() })
    .nullable(),
  documentId: recordId.nullable(),
  matched: z.array(z.enum(matchedParts)),
  unmatched: z.array(z.enum(matchedParts)),
  /** Text: why there is no result, or the face match score. */
  detail: z.string().nullable(),
  reference: z.string().nullable(),
  at: instant,
  /** False for an attempt superseded by a later result; shown in the timeline. */
  current: z.boolean(),
});
export type VerificationCheck = z.infer<typeof verificationCheck>;

export const verificationClause = z.object({
  code: z.string(),
  text: z.string(),
  provision: z.string(),
  passed: z.boolean(),
  evidence: z.string(),
});

/** Outcome of a rule by rules/identity-verification/evaluate.ts: recalculated while open, frozen at the decision. */
export const verificationRule = z.object({
  id: z.enum([...verificationRuleIds, ...formerRuleIds]),
  version: z.string(),
  title: z.string(),
  jurisdiction: z.enum(jurisdictions).nullable(),
  passed: z.boolean(),
  clauses: z.array(verificationClause),
  uncertain: z.array(z.string()),
  sourceUrls: z.array(z.string()),
  /** Whether it determines the result, or is shown for information. */
  decisive: z.boolean(),
});

export const timelineEntry = z.object({
  at: instant,
  kind: z.enum([
    'started',
    'consentGiven',
    'noticeRecorded',
    'linkSent',
    'opened',
    'documentAdded',
    'documentRemoved',
    'evidenceTaken',
    'evidenceTakenBack',
    'checkRan',
    'captureDone',
    'resultsIn',
    'decided',
    'retried',
    'cancelled',
    'expired',
    'imageDeletionRequested',
    'imageDeletionNotConfirmed',
    'imagesPurged',
    'evidenceExpired',
  ]),
  /** Sentence that is complete without the kind. */
  text: z.string(),
  by: z.object({ type: z.enum(['member', 'client', 'system', 'provider']), name: z.string() }),
});

export type TimelineEntry = z.infer<typeof timelineEntry>;

export const verificationAction = z.enum([
  'recordConsent',
  'addDocument',
  'removeDocument',
  'runChecks',
  'recordBureauNotice',
  'sendLink',
  'decideVerified',
  'decideNotVerified',
  'approveException',
  'retry',
  'cancel',
  'reopenVerification',
]);

/** What a verification lacks at the client's present risk level, and the provision that requires it. */
const unmetAtRisk = z.object({ evidence: z.string(), provision: z.string() });

/** Verification with everything its page shows. */
export const individualVerification = z.object({
  id: recordId,
  version: z.number().int(),
  client: z.object({ id: recordId, displayName: z.string(), dateOfBirthRecorded: z.boolean() }),
  activity: namedActivity.nullable(),
  method: z.enum(verificationMethods),
  status: verificationStatus,
  channel: z.enum(['sms', 'email', 'link', 'inPerson']).nullable(),
  /** Masked address to which the link was sent: "a…@example.co.nz". Never the link. */
  sentTo: z.string().nullable(),
  linkExpiresAt: instant.nullable(),
  /** Working link of channel `link`, for members who can start checks. Returned only by the read endpoint. */
  linkToHandOver: z.string().nullable(),
  consent: z
    .object({ at: instant, how: z.string(), note: z.string().nullable(), recordedBy: z.string() })
    .nullable(),
  documents: z.array(verificationDocument),
  /** Evidence accepted from document requests in the current round. */
  submittedEvidence: z.array(submittedEvidence),
  dataSources: z.array(z.enum(dataSourceCodes)),
  checks: z.array(verificationCheck),
  /** Next automatic retry of unavailable sources; null if none. */
  nextTryAt: instant.nullable(),
  /** Basis of the request to an Australian credit reporting body, and the notice after it did not confirm the identity. */
  bureauStatement: bureauStatementInput.nullable(),
  bureauNotice: bureauNoticeInput.extend({ alternativeOffered: z.boolean() }).nullable(),
  accreditedService: accreditedServiceInput.nullable(),
  reliance: verificationReliance.nullable(),
  exception: verificationException.nullable(),
  exceptionApproval: exceptionApproval.nullable(),
  /** Whether it was decided as verified against its rule without an approved exception, so that it does not count. */
  exceptionMissing: z.boolean(),
  /** Automated result, separate from the reviewer decision. */
  machineResult: z.enum(['pass', 'refer', 'fail', 'error']).nullable(),
  rulePassed: z.boolean(),
  rules: z.array(verificationRule),
  sharesDocument: z.boolean(),
  decision: z
    .object({
      decision: z.enum(['verified', 'notVerified']),
      reason: z.string(),
      /** Null if the company accepts passed verifications automatically. */
      by: namedRecord.nullable(),
      at: instant,
      /** Whether the decision differs from the automated result. */
      opposesFindings: z.boolean(),
    })
    .nullable(),
  verifiedAt: instant.nullable(),
  evidenceExpiresOn: z.string().nullable(),
  /** Day on which the client's identity changed after the decision, since when it does not count; null if it counts. */
  identityChangedOn: z.string().nullable(),
  /** What it lacks at the client's present risk level, higher than when it was decided, so that it does not count; null if nothing. */
  unmetAtRisk: unmetAtRisk.nullable(),
  /** End of the last day on which the photos are retained: from the decision or the end, without either from the last change. Null if no link was sent. */
  imagesHeldUntil: instant.nullable(),
  /** When the verification provider deleted the photos, as it confirmed; null until then. */
  imagesPurgedAt: instant.nullable(),
  /** Deletion of the photos at the verification provider; null if no link was sent. */
  imageDeletion: z
    .object({
      /** First request. */
      requestedAt: instant.nullable(),
      confirmedAt: instant.nullable(),
      /** The provider's reference of the deletion. */
      reference: z.string().nullable(),
      /** Why the last request was not confirmed. */
      problem: z.enum(imageDeletionProblems).nullable(),
      nextRequestAt: instant.nullable(),
    })
    .nullable(),
  timeline: z.array(timelineEntry),
  /** Actions available to the signed-in member, each with its blockers. */
  actions: z.array(z.object({ action: verificationAction, label: z.string(), blockers: z.array(blocker) })),
  startedBy: namedRecord,
  createdAt: instant,
  updatedAt: instant,
});
export type IndividualVerification = z.infer<typeof individualVerification>;

export const verificationSummary = z.object({
  id: recordId,
  method: z.enum(verificationMethods),
  status: verificationStatus,
  machineResult: z.enum(['pass', 'refer', 'fail', 'error']).nullable(),
  decision: z.enum(['verified', 'notVerified']).nullable(),
  decidedBy: namedRecord.nullable(),
  verifiedAt: instant.nullable(),
  evidenceExpiresOn: z.string().nullable(),
  /** Day on which the client's identity changed after the decision, since when it does not count; null if it counts. */
  identityChangedOn: z.string().nullable(),
  /** What it lacks at the client's present risk level, higher than when it was decided, so that it does not count; null if nothing. */
  unmetAtRisk: unmetAtRisk.nullable(),
  /** Whether it was decided as verified against its rule without an approved exception, so that it does not count. */
  exceptionMissing: z.boolean(),
  /** "New Zealand passport ••••••56, NZ driver licence ••••••78". */
  documentsLabel: z.string(),
  /** Points of the rules it is decided by that the law’s text leaves to be confirmed. */
  toConfirm: z.array(z.string()),
  createdAt: instant,
});
export type VerificationSummary = z.infer<typeof verificationSummary>;
