import { expect, newestEmail, anyone as test, unique } from '#tests/support/browser/journey.ts';

test('a new user signs up and sees the remaining steps', async ({ page }) => {
  const company = unique('Journey Advisers');
  const loginId = `${company.replaceAll(' ', '-').toLowerCase()}@example.test`;
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Jo Newcomer');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Company name').fill(company);
  await page.getByLabel('New Zealand').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();

  const code = /\b(\d{6})\b/.exec(await newestEmail(page, loginId))?.[1] ?? '';
  await page.getByLabel('Code from the email').fill(code);
  await page.getByLabel('Choose a password').fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Use at least 12 characters' })).toBeVisible();
  await expect(page.getByLabel('Code from the email')).toHaveValue(code);

  await page.getByLabel('Choose a password').fill('a-long-enough-password-7');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page).toHaveURL(/\/welcome/);

  // The remaining steps before a first client are tested in onboarding.spec.ts.
  await page.goto('/clients');
  await expect(page).toHaveURL(/\/home$/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /company setup/i })
    .click();
  await expect(page).toHaveURL(/\/onboard$/);
  await expect(page.getByText('0 of 5 done')).toBeVisible();
});
