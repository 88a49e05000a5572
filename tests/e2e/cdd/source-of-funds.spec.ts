import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';

test('a source is added from a requirement, given its document, verified and rejected again', async ({
  page,
}) => {
  const name = unique('Kōwhai Sample Trust');
  await page.goto('/clients/create?type=trust');
  await page.getByLabel('Legal name').fill(name);
  await page.getByLabel('Trust type').selectOption('fixed');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const missing = page.getByRole('region', { name: 'Outstanding requirements' });
  const wanted = missing.getByText('Verify the source of wealth or of funds').filter({ visible: true });
  const funds = page.getByRole('region', { name: 'Source of funds and wealth' });
  await expect(wanted).toBeVisible();

  await openTab(page, 'Documents');
  const documents = page.getByRole('region', { name: /^Documents/ });
  await documents
    .locator('input[type=file]')
    .setInputFiles({ name: 'settlement.pdf', mimeType: 'application/pdf', buffer: samplePdf(['(sale)']) });
  await documents.getByRole('button', { name: /Add|Upload/ }).click();
  await expect(documents.getByRole('link', { name: 'Download settlement.pdf' })).toBeVisible();

  await openTab(page, 'Risk');
  await funds.getByRole('link', { name: 'Add line' }).click();
  await funds.getByLabel('Amount').fill('plenty');
  await funds.getByRole('button', { name: 'Add line' }).click();
  await expect(funds.getByRole('alert')).toContainText('Select a source type');
  await expect(funds.getByLabel('Amount')).toHaveValue('plenty');
  await funds.getByRole('radio', { name: 'Source of wealth' }).check();
  await funds.getByLabel('Source type').selectOption({ label: 'Sale of property' });
  await funds.getByLabel('Amount').fill('640,000');
  await funds.getByLabel(/^From/).fill('Sale of the house at 12 Sample Street');
  await funds.getByLabel(/settlement\.pdf/).check();
  await funds.getByRole('button', { name: 'Add line' }).click();
  await expect(page.getByText('Line added.')).toBeVisible();
  await expect(funds.getByText('NZD 640,000 of NZD 640,000 evidenced, NZD 0 verified')).toBeVisible();

  await funds.getByRole('link', { name: /^Verify/ }).click();
  await funds.getByLabel('Corroboration').fill('Price and day agree with the register of titles');
  await funds.getByRole('button', { name: 'Verify line' }).click();
  await expect(page.getByText('Line verified.')).toBeVisible();
  await openTab(page, 'Overview');
  await expect(missing).toBeVisible();
  await expect(wanted).toHaveCount(0);

  await openTab(page, 'Risk');
  await funds.getByRole('link', { name: /^Reject/ }).click();
  await funds.getByLabel('Reason').fill('The statement was altered');
  await funds.getByRole('button', { name: 'Reject line' }).click();
  await expect(page.getByText('Line rejected.')).toBeVisible();
  await openTab(page, 'Overview');
  await expect(wanted).toBeVisible();
});
