import type { MemberSession } from '#contract/company/accounts.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { bestByWords } from '#rules/name-matching/word-rank.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { settingsPages, settingsUrl } from '#rules/pages/settings-pages.ts';
import type { Permission } from '#rules/permissions.ts';
import { destinationsFor } from '../../components/layout/navigation.tsx';
import type { SearchHit } from '../../components/layout/search-results.ts';
import { may } from '../../session/permissions.server.ts';
import { settingsMenu } from '../settings/settings-menu.ts';

interface Action {
  href: string;
  name: string;
  /** Other words that people type for it. */
  also: string;
  permission: Permission;
}

function getActions(noun: { singular: string }): Action[] {
  return [
    { href: '/clients/create', name: 'New client', also: 'add create', permission: 'records.write' },
    {
      href: '/activities/create',
      name: `New ${noun.singular}`,
      also: 'add create',
      permission: 'records.write',
    },
    { href: clientImportUrl(), name: 'Import clients', also: 'csv upload', permission: 'records.write' },
    { href: '/clients/export.csv', name: 'Export clients', also: 'csv download', permission: 'exports.read' },
    {
      href: settingsUrl('team', { invite: 'new' }),
      name: 'Invite people',
      also: 'add user member colleague',
      permission: 'team.manage',
    },
    {
      href: monitoringUrl('alerts', { assignee: 'me' }),
      name: 'Your alerts',
      also: 'alerts assigned to me',
      permission: 'records.read',
    },
    {
      href: monitoringUrl('reviews', { due: 'mine' }),
      name: 'Your reviews',
      also: 'reviews due',
      permission: 'records.read',
    },
    {
      href: settingsUrl('sessions'),
      name: 'Change password',
      also: 'profile sessions sign out',
      permission: 'self.read',
    },
  ];
}

const hitsFor = (places: readonly (SearchHit & { also?: string })[], text: string): SearchHit[] =>
  bestByWords(places, text, ({ name, also }) => [name, also ?? ''].join(' ')).map(
    ({ href, name, detail }) => ({ href, name, detail }),
  );

/** The pages that a member can open, and the actions that a member can take, that match a text. */
export function findPlaces(
  session: MemberSession,
  text: string,
): { pages: SearchHit[]; actions: SearchHit[] } {
  const { company, member } = session;
  const pages = [
    ...destinationsFor(company, member).map(({ to, label }) => ({ href: to, name: label, detail: 'Page' })),
    ...settingsPages
      .filter((page) => may(session, settingsMenu[page].sees))
      .map((page) => ({ href: settingsUrl(page), name: settingsMenu[page].label, detail: 'Settings' })),
  ];
  const actions = getActions(toActivityNoun(company.sector))
    .filter(({ permission }) => may(session, permission))
    .map(({ href, name, also }) => ({ href, name, also, detail: 'Action' }));
  return { pages: hitsFor(pages, text), actions: hitsFor(actions, text) };
}
