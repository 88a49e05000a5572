import { demoAdmin } from '#demo/demo-accounts.ts';
import {
  anyone,
  expect,
  expectAccessible,
  expectAccessiblePages,
  fillSignIn,
  test,
} from '#tests/support/browser/journey.ts';

// Many pages, each checked by axe.
test.slow();

anyone('the second factor of a platform admin has no axe violations', async ({ page }) => {
  await page.goto('/admin/login');
  await fillSignIn(page, demoAdmin.loginId);
  await expect(page.getByLabel('Code of your authenticator app')).toBeVisible();
  await expectAccessible(page, '/admin/login');
});

test.describe('pages of a platform admin', () => {
  test.use({ asLoginId: demoAdmin.loginId });

  test('have no axe violations and no horizontal scroll', async ({ page }) => {
    await page.goto('/admin/home');
    await expect(page.getByRole('heading', { name: 'Platform', level: 1 })).toBeVisible();
    await page.locator('summary', { hasText: 'View as table' }).click();
    await expectAccessible(page, '/admin/home');
    await expectAccessiblePages(page, '/admin/companies', [
      '/admin/companies',
      '/admin/companies?q=zzzzqqqq',
    ]);
    await page.goto('/admin/companies?q=Kōwhai');
    await page.getByRole('link', { name: 'Kōwhai & Wattle Advisory' }).click();
    await expect(page.getByRole('heading', { name: 'Usage' })).toBeVisible();
    await expectAccessible(page, '/admin/companies/:id');
    const company = new URL(page.url()).pathname;
    await expectAccessiblePages(page, '/admin/companies/:id', [`${company}?confirm=restricted`]);
    await expectAccessiblePages(page, '/admin/companies/:id/support', [`${company}/support`]);
    await expectAccessiblePages(page, '/admin/sessions', ['/admin/sessions']);
    await expectAccessiblePages(page, '/admin/users', ['/admin/users']);
    await page.goto('/admin/users?q=Mockford');
    await page.getByRole('link', { name: /^Suspend.*Min-Ji Mockford/ }).click();
    await expect(page.getByLabel('Reason')).toBeVisible();
    await expectAccessible(page, '/admin/users', 'suspending');
  });
});
