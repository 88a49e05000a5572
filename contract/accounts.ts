import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailAddress, instant, recordId, requiredText } from './fields.ts';

/** The countries that companies are billed in and that address look-up serves. */
export const billingCountry = z.enum(['AUS', 'NZL'], { error: 'Choose Australia or New Zealand' });
export type BillingCountry = z.infer<typeof billingCountry>;

export const memberRole = z.enum(['owner', 'member', 'auditor']);
export const designation = z.enum(['complianceOfficer', 'seniorManager']);

export const signedInMember = z.object({
  id: recordId,
  loginId: z.string(),
  name: z.string(),
  role: memberRole,
  designations: z.array(designation),
  accessEndsAt: instant.nullable(),
});
export type SignedInMember = z.infer<typeof signedInMember>;

export const signedInAdmin = z.object({ id: recordId, loginId: z.string(), name: z.string() });
export type SignedInAdmin = z.infer<typeof signedInAdmin>;

export const companyState = z.object({
  id: recordId,
  name: z.string(),
  accessRestricted: z.boolean(),
  /** Shown to members; null while onboarding is what restricts. */
  accessRestrictedReason: z.string().nullable(),
  subscriptionActive: z.boolean(),
  /** Null for a company that never began to pay. `graceUntil`: until when it may go on whose payment failed. */
  subscription: z
    .object({
      status: z.enum(['incomplete', 'trialing', 'active', 'pastDue', 'paused', 'cancelled']),
      plan: z.enum(['payAsYouGo', 'monthly', 'enterprise']).nullable(),
      graceUntil: instant.nullable(),
    })
    .nullable(),
  billingCountryCode: billingCountry,
  regulatedIn: z.array(billingCountry),
  defaultWorklistId: z.number().int(),
  onboardingStep: z.enum(['company', 'designations', 'templates', 'team', 'done']),
  timeZone: z.string(),
  /** Alerts that are not closed; counting stops at 100. */
  openAlerts: z.number().int(),
});
export type CompanyState = z.infer<typeof companyState>;

export const memberSession = z.object({ member: signedInMember, company: companyState });
export type MemberSession = z.infer<typeof memberSession>;

/**
 * Header of the answer to every GET of a member: `memberSession` as JSON in base64url. The API has read it anyway to decide
 * who calls, so that a page need not ask for it in a call of its own.
 */
export const memberSessionHeader = 'X-Assay-Session';

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: '/login',
  summary: 'Sign in: the person behind a session token of the identity service, as a member or as an admin',
  caller: 'open',
  body: z.object({
    loginId: emailAddress,
    sessionToken: z.string().min(1).max(8192),
    door: z.enum(['member', 'admin']),
  }),
  answer: z.discriminatedUnion('door', [
    z.object({ door: z.literal('member'), ...memberSession.shape }),
    z.object({ door: z.literal('admin'), admin: signedInAdmin }),
  ]),
  status: 200,
});

export const signupDetails = z.object({
  name: requiredText('Enter your name', { max: 120 }),
  companyName: requiredText('Enter the name of your company', { max: 200 }),
  billingCountryCode: billingCountry,
});

export const signup = endpoint({
  id: 'signup',
  method: 'POST',
  path: '/signup',
  summary: 'Create a company and its owner for a person whom the identity service knows',
  caller: 'identity',
  body: signupDetails.extend({ loginId: emailAddress }),
  answer: memberSession,
  status: 201,
});

export const readMe = endpoint({
  id: 'me.read',
  method: 'GET',
  path: '/me',
  summary: 'The signed-in member and the state of the company',
  caller: 'member',
  act: 'self.read',
  answer: memberSession,
  status: 200,
});

export const readAdminMe = endpoint({
  id: 'admin.me.read',
  method: 'GET',
  path: '/admin/me',
  summary: 'The signed-in platform admin',
  caller: 'admin',
  answer: z.object({ admin: signedInAdmin }),
  status: 200,
});

export const listMembers = endpoint({
  id: 'members.list',
  method: 'GET',
  path: '/members',
  summary: 'People of the company, to choose who is responsible',
  caller: 'member',
  act: 'records.read',
  answer: z.object({ members: z.array(z.object({ id: recordId, name: z.string(), active: z.boolean() })) }),
  status: 200,
});
