import type { SettingsPage } from '#rules/pages/settings-pages.ts';
import type { Permission } from '#rules/permissions.ts';

/** Groups of pages, in the order of the navigation. */
export const settingsGroups = {
  organisation: 'Organisation',
  compliance: 'Compliance',
  data: 'Data',
  access: 'Access',
} as const;

interface MenuEntry {
  group: keyof typeof settingsGroups;
  label: string;
  /** Permission required to see the page. */
  sees: Permission;
}

/** The pages of the settings in the order of their group. */
export const settingsMenu: Readonly<Record<SettingsPage, MenuEntry>> = {
  company: { group: 'organisation', label: 'Company', sees: 'company.read' },
  policies: { group: 'compliance', label: 'Policies', sees: 'records.read' },
  team: { group: 'organisation', label: 'Team', sees: 'team.manage' },
  worklists: { group: 'compliance', label: 'Worklists', sees: 'worklists.manage' },
  lists: { group: 'compliance', label: 'Screening lists', sees: 'records.read' },
  billing: { group: 'organisation', label: 'Billing', sees: 'company.read' },
  retention: { group: 'data', label: 'Retention', sees: 'retention.read' },
  privacy: { group: 'data', label: 'Privacy', sees: 'privacy.read' },
  rules: { group: 'compliance', label: 'Rules in force', sees: 'records.read' },
  'law-changes': { group: 'compliance', label: 'Law changes', sees: 'records.read' },
  support: { group: 'access', label: 'Support access', sees: 'company.read' },
  audit: { group: 'data', label: 'Audit log', sees: 'auditLog.read' },
  stream: { group: 'data', label: 'Audit stream', sees: 'company.write' },
  sso: { group: 'access', label: 'Single sign-on', sees: 'team.manage' },
  access: { group: 'access', label: 'Access log', sees: 'auditLog.read' },
  notifications: { group: 'access', label: 'Notifications', sees: 'self.read' },
  sessions: { group: 'access', label: 'Your profile', sees: 'self.read' },
};
