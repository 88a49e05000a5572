import { expect, it } from 'vitest';
import {
  identityVerificationPageTabs,
  identityVerificationTabs,
} from '#rules/verification-pages/identity-tabs.ts';
import { fixUrl } from '../../../../app/resolution-urls.ts';

const { getTab, isSection, sections, sectionUrl, tabUrl } = identityVerificationPageTabs;
const ids = { clientId: 'c1', id: 'v1' };
const page = '/clients/c1/individual_verifications/v1';
const tabOf = (query: string) => getTab(new URLSearchParams(query));

it('shows the tab of the URL, else the tab of what the URL opens, else the evidence', () => {
  for (const tab of identityVerificationTabs) expect(tabOf(`tab=${tab}&do=decide`)).toBe(tab);
  expect(tabOf('')).toBe('evidence');
  expect(tabOf('tab=nonsense&remove=x')).toBe('documents');
  expect(tabOf('do=addDocument&type=nzPassport')).toBe('evidence');
  expect(tabOf('documentType=other')).toBe('documents');
});

it('leads to the tab of each section, and opens a form in a tab', () => {
  expect(tabUrl(ids, 'evidence')).toBe(page);
  expect(tabUrl(ids, 'evidence', { do: 'decide' })).toBe(`${page}?do=decide`);
  expect(tabUrl(ids, 'rules', { do: 'decide' })).toBe(`${page}?tab=rules&do=decide`);
  for (const [section, tab] of Object.entries(sections)) {
    if (!isSection(section)) throw new Error(section);
    const url = new URL(sectionUrl(ids, section), 'http://localhost');
    expect([url.pathname, url.hash, getTab(url.searchParams)]).toEqual([page, `#${section}`, tab]);
  }
  expect(isSection('toString')).toBe(false);
});

it('resolves a requirement of a verification in its section, else among its actions', () => {
  const on = { kind: 'verification', id: 'c1', verificationId: 'v1' } as const;
  expect(fixUrl({ target: 'client.verifications' }, on)).toBe(`${page}#act`);
  expect(fixUrl({ target: 'client.verifications', id: 'consent' }, on)).toBe(`${page}#consent`);
  expect(fixUrl({ target: 'client.verifications', id: 'rules' }, on)).toBe(`${page}?tab=rules#rules`);
  expect(fixUrl({ target: 'client.verifications', id: 'nonsense' }, on)).toBe(`${page}#act`);
  expect(fixUrl({ target: 'client.edit' }, on)).toBe('/clients/c1/edit#client');
});
