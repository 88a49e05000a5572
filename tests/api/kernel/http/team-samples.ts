import { dayFromNow } from '#tests/support/api/document-requests.ts';
import { invited } from '#tests/support/api/team.ts';
import type { SampleRequest, Setting } from './sample-requests.ts';

async function aMember({ test, company }: Setting, status: 'active' | 'invited' = 'active') {
  const { id } = await test.addMember(company.id, { status });
  return { params: { id }, version: 1 };
}

/** Sample requests of the team's endpoints. */
export const teamSamples: Record<string, (setting: Setting) => Promise<SampleRequest>> = {
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
