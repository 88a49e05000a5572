import { loadOwnSessions, ownSessionsAction } from '../../../components/account/sessions.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { accountPages } from '../../../session/second-factor-url.ts';

/** Data of the member's own profile, sessions and second factors. */
export async function loadSessionsView({ api, me }: MemberArgs) {
  const { company, member } = await me();
  const person = { name: member.name, loginId: member.loginId };
  return { person, ...(await loadOwnSessions(api, company.timeZone)) };
}

const handle = ownSessionsAction(accountPages.member);

/** Handles the forms of the member's own profile, sessions and second factors. */
export const handleSessionsAction = (args: MemberArgs) => handle(args);
