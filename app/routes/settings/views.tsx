import type { ComponentType } from 'react';
import AccessLogView from './access-log-view.tsx';
import SessionsView from './account/sessions-view.tsx';
import AuditView from './audit/audit-view.tsx';
import AuditStreamView from './audit-stream/audit-stream-view.tsx';
import BillingView from './billing-view.tsx';
import CompanyView from './company-view.tsx';
import LawChangesView from './law-changes/law-changes-view.tsx';
import NotificationsView from './notifications/notifications-view.tsx';
import PoliciesView from './policies-view.tsx';
import PrivacyView from './privacy/privacy-view.tsx';
import RetentionView from './retention-view.tsx';
import RulesView from './rules-view.tsx';
import ListsView from './screening-lists/screening-lists-view.tsx';
import SingleSignOnView from './single-sign-on/single-sign-on-view.tsx';
import SupportView from './support/support-view.tsx';
import TeamView from './team/team-view.tsx';
import WorklistsView from './worklists-view.tsx';

/** Groups of views, in the order of the navigation. */
export const settingsGroups = {
  organisation: 'Organisation',
  compliance: 'Compliance',
  data: 'Data',
  access: 'Access',
} as const;

type SettingsGroup = keyof typeof settingsGroups;

/**
 * The views of /settings in the order of their group: name in `?view=`, group, label and page. Loader, action and permission are under the same name in
 * `views.server.ts`.
 */
export const settingsViews = {
  company: { group: 'organisation', label: 'Company', Page: CompanyView },
  policies: { group: 'compliance', label: 'Policies', Page: PoliciesView },
  team: { group: 'organisation', label: 'Team', Page: TeamView },
  worklists: { group: 'compliance', label: 'Worklists', Page: WorklistsView },
  lists: { group: 'compliance', label: 'Screening lists', Page: ListsView },
  billing: { group: 'organisation', label: 'Billing', Page: BillingView },
  retention: { group: 'data', label: 'Retention', Page: RetentionView },
  privacy: { group: 'data', label: 'Privacy', Page: PrivacyView },
  rules: { group: 'compliance', label: 'Rules in force', Page: RulesView },
  'law-changes': { group: 'compliance', label: 'Law changes', Page: LawChangesView },
  support: { group: 'access', label: 'Support access', Page: SupportView },
  audit: { group: 'data', label: 'Audit log', Page: AuditView },
  stream: { group: 'data', label: 'Audit stream', Page: AuditStreamView },
  sso: { group: 'access', label: 'Single sign-on', Page: SingleSignOnView },
  access: { group: 'access', label: 'Access log', Page: AccessLogView },
  notifications: { group: 'access', label: 'Notifications', Page: NotificationsView },
  sessions: { group: 'access', label: 'Your profile', Page: SessionsView },
} as const satisfies Record<string, { group: SettingsGroup; label: string; Page: ComponentType }>;

export type SettingsViewName = keyof typeof settingsViews;

export const isSettingsView = (name: string): name is SettingsViewName => Object.hasOwn(settingsViews, name);

/** URL of a view. */
export const settingsPath = (view: SettingsViewName): string => `/settings?view=${view}`;
