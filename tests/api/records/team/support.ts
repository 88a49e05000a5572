import {
  acceptInvitation,
  changeMember,
  inviteMember,
  readTeam,
  transitionMember,
} from '#contract/company/members.ts';
import type { TestApi, TestCompany, TestPerson } from '#tests/support/api/api.ts';
import { getInviteSecret } from '#tests/support/api/team.ts';

const reason = 'Agreed with the partners';

/** The membership with a login id, as the team sees it. */
async function findInTeam(api: TestApi, { owner }: TestCompany, { loginId }: TestPerson) {
  const { members } = (await api.request(readTeam, {}, { as: owner })).response;
  const found = members.find((member) => member.loginId === loginId && member.status !== 'removed');
  if (found === undefined) throw new Error(`${loginId} is not in the team.`);
  return found;
}

/** Moves a person to another status, as the owner. */
export async function moveMember(
  api: TestApi,
  company: TestCompany,
  person: TestPerson,
  to: 'active' | 'suspended' | 'removed',
): Promise<void> {
  const { id, version } = await findInTeam(api, company, person);
  const input = { params: { id }, body: { to, version, reason } };
  const { status, text } = await api.request(transitionMember, input, { as: company.owner });
  if (status !== 200) throw new Error(`The member was not moved: ${text}`);
}

/** Changes a person's role, designations or last day of access, as the owner or another. */
export async function changeAccess(
  api: TestApi,
  company: TestCompany,
  person: TestPerson,
  changes: object,
  as = company.owner,
): Promise<void> {
  const { id, version, role, designations } = await findInTeam(api, { ...company, owner: as }, person);
  const body = { role, designations, version, reason, ...changes } as never;
  const { status, text } = await api.request(changeMember, { params: { id }, body }, { as });
  if (status !== 200) throw new Error(`The member was not changed: ${text}`);
}

/** Removes a person and has them join again with the same account, as a compliance officer. @returns id of the new membership */
export async function reinvite(api: TestApi, company: TestCompany, person: TestPerson): Promise<string> {
  await moveMember(api, company, person, 'removed');
  const { loginId, name } = person;
  const body = { loginId, role: 'member' as const, designations: ['complianceOfficer' as const] };
  await api.request(inviteMember, { body }, { as: company.owner });
  await api.clock.advance(60);
  const invite = getInviteSecret(api, loginId);
  const joined = await api.request(acceptInvitation, { body: { invite, name } }, { as: person });
  await api.clock.advance(60);
  const { id } = joined.response.member;
  if (id === person.id) throw new Error('The person has the former membership.');
  return id;
}
