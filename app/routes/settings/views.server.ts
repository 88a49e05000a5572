import type { Permission } from '#rules/permissions.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { loadAccessLog } from './access-log.server.ts';
import { handleSessionsAction, loadSessionsView } from './account/sessions.server.ts';
import { loadAudit } from './audit/audit.server.ts';
import { handleAuditAction } from './audit/verification.server.ts';
import { handleAuditStreamAction, loadAuditStream } from './audit-stream/audit-stream.server.ts';
import { handleBillingAction, loadBilling } from './billing.server.ts';
import { handleCompanySettings, loadCompany } from './company.server.ts';
import { handleLawChangesAction, loadLawChanges } from './law-changes/law-changes.server.ts';
import { handleNotificationsAction, loadNotificationSettings } from './notifications/notifications.server.ts';
import { handlePoliciesAction, loadPolicies } from './policies.server.ts';
import { loadPrivacy } from './privacy/privacy.server.ts';
import { handlePrivacyAction } from './privacy/privacy-actions.server.ts';
import { handleRetentionAction, loadRetention } from './retention.server.ts';
import { loadRules } from './rules.server.ts';
import { handleListsAction, loadLists } from './screening-lists/screening-lists.server.ts';
import { handleSingleSignOn, loadSingleSignOn } from './single-sign-on/single-sign-on.server.ts';
import { handleSupportAction, loadSupport } from './support/support.server.ts';
import { handleTeamAction, loadTeam } from './team/team.server.ts';
import type { SettingsViewName } from './views.tsx';
import { handleWorklistAction, loadWorklistSettings } from './worklists.server.ts';

export interface ViewServer {
  /** Permission required to see the view. */
  sees: Permission;
  /** Loads the view's data, which the page reads with `useViewData<typeof load…>()`. */
  load: (args: MemberArgs) => Promise<unknown>;
  /** Handles the view's forms; the page reads the result with `useViewActionData<typeof answer…>()`. Omitted if there are none. */
  result?: (args: MemberArgs) => Promise<unknown>;
}

/** Loader, action and permission of each view of /settings. */
export const viewServers: Record<SettingsViewName, ViewServer> = {
  company: { sees: 'company.read', load: loadCompany, result: handleCompanySettings },
  policies: { sees: 'records.read', load: loadPolicies, result: handlePoliciesAction },
  team: { sees: 'team.manage', load: loadTeam, result: handleTeamAction },
  sso: { sees: 'team.manage', load: loadSingleSignOn, result: handleSingleSignOn },
  worklists: { sees: 'worklists.manage', load: loadWorklistSettings, result: handleWorklistAction },
  lists: { sees: 'records.read', load: loadLists, result: handleListsAction },
  billing: { sees: 'company.read', load: loadBilling, result: handleBillingAction },
  retention: { sees: 'retention.read', load: loadRetention, result: handleRetentionAction },
  privacy: { sees: 'privacy.read', load: loadPrivacy, result: handlePrivacyAction },
  rules: { sees: 'records.read', load: loadRules },
  'law-changes': { sees: 'records.read', load: loadLawChanges, result: handleLawChangesAction },
  support: { sees: 'company.read', load: loadSupport, result: handleSupportAction },
  audit: { sees: 'auditLog.read', load: loadAudit, result: handleAuditAction },
  stream: { sees: 'company.write', load: loadAuditStream, result: handleAuditStreamAction },
  access: { sees: 'auditLog.read', load: loadAccessLog },
  notifications: {
    sees: 'self.read',
    load: loadNotificationSettings,
    result: handleNotificationsAction,
  },
  sessions: { sees: 'self.read', load: loadSessionsView, result: handleSessionsAction },
};
