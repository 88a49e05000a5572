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
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client created.')).toBeVisible();
  await page.goto(`${page.url()}/risk_assessments/create`);

  const level = page.locator('p').filter({ has: page.getByRole('link', { name: 'Current score' }) });
  await expect(level).toContainText(/Not scored|Low|Medium/);
  const pep = page.getByRole('group', { name: /politically exposed person \(PEP\)/ });
  await pep.getByRole('radio', { name: 'Yes, in another country' }).check();
  if (isScripted) {
    await page.getByRole('button', { name: 'Submit for approval' }).scrollIntoViewIfNeeded();
    await pep.scrollIntoViewIfNeeded();
  } else {
    await page.locator('[data-sticks]').getByRole('button', { name: 'Recalculate' }).click();
  }
  await expect(level).toContainText('High');
  await expect(level).toBeInViewport();
  await expect(pep.getByRole('radio', { name: 'Yes, in another country' })).toBeChecked();
});
