import { addSsoDomain, readSingleSignOn } from '#contract/company/single-sign-on.ts';
import { dayFromNow } from '#tests/support/api/document-requests.ts';
import { invited } from '#tests/support/api/team.ts';
import type { SampleRequest, Setting } from './sample-requests.ts';

async function aMember({ test, company }: Setting, status: 'active' | 'invited' = 'active') {
  const { id } = await test.addMember(company.id, { status });
  return { params: { id }, version: 1 };
}

/** A domain of the company with the record that proves it. */
async function aDomain({ test, company }: Setting): Promise<string> {
  const body = { domain: `d${crypto.randomUUID()}.example.test` };
  const { id } = (await test.request(addSsoDomain, { body }, { as: company.owner })).response;
  const { domains } = (await test.request(readSingleSignOn, {}, { as: company.owner })).response;
  const added = domains.find((each) => each.id === id);
  if (added !== undefined) test.txtRecords.set(added.recordName, [added.recordValue]);
  return id;
}

/** Sample requests of the team's endpoints. */
export const teamSamples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
  'sso.read': async () => ({}),
  'sso.addDomain': async () => ({ body: { domain: `d${crypto.randomUUID()}.example.test` } }),
  'sso.verifyDomain': async (setting) => ({ params: { id: await aDomain(setting) }, body: {} }),
  'sso.removeDomain': async (setting) => ({ params: { id: await aDomain(setting) }, body: {} }),
  'sso.save': async ({ test, company }) => {
    const { version } = (await test.request(readSingleSignOn, {}, { as: company.owner })).response;
    return { body: { version, mode: 'off', protocol: 'saml' } };
  },
  'sso.find': async () => ({ body: { loginId: 'someone@example.test' } }),
  'team.read': async () => ({}),
  'members.invite': async ({ test }) => ({
    body: {
      loginId: `${crypto.randomUUID()}@example.test`,
      role: 'auditor',
      accessEndsOn: dayFromNow(test, 30),
    },
  }),
  'members.resendInvitation': async (setting) => {
    const { params, version } = await aMember(setting, 'invited');
    return { params, body: { version } };
  },
  'members.read': async (setting) => ({ params: (await aMember(setting)).params }),
  'members.change': async (setting) => {
    const { params, version } = await aMember(setting);
    const body = { version, role: 'owner', designations: ['seniorManager'], reason: 'Becomes a partner' };
    return { params, body };
  },
  'members.transition': async (setting) => {
    const { params, version } = await aMember(setting);
    return { params, body: { version, to: 'suspended', reason: 'On leave until March' } };
  },
  'invitations.lookup': async ({ test, company }) => {
    const { secret } = await invited(test, company.owner, `${crypto.randomUUID()}@example.test`);
    return { body: { invite: secret } };
  },
  'invitations.accept': async ({ test, company, person }) => {
    const { secret } = await invited(test, company.owner, person.loginId);
    return { body: { invite: secret, name: 'Tama Invented' } };
  },
};
