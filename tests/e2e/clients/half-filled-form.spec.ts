import type { Page } from 'playwright/test';
import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique, uniqueName } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave', exact: true }).click();
const filledIn = (page: Page) => page.getByText('What you entered here before is filled in again.');

/** Opens a page, with all that it loads after it is shown. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** Leaves for the list of clients by the main navigation. */
async function leaveByLink(page: Page, isAsked = true): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Clients', exact: true }).click();
  if (isAsked) await leave(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
}

/** Goes on to the list of clients by the browser's Forward button. */
async function leaveByForward(page: Page): Promise<void> {
  await page.goForward();
  await leave(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
}

const savedAs = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('leaving a form of a client asks, and Back fills it in again with its rows', async ({
  page,
  javaScriptEnabled,
}) => {
  const name = uniqueName('Halffilled');
  const lines = page.getByLabel('Address line 1');
  const addresses = page.getByRole('button', { name: 'Add another address' });
  await open(page, '/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Aroha');
  await page.getByLabel('Family name').fill(name);
  await addresses.click();
  await lines.nth(1).fill('12 Placeholder Street');
  if (javaScriptEnabled === false) return leaveByLink(page, false);

  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(question(page).getByRole('button', { name: 'Stay on this page' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused();
  await expect(lines.nth(1)).toHaveValue('12 Placeholder Street');

  await leaveByLink(page);
  for (const wayOn of [leaveByForward, undefined]) {
    await page.goBack();
    await expect(filledIn(page)).toBeVisible();
    await expect(page.getByLabel('Given names')).toHaveValue('Aroha');
    await expect(page.getByLabel('Family name')).toHaveValue(name);
    await expect(lines.nth(1)).toHaveValue('12 Placeholder Street');
    await wayOn?.(page);
  }

  // Nothing was typed in a second visit by a link, and what was typed before is on its own page of the history.
  await leaveByLink(page);
  await page.getByRole('link', { name: 'New client' }).first().click();
  await page.getByRole('radio', { name: /^Individual/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Family name')).toHaveValue('');
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel('Family name')).toHaveValue(name);
  await expect(lines.nth(1)).toHaveValue('12 Placeholder Street');

  await lines.nth(0).fill('1 Placeholder Street');
  for (const [index, city] of ['Nelson', 'Napier'].entries()) {
    await page.getByLabel('Town or city').nth(index).fill(city);
    await page.getByLabel('Postcode').nth(index).fill('7010');
  }
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(savedAs(page, `Aroha ${name}`)).toBeVisible();
  const client = new URL(page.url()).pathname;

  // What has been saved is not filled in again.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'New client' })).toBeVisible();
  await expect(page.getByLabel('Family name')).toHaveValue('');
  await expect(filledIn(page)).toHaveCount(0);
  await open(page, `${client}/edit`);
  await expect(lines.nth(1)).toHaveValue('12 Placeholder Street');
  await leaveByLink(page, false);
});

test('parties and countries of an engagement are filled in again, and it is saved with them', async ({
  page,
  javaScriptEnabled,
}) => {
  const first = await createByName(page);
  const second = await createByName(page);
  const name = unique('Half-filled engagement');
  await open(page, '/activities/create');
  await page.getByLabel(/^Name/).fill(name);
  if (javaScriptEnabled === false) return leaveByLink(page, false);
  for (const client of [first, second]) {
    await page.getByRole('combobox', { name: 'Find client' }).fill(client.name);
    await page.getByRole('listbox').getByRole('option', { name: client.name }).click();
    await expect(page.getByLabel(`Capacity of ${client.name}`)).toBeVisible();
  }
  await page.getByLabel('Country 1').selectOption('AUS');
  await page.getByRole('button', { name: 'Add another country' }).click();
  await page.getByLabel('Country 2').selectOption('FJI');

  await leaveByLink(page);
  await page.goBack();
  await expect(page.getByLabel('Country 2')).toHaveValue('FJI');
  await leaveByForward(page);
  await page.goBack();
  await expect(page.getByLabel(/^Name/)).toHaveValue(name);
  await expect(page.getByLabel(`Capacity of ${first.name}`)).toHaveValue('customer');
  await expect(page.getByLabel(`Capacity of ${second.name}`)).toHaveValue('otherParty');
  await expect(page.getByLabel('Country 1')).toHaveValue('AUS');
  await expect(page.getByLabel('Country 2')).toHaveValue('FJI');
});

test('a section added to a template is filled in again', async ({ page, javaScriptEnabled }) => {
  const name = unique('Half-filled template');
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template for clients' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sections = page.locator('[name$=".title"]');
  const count = await sections.count();
  await page.getByRole('button', { name: /^Add (a )?section/ }).click();
  await expect(sections).toHaveCount(count + 1);
  await sections.nth(count).fill('Channels of delivery');
  if (javaScriptEnabled === false) return leaveByLink(page, false);
  await leaveByLink(page);
  for (const wayOn of [leaveByForward, undefined]) {
    await page.goBack();
    await expect(sections).toHaveCount(count + 1);
    await expect(sections.nth(count)).toHaveValue('Channels of delivery');
    await wayOn?.(page);
  }
});

test('a page is filled in again when it is reloaded, and asks the browser before', async ({
  page,
  javaScriptEnabled,
}) => {
  const name = uniqueName('Reloaded');
  await open(page, '/clients/create?type=company');
  await page.getByLabel(/^Legal name/).fill(name);
  if (javaScriptEnabled === false) return leaveByLink(page, false);
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await expect(filledIn(page)).toBeVisible();
  await expect(page.getByLabel(/^Legal name/)).toHaveValue(name);
});

test('nothing that was typed is on the computer once its member has signed out', async ({
  colleague,
  javaScriptEnabled,
}) => {
  const page = await colleague('officer@demo.test');
  await open(page, '/clients/create?type=company');
  await page.getByLabel(/^Legal name/).fill(uniqueName('Signedout'));
  if (javaScriptEnabled === false) return leaveByLink(page, false);
  await leaveByLink(page);
  await page.goBack();
  await expect(filledIn(page)).toBeVisible();
  await page.getByText('Rewi Placeholder').first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(question(page)).toContainText('It is lost when you sign out.');
  await leave(page);
  await expect(page.getByLabel('Email address')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('assay-unsent'))).toBeNull();
});
