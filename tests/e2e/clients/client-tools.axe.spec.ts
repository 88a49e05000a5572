import { expect, expectAccessible, expectAccessiblePages, test } from '#tests/support/browser/journey.ts';

const file = {
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'First name,Surname,Birth date\nAroha,Axeimport,31/2/1980\n,Axeimport,\nBen,Axeimport,1/2/1980\n',
  ),
};

test.use({ asLoginId: 'owner@demo.test' });

// Many pages each, all checked by axe.
test.slow();

test('saved views, and an action on selected clients, have no axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/clients', ['/clients?select=1', '/clients?view=views']);
  await expectAccessiblePages(page, '/clients/bulk', ['/clients/bulk']);
  await page.goto('/clients?status=active&kind=business');
  await page.locator('main summary').filter({ hasText: 'View' }).click();
  await expect(page.getByLabel('View name')).toBeVisible();
  await expectAccessible(page, '/clients', 'the open menu of views');
});

test('every step of an import has no axe violations', async ({ page }) => {
  const check = (step: string) => expectAccessible(page, '/clients/import', step);
  await page.goto('/clients/import');
  await check('the file');
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload file' }).click();
  await expect(page.getByRole('button', { name: 'Validate rows' })).toBeVisible();
  await check('the columns');
  await page.getByRole('button', { name: 'Validate rows' }).click();
  await expect(page.getByRole('button', { name: 'Import selected rows' })).toBeVisible();
  await check('the rows');
  await page.getByRole('link', { name: 'Discard import' }).click();
  await expect(page.getByRole('button', { name: 'Delete the rows' })).toBeVisible();
  await check('discarding');
  await page.getByRole('button', { name: 'Delete the rows' }).click();
  await expect(page.getByText('The rows were deleted.')).toBeVisible();
});
