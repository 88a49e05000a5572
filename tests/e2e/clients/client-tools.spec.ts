import type { Page } from 'playwright/test';
import { demoStaff } from '#demo/demo-accounts.ts';
import { expect, test, unique, uniqueName } from '#tests/support/browser/journey.ts';
import { workThrough } from '#tests/support/browser/work-through.ts';

/** Opens the menu of saved views; a `<details>`, which needs no script. */
const openViews = (page: Page) => page.locator('main summary').filter({ hasText: 'View' }).click();

test('a sole trader with a single name is saved with trading names', async ({ page }) => {
  const name = unique('Sukarnadi');
  const tradingName = unique('Corner Repairs');
  await page.goto('/clients/create?type=soleTrader');
  await page.getByLabel('Family name').fill(name);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the given names');
  await page.getByRole('checkbox', { name: 'This person has a single name' }).check();
  await page.getByLabel('Trading names').fill(tradingName);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(tradingName)).toBeVisible();
});

test('clients are imported from a file: columns, check, selection, result', async ({ page }) => {
  const family = uniqueName('Broughtin');
  const rows = [
    'First name,Surname,Birth date,Client code',
    `Aroha,${family},29/2/1980,${family}-1`,
    `Ben,${family},31/2/1980,${family}-2`,
    `,${family},,${family}-3`,
  ];
  await page.goto('/clients?view=all');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) });
  await page.getByRole('button', { name: 'Upload file' }).click();
  await expect(page.getByLabel('Surname')).toHaveValue('familyName');
  await page.getByRole('button', { name: 'Validate rows' }).click();
  await workThrough(page, /No clients have been created yet/);
  await expect(page.getByText('Birth date: Enter a real date')).toBeVisible();
  await page.getByRole('checkbox', { name: family, exact: true }).check();
  await page.getByRole('button', { name: 'Import selected rows' }).click();
  await workThrough(page, /2 clients were created as drafts/);
  const refused = page.getByRole('link', { name: /Download the rows/ });
  const csv = await page.request.get((await refused.getAttribute('href')) ?? '');
  expect(await csv.text()).toContain(`Birth date: Enter a real date`);
  await page.getByRole('link', { name: 'Correct the row that cannot be imported' }).click();
  await expect(page.getByText('Enter a real date')).toBeVisible();
  await page.getByLabel('Birth date').fill('28/2/1980');
  await page.getByRole('button', { name: 'Check corrected rows' }).click();
  await workThrough(page, /No clients have been created yet|Valid rows are selected/);
  await page.getByRole('button', { name: 'Import selected rows' }).click();
  await workThrough(page, /3 clients were created as drafts. 0 rows were not imported/);
  await page.goto(`/clients?q=${encodeURIComponent(family)}`);
  await expect(page.getByRole('link', { name: `Aroha ${family}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `Ben ${family}` })).toBeVisible();
});

test('an invalid file is shown as a field error', async ({ page }) => {
  await page.goto('/clients/import');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004xx') });
  await page.getByRole('button', { name: 'Upload file' }).click();
  await expect(page.getByText('The workbook is damaged')).toBeVisible();
});

test('clients are assigned in bulk, and the list shows their number', async ({ page }) => {
  const family = unique('Handedover');
  for (const given of ['Ana', 'Bela']) {
    await page.goto('/clients/create?type=individual');
    await page.getByLabel('Given names').fill(given);
    await page.getByLabel('Family name').fill(family);
    await page.getByLabel('Relationship owner').selectOption({ label: 'Unassigned' });
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${given} ${family}` })).toBeVisible();
  }
  await page.goto(`/clients?q=${encodeURIComponent(family)}`);
  await page.getByRole('link', { name: 'Bulk actions' }).click();
  await page.getByRole('checkbox', { name: `Select Ana ${family}` }).check();
  await page.getByLabel('Set relationship owner').selectOption({ label: demoStaff.name });
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('1 client updated.')).toBeVisible();

  await page.getByRole('link', { name: 'Bulk actions' }).click();
  await page.getByRole('radio', { name: /^All 2 clients in this list/ }).check();
  await page.getByLabel('Set relationship owner').selectOption({ label: demoStaff.name });
  await page.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('Finished: 1 of 2 done, 1 already up to date.')).toBeVisible();
});

test.describe('saved views', () => {
  // A user whose bare list no other journey opens.
  test.use({ asLoginId: 'officer@demo.test' });

  test('a view is saved, opens by default, is replaced by all clients, and is deleted on confirmation', async ({
    page,
    javaScriptEnabled,
  }) => {
    const name = unique('Dormant trusts');
    await page.goto('/clients?type=trust&status=dormant');
    await openViews(page);
    if (javaScriptEnabled !== false) {
      await page.getByLabel('View name').press('Escape');
      await expect(page.getByLabel('View name')).toBeHidden();
      await openViews(page);
      await page.getByRole('heading', { level: 1 }).click();
      await expect(page.getByLabel('View name')).toBeHidden();
      await openViews(page);
    }
    await page.getByLabel('View name').fill(name);
    await page.getByRole('checkbox', { name: 'Open by default' }).check();
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByText('View saved.')).toBeVisible();

    await page.goto('/clients');
    await expect(page).toHaveURL(/status=dormant&type=trust/);
    await openViews(page);
    await page.getByRole('link', { name: 'All clients', exact: true }).click();
    await expect(page).toHaveURL(/\/clients\?view=all$/);

    await page.goto('/clients?view=views');
    await page.getByRole('link', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Delete the view' }).click();
    await expect(page.getByText('View deleted.')).toBeVisible();
    await page.goto('/clients');
    await expect(page).toHaveURL(/\/clients$/);
  });
});

test('onboarding starts for selected clients in the background, and each outcome is told', async ({
  page,
}) => {
  const family = unique('Bulkbegun');
  for (const given of ['Ana', 'Bela']) {
    await page.goto('/clients/create?type=individual');
    await page.getByLabel('Given names').fill(given);
    await page.getByLabel('Family name').fill(family);
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `${given} ${family}` })).toBeVisible();
  }
  await page.goto(`/clients?q=${encodeURIComponent(family)}`);
  await page.getByRole('link', { name: 'Bulk actions' }).click();
  await page.getByRole('radio', { name: 'All 2 clients in this list' }).check();
  await page.getByRole('button', { name: 'Start onboarding' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Start onboarding' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Finished: 2 of 2 done.' })).toBeVisible({
    timeout: 90_000,
  });
  await expect(page.getByRole('cell', { name: 'Completed' })).toHaveCount(2);
});
