import type { Page } from 'playwright/test';
import { expect, test, unique, uniqueNzbn } from '#tests/support/browser/journey.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Create client' }).click();

/** Looks an address up and selects it, by script or by the buttons for use without it. */
async function selectAddress(page: Page, address: string, scripted: boolean): Promise<void> {
  await page.getByRole(scripted ? 'combobox' : 'textbox', { name: 'Find address' }).fill(address);
  if (scripted) {
    await page.getByRole('option', { name: address }).click();
  } else {
    await page.getByRole('button', { name: 'Find address' }).click();
    await page.getByRole('radio', { name: address }).check();
    await page.getByRole('button', { name: /use this address/i }).click();
  }
  await expect(page.getByLabel('Address line 1')).not.toHaveValue('');
}

test('an individual is created with a looked-up address, found without its macron, and edited', async ({
  page,
  javaScriptEnabled,
}) => {
  const family = unique('Pōhutukawa');
  await page.goto('/clients');
  await page.getByRole('link', { name: 'New client' }).click();
  await page.getByRole('radio', { name: /^Individual/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Given names').fill('Hēmi');
  await page.getByLabel('Family name').fill(family);
  await page.getByLabel('Date of birth').fill('1984-02-29');
  await page.getByLabel('Country', { exact: true }).selectOption('NZL');
  await selectAddress(page, '30 Queen Lane, Favona', javaScriptEnabled !== false);
  await save(page);

  await expect(page.getByRole('heading', { level: 1, name: `Hēmi ${family}` })).toBeVisible();
  const url = page.url();

  await page.goto('/clients');
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search' });
  await search.fill(`hemi ${family.replace('ō', 'o').toLowerCase()}`);
  await search.press('Enter');
  await page
    .getByRole('main')
    .getByRole('link', { name: `Hēmi ${family}` })
    .click();
  await expect(page).toHaveURL(url);

  await page.getByRole('link', { name: `Edit Hēmi ${family}` }).click();
  await page.getByLabel('Occupation').fill('Surveyor');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(url);
  await expect(page.getByText('Surveyor')).toBeVisible();
});

test('a business shows errors of its numbers at the field, and preserves input', async ({ page }) => {
  const name = unique('Kererū Sample');
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill(name);
  await page.getByLabel('NZBN').fill('9429041561141');
  await save(page);
  await expect(page.getByLabel('NZBN')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Legal name')).toHaveValue(name);

  const nzbn = uniqueNzbn();
  await page.getByLabel('NZBN').fill(`${nzbn.slice(0, 5)} ${nzbn.slice(5)}`);
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('format valid')).toBeVisible();
});

test('a likely duplicate requires confirmation', async ({ page }) => {
  const family = unique('Twicenamed');
  const fill = async () => {
    await page.goto('/clients/create?type=individual');
    await page.getByLabel('Given names').fill('Ana');
    await page.getByLabel('Family name').fill(family);
    await page.getByLabel('Date of birth').fill('1990-05-05');
    await save(page);
  };
  await fill();
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${family}` })).toBeVisible();
  await fill();
  await expect(page.getByText(/same name and date of birth/i)).toBeVisible();
  await page.getByLabel('This is a different client').check();
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${family}` })).toBeVisible();
});

test('filters, sort and pages are URL parameters', async ({ page }) => {
  await page.goto('/clients?type=trust');
  await expect(page.getByText(/^\d+ shown/)).toBeVisible();
  // Oldest first: other journeys add to the end of the list meanwhile.
  await page.goto('/clients?sort=oldest');
  const oldest = page.getByRole('row').nth(1);
  const name = await oldest.getByRole('link').first().textContent();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(oldest).not.toContainText(name ?? '');
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(oldest).toContainText(name ?? '');
});
