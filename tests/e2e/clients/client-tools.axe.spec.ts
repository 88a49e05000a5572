import { expect, pageProblems, test } from '#tests/support/browser/journey.ts';

const file = {
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'First name,Surname,Birth date\nAroha,Axeimport,31/2/1980\n,Axeimport,\nBen,Axeimport,1/2/1980\n',
  ),
};

test.use({ asLoginId: 'owner@demo.test' });

for (const path of ['/clients?select=1', '/clients?view=views', '/clients/create?type=soleTrader']) {
  test(`${path} has no axe violations and no horizontal scroll`, async ({ page }) => {
    await page.goto(path);
    expect(await pageProblems(page)).toEqual([]);
  });
}

test('the open menu of views has no axe violations', async ({ page }) => {
  await page.goto('/clients?status=active&kind=business');
  await page.locator('main summary').filter({ hasText: 'View' }).click();
  await expect(page.getByLabel('View name')).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});

test('every step of an import has no axe violations', async ({ page }) => {
  const check = async () => {
    expect(await pageProblems(page)).toEqual([]);
  };
  await page.goto('/clients?view=import');
  await check();
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload file' }).click();
  await expect(page.getByRole('button', { name: 'Validate rows' })).toBeVisible();
  await check();
  await page.getByRole('button', { name: 'Validate rows' }).click();
  await expect(page.getByRole('button', { name: 'Import selected rows' })).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'Discard import' }).click();
  await expect(page.getByRole('button', { name: 'Delete the rows' })).toBeVisible();
  await check();
  await page.getByRole('button', { name: 'Delete the rows' }).click();
  await expect(page.getByText('The rows were deleted.')).toBeVisible();
});
