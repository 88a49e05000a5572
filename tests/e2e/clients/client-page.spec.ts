import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { chooseInMore, openTab } from '#tests/support/browser/record-page.ts';

/** The page of a trust unique to the journey; its name. */
async function createTrust(page: Page): Promise<string> {
  const name = unique('Tōtara Sample Trust');
  await page.goto('/clients/create?type=trust');
  await page.getByLabel('Legal name').fill(name);
  await page.getByLabel('Trust type').selectOption('fixed');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

/** The page of a person unique to the journey. */
async function createPerson(page: Page): Promise<void> {
  const familyName = unique('Samplefinding');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Tui');
  await page.getByLabel('Family name').fill(familyName);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Tui ${familyName}` })).toBeVisible();
}

const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('a party is added from the page, rejected with input preserved, changed and ended', async ({ page }) => {
  await createTrust(page);
  const parties = panel(page, 'Parties');
  await chooseInMore(page, 'Add related party');
  await parties.getByRole('link', { name: 'Add a new individual' }).click();
  await parties.getByLabel('Given names').fill('Tui');
  await parties.getByLabel('Ownership %').fill('half');
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(parties.getByRole('alert')).toContainText('Select at least one role');
  await expect(parties.getByLabel('Given names')).toHaveValue('Tui');
  await expect(parties.getByLabel('Ownership %')).toHaveValue('half');

  const family = unique('Partyton');
  await parties.getByLabel('Family name').fill(family);
  await parties.getByLabel('Ownership %').fill('');
  await parties.getByLabel('Beneficiary', { exact: true }).check();
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByText('Party added.')).toBeVisible();
  const line = parties.getByRole('listitem').filter({ hasText: family });
  await expect(line).toContainText('Beneficiary');
  await expect(page.getByRole('heading', { name: 'Related parties 1' })).toBeVisible();

  await parties.getByRole('link', { name: `Edit Tui ${family}` }).click();
  await parties.getByLabel('Settlor', { exact: true }).check();
  await parties.getByRole('button', { name: 'Save party' }).click();
  await expect(page.getByText('Party saved.')).toBeVisible();
  await expect(line).toContainText('Settlor');

  await parties.getByRole('link', { name: `End Tui ${family}` }).click();
  await parties.getByLabel(/^End date/).fill('2001-01-01');
  await parties.getByRole('button', { name: 'End role' }).click();
  await expect(parties.getByRole('alert')).toContainText('Enter that day or a later one');
  await parties.getByLabel(/^End date/).fill('');
  await parties.getByRole('button', { name: 'End role' }).click();
  await expect(page.getByText('Related party ended.')).toBeVisible();
  await parties.getByRole('link', { name: '1 former party' }).click();
  await expect(parties.getByText(`Tui ${family}`)).toBeVisible();
});

test('a finding is recorded from a requirement, rejected with input preserved, and withdrawn', async ({
  page,
}) => {
  await createPerson(page);
  const missing = panel(page, 'Outstanding requirements');
  const wanted = 'Establish whether the client is a politically exposed person';
  await missing.getByRole('link', { name: new RegExp(wanted) }).click();
  const findings = panel(page, /^CDD level/);
  await findings.getByLabel(/^How established/).fill('Discussed at the first meeting');
  await findings.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(findings.getByRole('alert')).toContainText('Select a PEP status');
  await expect(findings.getByLabel(/^How established/)).toHaveValue('Discussed at the first meeting');

  await findings.getByRole('radio', { name: 'Not a PEP' }).check();
  await findings.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Finding recorded. Requirements recalculated.')).toBeVisible();
  await expect(findings.getByText('Discussed at the first meeting')).toBeVisible();
  await expect(missing.getByText(wanted).filter({ visible: true })).toHaveCount(0);

  await findings.getByRole('link', { name: /^Withdraw/ }).click();
  await findings.getByLabel('Reason').fill('It was about another person');
  await findings.getByRole('button', { name: 'Withdraw finding' }).click();
  await expect(page.getByText('Finding withdrawn. Requirements recalculated.')).toBeVisible();
  await expect(missing.getByText(wanted)).toBeVisible();
});

test('the page shows outstanding requirements at the top, links to its panels, and shows activities', async ({
  page,
}) => {
  const customer = await createTrust(page);
  await chooseInMore(page, 'New engagement');
  await expect(page.getByLabel(`Capacity of ${customer}`)).toHaveValue('customer');
  const name = unique('Sale of a farm');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto(`${page.url().split(/[?#]/)[0]}?tab=parties`);
  await page
    .getByRole('region', { name: 'Parties' })
    .getByRole('link', { name: customer, exact: true })
    .click();

  await openTab(page, 'Engagements');
  const activities = panel(page, /^Engagements/);
  await expect(activities.getByRole('link', { name })).toBeVisible();
  await expect(activities).toContainText('To do');
  // Each tab is a page of its own, and the only one that is current.
  const tabs = page.getByRole('navigation', { name: 'Client', exact: true });
  const hrefs = await tabs
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toHaveLength(8);
  for (const href of hrefs) {
    await page.goto(href ?? '');
    await expect(tabs.locator('[aria-current="page"]')).toHaveAttribute('href', href ?? '');
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  }
});

test('a link to a section leads to its tab, also one without a tab where scripts run', async ({
  page,
  javaScriptEnabled,
}) => {
  await createPerson(page);
  const path = new URL(page.url()).pathname;
  for (const [query, id] of [
    ['?party=new', 'parties'],
    ['?verify=new', 'verifications'],
    ['?funds=new', 'funds'],
    ['?request=new', 'requests'],
    ['?evidence=pack', 'evidence'],
    ['?asAt=2026-01-01', 'periods'],
    ['?tab=monitoring', 'screening'],
  ]) {
    await page.goto(`${path}${query}#${id}`);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await page.goto(`${path}?tab=unknown`);
  await expect(page.getByRole('heading', { name: /^Outstanding requirements/ })).toBeVisible();
  if (javaScriptEnabled === false) return;
  await page.goto(`${path}#screening`);
  await expect(page).toHaveURL(`${path}/monitoring#screening`);
  await expect(page.locator('#screening')).toBeInViewport();
  // The tab before stays until the next one is there, and going back returns to it.
  await openTab(page, 'Risk');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Screening' })).toBeVisible();
});

test('the menu of actions closes on Escape, which returns the focus, and on a click elsewhere', async ({
  page,
  javaScriptEnabled,
}) => {
  await createPerson(page);
  const more = page.locator('summary', { hasText: /^More/ });
  const menu = page.getByRole('navigation', { name: 'Actions' });
  await more.click();
  await expect(menu).toBeVisible();
  if (javaScriptEnabled === false) {
    await more.click();
    await expect(menu).toBeHidden();
    return;
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu).toBeHidden();
});

test('the name stays in view on a phone, the next step at its bottom, and nothing scrolls sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await createPerson(page);
  const next = page.locator('.record-action').getByRole('link');
  await expect(next).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(next).toBeInViewport({ ratio: 1 });
  const bar = page.locator('[data-record-bar] > div', { has: page.getByRole('heading', { level: 1 }) });
  await expect(bar).toBeInViewport({ ratio: 1 });
  // Most of the window is for the record itself.
  const share = await bar.evaluate((element) => element.clientHeight / innerHeight);
  expect(share).toBeLessThan(0.1);
});
