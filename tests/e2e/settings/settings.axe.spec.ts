import { expect, pageProblems, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('no view of the settings has axe violations or a horizontal scroll', async ({ page }) => {
  await page.goto('/settings');
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  const views = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(views.length).toBeGreaterThan(3);
  for (const view of [...views, '/settings?view=billing&confirm=monthly']) {
    await page.goto(view);
    expect(await pageProblems(page)).toEqual([]);
  }
});

test('previewed policies and a verified log have no axe violations', async ({ page }) => {
  await page.goto('/settings?view=policies');
  await page.getByRole('textbox', { name: 'High risk' }).fill('11');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('button', { name: 'Save policies' })).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.goto('/settings?view=audit');
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByText(/events verified/)).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});
