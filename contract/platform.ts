import { z } from 'zod';
import { billingCountry, companyState, designation, memberRole } from './accounts.ts';
import { address } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { instant, optionalText, recordId, recordVersion, requiredText } from './fields.ts';
import { memberStatus } from './members.ts';

/** What platform admins see and do. Of a company's clients there is nothing here but how many. */

const count = z.object({ count: z.number().int(), capped: z.boolean() });

export const subscriptionStatus = z.enum([
  'incomplete',
  'trialing',
  'active',
  'pastDue',
  'paused',
  'cancelled',
]);

/** A company as lists show it. */
export const platformCompany = z.object({
  id: recordId,
  name: z.string(),
  legalName: z.string().nullable(),
  billingCountryCode: billingCountry,
  accessRestricted: z.boolean(),
  /** Whether an admin restricted it; otherwise its set-up is not finished. */
  restrictedByAdmin: z.boolean(),
  onboardingStep: companyState.shape.onboardingStep,
  subscriptionActive: z.boolean(),
  /** Null before the first checkout. */
  subscriptionStatus: subscriptionStatus.nullable(),
  plan: z.string().nullable(),
  /** Active people. */
  people: z.number().int(),
  createdAt: instant,
});
export type PlatformCompany = z.infer<typeof platformCompany>;

/** A person as lists show them. */
export const platformUser = z.object({
  id: recordId,
  version: z.number().int(),
  name: z.string(),
  loginId: z.string(),
  role: memberRole,
  designations: z.array(designation),
  status: memberStatus,
  lastSignInAt: instant.nullable(),
  inviteExpiresAt: instant.nullable(),
  company: z.object({ id: recordId, name: z.string() }),
});
export type PlatformUser = z.infer<typeof platformUser>;

/** Figures of one calendar month by UTC: what was added in it. */
const monthFigures = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  companies: z.number().int(),
  people: z.number().int(),
  checks: z.number().int(),
  alerts: z.number().int(),
});

/** Something that waits for an admin: how much of it there is, and a few of the newest. */
const attention = z.object({
  kind: z.enum(['restricted', 'pastDue', 'noSubscription', 'onboardingStalled', 'invitationsLapsed']),
  total: count,
  /** Companies, or the companies of the people. */
  examples: z.array(z.object({ id: recordId, name: z.string(), note: z.string().nullable() })),
});
export type PlatformAttention = z.infer<typeof attention>;

/** What failed behind the scenes in the last seven days. */
const failures = z.object({
  /** Jobs whose last run failed: how often, and when last. */
  jobs: z.array(z.object({ name: z.string(), failed: z.number().int(), lastAt: instant })),
  /** Mail of document requests that was given up, and a few of the companies it belongs to. */
  mails: z.object({ total: count, companies: z.array(z.object({ id: recordId, name: z.string() })) }),
});
export type PlatformFailures = z.infer<typeof failures>;

export const readPlatformHome = endpoint({
  id: 'platform.home',
  method: 'GET',
  path: '/admin/overview',
  summary: 'Companies, people, checks and alerts: how many there are, by month, and what needs attention',
  caller: 'admin',
  act: 'platform.read',
  answer: z.object({
    totals: z.object({ companies: count, people: count, openAlerts: count }),
    /** The last twelve months, oldest first; the running one is last. */
    months: z.array(monthFigures),
    attention: z.array(attention),
    failures,
  }),
  status: 200,
});

const searchText = optionalText({ max: 200 });
const before = z.uuid({ error: 'This page is not part of the list any more' }).optional();

export const companyFilters = z.object({
  q: searchText,
  country: billingCountry.optional(),
  restricted: z.enum(['yes', 'no', 'byAdmin']).optional(),
  subscription: z.enum(['active', 'inactive', 'pastDue']).optional(),
  onboarding: z.enum(['done', 'open']).optional(),
});
export type CompanyFilters = z.output<typeof companyFilters>;

export const listCompanies = endpoint({
  id: 'platform.companies.list',
  method: 'GET',
  path: '/admin/companies',
  summary: 'Companies, newest first, a page of fifty',
  caller: 'admin',
  act: 'platform.read',
  query: companyFilters.extend({ before }),
  answer: z.object({ items: z.array(platformCompany), total: count, nextBefore: recordId.nullable() }),
  status: 200,
});

