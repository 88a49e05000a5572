import { z } from 'zod';
import { checkAbn, checkNzbn } from '#rules/identifiers.ts';
import { billingCountry, companyState } from './accounts.ts';
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

export const readOnboarding = endpoint({
  id: 'onboarding.read',
  method: 'GET',
  path: '/onboarding',
  summary: 'What is known of the company so far and what is left before its members can work',
  caller: 'member',
  act: 'company.read',
  answer: z.object({
    company: companyDetails,
    complianceOfficers: z.array(z.object({ id: recordId, name: z.string() })),
    done: z.boolean(),
  }),
  status: 200,
});

export const onboardingInput = z.object({
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
  /** NZ: AML/CFT Act 2009 s56(2). AU: AML/CTF Act 2006 s26J. Somebody has to be it; until a team is invited, the owner. */
  actsAsComplianceOfficer: z.literal(true, {
    error: 'Somebody has to be the compliance officer. Until your team has joined, that is you.',
  }),
});

export const finishOnboarding = endpoint({
  id: 'onboarding.finish',
  method: 'PUT',
  path: '/onboarding',
  summary:
    'Give the company’s details and its compliance officer; lifts the restriction that every new company starts with',
  caller: 'member',
  act: 'onboarding.write',
  once: true,
  body: onboardingInput,
  answer: companyState,
  status: 200,
});
