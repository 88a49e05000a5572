import { z } from 'zod';
import { type VerificationStatus, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { statesOf } from '#rules/lifecycles/lifecycle.ts';
import { jurisdictions } from '#rules/provisions.ts';
import { documentFieldLabels } from '#rules/verification/document-fields.ts';
import { type DocumentFieldName, documentTypeNames } from '#rules/verification/document-types.ts';
import {
  checkOutcomes,
  checkTypes,
  matchedParts,
  verificationMethods,
  verificationRuleIds,
} from '#rules/verification/evidence.ts';
import { refereeTypeNames } from '#rules/verification/referees.ts';
import { dataSourceCodes, verificationSourceCodes } from '#rules/verification/sources.ts';
import { endpoint } from './endpoint.ts';
import {
  calendarDate,
  emailAddress,
  instant,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from './fields.ts';
import { blocker } from './guidance.ts';

export const verificationStatus = z.enum(
  statesOf(verificationLifecycle) as [VerificationStatus, ...VerificationStatus[]],
);
const person = z.object({ id: recordId, name: z.string() });
const fieldName = z.enum(Object.keys(documentFieldLabels) as [DocumentFieldName, ...DocumentFieldName[]]);
const reason = (message: string) => requiredText(message, { max: 1000, multiline: true });
const confirmed = (message: string) => z.literal(true, { error: message });

/** How the person agreed: a register is asked only after this is recorded. */
export const consentInput = z.object({
  given: confirmed('Confirm that the person agreed'),
  how: z.enum(['inPerson', 'inWriting', 'byPhone', 'byEmail'], { error: 'Choose how the person agreed' }),
  note: optionalText({ max: 500, multiline: true }),
});

/** A copy that a referee certified. The rule decides whether that suffices; the words here only have to be there. */
export const certifiedCopyInput = z.object({
  refereeName: requiredText('Enter the name of who certified it', { max: 200 }),
  refereeType: z.enum(refereeTypeNames, { error: 'Choose what the referee is' }),
  certifiedOn: calendarDate,
  statesLikeness: z.boolean(),
  independent: z.boolean(),
});

/** What the person looking at a document saw. */
export const sightedInput = z.object({
  originalSighted: z.boolean(),
  showsName: z.boolean(),
  showsDateOfBirth: z.boolean(),
});

/**
 * A document as typed. `fields` go to checkDocument of rules/verification/documents.ts, which needs today and so runs in the service;
 * its problems come back under `fields.<name>`. Numbers are never answered again: masked only.
 */
export const documentInput = z.object({
  type: z.enum(documentTypeNames, { error: 'Choose the kind of document' }),
  fields: z.partialRecord(fieldName, z.string().max(200, { error: 'Use at most 200 characters' })),
  /** Lines at the foot of a passport or on a card; read, checked and held against the record, and not kept. */
  machineReadableLines: z.string().max(400, { error: 'Enter the two or three lines alone' }).optional(),
  /** The day of birth where the lines leave the century open. */
  bornOn: calendarDate.optional(),
  sighted: sightedInput.optional(),
  certified: certifiedCopyInput.optional(),
});
export type DocumentInputBody = z.input<typeof documentInput>;

export const relianceInput = z.object({
  partyName: requiredText('Enter the name of the other business', { max: 200 }),
  supervisor: requiredText('Enter who supervises it', { max: 200 }),
  verifiedOn: calendarDate,
  agreedInWriting: z.boolean(),
  identityInformationReceived: z.boolean(),
  evidenceOnRequest: z.boolean(),
});

export const exceptionInput = z.object({
  reason: reason('Say why the usual ways cannot be gone'),
  alternativeEvidence: requiredText('Say which other evidence there is', { max: 2000, multiline: true }),
  endsOn: calendarDate,
});

const start = { activityId: recordId.optional() };
const dataSources = z.array(z.enum(dataSourceCodes)).max(dataSourceCodes.length).default([]);

/** How a verification begins. What it begins with can be added to until it is decided. */
export const startVerificationInput = z.discriminatedUnion(
  'method',
  [
    z
      .object({
        ...start,
        method: z.literal('electronicRemote'),
        channel: z.enum(['email', 'sms', 'link'], { error: 'Choose how the link reaches the person' }),
        email: emailAddress.optional(),
        /** E.164 or national; the service reads it by where the client is, as contract/clients.ts does. */
        phone: z.string().max(40, { error: 'Use at most 40 characters' }).optional(),
        message: optionalText({ max: 500, multiline: true }),
        expiresInDays: z.coerce.number().int().min(1).max(14).default(7),
        dataSources,
      })
      .superRefine(({ channel, email, phone }, context) => {
        if (channel === 'email' && email === undefined)
          context.addIssue({ code: 'custom', path: ['email'], message: 'Enter the person’s email address' });
        if (channel === 'sms' && !phone?.trim())
          context.addIssue({ code: 'custom', path: ['phone'], message: 'Enter the person’s mobile number' });
      }),
    z.object({ ...start, method: z.literal('electronicInPerson'), consent: consentInput, dataSources }),
    z.object({ ...start, method: z.literal('documentSighted'), document: documentInput.optional() }),
    z.object({ ...start, method: z.literal('documentCertified'), document: documentInput.optional() }),
    z.object({ ...start, method: z.literal('reliance'), reliance: relianceInput }),
    z.object({ ...start, method: z.literal('exception'), exception: exceptionInput }),
  ],
  { error: 'Choose how the person is verified' },
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
  warnings: z.array(z.object({ field: fieldName, message: z.string() })),
  /** Whether some issuer answers for it, and what that issuer still needs; labels in words. */
  issuerCheck: z.object({
    available: z.boolean(),
    missing: z.array(z.object({ field: fieldName, label: z.string() })),
  }),
  machineReadableZone: z
    .object({
      name: z.enum(['match', 'partly', 'differs', 'cannotTell']),
      dateOfBirth: z.enum(['match', 'differs', 'notRecorded', 'cannotTell']),
      notes: z.array(z.string()),
      checkedDigits: z.number().int(),
    })
    .nullable(),
  sighted: sightedInput.extend({ by: person, at: instant }).nullable(),
  certified: certifiedCopyInput.nullable(),
  /** Clients of this company under whom the same document is recorded: the flag, with the way to look. */
  sameDocumentClients: z.array(z.object({ id: recordId, displayName: z.string() })),
  addedBy: person,
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
  /** In words: why there is no answer, how like two faces are. */
  detail: z.string().nullable(),
  reference: z.string().nullable(),
  at: instant,
  /** False for an earlier try that a later answer replaced; shown in the timeline. */
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

/** A rule's outcome as rules/verification/evaluate.ts finds it: live while open, frozen with the decision. */
export const verificationRule = z.object({
  id: z.enum(verificationRuleIds),
  version: z.string(),
  title: z.string(),
  jurisdiction: z.enum(jurisdictions).nullable(),
  passed: z.boolean(),
  clauses: z.array(verificationClause),
  uncertain: z.array(z.string()),
  sourceUrls: z.array(z.string()),
  /** Whether it decides, or only stands beside the ones that do. */
  decisive: z.boolean(),
});

export const timelineEntry = z.object({
  at: instant,
  kind: z.enum([
    'started',
    'consentGiven',
    'linkSent',
    'opened',
    'documentAdded',
    'documentRemoved',
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

export const verificationAct = z.enum([
  'recordConsent',
  'addDocument',
  'removeDocument',
  'runChecks',
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
  activity: z.object({ id: recordId, reference: z.string(), name: z.string() }).nullable(),
  method: z.enum(verificationMethods),
  status: verificationStatus,
  channel: z.enum(['sms', 'email', 'link', 'inPerson']).nullable(),
  /** Where the link went, masked: "a…@example.co.nz". Never the link. */
  sentTo: z.string().nullable(),
  linkExpiresAt: instant.nullable(),
  consent: z
    .object({ at: instant, how: z.string(), note: z.string().nullable(), recordedBy: z.string() })
    .nullable(),
  documents: z.array(verificationDocument),
  dataSources: z.array(z.enum(dataSourceCodes)),
  checks: z.array(verificationCheck),
  reliance: relianceInput.nullable(),
  exception: exceptionInput
    .extend({ approvedBy: person.nullable(), approvedAt: instant.nullable() })
    .nullable(),
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
      by: person.nullable(),
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
  moves: z.array(z.object({ act: verificationAct, label: z.string(), blockers: z.array(blocker) })),
  startedBy: person,
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
  decidedBy: person.nullable(),
  verifiedAt: instant.nullable(),
  evidenceExpiresOn: z.string().nullable(),
  /** "New Zealand passport ••••••56, NZ driver licence ••••••78". */
  documentsText: z.string(),
  createdAt: instant,
});
export type VerificationSummary = z.infer<typeof verificationSummary>;

const ofClient = z.object({ clientId: recordId });
const byId = z.object({ id: recordId });
const versioned = { version: recordVersion };
const common = {
  caller: 'member',
  once: true,
  params: byId,
  answer: individualVerification,
  status: 200,
} as const;

export const listVerifications = endpoint({
  id: 'individualVerifications.list',
  method: 'GET',
  path: '/clients/:clientId/individual-verifications',
  summary: 'Identity verifications of a client, newest first',
  caller: 'member',
  act: 'records.read',
  params: ofClient,
  query: z.object({ before: recordId.optional() }),
  answer: z.object({ verifications: z.array(verificationSummary), nextBefore: recordId.nullable() }),
  status: 200,
});

export const startVerification = endpoint({
  id: 'individualVerifications.start',
  method: 'POST',
  path: '/clients/:clientId/individual-verifications',
  summary: 'Start to verify an individual; the link of a remote one is sent at once',
  caller: 'member',
  act: 'checks.start',
  once: true,
  params: ofClient,
  body: startVerificationInput,
  answer: individualVerification,
  status: 201,
});

export const readVerification = endpoint({
  id: 'individualVerifications.read',
  method: 'GET',
  path: '/individual-verifications/:id',
  summary: 'One verification: documents masked, checks, rules clause by clause, timeline, decision',
  caller: 'member',
  act: 'records.read',
  params: byId,
  answer: individualVerification,
  status: 200,
});

export const recordConsent = endpoint({
  ...common,
  id: 'individualVerifications.recordConsent',
  method: 'POST',
  path: '/individual-verifications/:id/consent',
  summary: 'Record that the person agreed to be checked',
  act: 'records.write',
  body: consentInput.extend(versioned),
});

export const addVerificationDocument = endpoint({
  ...common,
  id: 'individualVerifications.addDocument',
  method: 'POST',
  path: '/individual-verifications/:id/documents',
  summary: 'Add a document; its number is checked, kept masked, and looked for under other clients',
  act: 'records.write',
  body: documentInput.extend(versioned),
});

export const removeVerificationDocument = endpoint({
  ...common,
  id: 'individualVerifications.removeDocument',
  method: 'POST',
  path: '/individual-verifications/:id/documents/:documentId/removal',
  summary: 'Take out a document that was entered by mistake; its checks stay in the timeline',
  act: 'records.write',
  params: z.object({ id: recordId, documentId: recordId }),
  body: z.object({ ...versioned, reason: reason('Say why it is taken out') }),
});

/** Reads and compares, and keeps nothing: for filling in the form. */
export const readMachineReadableLines = endpoint({
  id: 'individualVerifications.readLines',
  method: 'POST',
  path: '/individual-verifications/:id/machine-readable-lines',
  summary: 'Read the lines of a passport or card and hold them against the record; nothing is kept',
  caller: 'member',
  act: 'records.write',
  params: byId,
  body: z.object({ lines: z.string().max(400, { error: 'Enter the two or three lines alone' }) }),
  answer: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      suggested: z.object({
        type: z.enum(documentTypeNames),
        fields: z.partialRecord(fieldName, z.string()),
      }),
      birthCandidates: z.array(z.string()),
      comparison: z.object({
        name: z.enum(['match', 'partly', 'differs', 'cannotTell']),
        dateOfBirth: z.enum(['match', 'differs', 'notRecorded', 'cannotTell']),
        notes: z.array(z.string()),
      }),
      corrections: z.array(z.string()),
    }),
    z.object({ ok: z.literal(false), problems: z.array(z.string()) }),
  ]),
  status: 200,
});

export const runVerificationChecks = endpoint({
  ...common,
  id: 'individualVerifications.runChecks',
  method: 'POST',
  path: '/individual-verifications/:id/checks',
  summary: 'Ask the issuers of the documents and the chosen sources; goes on in the background',
  act: 'checks.start',
  body: z.object({
    ...versioned,
    /** All that an issuer answers for when left out. */
    documentIds: z.array(recordId).max(20).optional(),
    dataSources,
  }),
});

export const sendVerificationLink = endpoint({
  ...common,
  id: 'individualVerifications.sendLink',
  method: 'POST',
  path: '/individual-verifications/:id/link',
  summary: 'Send the link again, to the same or another place; the one before stops working',
  act: 'checks.start',
  body: z.object({
    ...versioned,
    channel: z.enum(['email', 'sms', 'link']),
    email: emailAddress.optional(),
    phone: z.string().max(40).optional(),
  }),
});

export const decideVerification = endpoint({
  ...common,
  id: 'individualVerifications.decide',
  method: 'POST',
  path: '/individual-verifications/:id/decision',
  summary:
    'Record a person’s decision with its reason; more of a reason where it differs from what was found',
  act: 'records.write',
  body: z.object({
    ...versioned,
    decision: z.enum(['verified', 'notVerified'], { error: 'Choose a decision' }),
    reason: reason('Say why. An auditor will read it'),
  }),
});

export const approveVerificationException = endpoint({
  ...common,
  id: 'individualVerifications.approveException',
  method: 'POST',
  path: '/individual-verifications/:id/exception-approval',
  summary: 'Approve that somebody is verified by other evidence, until a day',
  act: 'cdd.grantException',
  body: z.object({ ...versioned, reason: reason('Say why the exception is justified') }),
});

export const retryVerification = endpoint({
  ...common,
  id: 'individualVerifications.retry',
  method: 'POST',
  path: '/individual-verifications/:id/retry',
  summary: 'Make the checks again that did not match or did not run; what matched stands',
  act: 'checks.start',
  body: z.object({ ...versioned, reason: optionalText({ max: 500, multiline: true }) }),
});

export const cancelVerification = endpoint({
  ...common,
  id: 'individualVerifications.cancel',
  method: 'POST',
  path: '/individual-verifications/:id/cancellation',
  summary: 'Stop a verification whose link is out; the link stops working',
  act: 'requests.cancel',
  body: z.object({ ...versioned, reason: reason('Say why it is cancelled') }),
});

export const verifyAgain = endpoint({
  ...common,
  id: 'individualVerifications.verifyAgain',
  method: 'POST',
  path: '/individual-verifications/:id/renewal',
  summary:
    'Open a verification whose evidence is out of date anew; the former evidence stays in its timeline',
  act: 'records.write',
  body: z.object(versioned),
});

/** Kept in step with `act`s on the page: one list, for registering and for tests. */
export const individualVerificationEndpoints = [
  listVerifications,
  startVerification,
  readVerification,
  recordConsent,
  addVerificationDocument,
  removeVerificationDocument,
  readMachineReadableLines,
  runVerificationChecks,
  sendVerificationLink,
  decideVerification,
  approveVerificationException,
  retryVerification,
  cancelVerification,
  verifyAgain,
] as const;
