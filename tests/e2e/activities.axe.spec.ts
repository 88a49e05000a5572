import type { Page } from 'playwright/test';
import { expect, pageProblems, test } from '#tests/support/e2e-helpers.ts';

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
  test(`${path} has nothing that axe finds, and does not scroll sideways`, async ({ page }) => {
    await page.goto(path);
    expect(await pageProblems(page)).toEqual([]);
  });
}

test('an activity that is in review, asked about, edited or refused has nothing that axe finds', async ({
  page,
}) => {
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

test('what is missing about a client, and a question before it is declined, have nothing that axe finds', async ({
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
