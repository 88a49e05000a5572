import { z } from 'zod';
import { checkAbn, checkNzbn } from '#rules/identifiers.ts';
import { billingCountry } from './accounts.ts';
import { address, addressInput } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { checkedText, recordId, recordVersion, requiredText } from './fields.ts';

/** Kinds of business that the law reaches: AML/CFT Act 2009 (NZ) s6, AML/CTF Act 2006 (AU) s6 with its tables. */
export const sectors = [
  'accounting',
  'legal',
  'conveyancing',
  'realEstate',
  'finance',
  'trustAndCompanyService',
  'preciousMetals',
  'other',
] as const;

export const sectorLabels: Record<(typeof sectors)[number], string> = {
  accounting: 'Accounting and bookkeeping',
  legal: 'Legal',
  conveyancing: 'Conveyancing',
  realEstate: 'Real estate',
  finance: 'Finance',
  trustAndCompanyService: 'Trust and company services',
  preciousMetals: 'Precious metals and stones',
  other: 'Other',
};

export const companyDetails = z.object({
  version: z.number().int(),
  name: z.string(),
  legalName: z.string().nullable(),
  sector: z.enum(sectors).nullable(),
  regulatedIn: z.array(billingCountry),
  nzbn: z.string().nullable(),
  abn: z.string().nullable(),
  address: address.nullable(),
});

/** The steps of setting a company up, in their order. Templates and team may be left for later. */
export const onboardingSteps = ['company', 'officer', 'templates', 'team', 'plan'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const onboardingState = z.object({
  company: companyDetails,
  /** People who may be named, whoever has the designation first. */
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
  /** Steps that are not done; templates and team never hold the set-up back. */
  left: z.array(z.enum(onboardingSteps)),
  done: z.boolean(),
});
export type OnboardingState = z.infer<typeof onboardingState>;

export const readOnboarding = endpoint({
  id: 'onboarding.read',
  method: 'GET',
  path: '/onboarding',
  summary: 'What is known of the company so far and what is left before its members can work',
  caller: 'member',
  act: 'company.read',
  answer: onboardingState,
  status: 200,
});

export const companyDetailsInput = z.object({
  version: recordVersion,
  legalName: requiredText('Enter the legal name of your company', { max: 200 }),
  sector: z.enum(sectors, { error: 'Choose what your company does' }),
  regulatedIn: z
    .array(billingCountry, { error: 'Choose at least one country' })
    .min(1, { error: 'Choose at least one country' })
    .transform((codes) => [...new Set(codes)]),
  nzbn: checkedText(checkNzbn),
  abn: checkedText(checkAbn),
  address: addressInput.refine((given) => given !== undefined, {
    error: 'Enter the address',
    path: ['addressLine1'],
  }),
});

export const saveCompanyDetails = endpoint({
  id: 'onboarding.company',
  method: 'PUT',
  path: '/onboarding/company',
  summary: 'Give the company’s details; the set-up ends where this was the last thing missing',
  caller: 'member',
  act: 'onboarding.write',
  once: true,
  body: companyDetailsInput,
  answer: onboardingState,
  status: 200,
});

export const nameOfficer = endpoint({
  id: 'onboarding.officer',
  method: 'PUT',
  path: '/onboarding/compliance-officer',
  summary:
    'Name the compliance officer: NZ AML/CFT Act 2009 s56(2), AU AML/CTF Act 2006 s26J. Whoever was named before is not any more',
  caller: 'member',
  act: 'onboarding.write',
  once: true,
  body: z.object({ memberId: z.uuid({ error: 'Choose who is the compliance officer' }) }),
  answer: onboardingState,
  status: 200,
});

export const adoptStarters = endpoint({
  id: 'onboarding.templates',
  method: 'PUT',
  path: '/onboarding/templates',
  summary: 'Adopt starter templates, published; those that were adopted before stay as they have become',
  caller: 'member',
  act: 'onboarding.write',
  once: true,
  body: z.object({
    keys: z
      .array(z.string().max(100), { error: 'Choose at least one template' })
      .min(1, { error: 'Choose at least one template' })
      .max(50, { error: 'Choose at most 50 templates' }),
  }),
  answer: onboardingState,
  status: 200,
});

/** A company as its register has it, to fill the form in with. */
export const lookUpCompany = endpoint({
  id: 'onboarding.lookUp',
  method: 'POST',
  path: '/onboarding/register-entry',
  summary: 'Look the company up in the NZBN register or ABN Lookup by its number; nothing is saved',
  caller: 'member',
  act: 'onboarding.write',
  body: z.object({
    register: z.enum(['nzbn', 'abr'], { error: 'Choose a register' }),
    number: requiredText('Enter the number to look up', { max: 40 }),
  }),
  answer: z.object({
    legalName: z.string(),
    nzbn: z.string().nullable(),
    abn: z.string().nullable(),
    /** In the register's own words. */
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

export const onboardingEndpoints = [
  readOnboarding,
  saveCompanyDetails,
  nameOfficer,
  adoptStarters,
  lookUpCompany,
] as const;
