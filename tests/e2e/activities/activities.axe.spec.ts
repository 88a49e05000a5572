import type { Page } from 'playwright/test';
import { expect, pageProblems, test } from '#tests/support/browser/journey.ts';

/** Path of the first activity of the list in a status. */
async function firstIn(page: Page, status: string): Promise<string> {
  await page.goto(`/activities?status=${status}`);
  const href = await page.getByRole('table').getByRole('link').first().getAttribute('href');
  return href ?? '';
}

for (const path of [
  '/activities',
  '/activities?view=board',
  '/activities?q=zzzzqqqq',
  '/activities/create',
]) {
  test(`${path} has no axe violations and no horizontal scroll`, async ({ page }) => {
    await page.goto(path);
    expect(await pageProblems(page)).toEqual([]);
  });
}

test('an activity in review, being cancelled, edited or rejected has no axe violations', async ({ page }) => {
  const open = await firstIn(page, 'inReview');
  for (const path of [open, `${open}?confirm=cancelled`, `${open}/edit`]) {
    await page.goto(path);
    expect(await pageProblems(page), path).toEqual([]);
  }
  await page.goto('/activities/create');
  await page.getByLabel(/^Maximum transaction value/).fill('a lot');
  await page.getByRole('button', { name: 'Create engagement' }).last().click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});

test('outstanding requirements of a client, and the confirmation of declining, have no axe violations', async ({
  page,
}) => {
  await page.goto('/clients?status=onboarding');
  const client = await page
    .getByRole('table')
    .locator('tbody')
    .getByRole('link')
    .first()
    .getAttribute('href');
  for (const path of [client ?? '', `${client}?confirm=declined`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Outstanding requirements' })).toBeVisible();
    expect(await pageProblems(page), path).toEqual([]);
  }
});
