import { z } from 'zod';
import { pepStatuses } from '#rules/client-types.ts';
import { findingSubjects } from '#rules/rule-packs/findings.ts';
import { withoutTaxFileNumber } from './clients.ts';
import { diligence } from './diligence.ts';
import { endpoint } from './endpoint.ts';
import { optionalText, recordId, recordVersion, requiredText } from './fields.ts';

const longest = { max: 2000, multiline: true };
const words = (message: string) => withoutTaxFileNumber(requiredText(message, longest));
const maybeWords = withoutTaxFileNumber(optionalText(longest));

/** What a person records about a subject; `version` is the client's. */
export const findingForm = z.discriminatedUnion(
  'subject',
  [
    z
      .object({
        subject: z.literal('politicalExposure'),
        version: recordVersion,
        pepStatus: z.enum(pepStatuses, { error: 'Choose what you found' }).exclude(['notChecked']),
        /** Of a relative or close associate: of whom; left out where it is not known, which counts as of a foreign one. */
        pepOf: z.enum(['foreign', 'domestic', 'internationalOrganisation']).nullish(),
        basis: words('Say how you found it out'),
      })
      .transform(({ pepOf, ...finding }) => ({
        ...finding,
        pepOf: finding.pepStatus === 'relativeOrAssociate' ? (pepOf ?? null) : null,
      })),
    z.object({
      subject: z.literal('sourceOfWealthOrFunds'),
      version: recordVersion,
      of: z.enum(['wealth', 'funds', 'both'], { error: 'Choose what you asked for' }),
      description: words('Describe where the wealth or the funds come from'),
      verification: maybeWords,
    }),
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
    z.object({
      subject: z.literal('unusual'),
      version: recordVersion,
      what: words('Say what is complex, unusually large or without apparent purpose'),
      findings: maybeWords,
    }),
    z.object({
      subject: z.literal('significantChange'),
      version: recordVersion,
      what: words('Say what has changed in the nature or purpose of the relationship'),
    }),
    z.object({
      subject: z.literal('enhanced'),
      version: recordVersion,
      reason: words('Say why the level of risk calls for enhanced due diligence'),
    }),
    z.object({
      subject: z.literal('mitigation'),
      version: recordVersion,
      reason: words('Say why standard due diligence mitigates the risk. An auditor will read it'),
    }),
    z.object({
      subject: z.literal('simplified'),
      version: recordVersion,
      inListedClass: z.boolean().default(false),
      ground: words('Say which class of the law it is, and how you know'),
    }),
    z.object({ subject: z.literal('seniorApproval'), version: recordVersion, note: maybeWords }),
  ],
  { error: 'Choose what you want to record' },
);
export type FindingForm = z.output<typeof findingForm>;

const ofClient = z.object({ id: recordId });

export const recordFinding = endpoint({
  id: 'findings.record',
  method: 'POST',
  path: '/clients/:id/findings',
  summary: 'Record what was found out or decided about a client and no field holds; the newest word stands',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: ofClient,
  body: findingForm,
  answer: diligence,
  status: 200,
});

export const withdrawFinding = endpoint({
  id: 'findings.withdraw',
  method: 'POST',
  path: '/clients/:id/findings/:subject/withdrawal',
  summary: 'Take back what was recorded on a subject, with the reason; the history keeps both',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: ofClient.extend({ subject: z.enum(findingSubjects) }),
  body: z.object({
    version: recordVersion,
    reason: requiredText('Say why you take it back', { max: 500, multiline: true }),
  }),
  answer: diligence,
  status: 200,
});
