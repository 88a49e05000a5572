import { z } from 'zod';
import { documentTypeNames } from '#rules/verification/document-types.ts';
import { endpoint } from './endpoint.ts';
import { emailAddress, optionalText, recordId, recordVersion } from './fields.ts';
import {
  chosenDataSources,
  consentInput,
  documentFieldName,
  documentInput,
  startVerificationInput,
  verificationReason,
} from './verification-inputs.ts';
import { individualVerification, verificationSummary } from './verification-record.ts';

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
  body: z.object({ ...versioned, reason: verificationReason('Say why it is taken out') }),
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
        fields: z.partialRecord(documentFieldName, z.string()),
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
    dataSources: chosenDataSources,
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
    reason: verificationReason('Say why. An auditor will read it'),
  }),
});

export const approveVerificationException = endpoint({
  ...common,
  id: 'individualVerifications.approveException',
  method: 'POST',
  path: '/individual-verifications/:id/exception-approval',
  summary: 'Approve that somebody is verified by other evidence, until a day',
  act: 'cdd.grantException',
  body: z.object({ ...versioned, reason: verificationReason('Say why the exception is justified') }),
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
  body: z.object({ ...versioned, reason: verificationReason('Say why it is cancelled') }),
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
