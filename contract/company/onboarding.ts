import { z } from 'zod';
import { address, addressInput } from '#contract/addresses.ts';
import { endpoint } from '#contract/endpoint.ts';
import { checkedText, recordId, recordVersion, requiredText, sector } from '#contract/fields.ts';
import { checkAbn, checkNzbn } from '#rules/identifiers/identifiers.ts';
import { sectors } from '#rules/sectors.ts';
import { billingCountry } from './accounts.ts';
import { companyFactsInputShape, companyFactsShape } from './company-facts.ts';

export const companyDetails = z.object({
  version: z.number().int(),
  name: z.string(),
  legalName: z.string().nullable(),
  sector: sector.nullable(),
  ...companyFactsShape,
  regulatedIn: z.array(billingCountry),
  nzbn: z.string().nullable(),
  abn: z.string().nullable(),
  address: address.nullable(),
});

/** Steps of company setup, in order. Templates and team are optional. */
export const onboardingSteps = ['company', 'officer', 'templates', 'team', 'plan'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const onboardingState = z.object({
  company: companyDetails,
  /** Eligible people, current designee first. */
  people: z.array(
    z.object({
      id: recordId,
      name: z.string(),
      hasJoined: z.boolean(),
      isComplianceOfficer: z.boolean(),
    }),
  ),
  /** Starter templates of the company's countries. */
  starters: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      country: billingCountry,
      resourceType: z.enum(['clients', 'activities']),
      isAdopted: z.boolean(),
    }),
  ),
  /** Incomplete steps; templates and team never block completion. */
  left: z.array(z.enum(onboardingSteps)),
  done: z.boolean(),
});
export type OnboardingState = z.infer<typeof onboardingState>;

export const readOnboarding = endpoint({
  id: 'onboarding.read',
  method: 'GET',
  path: '/onboarding',
  summary: 'Get the progress of company setup and the remaining steps',
  caller: 'member',
  permission: 'company.read',
  response: onboardingState,
  status: 200,
});

export const companyDetailsInput = z.object({
  version: recordVersion,
  legalName: requiredText('Enter the legal name of your company', { max: 200 }),
  sector: z.enum(sectors, { error: 'Select a sector' }),
  ...companyFactsInputShape,
  regulatedIn: z
    .array(billingCountry, { error: 'Select at least one country' })
    .min(1, { error: 'Select at least one country' })
    .transform((codes) => [...new Set(codes)]),
  nzbn: checkedText(checkNzbn),
  abn: checkedText(checkAbn),
  address: addressInput.refine((input) => input !== undefined, {
    error: 'Enter the address',
    path: ['addressLine1'],
  }),
});

export const saveCompanyDetails = endpoint({
  id: 'onboarding.company',
  method: 'PUT',
  path: '/onboarding/company',
  summary: 'Save the company’s details; completes setup if this was the last step',
  caller: 'member',
  permission: 'onboarding.write',
  once: true,
  body: companyDetailsInput,
  response: onboardingState,
  status: 200,
});

export const nameOfficer = endpoint({
  id: 'onboarding.officer',
  method: 'PUT',
  path: '/onboarding/compliance-officer',
  summary:
    'Appoint the compliance officer: NZ AML/CFT Act 2009 s56(2), AU AML/CTF Act 2006 s26J. Replaces the previous one',
  caller: 'member',
  permission: 'onboarding.write',
  once: true,
  body: z.object({ memberId: z.uuid({ error: 'Select a compliance officer' }) }),
  response: onboardingState,
  status: 200,
});

export const adoptStarters = endpoint({
  id: 'onboarding.templates',
  method: 'PUT',
  path: '/onboarding/templates',
  summary: 'Adopt and publish starter templates. Templates adopted earlier do not change',
  caller: 'member',
  permission: 'onboarding.write',
  once: true,
  body: z.object({
    keys: z
      .array(z.string().max(100), { error: 'Select at least one template' })
      .min(1, { error: 'Select at least one template' })
      .max(50, { error: 'Select at most 50 templates' }),
  }),
  response: onboardingState,
  status: 200,
});

/** Company details from a register, to prefill the form. */
export const lookupCompany = endpoint({
  id: 'onboarding.lookup',
  method: 'POST',
  path: '/onboarding/registry-lookup',
  summary: 'Look up the company in the NZBN register or ABN Lookup by number. Saves nothing',
  caller: 'member',
  permission: 'onboarding.write',
  body: z.object({
    register: z.enum(['nzbn', 'abr'], { error: 'Select a register' }),
    number: requiredText('Enter the number to look up', { max: 40 }),
  }),
  response: z.object({
    legalName: z.string(),
    nzbn: z.string().nullable(),
    abn: z.string().nullable(),
    /** Status as worded by the register. */
    status: z.string(),
    address: z
      .object({
        countryCode: billingCountry,
        addressLine1: z.string(),
        addressLine2: z.string(),
        suburb: z.string(),
        state: z.string(),
        postcode: z.string(),
      })
      .nullable(),
  }),
  status: 200,
});
