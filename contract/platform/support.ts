import { z } from 'zod';
import { client, clientListItem } from '#contract/clients/client-record.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, namedRecord, recordId, recordVersion, requiredText } from '#contract/fields.ts';
import { maxSupportHours, supportGrantStates } from '#rules/support-grants.ts';

/** A platform admin’s access to a company’s client records, with its consent. */
export const supportGrant = z.object({
  id: recordId,
  version: z.number().int(),
  admin: namedRecord,
  reason: z.string(),
  hours: z.number().int(),
  state: z.enum(supportGrantStates),
  requestedAt: instant,
  decidedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export type SupportGrant = z.infer<typeof supportGrant>;

const grants = z.object({ grants: z.array(supportGrant) });
const byId = z.object({ id: recordId });
const ofCompany = z.object({ companyId: recordId });

export const listSupportGrants = endpoint({
  id: 'support.list',
  method: 'GET',
  path: '/support-grants',
  summary: 'List the latest 50 requests of platform admins for access to client records, newest first',
  caller: 'member',
  permission: 'company.read',
  response: grants,
  status: 200,
});

export const decideSupportGrant = endpoint({
  id: 'support.decide',
  method: 'POST',
  path: '/support-grants/:id/decision',
  summary: 'Consent to a platform admin’s access for the requested hours, or decline it',
  caller: 'member',
  permission: 'support.consent',
  once: true,
  params: byId,
  body: z.object({
    version: recordVersion,
    decision: z.enum(['approved', 'declined'], { error: 'Select a decision' }),
  }),
  response: supportGrant,
  status: 200,
});

export const revokeSupportGrant = endpoint({
  id: 'support.revoke',
  method: 'POST',
  path: '/support-grants/:id/revocation',
  summary: 'End a platform admin’s access at once',
  caller: 'member',
  permission: 'support.consent',
  once: true,
  params: byId,
  body: z.object({ version: recordVersion }),
  response: supportGrant,
  status: 200,
});

export const listCompanySupportGrants = endpoint({
  id: 'platform.support.list',
  method: 'GET',
  path: '/admin/companies/:companyId/support-grants',
  summary: 'List your latest 50 requests for access to a company’s client records, newest first',
  caller: 'admin',
  permission: 'platform.read',
  params: ofCompany,
  response: grants,
  status: 200,
});

export const requestSupportGrant = endpoint({
  id: 'platform.support.request',
  method: 'POST',
  path: '/admin/companies/:companyId/support-grants',
  summary: 'Request access to a company’s client records. An owner must consent',
  caller: 'admin',
  permission: 'platform.manage',
  once: true,
  params: ofCompany,
  body: z.object({
    reason: requiredText('Enter a reason', { max: 500 }),
    hours: z.coerce
      .number({ error: 'Enter a number of hours' })
      .int({ error: 'Enter whole hours' })
      .min(1, { error: 'Enter at least 1 hour' })
      .max(maxSupportHours, { error: `Enter at most ${maxSupportHours} hours` }),
  }),
  response: supportGrant,
  status: 201,
});

export const searchSupportClients = endpoint({
  id: 'platform.support.clients',
  method: 'GET',
  path: '/admin/companies/:companyId/support/clients',
  summary: 'Search a company’s clients under an active grant: the best 20. Recorded in its audit log',
  caller: 'admin',
  permission: 'platform.read',
  params: ofCompany,
  query: z.object({ q: requiredText('Enter a name or number to search', { max: 200 }) }),
  response: z.object({ items: z.array(clientListItem) }),
  status: 200,
});

export const readSupportClient = endpoint({
  id: 'platform.support.client',
  method: 'GET',
  path: '/admin/companies/:companyId/support/clients/:id',
  summary: 'Get a company’s client under an active grant. Recorded in its audit log',
  caller: 'admin',
  permission: 'platform.read',
  params: ofCompany.extend({ id: recordId }),
  response: client,
  status: 200,
});
