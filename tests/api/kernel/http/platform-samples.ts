import { createAuditStream } from '#contract/platform/audit-stream.ts';
import { readCompany } from '#contract/platform/platform.ts';
import { addClient } from '#tests/support/api/retention.ts';
import { consentToGrant, requestGrant } from '#tests/support/api/support-grants.ts';
import type { SampleRequest, Setting } from './sample-requests.ts';

const aUser = async ({ test, company }: Setting, status: 'active' | 'invited' = 'active') => ({
  userId: (await test.addMember(company.id, { status })).id,
});

const removeStream = ({ test, company }: Setting) =>
  test.database.asSuperuser('DELETE FROM assay.audit_streams WHERE company_id = $1', [company.id]);

async function addStream(setting: Setting): Promise<void> {
  await removeStream(setting);
  const body = { url: 'https://siem.example.com/events' };
  await setting.test.request(createAuditStream, { body }, { as: setting.company.owner });
}

/** Sample requests of the platform's endpoints for an admin. */
export const platformSamples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  'platform.home': async () => ({}),
  'platform.companies.list': async () => ({
    query: { q: 'kauri', country: 'NZL', restricted: 'no', subscription: 'active', onboarding: 'done' },
  }),
  'platform.companies.export': async () => ({ query: { country: 'NZL' } }),
  'platform.companies.read': async ({ company }) => ({ params: { companyId: company.id } }),
  'platform.companies.restrict': async ({ test }) => {
    const params = { companyId: (await test.addCompany('Sample to restrict')).id };
    const { company } = (await test.request(readCompany, { params }, { as: test.admin })).response;
    return { params, body: { version: company.version, to: 'restricted', reason: 'Plan overdue' } };
  },
  'auditStream.read': async () => ({}),
  'auditStream.create': async (setting) => {
    await removeStream(setting);
    return { body: { url: 'https://siem.example.com/events' } };
  },
  'auditStream.rotate': async (setting) => {
    await addStream(setting);
    return {};
  },
  'auditStream.remove': async (setting) => {
    await addStream(setting);
    return {};
  },
  'support.list': async () => ({}),
  'support.decide': async (setting) => {
    const { id } = await requestGrant(setting);
    return { params: { id }, body: { version: 1, decision: 'approved' } };
  },
  'support.revoke': async (setting) => {
    const { id, version } = await consentToGrant(setting);
    return { params: { id }, body: { version } };
  },
  'platform.support.list': async ({ company }) => ({ params: { companyId: company.id } }),
  'platform.support.request': async ({ test }) => ({
    params: { companyId: (await test.addCompany('Sample to support')).id },
    body: { reason: 'Import fails, ticket 12', hours: 2 },
  }),
  'platform.support.clients': async (setting) => {
    await consentToGrant(setting);
    return { params: { companyId: setting.company.id }, query: { q: 'Exampleton' } };
  },
  'platform.support.client': async (setting) => {
    await consentToGrant(setting);
    const { id } = await addClient(setting.test, setting.company);
    return { params: { companyId: setting.company.id, id } };
  },
  'platform.users.list': async ({ company }) => ({
    query: { q: 'owner of', status: 'active', company: company.id },
  }),
  'platform.users.export': async () => ({ query: { status: 'active' } }),
  'platform.users.read': async (setting) => ({ params: await aUser(setting) }),
  'platform.users.transition': async (setting) => ({
    params: await aUser(setting),
    body: { version: 1, to: 'suspended', reason: 'Reported by the company' },
  }),
  'platform.users.resendInvitation': async (setting) => ({
    params: await aUser(setting, 'invited'),
    body: { version: 1, reason: 'The mail did not arrive' },
  }),
};
