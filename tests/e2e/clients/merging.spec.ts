import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

/** Creates an individual, a likely duplicate or not. @returns the path of its page */
async function create(page: Page, familyName: string, phone: string): Promise<string> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Wiremu');
  await page.getByLabel('Family name').fill(familyName);
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByLabel(/^Phone/).fill(phone);
  await page.getByRole('button', { name: 'Create client' }).click();
  const question = page.getByRole('alert', { name: 'Check before saving' });
  const heading = page.getByRole('heading', { level: 1, name: `Wiremu ${familyName}` });
  await expect(question.or(heading)).toBeVisible();
  if (await question.isVisible()) {
    await question.getByLabel('This is a different client').check();
    await page.getByRole('button', { name: 'Create client' }).click();
  }
  await expect(heading).toBeVisible();
  return new URL(page.url()).pathname;
}

test('a duplicate is found, compared and merged, and leads to the client that remains', async ({ page }) => {
  const familyName = unique('Twicesample');
  const remains = await create(page, familyName, '021 555 0101');
  const merged = await create(page, familyName, '021 555 0102');

  await page.goto(remains);
  await page.locator('summary', { hasText: 'More' }).click();
  await page.getByRole('link', { name: 'Merge with a duplicate' }).click();
  const duplicates = page.getByRole('region', { name: 'Likely duplicates' });
  await expect(duplicates).toContainText('Same name and date of birth');
  await duplicates.getByRole('link', { name: `Compare with Wiremu ${familyName}` }).click();

  await expect(page.getByRole('region', { name: 'Remains' }).getByRole('link')).toHaveAttribute(
    'href',
    remains,
  );
  const phone = page.getByRole('group', { name: 'Phone', exact: true });
  await expect(phone.getByRole('radio', { name: /555 0101/ })).toBeChecked();
  await phone.getByRole('radio', { name: /555 0102/ }).check();
  await expect(page.getByText('Merging cannot be undone.')).toBeVisible();
  await page.getByLabel('Reason').fill('Entered twice');
  await page.getByRole('button', { name: 'Merge clients' }).click();

  await expect(page.getByText(`Wiremu ${familyName} was merged into Wiremu ${familyName}.`)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(remains);
  await expect(page.getByText('Merged into this client:')).toBeVisible();
  await expect(page.getByText('555 0102')).toBeVisible();

  await page.goto(merged);
  await expect(page.getByText('This record is read-only.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.goto(`/clients?q=${encodeURIComponent(familyName)}`);
  await expect(page.getByRole('link', { name: `Wiremu ${familyName}` })).toHaveCount(1);
});
