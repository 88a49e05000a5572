import { expect } from 'playwright/test';
import { test } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'auditor@demo.test' });

test('who opened a record is found from its history, by person and by type', async ({ page }) => {
  await page.goto('/clients');
  const client = page.locator('tbody').getByRole('link').first();
  const name = (await client.innerText()).trim();
  await client.click();
  await openTab(page, 'History');
  await page.getByRole('link', { name: 'Who opened this record' }).click();
  const entries = page.getByRole('list', { name: 'Entries, newest first' });
  await expect(entries.getByRole('listitem').first()).toContainText(`${name} · Client`);
  await expect(entries.getByRole('listitem').first()).toContainText('IP address');
  await expect(page.getByRole('link', { name: /One record/ })).toBeVisible();
  await page.getByLabel('Record type').selectOption({ label: 'Document' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No entries match these filters')).toBeVisible();
});
