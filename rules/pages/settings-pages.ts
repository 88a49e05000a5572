import { type PageQuery, pageUrl } from '#rules/pages/page-url.ts';

/** Pages of the settings by the last part of their path. `company` is `/settings` itself. */
export const settingsPages = [
  'company',
  'policies',
  'team',
  'worklists',
  'lists',
  'billing',
  'retention',
  'privacy',
  'rules',
  'law-changes',
  'support',
  'audit',
  'stream',
  'sso',
  'access',
  'notifications',
  'sessions',
] as const;

export type SettingsPage = (typeof settingsPages)[number];

/** URL of a page of the settings. `section`: id of the element that it opens at. */
export function settingsUrl(page: SettingsPage, query?: PageQuery, section?: string): string {
  return pageUrl(page === 'company' ? '/settings' : `/settings/${page}`, query, section);
}
