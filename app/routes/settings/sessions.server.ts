import { endSessionAction, loadOwnSessions } from '../../components/account/sessions.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';

/** Data of the member's own sessions. */
export async function loadSessionsView({ api, me }: MemberArgs) {
  const { company } = await me();
  return loadOwnSessions(api, company.timeZone);
}

export const handleSessionsAction: (args: MemberArgs) => Promise<Response> =
  endSessionAction('/settings?view=sessions');
