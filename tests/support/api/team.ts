import { inviteMember } from '#contract/company/members.ts';
import type { TestApi, TestPerson } from './api.ts';

/** The secret in the newest link emailed to an address. */
export function getInviteSecret(test: TestApi, loginId: string): string {
  const { url } =
    test.identityService.invitations().findLast((invitation) => invitation.loginId === loginId) ?? {};
  const secret = url === undefined ? null : new URL(url).searchParams.get('invite');
  if (secret === null) throw new Error(`Nobody invited ${loginId}.`);
  return secret;
}

/** Invites an address as a member. @returns the link's secret and the member as the team sees them */
export async function invited(test: TestApi, by: TestPerson, loginId: string) {
  const body = { loginId, role: 'member' as const };
  const { member } = (await test.request(inviteMember, { body }, { as: by })).response;
  return { member, secret: getInviteSecret(test, loginId) };
}
