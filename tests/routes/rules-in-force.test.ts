import { expect, it } from 'vitest';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { ruleVersion, verificationRules } from '#rules/identity-verification/evaluate.ts';
import { certaintyLabels } from '#rules/legal-provisions.ts';
import { getText, parsePage } from '#tests/support/app/html.ts';
import { openSignedInApp } from '#tests/support/app/signed-in-app.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

const { browser: auditor } = await openSignedInApp('auditor@demo.test');

/** Text of the rules view on a day, with white space as one space. */
async function readRules(query: string): Promise<string> {
  const response = await auditor.get(`/settings/rules${query}`);
  expect(response.status).toBe(200);
  const main = parsePage(await response.text()).querySelector('main');
  return (main?.textContent ?? '').replace(/\s+/g, ' ');
}

it('shows each rule of the day with its provision, its first day and its certainty', async () => {
  const text = await readRules('?on=2026-05-19');
  expect(text).toContain('Rules in force on 19 May 2026');
  expect(text).toContain('The client is a trust or another vehicle for holding personal assets.');
  expect(text).toContain('NZ s22(1)(a)(i)');
  expect(text).toContain('From 19 May 2026');
  expect(text).toContain('To be confirmed');
  expect(text).toContain('Suspicious activity report');
  expect(await readRules('?on=2026-05-18')).toMatch(/ to 18 May 2026/);
});

it('shows the day’s rules of activities and dealings', async () => {
  const text = await readRules('?on=2026-11-23');
  expect(text).toContain('seller and buyer are both customers');
  expect(text).toContain('AU s29, Rules 6-12');
  expect(text).toContain('prohibited without a permit');
  expect(text).toContain('The supervisor is the DIA.');
  const before = await readRules('?on=2026-06-30');
  expect(before).toContain('the FMA or the Reserve Bank');
  expect(before).not.toContain('seller and buyer are both customers');
});

it('falls back to today for an invalid date, with a message', async () => {
  const text = await readRules('?on=2026-02-30');
  expect(text).toContain('An invalid day was ignored.');
  expect(text).toContain(formatDate(testDay()));
  expect(await readRules('')).not.toContain('An invalid day was ignored.');
});

it('shows no rules from before the law applied to the company', async () => {
  expect(await readRules('?on=2000-01-01')).toContain('None in force on this day');
});

/** Rows of the tables whose caption begins so, on a day. */
async function readTables(on: string, caption: string): Promise<string[]> {
  const response = await auditor.get(`/settings/rules?on=${on}`);
  expect(response.status).toBe(200);
  return [...parsePage(await response.text()).querySelectorAll('table')]
    .filter((table) => table.querySelector('caption')?.textContent?.startsWith(caption))
    .flatMap((table) => [...table.querySelectorAll('tbody tr')].map(getText));
}

it('shows every version of an identity verification rule on its day, with method, source and what is to be confirmed', async () => {
  // The law reached the company later than some of the rules.
  const getDay = ({ effectiveFrom }: { effectiveFrom: string }) =>
    effectiveFrom < '2026-07-01'
      ? effectiveFrom < '2026-03-31'
        ? '2026-06-30'
        : '2026-07-01'
      : effectiveFrom;
  const days = new Map<string, string[]>();
  const unseen: string[] = [];
  for (const rule of verificationRules) {
    const on = getDay(rule);
    const rows = days.get(on) ?? (await readTables(on, 'Identity verification'));
    days.set(on, rows);
    const row = rows.find((text) => text.includes(rule.title));
    const isConfirmed = rule.uncertain.length === 0;
    if (row === undefined || row.includes('To be confirmed') === isConfirmed) unseen.push(ruleVersion(rule));
  }
  expect(unseen).toEqual([]);
  const [row] = (await readTables('2026-06-30', 'Identity verification')).filter((text) =>
    text.includes('to 30 Jun 2026'),
  );
  expect(row).toContain('Electronic');
});

it('shows how long each kind of record is retained, by which provision', async () => {
  const rows = await readTables('2026-11-24', 'Retention');
  const find = (text: string) => rows.find((row) => row.includes(text));
  expect(find('NZ s49,')).toContain('5 years from completion, then destroyed');
  expect(find('AU s111')).toContain('7 years from the end of the relationship');
  expect(rows.find((row) => row.includes('Reports of suspicious') && row.includes('AU s111'))).toContain(
    'To be confirmed',
  );
});

it('shows the prohibitions of the day', async () => {
  const before = await readRules('?on=2026-05-18');
  expect(before).toContain('while CDD on a customer cannot be conducted');
  const after = await readRules('?on=2026-05-19');
  expect(after).not.toContain('while CDD on a customer cannot be conducted');
  expect(after).toContain('while CDD on a customer is not conducted');
  expect(after).toContain('United Nations Act 1946 (NZ) and its regulations');
  expect(after).toContain('Russia Sanctions Act 2022 (NZ) and its regulations');
});

it('has a heading for each country and table, in order, each with a link from the contents', async () => {
  const html = await (await auditor.get('/settings/rules?on=2026-11-24')).text();
  const main = parsePage(html).querySelector('main');
  const levels = [...(main?.querySelectorAll('h1, h2, h3, h4') ?? [])].map(({ tagName }) =>
    Number(tagName.slice(1)),
  );
  expect(levels.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect(levels.every((level, index) => index === 0 || level - (levels[index - 1] ?? 0) <= 1)).toBe(true);
  const links = [...(main?.querySelectorAll('nav[aria-label="On this page"] a') ?? [])];
  const ids = links.map((link) => link.getAttribute('href')?.slice(1) ?? '');
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids.filter((id) => parsePage(html).getElementById(id) === null)).toEqual([]);
  const headings = [...(main?.querySelectorAll('h3, h4') ?? [])].map(({ id }) => id);
  expect(headings.filter((id) => !ids.includes(id))).toEqual([]);
  // Every row has a provision, a certainty, and its source as a link and as an address for paper.
  const rows = [...(main?.querySelectorAll('tbody tr') ?? [])];
  expect(rows.length).toBeGreaterThan(60);
  for (const row of rows) {
    const cells = [...row.querySelectorAll('td')];
    expect(cells[0]?.textContent?.trim()).not.toBe('');
    const href = row.querySelector('a')?.getAttribute('href');
    expect(href).toMatch(/^https?:/);
    const source = cells.at(-1)?.textContent ?? '';
    expect(source).toContain(href);
    expect(Object.values(certaintyLabels).filter((label) => source.includes(label))).toHaveLength(1);
  }
});
