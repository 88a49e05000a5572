import { z } from 'zod';
import { documentTypeNames } from '#rules/identity-verification/documents/types.ts';
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
import { blocker } from './blockers.ts';
import { instant, namedActivity, namedRecord, recordId } from './fields.ts';
import { submittedEvidence } from './submitted-evidence.ts';
import {
  accreditedServiceInput,
  bureauNoticeInput,
  bureauStatementInput,
  certifiedCopyInput,
  documentFieldName,
} from './verification-inputs.ts';
import { verificationException, verificationReliance } from './verification-statements.ts';

export const verificationStatus = z.enum(
  getStates(verificationLifecycle) as [VerificationStatus, ...VerificationStatus[]],
);

export const verificationDocument = z.object({
  id: recordId,
  type: z.enum(documentTypeNames),
  label: z.string(),
  issuer: z.string(),
  /** "••••••56"; null where the document has no number. */
  numberMasked: z.string().nullable(),
  /** Licence version or card number, masked likewise. */
  versionOrCardMasked: z.string().nullable(),
  state: z.string().nullable(),
  expiresOn: z.string().nullable(),
  issuedOn: z.string().nullable(),
  standing: z.enum(['current', 'expired', 'withinGrace', 'undated']),
  standingText: z.string(),
  /** How far the check of the number reaches; "formatOnly" is shown as such. */
  assurance: z.enum(['checkDigit', 'formatOnly']).nullable(),
  warnings: z.array(z.object({ field: documentFieldName, message: z.string() })),
  /** Whether an issuer can confirm it, and what that issuer still needs; labels in words. */
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
      showsName: z.boolean(),
      showsDateOfBirth: z.boolean(),
      /** Null on sightings recorded before they were asked. */
      metBy: z.string().nullable(),
      metOn: z.string().nullable(),
      likenessConfirmed: z.boolean(),
      by: namedRecord,
      at: instant,
    })
    .nullable(),
  certified: certifiedCopyInput.nullable(),
  /** Clients of this company with the same document, with links. */
  sameDocumentClients: z.array(z.object({ id: recordId, displayName: z.string() })),
  addedBy: namedRecord,
  addedAt: instant,
});
export type VerificationDocument = z.infer<typeof verificationDocument>;

export const verificationCheck = z.object({
  id: recordId,
  type: z.enum(checkTypes),
  outcome: z.enum(checkOutcomes),
  result: z.enum(['pass', 'refer', 'fail', 'notRun']),
  /** Null for what a person saw. */
  source: z
    .object({ code: z.enum(verificationSourceCodes), label: z.string(), keptBy: z.string() })
    .nullable(),
  documentId: recordId.nullable(),
  matched: z.array(z.enum(matchedParts)),
  unmatched: z.array(z.enum(matchedParts)),
  /** In words: why there is no result, or the face match score. */
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

/** A rule's outcome as rules/identity-verification/evaluate.ts finds it: live while open, frozen with the decision. */
export const verificationRule = z.object({
  id: z.enum([...verificationRuleIds, ...formerRuleIds]),
  version: z.string(),
  title: z.string(),
  jurisdiction: z.enum(jurisdictions).nullable(),
  passed: z.boolean(),
  clauses: z.array(verificationClause),
  uncertain: z.array(z.string()),
  sourceUrls: z.array(z.string()),
  /** Whether it decides, or is shown beside those that do. */
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
    'imagesPurged',
    'evidenceExpired',
  ]),
  /** A sentence, complete without the kind. */
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
  'verifyAgain',
]);

/** Everything that its screen shows. */
export const individualVerification = z.object({
  id: recordId,
  version: z.number().int(),
  client: z.object({ id: recordId, displayName: z.string(), dateOfBirthRecorded: z.boolean() }),
  activity: namedActivity.nullable(),
  method: z.enum(verificationMethods),
  status: verificationStatus,
  channel: z.enum(['sms', 'email', 'link', 'inPerson']).nullable(),
  /** Where the link went, masked: "a…@example.co.nz". Never the link. */
  sentTo: z.string().nullable(),
  linkExpiresAt: instant.nullable(),
  /** Link of channel `link`, for members who can start checks, while it works; only when a verification is read. */
  linkToHandOver: z.string().nullable(),
  consent: z
    .object({ at: instant, how: z.string(), note: z.string().nullable(), recordedBy: z.string() })
    .nullable(),
  documents: z.array(verificationDocument),
  /** What was accepted of document requests, of the current round. */
  submittedEvidence: z.array(submittedEvidence),
  dataSources: z.array(z.enum(dataSourceCodes)),
  checks: z.array(verificationCheck),
  /** Next automatic retry of unavailable sources; null if none. */
  nextTryAt: instant.nullable(),
  /** What an Australian credit reporting body was asked on, and the notice after it did not confirm the identity. */
  bureauStatement: bureauStatementInput.nullable(),
  bureauNotice: bureauNoticeInput.extend({ alternativeOffered: z.boolean() }).nullable(),
  accreditedService: accreditedServiceInput.nullable(),
  reliance: verificationReliance.nullable(),
  exception: verificationException.nullable(),
  /** What the machine makes of it; apart from what a person decided. */
  machineResult: z.enum(['pass', 'refer', 'fail', 'error']).nullable(),
  rulePassed: z.boolean(),
  rules: z.array(verificationRule),
  sharesDocument: z.boolean(),
  decision: z
    .object({
      decision: z.enum(['verified', 'notVerified']),
      reason: z.string(),
      /** Null where the company accepts by itself what passed. */
      by: namedRecord.nullable(),
      at: instant,
      /** It says something else than what was found. */
      opposesFindings: z.boolean(),
    })
    .nullable(),
  verifiedAt: instant.nullable(),
  evidenceExpiresOn: z.string().nullable(),
  imagesHeldUntil: instant.nullable(),
  imagesPurgedAt: instant.nullable(),
  timeline: z.array(timelineEntry),
  /** What the signed-in member may do now, each with what stops it. */
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
  /** "New Zealand passport ••••••56, NZ driver licence ••••••78". */
  documentsText: z.string(),
  createdAt: instant,
});
export type VerificationSummary = z.infer<typeof verificationSummary>;
