import { expect } from 'playwright/test';
import { test } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'auditor@demo.test' });

test('who opened a record is found from its history, by person and by type', async ({ page }) => {
  const name = 'Basilio Nerquand';
  await page.goto('/clients?q=Nerquand');
  await page.getByRole('link', { name }).click();
  await openTab(page, 'History');
  await page.getByRole('link', { name: 'Who opened this record' }).click();
  const entries = page.getByRole('list', { name: 'Entries, newest first' });
  // The newest: that of this journey.
  const newest = entries.getByRole('listitem').first();
  await expect(newest).toContainText(`${name} · Client`);
  await expect(newest).toContainText('IP address');
  await expect(page.getByRole('link', { name: /One record/ })).toBeVisible();
  await page.getByLabel('Record type').selectOption({ label: 'Document' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No entries match these filters')).toBeVisible();
});
