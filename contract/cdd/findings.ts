import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  countryCode,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { earlierCddGrounds } from '#rules/cdd-rule-packs/earlier-cdd.ts';
import {
  entityPartLabels,
  informationSources,
  isDocumentSource,
  type NamedSource,
  noneableParts,
  sourcedParts,
} from '#rules/cdd-rule-packs/entity-information.ts';
import {
  findingSubjects,
  listedClasses,
  ownersDeemedGrounds,
  ownershipOutcomes,
} from '#rules/cdd-rule-packs/findings.ts';
import { pepStatuses } from '#rules/clients/client-types.ts';
import { formerProcedureLimits } from '#rules/former-procedures.ts';
import { registryIds } from '#rules/registers/registry-extract.ts';
import { fundsCurrencies } from '#rules/source-of-funds/funds-lines.ts';
import { diligence } from './cdd.ts';
import { sourceAmount } from './funds-lines.ts';

const longest = { max: 2000, multiline: true };
const findingText = (message: string) => requiredText(message, longest);
const optionalAmount = z.preprocess((value) => (value === '' ? undefined : value), sourceAmount.optional());
const optionalFindingText = optionalText(longest);

const entityText = optionalText({ max: 1000, multiline: true });
const entitySource = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.enum(informationSources, { error: 'Select a source' }).optional(),
);
const blank = (value: unknown) => (value === '' ? undefined : value);
const sourceRegister = z.preprocess(blank, z.enum(registryIds, { error: 'Select a register' }).optional());
const sourceDocument = z.preprocess(blank, recordId.optional());

/** Adds the errors of a source that names no register or document, or one that it is not. */
function checkSource(
  { source, register, documentId }: NamedSource,
  names: { register: string; documentId: string },
  add: (field: string, message: string) => void,
): void {
  if (source === 'register' && register === undefined) {
    add(names.register, 'Select the register in which you found it');
  }
  if (isDocumentSource(source) && documentId === undefined) {
    add(
      names.documentId,
      'Select the document. Accept it from a document request or add it to the client first',
    );
  }
  if (source !== 'register' && register !== undefined) {
    add(names.register, 'Leave this blank, or select the public register as the source');
  }
  if (!isDocumentSource(source) && documentId !== undefined) {
    add(names.documentId, 'Leave this blank, or select the document as the source');
  }
}

const none = z.boolean().default(false);

/** Information about an entity; omits unknown parts. */
const entityForm = z
  .object({
    subject: z.literal('entity'),
    version: recordVersion,
    existence: entityText,
    existenceSource: entitySource,
    existenceRegister: sourceRegister,
    existenceDocument: sourceDocument,
    structure: entityText,
    structureSource: entitySource,
    structureRegister: sourceRegister,
    structureDocument: sourceDocument,
    powers: entityText,
    powersSource: entitySource,
    powersRegister: sourceRegister,
    powersDocument: sourceDocument,
    governance: entityText,
    governanceSource: entitySource,
    governanceRegister: sourceRegister,
    governanceDocument: sourceDocument,
    identifier: entityText,
    identifierNone: none,
    nominees: entityText,
    nomineesNone: none,
    nomineesSource: entitySource,
    nomineesRegister: sourceRegister,
    nomineesDocument: sourceDocument,
    settlors: entityText,
    settlorsNone: none,
    protectors: entityText,
    protectorsNone: none,
    natureOfBusiness: entityText,
    objects: entityText,
    basis: findingText('Enter the sources consulted and the day'),
  })
  .superRefine((form, context) => {
    for (const part of sourcedParts) {
      const isRecorded = form[part] !== undefined || (part === 'nominees' && form.nomineesNone);
      if (isRecorded && form[`${part}Source`] === undefined) {
        context.addIssue({ code: 'custom', path: [`${part}Source`], message: 'Select a source' });
      }
      if (!isRecorded && form[`${part}Source`] !== undefined) {
        const message =
          part === 'nominees'
            ? 'Name them here, or tick that there are none'
            : `Enter: ${entityPartLabels[part].toLowerCase()}`;
        context.addIssue({ code: 'custom', path: [part], message });
      }
      const register = `${part}Register` as const;
      const documentId = `${part}Document` as const;
      checkSource(
        { source: form[`${part}Source`], register: form[register], documentId: form[documentId] },
        { register, documentId },
        (field, message) => context.addIssue({ code: 'custom', path: [field], message }),
      );
    }
    for (const part of noneableParts) {
      if (form[part] !== undefined && form[`${part}None`]) {
        const message =
          part === 'identifier'
            ? 'Enter the identifier, or tick that none was issued'
            : 'Name them here, or tick that there are none';
        context.addIssue({ code: 'custom', path: [part], message });
      }
    }
  });

