import { z } from 'zod';
import { address, addressInput } from '#contract/addresses.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  checkedText,
  instant,
  namedRecord,
  optionalText,
  recordVersion,
  requiredText,
  sector,
} from '#contract/fields.ts';
import { isTimeZone } from '#rules/dates/time-zones.ts';
import { formerProceduresProblem, splitFormerProcedures } from '#rules/former-procedures.ts';
import { checkAbn, checkAcn, checkNzbn } from '#rules/identifiers/identifiers.ts';
import { policyDefaults, policyLimits } from '#rules/policies.ts';
import { sectors } from '#rules/sectors.ts';
import { billingCountry } from './accounts.ts';
import { companyFactsInputShape, companyFactsShape } from './company-facts.ts';

/** Countries whose law applies to a company, without duplicates, New Zealand first as on every screen. */
const regulatedCountries = z
  .array(billingCountry, { error: 'Select at least one country' })
  .min(1, { error: 'Select at least one country' })
  .transform((codes) => (['NZL', 'AUS'] as const).filter((code) => codes.includes(code)));

export const companyProfile = z.object({
  /** Version of the company record, including its policies. */
  version: z.number().int(),
  name: z.string(),
  legalName: z.string().nullable(),
  sector: sector.nullable(),
  ...companyFactsShape,
  regulatedIn: z.array(billingCountry),
  nzbn: z.string().nullable(),
  abn: z.string().nullable(),
  acn: z.string().nullable(),
  address: address.nullable(),
  timeZone: z.string(),
  updatedAt: instant,
});
export type CompanyProfile = z.infer<typeof companyProfile>;

export const companyProfileInput = z.object({
  version: recordVersion,
  name: requiredText('Enter the name of your company', { max: 200 }),
  legalName: optionalText({ max: 200 }),
  sector: z.enum(sectors, { error: 'Select a sector' }).optional(),
  ...companyFactsInputShape,
  regulatedIn: regulatedCountries,
  nzbn: checkedText(checkNzbn),
  abn: checkedText(checkAbn),
  acn: checkedText(checkAcn),
  address: addressInput,
  timeZone: z
    .string({ error: 'Select a time zone' })
    .refine(isTimeZone, { error: 'Select a time zone from the list' }),
});

export const readCompanyProfile = endpoint({
  id: 'company.read',
  method: 'GET',
  path: '/company',
  summary: 'Get the company’s details: name, identifiers, address and time zone',
  caller: 'member',
  permission: 'company.read',
  response: companyProfile,
  status: 200,
});

export const updateCompanyProfile = endpoint({
  id: 'company.update',
  method: 'PUT',
  path: '/company',
  summary:
    'Change the company’s details. Adding a country adds its starter templates and raises retention to its minimum',
  caller: 'member',
  permission: 'company.write',
  once: true,
  body: companyProfileInput,
  response: companyProfile,
  status: 200,
});

