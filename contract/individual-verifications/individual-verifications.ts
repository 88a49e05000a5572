import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { calendarDate, emailAddress, optionalText, recordId, recordVersion } from '#contract/fields.ts';
import { documentTypeNames } from '#rules/identity-verification/documents/identity-document-types.ts';
import {
  bureauNoticeInput,
  bureauStatementInput,
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
  response: individualVerification,
  status: 200,
} as const;

export const listVerifications = endpoint({
  id: 'individualVerifications.list',
  method: 'GET',
  path: '/clients/:clientId/individual-verifications',
  summary: 'List identity verifications of a client, newest first',
  caller: 'member',
  permission: 'records.read',
  params: ofClient,
  query: z.object({ before: recordId.optional() }),
  response: z.object({ verifications: z.array(verificationSummary), nextBefore: recordId.nullable() }),
  status: 200,
});

export const startVerification = endpoint({
  id: 'individualVerifications.start',
  method: 'POST',
  path: '/clients/:clientId/individual-verifications',
  summary: 'Start an identity verification. A remote verification sends its link immediately',
  caller: 'member',
  permission: 'checks.start',
  once: true,
  params: ofClient,
  body: startVerificationInput,
  response: individualVerification,
  status: 201,
});

export const readVerification = endpoint({
  id: 'individualVerifications.read',
  reads: { type: 'individualVerification', param: 'id' },
  method: 'GET',
  path: '/individual-verifications/:id',
  summary: 'Get a verification: masked documents, checks, rule clauses, timeline and decision',
  caller: 'member',
  permission: 'records.read',
  params: byId,
  response: individualVerification,
  status: 200,
});

export const recordConsent = endpoint({
  ...common,
  id: 'individualVerifications.recordConsent',
  method: 'POST',
  path: '/individual-verifications/:id/consent',
  summary: 'Record the person’s consent',
  permission: 'records.write',
  body: consentInput.extend(versioned),
});

export const addVerificationDocument = endpoint({
  ...common,
  id: 'individualVerifications.addDocument',
  method: 'POST',
  path: '/individual-verifications/:id/documents',
  summary: 'Add a document; its number is checked, stored masked, and searched for under other clients',
  permission: 'records.write',
  body: documentInput.extend(versioned),
});

export const removeVerificationDocument = endpoint({
  ...common,
  id: 'individualVerifications.removeDocument',
  method: 'POST',
  path: '/individual-verifications/:id/documents/:documentId/removal',
  summary: 'Remove a document added by mistake; its checks stay in the timeline',
  permission: 'records.write',
  params: z.object({ id: recordId, documentId: recordId }),
  body: z.object({ ...versioned, reason: verificationReason('Enter a reason for removing it') }),
});

/** Reads and compares the MRZ to prefill the form; stores nothing. */
export const readMachineReadableLines = endpoint({
  id: 'individualVerifications.parseMrz',
  method: 'POST',
  path: '/individual-verifications/:id/mrz',
  summary: 'Read the MRZ of a passport or card and compare it with the record; stores nothing',
  caller: 'member',
  permission: 'records.write',
  params: byId,
  body: z.object({ lines: z.string().max(400, { error: 'Enter only the two or three MRZ lines' }) }),
  response: z.discriminatedUnion('ok', [
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
  uses: 'paidLookup',
  method: 'POST',
  path: '/individual-verifications/:id/checks',
  summary:
    'Run checks with the issuers of the documents and the selected sources; continues in the background',
  permission: 'checks.start',
  body: z.object({
    ...versioned,
    /** Default: all documents that an issuer can confirm. */
    documentIds: z.array(recordId).max(20).optional(),
    dataSources: chosenDataSources,
    /** Required if an Australian credit reporting body is among the sources. */
    bureau: bureauStatementInput.optional(),
  }),
});

export const recordBureauNotice = endpoint({
  ...common,
  id: 'individualVerifications.recordBureauNotice',
  method: 'POST',
  path: '/individual-verifications/:id/bureau-notice',
  summary: 'Record the written notice after an Australian credit reporting body did not confirm the identity',
  permission: 'records.write',
  body: bureauNoticeInput.extend(versioned),
});

export const sendVerificationLink = endpoint({
  ...common,
  id: 'individualVerifications.sendLink',
  method: 'POST',
  path: '/individual-verifications/:id/link',
  summary: 'Resend the link, to the same or another address. The previous link stops working',
  permission: 'checks.start',
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
    'Record the reviewer decision with its reason. A longer reason is required if it differs from the automated result',
  permission: 'records.write',
  body: z.object({
    ...versioned,
    decision: z.enum(['verified', 'notVerified'], { error: 'Select a decision' }),
    reason: verificationReason('Enter a reason'),
  }),
});

export const approveVerificationException = endpoint({
  ...common,
  id: 'individualVerifications.approveException',
  method: 'POST',
  path: '/individual-verifications/:id/exception-approval',
  summary:
    'Approve an exception: alternative evidence, or evidence that does not meet the rule, until an expiry date',
  permission: 'cdd.grantException',
  body: z.object({
    ...versioned,
    reason: verificationReason('Explain why the exception is justified'),
    /** Last day, at most 12 months ahead. Required unless the verification is an exception, which records its own. */
    endsOn: calendarDate.optional(),
  }),
});

export const retryVerification = endpoint({
  ...common,
  id: 'individualVerifications.retry',
  uses: 'paidLookup',
  method: 'POST',
  path: '/individual-verifications/:id/retry',
  summary: 'Rerun checks without a match. Matches are not repeated',
  permission: 'checks.start',
  body: z.object({ ...versioned, reason: optionalText({ max: 500, multiline: true }) }),
});

export const cancelVerification = endpoint({
  ...common,
  id: 'individualVerifications.cancel',
  method: 'POST',
  path: '/individual-verifications/:id/cancel',
  summary: 'Cancel a verification that was sent. Its link stops working',
  permission: 'requests.cancel',
  body: z.object({ ...versioned, reason: verificationReason('Enter a reason for cancelling') }),
});

export const reopenVerification = endpoint({
  ...common,
  id: 'individualVerifications.reopen',
  method: 'POST',
  path: '/individual-verifications/:id/reopen',
  summary: 'Reopen a verification with expired evidence. The former evidence stays in its timeline',
  permission: 'records.write',
  body: z.object(versioned),
});
