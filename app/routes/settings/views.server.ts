import type { Act } from '#rules/access.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { answerAudit, loadAudit } from './audit.server.ts';
import { answerBilling, loadBilling } from './billing.server.ts';
import { answerCompany, loadCompany } from './company.server.ts';
import { answerLists, loadLists } from './lists.server.ts';
import { answerPolicies, loadPolicies } from './policies.server.ts';
import { answerRetention, loadRetention } from './retention.server.ts';
import { answerTeam, loadTeam } from './team.server.ts';
import type { SettingsViewName } from './views.tsx';
import { answerWorklistSettings, loadWorklistSettings } from './worklists.server.ts';

export interface ViewServer {
  /** Whoever may do this sees the view. */
  sees: Act;
  /** What the page shows; it takes it with `useShown<typeof load…>()`. */
  load: (args: MemberArgs) => Promise<unknown>;
  /** Answers the view's forms; the page takes what came back with `useAnswer<typeof answer…>()`. Left out where it has none. */
  answer?: (args: MemberArgs) => Promise<unknown>;
}

/** What stands behind each view of /settings. */
export const viewServers: Record<SettingsViewName, ViewServer> = {
  company: { sees: 'company.read', load: loadCompany, answer: answerCompany },
  policies: { sees: 'records.read', load: loadPolicies, answer: answerPolicies },
  team: { sees: 'team.manage', load: loadTeam, answer: answerTeam },
  worklists: { sees: 'worklists.manage', load: loadWorklistSettings, answer: answerWorklistSettings },
  lists: { sees: 'records.read', load: loadLists, answer: answerLists },
  billing: { sees: 'company.read', load: loadBilling, answer: answerBilling },
  retention: { sees: 'retention.destroy', load: loadRetention, answer: answerRetention },
  audit: { sees: 'auditLog.read', load: loadAudit, answer: answerAudit },
};
