import { expect, pageProblems, test } from '#tests/support/browser/journey.ts';

test.describe('pages of a platform admin', () => {
  test.use({ asLoginId: 'admin@demo.test' });

  test('have no axe violations and no horizontal scroll', async ({ page }) => {
    await page.goto('/admin/home');
    await expect(page.getByRole('heading', { name: 'Platform', level: 1 })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.goto('/admin/companies');
    expect(await pageProblems(page)).toEqual([]);
    await page.locator('tbody').getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.getByRole('link', { name: /Restrict access|Lift the restriction/ }).click();
    await expect(page.getByLabel('Reason')).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.goto('/admin/users');
    expect(await pageProblems(page)).toEqual([]);
    await page
      .getByRole('link', { name: /^Suspend/ })
      .first()
      .click();
    await expect(page.getByLabel('Reason')).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
  });
});

test.describe('the team’s pages of an owner', () => {
  test.use({ asLoginId: 'owner@demo.test' });

  test('have no axe violations and no horizontal scroll', async ({ page }) => {
    await page.goto('/settings?view=team');
    expect(await pageProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Invite member' }).click();
    await expect(page.getByRole('heading', { name: 'Invite member' })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.goto('/settings?view=team');
    await page.getByRole('link', { name: 'Min-Ji Mockford' }).click();
    await expect(page.getByRole('link', { name: 'Remove' })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
    expect(await pageProblems(page)).toEqual([]);
  });
});