/**
 * Finding or decision on a subject; `version` is the client's. Source of wealth and funds is recorded in lines; earlier
 * findings on it stay on record and can be withdrawn.
 */
export const findingForm = z.discriminatedUnion(
  'subject',
  [
    z
      .object({
        subject: z.literal('politicalExposure'),
        version: recordVersion,
        pepStatus: z.enum(pepStatuses, { error: 'Select a PEP status' }).exclude(['notChecked']),
        /** For a relative or close associate: the kind of PEP; omitted if unknown, which is treated as foreign. */
        pepOf: z.enum(['foreign', 'domestic', 'internationalOrganisation']).nullish(),
        /** The PEP's position, its country, and the day it was left; for a relative or close associate, those of the other person. */
        office: optionalText({ max: 200 }),
        officeCountry: z.preprocess((value) => (value === '' ? undefined : value), countryCode.optional()),
        officeEndedOn: z.preprocess((value) => (value === '' ? undefined : value), calendarDate.optional()),
        basis: findingText('Enter how you established this'),
      })
      .transform(({ pepOf, ...finding }) => ({
        ...finding,
        pepOf: finding.pepStatus === 'relativeOrAssociate' ? (pepOf ?? null) : null,
      })),
    z.object({
      subject: z.literal('structure'),
      version: recordVersion,
      holdsPersonalAssets: z.boolean().default(false),
      beneficiaryCount: z.coerce
        .number({ error: 'Enter a whole number' })
        .int({ error: 'Enter a whole number' })
        .min(0, { error: 'Enter 0 or more' })
        .max(100_000, { error: 'Enter at most 100,000' })
        .optional(),
    }),
    entityForm,
    z
      .object({
        subject: z.literal('ownership'),
        version: recordVersion,
        outcome: z.enum(ownershipOutcomes, { error: 'Select an outcome' }),
        /** Required unless the owners could not be determined. */
        source: entitySource,
        register: sourceRegister,
        documentId: sourceDocument,
        basis: findingText('Enter the steps taken and what they found'),
      })
      .superRefine((form, context) => {
        const add = (field: string, message: string) =>
          context.addIssue({ code: 'custom', path: [field], message });
        if (form.outcome !== 'unable' && form.source === undefined) add('source', 'Select a source');
        checkSource(form, { register: 'register', documentId: 'documentId' }, add);
      }),
    z.object({
      subject: z.literal('ownersDeemed'),
      version: recordVersion,
      ground: z.enum(ownersDeemedGrounds, { error: 'Select a ground' }),
      basis: findingText('Enter how you established this'),
    }),
    z.object({
      subject: z.literal('addressVerified'),
      version: recordVersion,
      basis: findingText('Enter the document or source, and the day'),
    }),
    z.object({
      subject: z.literal('addressExcused'),
      version: recordVersion,
      reason: findingText('Explain why the level of risk does not call for it'),
    }),
    z.object({
      subject: z.literal('unusual'),
      version: recordVersion,
      what: findingText('Describe what is complex, unusually large or without apparent purpose'),
      findings: optionalFindingText,
    }),
    z.object({
      subject: z.literal('significantChange'),
      version: recordVersion,
      what: findingText('Describe what has changed in the nature or purpose of the relationship'),
    }),
    z.object({
      subject: z.literal('enhanced'),
      version: recordVersion,
      reason: findingText('Explain why the level of risk requires enhanced CDD'),
    }),
    z.object({
      subject: z.literal('mitigation'),
      version: recordVersion,
      reason: findingText('Explain why standard CDD mitigates the risk'),
    }),
    z.object({
      subject: z.literal('simplified'),
      version: recordVersion,
      listedClass: z.preprocess(
        (value) => (value === '' ? undefined : value),
        z.enum(listedClasses, { error: 'Select a class' }).optional(),
      ),
      ground: findingText('Enter the listed class and how you established it'),
    }),
    z.object({ subject: z.literal('seniorApproval'), version: recordVersion, note: optionalFindingText }),
    z
      .object({
        subject: z.literal('sourceValue'),
        version: recordVersion,
        wealth: optionalAmount,
        funds: optionalAmount,
        currency: z.enum(fundsCurrencies, { error: 'Select a currency' }),
        basis: findingText('Enter how you estimated the value'),
      })
      .refine(({ wealth, funds }) => wealth !== undefined || funds !== undefined, {
        path: ['funds'],
        error: 'Enter the value of the wealth or of the funds',
      }),
    z.object({
      subject: z.literal('sourceNotRelevant'),
      version: recordVersion,
      of: z.enum(['wealth', 'funds', 'both'], { error: 'Select the information requested' }),
      reason: findingText('Explain why the source is not relevant to the risk'),
    }),
    z.object({
      subject: z.literal('pepCheckExcused'),
      version: recordVersion,
      reason: findingText('Explain why the low risk does not call for it'),
    }),
    z.object({
      subject: z.literal('newTechnology'),
      version: recordVersion,
      what: findingText('Describe the technology or product'),
      measures: optionalFindingText,
    }),
    z.object({
      subject: z.literal('furtherMeasures'),
      version: recordVersion,
      what: findingText('Explain why enhanced measures do not manage the risk'),
      measures: optionalFindingText,
    }),
    z.object({
      subject: z.literal('anonymousAccount'),
      version: recordVersion,
      what: findingText('Describe the account'),
      ended: optionalFindingText,
    }),
    z.object({
      subject: z.literal('nestedServices'),
      version: recordVersion,
      what: findingText('Describe the customers that the client serves through your services'),
    }),
    z.object({
      subject: z.literal('actingExcused'),
      version: recordVersion,
      reason: findingText('Explain why the additional risk of those who act for the client is low'),
    }),
    z.object({
      subject: z.literal('earlierCdd'),
      version: recordVersion,
      ground: z.enum(earlierCddGrounds, { error: 'Select a ground' }),
      doneBy: requiredText('Enter who did it', { max: 200 }),
      doneOn: calendarDate,
      basis: findingText('Enter what was done and where its records are held'),
      procedure: optionalText({ max: formerProcedureLimits.name }),
    }),
    z.object({
      subject: z.literal('preCommencement'),
      version: recordVersion,
      reason: findingText('Explain what the relationship was, and why initial CDD is waived'),
      documentId: z.preprocess(blank, z.uuid({ error: 'Select the document that shows the relationship' })),
      dated: calendarDate,
    }),
  ],
  { error: 'Select a subject' },
);
export type FindingForm = z.output<typeof findingForm>;

const ofClient = z.object({ id: recordId });

export const recordFinding = endpoint({
  id: 'findings.record',
  method: 'POST',
  path: '/clients/:id/findings',
  summary: 'Record a finding or decision about a client that no field holds; the newest applies',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofClient,
  body: findingForm,
  response: diligence,
  status: 200,
});

export const withdrawFinding = endpoint({
  id: 'findings.withdraw',
  method: 'POST',
  path: '/clients/:id/findings/:subject/withdrawal',
  summary: 'Withdraw the finding on a subject, with the reason; both stay in the history',
  caller: 'member',
  permission: 'records.write',
  once: true,
  params: ofClient.extend({ subject: z.enum(findingSubjects) }),
  body: z.object({
    version: recordVersion,
    reason: requiredText('Enter a reason for withdrawing', { max: 500, multiline: true }),
  }),
  response: diligence,
  status: 200,
});
