import type { ComponentType } from 'react';
import AccessLogView from './access-log-view.tsx';
import SessionsView from './account/sessions-view.tsx';
import AuditView from './audit-view.tsx';
import BillingView from './billing-view.tsx';
import CompanyView from './company-view.tsx';
import LawChangesView from './law-changes/law-changes-view.tsx';
import PoliciesView from './policies-view.tsx';
import PrivacyView from './privacy/privacy-view.tsx';
import RetentionView from './retention-view.tsx';
import RulesView from './rules-view.tsx';
import ListsView from './screening-lists/screening-lists-view.tsx';
import SingleSignOnView from './single-sign-on/single-sign-on-view.tsx';
import SupportView from './support/support-view.tsx';
import TeamView from './team/team-view.tsx';
import WorklistsView from './worklists-view.tsx';

/**
 * The views of /settings in tab order: name in `?view=`, tab label and page. Loader, action and permission are under the same name in
 * `views.server.ts`.
 */
export const settingsViews = {
  company: { label: 'Company', Page: CompanyView },
  policies: { label: 'Policies', Page: PoliciesView },
  team: { label: 'Team', Page: TeamView },
  sso: { label: 'Single sign-on', Page: SingleSignOnView },
  worklists: { label: 'Worklists', Page: WorklistsView },
  lists: { label: 'Screening lists', Page: ListsView },
  billing: { label: 'Billing', Page: BillingView },
  retention: { label: 'Retention', Page: RetentionView },
  privacy: { label: 'Privacy', Page: PrivacyView },
  rules: { label: 'Rules in force', Page: RulesView },
  'law-changes': { label: 'Law changes', Page: LawChangesView },
  support: { label: 'Support access', Page: SupportView },
  audit: { label: 'Audit log', Page: AuditView },
  access: { label: 'Access log', Page: AccessLogView },
  sessions: { label: 'Your profile', Page: SessionsView },
} as const satisfies Record<string, { label: string; Page: ComponentType }>;

export type SettingsViewName = keyof typeof settingsViews;

export const isSettingsView = (name: string): name is SettingsViewName => Object.hasOwn(settingsViews, name);

/** URL of a view. */
export const settingsPath = (view: SettingsViewName): string => `/settings?view=${view}`;
