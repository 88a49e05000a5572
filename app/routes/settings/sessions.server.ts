import { loadOwnSessions, ownSessionsAction } from '../../components/account/sessions.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';

/** Data of the member's own sessions and second factors. */
export async function loadSessionsView({ api, me }: MemberArgs) {
  const { company } = await me();
  return loadOwnSessions(api, company.timeZone);
}

const handle = ownSessionsAction('/settings?view=sessions');

/** Handles the buttons of the member's own sessions and second factors. */
export const handleSessionsAction = (args: MemberArgs) => handle(args);
