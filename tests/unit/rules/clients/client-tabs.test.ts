import { expect, it } from 'vitest';
import { fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import {
  clientSections,
  clientSectionUrl,
  clientTabAt,
  clientTabs,
  clientTabUrl,
  getClientTab,
  isClientSection,
} from '#rules/clients/client-tabs.ts';
import { messageSections } from '../../../../app/flash.ts';
import { fixUrl } from '../../../../app/resolution-urls.ts';

const tabOf = (query: string) => getClientTab(new URLSearchParams(query));

it('finds the tab that a former URL named, else that of what it opened, else the overview', () => {
  for (const tab of clientTabs) expect(tabOf(`tab=${tab}&party=new`)).toBe(tab);
  expect(tabOf('')).toBe('overview');
  expect(tabOf('tab=__proto__')).toBe('overview');
  expect(tabOf('tab=&toString=1')).toBe('overview');
  expect(tabOf('tab=nonsense&party=new')).toBe('people');
  expect(tabOf('verify=new&activity=x')).toBe('identity');
  expect(tabOf('funds=new&activity=x')).toBe('risk');
  expect(tabOf('request=new&for=x')).toBe('documents');
  expect(tabOf('remove=x')).toBe('documents');
  expect(tabOf('before=12')).toBe('history');
  expect(tabOf('confirm=verified')).toBe('overview');
});

it('leads to the tab of each section', () => {
  expect(clientTabUrl('1', 'overview')).toBe('/clients/1');
  for (const [section, tab] of Object.entries(clientSections)) {
    if (!isClientSection(section)) throw new Error(section);
    const url = new URL(clientSectionUrl('1', section), 'http://localhost');
    expect([url.hash, clientTabAt(url.pathname)]).toEqual([`#${section}`, tab]);
  }
  expect(clientSectionUrl('1', 'parties', { party: 'new', with: undefined })).toBe(
    '/clients/1/people?party=new#parties',
  );
  expect(clientTabAt('/clients/1')).toBe('overview');
  expect(clientTabAt('/clients/1/constructor')).toBe('overview');
  expect(isClientSection('toString')).toBe(false);
});

it('resolves each blocker of a client in the tab that has the place', () => {
  const tabPaths = new Set(clientTabs.map((tab) => clientTabUrl('1', tab)));
  let found = 0;
  for (const target of Object.keys(fixTargetLabels) as (keyof typeof fixTargetLabels)[]) {
    const href = fixUrl({ target, id: 'x' }, { kind: 'client', id: '1' });
    const url = new URL(href ?? '/', 'http://localhost');
    const section = url.hash.slice(1);
    if (!tabPaths.has(url.pathname)) continue;
    found += 1;
    expect([target, isClientSection(section) && clientSections[section]]).toEqual([
      target,
      clientTabAt(url.pathname),
    ]);
  }
  expect(found).toBeGreaterThan(5);
});

it('shows messages at sections that are on some page', () => {
  const ofClients = messageSections.filter(isClientSection);
  expect(ofClients).toEqual(
    expect.arrayContaining([
      'diligence',
      'findings',
      'parties',
      'funds',
      'requests',
      'documents',
      'screening',
    ]),
  );
});
