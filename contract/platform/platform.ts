import { z } from 'zod';
import { address } from '#contract/addresses.ts';
import { billingCountry, companyState, designation, memberRole } from '#contract/company/accounts.ts';
import { memberStatus } from '#contract/company/members.ts';
import { endpoint } from '#contract/endpoint.ts';
import {
  instant,
  namedRecord,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { subscriptionStatus } from './billing.ts';

/** Platform administration. It shows the number of a company's clients, and nothing else about them. */

const count = z.object({ count: z.number().int(), capped: z.boolean() });

/** Company as shown in lists. */
export const platformCompany = z.object({
  id: recordId,
  name: z.string(),
  legalName: z.string().nullable(),
  billingCountryCode: billingCountry,
  accessRestricted: z.boolean(),
  /** True if an admin restricted it; otherwise its setup is incomplete. */
  restrictedByAdmin: z.boolean(),
  onboardingStep: companyState.shape.onboardingStep,
  subscriptionActive: z.boolean(),
  /** Null before the first checkout. */
  subscriptionStatus: subscriptionStatus.nullable(),
  plan: z.string().nullable(),
  /** Number of active members. */
  people: z.number().int(),
  createdAt: instant,
});
export type PlatformCompany = z.infer<typeof platformCompany>;

/** User as shown in lists. */
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
  company: namedRecord,
});
export type PlatformUser = z.infer<typeof platformUser>;

/** Totals added in one calendar month (UTC). */
const monthFigures = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  companies: z.number().int(),
  people: z.number().int(),
  checks: z.number().int(),
  alerts: z.number().int(),
});

/** Pending work for an admin: its total and a few of the newest. */
const attention = z.object({
  kind: z.enum(['restricted', 'pastDue', 'noSubscription', 'onboardingStalled', 'invitationsLapsed']),
  total: count,
  /** Companies, or the companies of the users. */
  examples: z.array(z.object({ id: recordId, name: z.string(), note: z.string().nullable() })),
});
export type PlatformAttention = z.infer<typeof attention>;

/** Background failures of the last seven days. */
const failures = z.object({
  /** Jobs whose last run failed, with the number of failures and the time of the last. */
  jobs: z.array(z.object({ name: z.string(), failed: z.number().int(), lastAt: instant })),
  /** Emails of document requests that failed, and some of the companies affected. */
  mails: z.object({ total: count, companies: z.array(namedRecord) }),
});
export type PlatformFailures = z.infer<typeof failures>;

export const readPlatformHome = endpoint({
  id: 'platform.home',
  method: 'GET',
  path: '/admin/overview',
  summary: 'Get totals of companies, users, checks and alerts by month, and what needs attention',
  caller: 'admin',
  permission: 'platform.read',
  response: z.object({
    totals: z.object({ companies: count, people: count, openAlerts: count }),
    /** The last twelve months, oldest first, including the current one. */
    months: z.array(monthFigures),
    attention: z.array(attention),
    failures,
  }),
  status: 200,
});

const searchText = optionalText({ max: 200 });
const before = z.uuid({ error: 'This page is no longer available' }).optional();

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
  summary: 'List companies, newest first, 50 a page',
  caller: 'admin',
  permission: 'platform.read',
  query: companyFilters.extend({ before }),
  response: z.object({ items: z.array(platformCompany), total: count, nextBefore: recordId.nullable() }),
  status: 200,
});

export const exportCompanies = endpoint({
  id: 'platform.companies.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/admin/companies/export',
  summary: 'Export filtered companies as CSV',
  caller: 'admin',
  permission: 'platform.read',
  query: companyFilters,
  response: { contentType: 'text/csv; charset=utf-8' },
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
  /** The first 100 by name. */
  people: z.array(platformUser),
  /** Each counted up to 10,000. */
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
  /** Admin actions on this company and its users, newest first. */
  actions: z.array(
    z.object({
      seq: z.number().int(),
      at: instant,
      action: z.string(),
      adminName: z.string(),
      /** User affected, if any. */
      person: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

export const readCompany = endpoint({
  id: 'platform.companies.read',
  method: 'GET',
  path: '/admin/companies/:companyId',
  summary: 'Show a company: profile, flags, subscription, people, storage used and admin actions',
  caller: 'admin',
  permission: 'platform.read',
  params: companyParams,
  response: platformCompanyDetail,
  status: 200,
});

/** Reason of the admin action; recorded in the audit logs of the company and the platform. */
const reason = requiredText('Enter a reason', { max: 500 });

export const restrictionInput = z.object({
  version: recordVersion,
  to: z.enum(['restricted', 'open'], { error: 'Select an action' }),
  /** The reason of a restriction is shown to the company's members. */
  reason,
});

export const restrictCompany = endpoint({
  id: 'platform.companies.restrict',
  recentProof: true,
  method: 'POST',
  path: '/admin/companies/:companyId/restriction',
  summary: 'Restrict a company’s access with a reason shown to its members, or remove the restriction',
  caller: 'admin',
  permission: 'platform.manage',
  once: true,
  params: companyParams,
  body: restrictionInput,
  response: z.object({ version: z.number().int(), accessRestricted: z.boolean() }),
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
  summary: 'List users of all companies, newest first, 50 a page',
  caller: 'admin',
  permission: 'platform.read',
  query: userFilters.extend({ before }),
  response: z.object({
    items: z.array(platformUser),
    total: count,
    nextBefore: recordId.nullable(),
    /** The company whose users are listed, if filtered by one. */
    company: namedRecord.nullable(),
  }),
  status: 200,
});

export const exportUsers = endpoint({
  id: 'platform.users.export',
  uses: 'export',
  recentProof: true,
  method: 'GET',
  path: '/admin/users/export',
  summary: 'Export filtered users as CSV',
  caller: 'admin',
  permission: 'platform.read',
  query: userFilters,
  response: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

const userParams = z.object({ userId: recordId });

export const readUser = endpoint({
  id: 'platform.users.read',
  method: 'GET',
  path: '/admin/users/:userId',
  summary: 'Get a user',
  caller: 'admin',
  permission: 'platform.read',
  params: userParams,
  response: platformUser,
  status: 200,
});

export const userTransitionInput = z.object({
  version: recordVersion,
  to: z.enum(['active', 'suspended'], { error: 'Select an action' }),
  reason,
});

export const transitionUser = endpoint({
  id: 'platform.users.transition',
  recentProof: true,
  method: 'POST',
  path: '/admin/users/:userId/transitions',
  summary: 'Suspend or reactivate a user',
  caller: 'admin',
  permission: 'platform.manage',
  once: true,
  params: userParams,
  body: userTransitionInput,
  response: platformUser,
  status: 200,
});

export const userInvitationInput = z.object({ version: recordVersion, reason });

export const inviteUserAgain = endpoint({
  id: 'platform.users.resendInvitation',
  method: 'POST',
  path: '/admin/users/:userId/invitation/resend',
  summary: 'Resend an invitation with a new link. The previous link stops working',
  caller: 'admin',
  permission: 'platform.manage',
  once: true,
  params: userParams,
  body: userInvitationInput,
  response: z.object({ user: platformUser, mailed: z.boolean() }),
  status: 200,
});
