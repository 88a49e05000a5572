import { test } from 'playwright/test';
import { expect, newestMail, unique } from '#tests/support/journey.ts';

test('somebody new signs up, sets the company up and keeps a first client', async ({ page }) => {
  const company = unique('Journey Advisers');
  const loginId = `${company.replaceAll(' ', '-').toLowerCase()}@example.test`;
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Jo Newcomer');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Name of your company').fill(company);
  await page.getByLabel('New Zealand').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();

  const code = /\b(\d{6})\b/.exec(await newestMail(page, loginId))?.[1] ?? '';
  await page.getByLabel('Code from the email').fill(code);
  await page.getByLabel('Choose a password').fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel('Code from the email')).toHaveValue(code);

  await page.getByLabel('Choose a password').fill('a-long-enough-password-7');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page).toHaveURL(/\/welcome/);

  await page.goto('/clients');
  await expect(page).toHaveURL(/\/home$/);
  await page
    .getByRole('link', { name: /set up/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/onboard$/);
  await page.getByLabel('Legal name').fill(`${company} Limited`);
  await page.getByLabel('What your company does').selectOption('accounting');
  await page.getByLabel('Address line 1').fill('1 Sample Street');
  await page.getByLabel('Town or city').fill('Wellington');
  await page.getByLabel('Postcode').fill('6011');
  await page.getByLabel(/compliance officer/i).check();
  await page.getByRole('button', { name: /finish/i }).click();
  await expect(page).toHaveURL(/\/home$/);

  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('First');
  await page.getByLabel('Family name').fill('Client');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'First Client' })).toBeVisible();
});
