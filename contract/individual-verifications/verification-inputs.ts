import { z } from 'zod';
import {
  calendarDate,
  emailAddress,
  optionalText,
  recordId,
  requiredText,
  withoutTaxFileNumber,
} from '#contract/fields.ts';
import { documentFieldLabels } from '#rules/identity-verification/documents/fields.ts';
import {
  type DocumentFieldName,
  documentTypeNames,
} from '#rules/identity-verification/documents/identity-document-types.ts';
import { copyDeliveries } from '#rules/identity-verification/evidence.ts';
import { refereeTypeNames } from '#rules/identity-verification/referees.ts';
import { dataSourceCodes } from '#rules/identity-verification/sources.ts';
import { relianceBases, serviceCoverage } from '#rules/identity-verification/statements.ts';

export const documentFieldName = z.enum(
  Object.keys(documentFieldLabels) as [DocumentFieldName, ...DocumentFieldName[]],
);

/** Reason, read by auditors; `message` is shown if missing. */
export const verificationReason = (message: string) => requiredText(message, { max: 1000, multiline: true });
/** Required date; `message` is shown if missing. */
const requiredDate = (message: string) => z.string({ error: message }).pipe(calendarDate);
const confirmed = (message: string) => z.literal(true, { error: message });

/** How consent was given: registers are queried only after this is recorded. */
export const consentInput = z.object({
  given: confirmed('Confirm the person’s consent'),
  how: z.enum(['inPerson', 'inWriting', 'byPhone', 'byEmail'], { error: 'Select how consent was obtained' }),
  note: optionalText({ max: 500, multiline: true }),
});

/** Copy certified by a referee. The rule decides whether it suffices; here the fields are only required. */
export const certifiedCopyInput = z.object({
  refereeName: requiredText('Enter the referee’s name', { max: 200 }),
  refereeType: z.enum(refereeTypeNames, { error: 'Select a referee type' }),
  certifiedOn: calendarDate,
  statesLikeness: z.boolean(),
  independent: z.boolean(),
  /** How the company received the copy. */
  delivery: z.enum(copyDeliveries, { error: 'Select how the copy reached you' }).optional(),
});

/** A member's comparison of a document with the record: whether it matches, null where it was not compared. */
export const comparedWithRecord = z.boolean().nullable();

/** Observations of the member who sighted the document. */
export const sightedInput = z.object({
  originalSighted: z.boolean(),
  showsName: comparedWithRecord.default(null),
  showsDateOfBirth: comparedWithRecord.default(null),
  /** Member who met the person, and when. */
  metBy: optionalText({ max: 200 }).optional(),
  metOn: calendarDate.optional(),
  likenessConfirmed: z.boolean().default(false),
});

/**
 * Identity document as typed. `fields` are validated in the API by checkDocument of
 * rules/identity-verification/documents/documents.ts, which needs today's date; problems are returned under
 * `fields.<name>`. Numbers are only ever returned masked.
 */
export const documentInput = z.object({
  type: z.enum(documentTypeNames, { error: 'Select a document type' }),
  fields: z.partialRecord(
    documentFieldName,
    withoutTaxFileNumber(z.string().max(200, { error: 'Use at most 200 characters' })),
  ),
  /** MRZ of a passport or card; read, checked and compared with the record, not stored. */
  machineReadableLines: z.string().max(400, { error: 'Enter only the two or three MRZ lines' }).optional(),
  /** Date of birth, if the MRZ leaves the century open. */
  bornOn: calendarDate.optional(),
  sighted: sightedInput.optional(),
  certified: certifiedCopyInput.optional(),
});
export type DocumentInputBody = z.input<typeof documentInput>;

/** Result of an accredited service as recorded by the company. The rule decides whether it suffices. */
export const accreditedServiceInput = z.object({
  provider: requiredText('Enter the provider', { max: 200 }),
  service: requiredText('Enter the service', { max: 200 }),
  accreditation: requiredText('Enter the register entry', { max: 200 }),
  verifiedOn: requiredDate('Enter the date of the result'),
  covers: z
    .array(z.enum(serviceCoverage))
    .min(1, { error: 'Select what the result covers' })
    .max(serviceCoverage.length),
  evidence: requiredText('Enter the reference of the result', { max: 500 }),
  matchesRecord: z.boolean(),
});

/** Basis of third-party reliance. Each country's rule checks its own statements; none is required to record the others. */
export const relianceInput = z.object({
  partyName: requiredText('Enter the name of the other business', { max: 200 }),
  supervisor: requiredText('Enter its supervisor', { max: 200 }),
  verifiedOn: calendarDate,
  hasBusinessRelationship: z.boolean().default(false),
  agreedInWriting: z.boolean(),
  identityInformationReceived: z.boolean(),
  evidenceOnRequest: z.boolean(),
  basis: z.enum(relianceBases, { error: 'Select an agreement or one case' }).optional(),
  responsibilitiesWritten: z.boolean().default(false),
  approvedBySeniorManager: optionalText({ max: 200 }).optional(),
  assessedOn: calendarDate.optional(),
  assessmentRecordedOn: calendarDate.optional(),
  appropriateToRisk: z.boolean().default(false),
  reasons: optionalText({ max: 2000, multiline: true }).optional(),
});

export const exceptionInput = z.object({
  reason: verificationReason('Explain why standard verification is not possible'),
  stepsTaken: requiredText('Enter the steps taken', { max: 2000, multiline: true }),
  alternativeEvidence: requiredText('Enter the alternative evidence', { max: 2000, multiline: true }),
  policy: requiredText('Enter the part of your programme', { max: 500 }),
  endsOn: requiredDate('Enter the exception expiry date'),
});

/** Information given to the person before a request to an Australian credit reporting body (AU s 35A). */
export const bureauStatementInput = z.object({
  informed: z.boolean(),
  agreed: z.boolean(),
  alternativeOffered: z.boolean(),
});

/** Written notice after an Australian credit reporting body did not confirm the identity. Source: AU s35C. */
export const bureauNoticeInput = z.object({
  sentOn: requiredDate('Enter the date of the notice'),
  bureauName: requiredText('Enter the credit reporting body', { max: 200 }),
  alternativeOffered: confirmed('Confirm that another way was offered'),
});

const start = { activityId: recordId.optional() };
export const chosenDataSources = z.array(z.enum(dataSourceCodes)).max(dataSourceCodes.length).default([]);

/** Input to start a verification. More can be added until the decision. */
export const startVerificationInput = z.discriminatedUnion(
  'method',
  [
    z
      .object({
        ...start,
        method: z.literal('electronicRemote'),
        channel: z.enum(['email', 'sms', 'link'], { error: 'Select a delivery method' }),
        email: emailAddress.optional(),
        /** E.164 or national format; parsed by the client's country, as in contract/clients/client-input.ts. */
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
    z.object({ ...start, method: z.literal('distf'), accreditedService: accreditedServiceInput }),
    z.object({ ...start, method: z.literal('reliance'), reliance: relianceInput }),
    z.object({ ...start, method: z.literal('exception'), exception: exceptionInput }),
  ],
  { error: 'Select a verification method' },
);
