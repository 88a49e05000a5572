import { expect, it } from 'vitest';
import {
  businessVerificationPageTabs,
  businessVerificationTabs,
} from '#rules/verification-pages/business-tabs.ts';

const { getTab, isSection, sections, sectionUrl, tabUrl } = businessVerificationPageTabs;
const ids = { clientId: 'c1', id: 'v1' };
const page = '/clients/c1/kyb_verifications/v1';
const tabOf = (query: string) => getTab(new URLSearchParams(query));

it('shows the tab of the URL, else the tab of what the URL opens, else the register', () => {
  for (const tab of businessVerificationTabs) expect(tabOf(`tab=${tab}&decide=verified`)).toBe(tab);
  expect(tabOf('')).toBe('register');
  expect(tabOf('decide=cancel')).toBe('register');
  expect(tabOf('registry=nzbn&q=kowhai&page=2')).toBe('register');
  for (const query of ['layers=2', 'add=entry', 'change=x', 'takeOut=x'])
    expect(tabOf(query)).toBe('ownership');
  expect(tabOf('remove=x')).toBe('documents');
  expect(tabOf('before=12')).toBe('history');
});

it('leads to the tab of each section', () => {
  expect(tabUrl(ids, 'people', { decide: 'verified' })).toBe(`${page}?tab=people&decide=verified`);
  for (const [section, tab] of Object.entries(sections)) {
    if (!isSection(section)) throw new Error(section);
    const url = new URL(sectionUrl(ids, section), 'http://localhost');
    expect([url.pathname, url.hash, getTab(url.searchParams)]).toEqual([page, `#${section}`, tab]);
  }
});
