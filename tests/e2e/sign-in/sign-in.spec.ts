import { expect, signIn, anyone as test } from '#tests/support/browser/journey.ts';

test('a wrong password does not disclose accounts; the right one redirects to the requested page', async ({
  page,
}) => {
  await page.goto('/clients?status=active');
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  await page.getByLabel('Email address').fill('officer@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const summary = page.getByRole('alert').filter({ hasText: /email address|password/i });
  await expect(summary).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue('officer@demo.test');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.getByLabel('Password', { exact: true }).fill('assay-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/clients\?status=active$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('signing out ends the session, and the back button does not restore it', async ({ page }) => {
  await signIn(page, 'auditor@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  await page.locator('header summary').filter({ hasText: 'Anjali Specimen', visible: true }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
});

test('an ended session shows its reason; no other reason is shown', async ({ page }) => {
  await page.goto('/login?logout_reason=unauthorised');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.goto('/login?logout_reason=anything-else');
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await expect(page.getByText('anything-else')).toHaveCount(0);
});

test('admins and members have separate sign-in pages', async ({ page }) => {
  await signIn(page, 'admin@demo.test');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
});

test('the root redirects by realm', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('an unknown address shows an error page with a way back', async ({ page }) => {
  const response = await page.goto('/nowhere-at-all');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
});
