import { expect, pageTroubles, test } from '#tests/support/journey.ts';

test.describe('an admin', () => {
  test.use({ asLoginId: 'admin@demo.test' });

  test('pages of admins have nothing that axe finds, and do not scroll sideways', async ({ page }) => {
    await page.goto('/admin/home');
    await expect(page.getByRole('heading', { name: 'Platform', level: 1 })).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
    await page.goto('/admin/companies');
    expect(await pageTroubles(page)).toEqual([]);
    await page.locator('tbody').getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'How much it keeps' })).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
    await page.getByRole('link', { name: /Restrict access|Lift the restriction/ }).click();
    await expect(page.getByLabel('Reason')).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
    await page.goto('/admin/users');
    expect(await pageTroubles(page)).toEqual([]);
    await page
      .getByRole('link', { name: /^Suspend/ })
      .first()
      .click();
    await expect(page.getByLabel('Reason')).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
  });
});

test.describe('an owner', () => {
  test.use({ asLoginId: 'owner@demo.test' });

  test('the team’s pages have nothing that axe finds, and do not scroll sideways', async ({ page }) => {
    await page.goto('/settings?view=team');
    expect(await pageTroubles(page)).toEqual([]);
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await expect(page.getByRole('heading', { name: 'Invite somebody' })).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
    await page.goto('/settings?view=team');
    await page.getByRole('link', { name: 'Min-Ji Mockford' }).click();
    await expect(page.getByRole('link', { name: 'Remove' })).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
    await page.getByRole('link', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
    expect(await pageTroubles(page)).toEqual([]);
  });
});
