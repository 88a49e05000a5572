import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import routes from '#app/routes.ts';
import { clientTabs } from '#rules/clients/client-tabs.ts';
import { monitoringPages } from '#rules/pages/monitoring-pages.ts';
import { settingsPages } from '#rules/pages/settings-pages.ts';
import { movedUrl, redirectMovedPages } from '../../../server/moved-pages.ts';

const id = '01890000-0000-7000-8000-000000000000';
const client = `/clients/${id}`;

function moved(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  return movedUrl(pathname, searchParams);
}

interface Entry {
  path?: string;
  children?: Entry[];
}

const paths = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...paths(children),
  ]);

describe('the former address of a page', () => {
  it.each([
    ['/settings?view=team', '/settings/team'],
    ['/settings?view=company', '/settings'],
    ['/settings?view=team&member=1&confirm=remove', '/settings/team?member=1&confirm=remove'],
    ['/settings?member=1&view=team', '/settings/team?member=1'],
    ['/settings?view=audit&action=a&action=b%26c', '/settings/audit?action=a&action=b%26c'],
    ['/monitoring?view=alerts&assignee=me', '/monitoring?assignee=me'],
    ['/monitoring?view=reviews&due=mine', '/monitoring/reviews?due=mine'],
    ['/monitoring?view=worklists&worklist=7&after=x', '/monitoring/worklists/7?after=x'],
    [`/monitoring?alert=${id}&type=screeningMatch`, `/monitoring/alerts/${id}?type=screeningMatch`],
    [`/monitoring?view=reviews&review=${id}`, `/monitoring/reviews/${id}`],
    [`${client}?tab=risk`, `${client}/risk`],
    [`${client}?tab=overview`, client],
    [`${client}?tab=__proto__`, client],
    [`${client}?funds=new&activity=x`, `${client}/risk?funds=new&activity=x`],
    [`${client}?request=${id}`, `${client}/documents?request=${id}`],
    [`${client}?tab=history&before=12`, `${client}/history?before=12`],
    ['/clients?view=import&import=7', '/clients/import?import=7'],
    ['/clients?view=bulk', '/clients/bulk'],
    ['/admin/home?view=sessions', '/admin/sessions'],
    [`/admin/companies/${id}?view=support`, `/admin/companies/${id}/support`],
  ])('%s is now %s', (former, url) => {
    expect(moved(former)).toBe(url);
  });

  it.each([
    '/settings',
    '/settings?member=1',
    '/settings/team?view=team',
    '/monitoring',
    '/monitoring?assignee=me',
    client,
    `${client}?confirm=exited`,
    `${client}?record=pep`,
    `${client}/risk?tab=people`,
    '/clients?view=all&tab=risk',
    '/clients?view=views',
    '/clients/create?tab=risk',
    '/admin/home?view=',
    `/activities/${id}?tab=risk`,
  ])('%s has not moved', (url) => {
    expect(moved(url)).toBeUndefined();
  });

  it('leads to no other site and to a path that no page has if its view is unknown', () => {
    expect(moved('/settings?view=nowhere')).toBe('/settings/nowhere');
    expect(moved('/settings?view=')).toBe('/settings/unknown');
    expect(moved('/settings?view=//evil.example/x')).toBe('/settings/%2F%2Fevil.example%2Fx');
    expect(moved('/settings?view=constructor')).toBe('/settings/constructor');
    expect(moved('/monitoring?view=../admin')).toBe('/monitoring/..%2Fadmin');
    expect(moved('/monitoring?alert=../../x')).toBe('/monitoring/alerts/..%2F..%2Fx');
  });

  it('leads to a route, for every page of settings and monitoring and every tab of a client', () => {
    const known = new Set(paths(routes as Entry[]).map((path) => path.replace(':id', id)));
    const former = [
      ...settingsPages.map((page) => `/settings?view=${page}`),
      ...monitoringPages.map((page) => `/monitoring?view=${page}`),
      ...clientTabs.map((tab) => `${client}?tab=${tab}`),
      `/monitoring?alert=${id}`,
      `/monitoring?review=${id}`,
      `/monitoring?view=worklists&worklist=${id}`,
      '/admin/home?view=sessions',
      `/admin/companies/${id}?view=support`,
    ];
    for (const url of former) expect(known).toContain(moved(url));
  });

  it('leads to a page that has not moved', () => {
    for (const page of settingsPages) expect(moved(moved(`/settings?view=${page}`) ?? '')).toBeUndefined();
    for (const tab of clientTabs) expect(moved(moved(`${client}?tab=${tab}`) ?? '')).toBeUndefined();
  });
});

describe('a request of a former address', () => {
  const web = new Hono<{ Bindings: HttpBindings }>();
  redirectMovedPages(web);
  web.all('*', (c) => c.text('a page'));
  const answer = async (path: string, init?: RequestInit) => {
    const { status, headers } = await web.request(path, init);
    return [status, headers.get('Location')];
  };
  const form = { method: 'POST', body: new URLSearchParams({ intent: 'invite', requestKey: 'one' }) };

  it('is redirected, a form so that it is posted again', async () => {
    expect(await answer('/settings?view=team&member=1')).toEqual([302, '/settings/team?member=1']);
    expect(await answer('/settings?view=team', { method: 'HEAD' })).toEqual([302, '/settings/team']);
    expect(await answer('/settings?view=team', form)).toEqual([307, '/settings/team']);
    expect(await answer(`${client}?funds=new`, form)).toEqual([307, `${client}/risk?funds=new`]);
    const large = { method: 'POST', body: 'x'.repeat(3_000_000) };
    expect(await answer('/clients?view=import', large)).toEqual([307, '/clients/import']);
  });

  it('of a page’s data leads to the document, and of its form to the data of the new address', async () => {
    expect(await answer('/settings.data?view=team')).toEqual([302, '/moved.data?to=%2Fsettings%2Fteam']);
    expect(await answer('/settings.data?view=team&x=1', form)).toEqual([307, '/settings/team.data?x=1']);
  });

  it('for parts of the table of routes is told to load the document', async () => {
    const response = await web.request('/__manifest?p=%2Fsettings&version=one');
    expect([response.status, response.headers.get('X-Remix-Reload-Document')]).toEqual([204, 'true']);
  });

  it('is passed on if the page has not moved', async () => {
    expect(await answer('/settings/team')).toEqual([200, null]);
    expect(await answer('/settings', form)).toEqual([200, null]);
  });
});
