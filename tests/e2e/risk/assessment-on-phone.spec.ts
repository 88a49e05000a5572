import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ viewport: { width: 390, height: 800 } });

test('the score stays visible on a phone while answering the questions', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Phoned'));
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  await page.goto(`${page.url()}/risk_assessments/create`);

  const level = page.locator('p').filter({ has: page.getByRole('link', { name: 'Current score' }) });
  await expect(level).toContainText(/Not scored|Low|Medium/);
  const pep = page.getByRole('group', { name: /politically exposed person \(PEP\)/ }).first();
  await pep.getByRole('radio', { name: 'Yes, in another country' }).check();
  if (isScripted) {
    await page.getByRole('button', { name: 'Submit for approval' }).scrollIntoViewIfNeeded();
    await pep.scrollIntoViewIfNeeded();
  } else {
    await page.getByRole('button', { name: 'Recalculate' }).nth(1).click();
  }
  await expect(level).toContainText('High');
  await expect(level).toBeInViewport();
  await expect(pep.getByRole('radio', { name: 'Yes, in another country' })).toBeChecked();
});
