import type { Page } from 'playwright/test';
import { addParty, createByName } from '#tests/support/browser/cdd-journey.ts';
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

  if (javaScriptEnabled !== false) {
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
  }

  await lines.nth(0).fill('1 Placeholder Street');
  for (const [index, city] of ['Nelson', 'Napier'].entries()) {
    await page.getByLabel('Town or city').nth(index).fill(city);
    await page.getByLabel('Postcode').nth(index).fill('7010');
  }
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(savedAs(page, `Aroha ${name}`)).toBeVisible();
  const client = new URL(page.url()).pathname;

  if (javaScriptEnabled !== false) {
    // What has been saved is not filled in again.
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'New client' })).toBeVisible();
    await expect(page.getByLabel('Family name')).toHaveValue('');
    await expect(filledIn(page)).toHaveCount(0);
  }
  await open(page, `${client}/edit`);
  await expect(page.getByLabel('Family name')).toHaveValue(name);
  await expect(lines.nth(0)).toHaveValue('1 Placeholder Street');
  await expect(lines.nth(1)).toHaveValue('12 Placeholder Street');
  await leaveByLink(page, false);
});

test('parties and countries of an engagement are filled in again, and it is saved with them', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  const first = await createByName(page);
  const second = await createByName(page);
  const name = unique('Half-filled engagement');
  await open(page, '/activities/create');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  for (const client of [first, second]) await addParty(page, client.name, isScripted);
  await page.getByLabel('Country 1').selectOption('AUS');
  await page.getByRole('button', { name: 'Add another country' }).click();
  await page.getByLabel('Country 2').selectOption('FJI');
  const expectEntries = async () => {
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
    await expect(page.getByLabel('Type', { exact: true })).toHaveValue('propertySale');
    await expect(page.getByLabel(`Capacity of ${first.name}`)).toHaveValue('customer');
    await expect(page.getByLabel(`Capacity of ${second.name}`)).toHaveValue('otherParty');
    await expect(page.getByLabel('Country 1')).toHaveValue('AUS');
    await expect(page.getByLabel('Country 2')).toHaveValue('FJI');
  };

  if (isScripted) {
    await leaveByLink(page);
    await page.goBack();
    await expect(page.getByLabel('Country 2')).toHaveValue('FJI');
    await leaveByForward(page);
    await page.goBack();
    await expectEntries();
  }

  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(savedAs(page, name)).toBeVisible();
  await open(page, `${new URL(page.url()).pathname}/edit`);
  await expectEntries();
  await expect(filledIn(page)).toHaveCount(0);
});

test('a section added to a template is filled in again, and it is saved with it', async ({
  page,
  javaScriptEnabled,
}) => {
  const name = unique('Half-filled template');
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template for clients' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(savedAs(page, name)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sections = page.locator('[name$=".title"]');
  const count = await sections.count();
  await page.getByRole('button', { name: /^Add (a )?section/ }).click();
  await expect(sections).toHaveCount(count + 1);
  await sections.nth(count).fill('Channels of delivery');
  const added = page.getByRole('region', { name: `Section ${count + 1}` });
  const text = added.getByLabel('Question', { exact: true });
  const points = added.getByLabel(/^Points of option/);
  await added.locator('summary').click();
  await text.fill('Is the service given at a distance?');
  await points.nth(0).fill('0');
  await points.nth(1).fill('40');
  const expectEntries = async () => {
    await expect(sections).toHaveCount(count + 1);
    await expect(sections.nth(count)).toHaveValue('Channels of delivery');
    await expect(text).toHaveValue('Is the service given at a distance?');
    await expect(points.nth(0)).toHaveValue('0');
    await expect(points.nth(1)).toHaveValue('40');
  };

  if (javaScriptEnabled !== false) {
    await leaveByLink(page);
    for (const wayOn of [leaveByForward, undefined]) {
      await page.goBack();
      await expectEntries();
      await wayOn?.(page);
    }
  }

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await open(page, page.url());
  await expectEntries();
  await expect(filledIn(page)).toHaveCount(0);
});

test('a page is filled in again when it is reloaded, asks the browser before, and is saved', async ({
  page,
  javaScriptEnabled,
}) => {
  const name = uniqueName('Reloaded');
  const legalName = page.getByLabel(/^Legal name/);
  await open(page, '/clients/create?type=company');
  await legalName.fill(name);
  if (javaScriptEnabled === false) {
    await leaveByLink(page, false);
    await open(page, '/clients/create?type=company');
    await legalName.fill(name);
  } else {
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reloaded;
    await expect(filledIn(page)).toBeVisible();
    await expect(legalName).toHaveValue(name);
  }

  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(savedAs(page, name)).toBeVisible();
  await open(page, `${new URL(page.url()).pathname}/edit`);
  await expect(legalName).toHaveValue(name);
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
