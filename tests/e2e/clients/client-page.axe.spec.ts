import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessiblePages,
  test,
  unique,
} from '#tests/support/browser/journey.ts';

// Many pages, each checked by axe.
test.slow();

/** Opens the demo's client with a permit. @returns the path of its page */
async function openPermitted(page: Page): Promise<string> {
  await page.goto('/clients?q=Nerquand');
  await page.getByRole('link', { name: 'Basilio Nerquand' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Basilio Nerquand' })).toBeVisible();
  return new URL(page.url()).pathname;
}

test('no tab of a client has axe violations or a horizontal scroll', async ({ page }) => {
  const client = await openPermitted(page);
  await expectAccessiblePages(page, '/clients/:id', [client]);
  await expectAccessiblePages(page, '/clients/:id/identity', [`${client}/identity`]);
  await expectAccessiblePages(page, '/clients/:id/people', [`${client}/people`]);
  await expectAccessiblePages(page, '/clients/:id/risk', [`${client}/risk`]);
  await expectAccessiblePages(page, '/clients/:id/activities', [`${client}/activities`]);
  await expectAccessiblePages(page, '/clients/:id/documents', [`${client}/documents`]);
  await expectAccessiblePages(page, '/clients/:id/monitoring', [`${client}/monitoring`]);
  await expectAccessiblePages(page, '/clients/:id/history', [`${client}/history`]);
  await page.locator('summary', { hasText: /^More/ }).click();
  await expectAccessible(page, '/clients/:id/history', 'the open menu');
  await expectAccessiblePages(page, '/clients/:id/documents', [`${client}/documents?evidence=pack`]);
  await page.goto(`${client}/permits`);
  await expect(page.getByRole('heading', { name: /^INVENTED-2026-004/ })).toBeVisible();
  await expectAccessible(page, '/clients/:id/permits', 'a permit');
});

test('forms of parties and findings, open, rejected and filled, have no axe violations', async ({ page }) => {
  const expectNothingWrong = (what: string, tab = '') => expectAccessible(page, `/clients/:id${tab}`, what);
  await page.goto('/clients/create?type=trust');
  await page.getByLabel('Legal name').fill(unique('Rimu Sample Trust'));
  await page.getByLabel('Trust type').selectOption('discretionary');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { name: 'Outstanding requirements' })).toBeVisible();
  const client = new URL(page.url()).pathname;
  await expectNothingWrong('a new trust');
  for (const [tab, query] of [
    ['/people', '?party=new'],
    ['/people', '?party=new&q=sample'],
    ['/people', '?party=new&with=business'],
    ['/risk', '?funds=new'],
    ['', '?record=politicalExposure'],
    ['', '?record=sourceValue'],
    ['', '?record=structure'],
    ['', '?record=entity'],
    ['', '?record=ownership'],
    ['', '?record=unusual'],
  ] as const) {
    await page.goto(client + tab + query);
    await expectNothingWrong(query, tab);
  }
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await expectNothingWrong('a refused finding');
  await page.getByLabel(/^What is unusual/).fill('Paid twice, once from abroad');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Finding recorded')).toBeVisible();
  await page.goto(`${client}?withdraw=unusual`);
  await expectNothingWrong('taking back');

  await page.goto(`${client}/permits`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page, '/clients/:id/permits', 'no permits');

  await page.goto(`${client}/people?party=new&with=person`);
  await page.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await expectNothingWrong('a refused party', '/people');
  await page.getByLabel('Given names').fill('Tui');
  await page.getByLabel('Family name').fill(unique('Partyton'));
  await page.getByLabel('Trustee', { exact: true }).check();
  await page.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByText('Party added.')).toBeVisible();
  await expectNothingWrong('with a party', '/people');
  for (const name of [/^Edit/, /^End/]) {
    await page.goto(`${client}/people`);
    await page.getByRole('region', { name: 'Parties' }).getByRole('link', { name }).click();
    await expect(page.locator('#party-heading')).toBeVisible();
    await expectNothingWrong(String(name), '/people');
  }
});