export const exportCompanies = endpoint({
  id: 'platform.companies.export',
  method: 'GET',
  path: '/admin/companies/export',
  summary: 'Every company of the filter as CSV',
  caller: 'admin',
  act: 'platform.read',
  query: companyFilters,
  answer: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

const companyParams = z.object({ companyId: recordId });

export const platformCompanyDetail = z.object({
  company: platformCompany.extend({
    version: z.number().int(),
    nzbn: z.string().nullable(),
    abn: z.string().nullable(),
    acn: z.string().nullable(),
    sector: z.string().nullable(),
    regulatedIn: z.array(billingCountry),
    timeZone: z.string(),
    address: address.nullable(),
    accessRestrictedReason: z.string().nullable(),
    accessRestrictedAt: instant.nullable(),
    /** Name of the admin who restricted it. */
    accessRestrictedBy: z.string().nullable(),
  }),
  subscription: z
    .object({
      plan: z.string().nullable(),
      status: subscriptionStatus,
      currency: z.string(),
      currentPeriodEnd: instant.nullable(),
      graceUntil: instant.nullable(),
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  /** The first hundred by name. */
  people: z.array(platformUser),
  /** Counted to 10,000 each. */
  usage: z.array(
    z.object({
      kind: z.enum([
        'clients',
        'activities',
        'identityChecks',
        'businessChecks',
        'documentRequests',
        'openAlerts',
      ]),
      total: count,
    }),
  ),
  /** What admins did to this company and its people, newest first. */
  acts: z.array(
    z.object({
      seq: z.number().int(),
      at: instant,
      action: z.string(),
      adminName: z.string(),
      /** Whom it was done to, where it was a person. */
      person: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

export const readCompany = endpoint({
  id: 'platform.companies.read',
  method: 'GET',
  path: '/admin/companies/:companyId',
  summary: 'A company: profile, flags, subscription, people, how much it keeps, and what admins did to it',
  caller: 'admin',
  act: 'platform.read',
  params: companyParams,
  answer: platformCompanyDetail,
  status: 200,
});

/** Why an admin acts; kept in the trails of the company and of the platform. */
const reason = requiredText('Say why, in a few words', { max: 500 });

export const restrictionInput = z.object({
  version: recordVersion,
  to: z.enum(['restricted', 'open'], { error: 'Choose what is to happen' }),
  /** A restriction's is shown to the company's members. */
  reason,
});

export const restrictCompany = endpoint({
  id: 'platform.companies.restrict',
  method: 'POST',
  path: '/admin/companies/:companyId/restriction',
  summary: 'Restrict a company’s access, with a reason that its members are shown, or lift the restriction',
  caller: 'admin',
  act: 'platform.manage',
  once: true,
  params: companyParams,
  body: restrictionInput,
  answer: z.object({ version: z.number().int(), accessRestricted: z.boolean() }),
  status: 200,
});

export const userFilters = z.object({
  q: searchText,
  status: memberStatus.optional(),
  company: recordId.optional(),
});
export type UserFilters = z.output<typeof userFilters>;

export const listUsers = endpoint({
  id: 'platform.users.list',
  method: 'GET',
  path: '/admin/users',
  summary: 'People over all companies, newest first, a page of fifty',
  caller: 'admin',
  act: 'platform.read',
  query: userFilters.extend({ before }),
  answer: z.object({
    items: z.array(platformUser),
    total: count,
    nextBefore: recordId.nullable(),
    /** The company that the list is of, where it is one's. */
    company: z.object({ id: recordId, name: z.string() }).nullable(),
  }),
  status: 200,
});

export const exportUsers = endpoint({
  id: 'platform.users.export',
  method: 'GET',
  path: '/admin/users/export',
  summary: 'Every person of the filter as CSV',
  caller: 'admin',
  act: 'platform.read',
  query: userFilters,
  answer: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

const userParams = z.object({ userId: recordId });

export const readUser = endpoint({
  id: 'platform.users.read',
  method: 'GET',
  path: '/admin/users/:userId',
  summary: 'One person of a company',
  caller: 'admin',
  act: 'platform.read',
  params: userParams,
  answer: platformUser,
  status: 200,
});

export const userMoveInput = z.object({
  version: recordVersion,
  to: z.enum(['active', 'suspended'], { error: 'Choose what is to happen' }),
  reason,
});

export const moveUser = endpoint({
  id: 'platform.users.move',
  method: 'POST',
  path: '/admin/users/:userId/moves',
  summary: 'Suspend a person or let them back in',
  caller: 'admin',
  act: 'platform.manage',
  once: true,
  params: userParams,
  body: userMoveInput,
  answer: platformUser,
  status: 200,
});

export const userInvitationInput = z.object({ version: recordVersion, reason });

export const inviteUserAgain = endpoint({
  id: 'platform.users.inviteAgain',
  method: 'POST',
  path: '/admin/users/:userId/invitation',
  summary: 'Send a person’s invitation again with a new link; the one before works no more',
  caller: 'admin',
  act: 'platform.manage',
  once: true,
  params: userParams,
  body: userInvitationInput,
  answer: z.object({ user: platformUser, mailed: z.boolean() }),
  status: 200,
});

/** The platform's endpoints, as contract/endpoints.ts lists them. */
export const platformEndpoints = [
  readPlatformHome,
  listCompanies,
  exportCompanies,
  readCompany,
  restrictCompany,
  listUsers,
  exportUsers,
  readUser,
  moveUser,
  inviteUserAgain,
] as const;
