import { expect, signIn, anyone as test } from '#tests/support/e2e-helpers.ts';

test('a wrong password says nothing about who exists; the right one leads to the page that was asked for', async ({
  page,
}) => {
  await page.goto('/clients?status=active');
  await expect(page).toHaveURL(/\/login\?redirectTo=/);
  await page.getByLabel('Email address').fill('officer@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const summary = page.getByRole('alert').first();
  await expect(summary).toContainText(/email address|password/i);
  await expect(page.getByLabel('Email address')).toHaveValue('officer@demo.test');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.getByLabel('Password', { exact: true }).fill('assay-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/clients\?status=active$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
});

test('signing out ends the session, and going back does not bring it back', async ({ page }) => {
  await signIn(page, 'auditor@demo.test');
  await expect(page).toHaveURL(/\/home$/);
  await page.getByText('Anjali Specimen').first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
});

test('a session that ended says so; any other reason is not repeated', async ({ page }) => {
  await page.goto('/login?logout_reason=unauthorised');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.goto('/login?logout_reason=anything-else');
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await expect(page.getByText('anything-else')).toHaveCount(0);
});

test('an admin and a member have doors of their own', async ({ page }) => {
  await signIn(page, 'admin@demo.test');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
});

test('the root leads where one belongs', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
});

test('an address that does not exist has a page that says so and a way back', async ({ page }) => {
  const response = await page.goto('/nowhere-at-all');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link').first()).toBeVisible();
});
