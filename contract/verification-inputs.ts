import { z } from 'zod';
import { documentFieldLabels } from '#rules/verification/document-fields.ts';
import { type DocumentFieldName, documentTypeNames } from '#rules/verification/document-types.ts';
import { refereeTypeNames } from '#rules/verification/referees.ts';
import { dataSourceCodes } from '#rules/verification/sources.ts';
import { calendarDate, emailAddress, optionalText, recordId, requiredText } from './fields.ts';

export const documentFieldName = z.enum(
  Object.keys(documentFieldLabels) as [DocumentFieldName, ...DocumentFieldName[]],
);

/** A reason, which an auditor reads; `message` where it is missing. */
export const verificationReason = (message: string) => requiredText(message, { max: 1000, multiline: true });
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
  fields: z.partialRecord(documentFieldName, z.string().max(200, { error: 'Use at most 200 characters' })),
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
  reason: verificationReason('Say why the usual ways cannot be gone'),
  alternativeEvidence: requiredText('Say which other evidence there is', { max: 2000, multiline: true }),
  endsOn: calendarDate,
});

const start = { activityId: recordId.optional() };
export const chosenDataSources = z.array(z.enum(dataSourceCodes)).max(dataSourceCodes.length).default([]);

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
        dataSources: chosenDataSources,
      })
      .superRefine(({ channel, email, phone }, context) => {
        if (channel === 'email' && email === undefined)
          context.addIssue({ code: 'custom', path: ['email'], message: 'Enter the person’s email address' });
        if (channel === 'sms' && !phone?.trim())
          context.addIssue({ code: 'custom', path: ['phone'], message: 'Enter the person’s mobile number' });
      }),
    z.object({
      ...start,
      method: z.literal('electronicInPerson'),
      consent: consentInput,
      dataSources: chosenDataSources,
    }),
    z.object({ ...start, method: z.literal('documentSighted'), document: documentInput.optional() }),
    z.object({ ...start, method: z.literal('documentCertified'), document: documentInput.optional() }),
    z.object({ ...start, method: z.literal('reliance'), reliance: relianceInput }),
    z.object({ ...start, method: z.literal('exception'), exception: exceptionInput }),
  ],
  { error: 'Choose how the person is verified' },
);