/** Integer form field within limits. */
function integerField(noun: string, { least, most }: { least: number; most: number }) {
  const message = `Enter ${noun}: a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error: message })
    .int({ error: message })
    .min(least, { error: message })
    .max(most, { error: message });
}

const {
  reviewMonths,
  retentionYears,
  idExpiryAlertDays,
  dormantAfterBusinessDays,
  overrideMaxMonths,
  delayMaxDays,
  requestExpiryDays,
  sourceTolerancePercent,
  sessionIdleMinutes,
  sessionMaxHours,
} = policyLimits;

const daysMessage = `Enter up to ${idExpiryAlertDays.howMany} numbers of days from ${idExpiryAlertDays.least} to ${idExpiryAlertDays.most}, such as 90, 60, 30`;

/** Numbers of days before an event, as one text or a list; without duplicates, largest first. */
const warningDays = z
  .preprocess(
    (input) => (typeof input === 'string' ? input.split(/[\s,;]+/).filter((part) => part !== '') : input),
    z
      .array(
        z.coerce
          .number({ error: daysMessage })
          .int({ error: daysMessage })
          .min(idExpiryAlertDays.least, { error: daysMessage })
          .max(idExpiryAlertDays.most, { error: daysMessage }),
        { error: daysMessage },
      )
      .min(1, { error: daysMessage })
      .max(idExpiryAlertDays.howMany, { error: daysMessage }),
  )
  .transform((days) => [...new Set(days)].sort((a, b) => b - a));

export const fourEyes = z.enum(['off', 'highOnly', 'always'], {
  error: 'Select when a second person approves',
});

/** Classes with their last days, as one text with a class a line, or a list; none if left out. */
const formerProcedures = z
  .preprocess(
    (input) => (typeof input === 'string' ? splitFormerProcedures(input) : (input ?? [])),
    z.array(z.object({ name: z.string(), lastDay: z.string() }), {
      error: 'Enter a class a line, with its last day',
    }),
  )
  .superRefine((procedures, context) => {
    const message = formerProceduresProblem(procedures);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const policies = z.object({
  reviewMonths: z.object({
    low: integerField('the months for low risk', reviewMonths),
    medium: integerField('the months for medium risk', reviewMonths),
    high: integerField('the months for high risk', reviewMonths),
  }),
  retentionYears: integerField('the retention period', { least: 1, most: retentionYears.most }),
  fourEyes,
  idExpiryAlertDays: warningDays,
  dormantAfterBusinessDays: integerField('the business days', dormantAfterBusinessDays),
  overrideMaxMonths: integerField('the months', overrideMaxMonths),
  delayMaxDays: integerField('the longest delay in days', delayMaxDays),
  requestExpiryDays: integerField('the days', requestExpiryDays),
  sourceTolerancePercent: integerField('the tolerance in percent', sourceTolerancePercent),
  sessionIdleMinutes: integerField('the minutes', sessionIdleMinutes),
  sessionMaxHours: integerField('the hours', sessionMaxHours),
  secondFactor: z.enum(['optional', 'required'], { error: 'Select whether a second factor is required' }),
  formerProcedures,
});

export const policiesInput = policies.extend({ version: recordVersion });

export const companyPolicies = z.object({
  /** Version of the company record. */
  version: z.number().int(),
  policies: z.object({
    ...policies.shape,
    idExpiryAlertDays: z.array(z.number().int()),
    formerProcedures: z.array(z.object({ name: z.string(), lastDay: z.string() })).default([]),
    // Stored responses from before there was the policy have none.
    delayMaxDays: policies.shape.delayMaxDays.default(policyDefaults.delayMaxDays),
  }),
  regulatedIn: z.array(billingCountry),
  /** Minimum retention period in years, with its provision. */
  legal: z.object({ years: z.number().int(), provision: z.string() }),
  /** Members who may approve high risk; maker-checker needs two of them. */
  secondPeople: z.array(namedRecord),
  updatedAt: instant,
});
export type CompanyPolicies = z.infer<typeof companyPolicies>;

export const policyChange = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
  /** Records affected by the change, and those not affected. */
  touches: z.string(),
});

export const readPolicies = endpoint({
  id: 'company.policies.read',
  method: 'GET',
  path: '/company/policies',
  summary: 'Show the company’s policies, the minimum retention period, and who could be the second approver',
  caller: 'member',
  permission: 'records.read',
  response: companyPolicies,
  status: 200,
});

export const previewPolicies = endpoint({
  id: 'company.policies.preview',
  method: 'POST',
  path: '/company/policies/preview',
  summary: 'Preview a change of policies and the records it affects; saves nothing',
  caller: 'member',
  permission: 'policies.write',
  body: policiesInput,
  response: z.object({ changes: z.array(policyChange) }),
  status: 200,
});

export const updatePolicies = endpoint({
  id: 'company.policies.update',
  recentProof: true,
  method: 'PUT',
  path: '/company/policies',
  summary:
    'Change the company’s policies, not below the legal minimum. Maker-checker requires two eligible people',
  caller: 'member',
  permission: 'policies.write',
  once: true,
  body: policiesInput,
  response: companyPolicies,
  status: 200,
});
