import { type Page, test } from 'playwright/test';
import { expect, newestMail, unique } from '#tests/support/journey.ts';

/** Signs somebody new up, to the page that leads into the set-up. */
async function signUp(page: Page, company: string): Promise<void> {
  const loginId = `${company.replaceAll(' ', '-').toLowerCase()}@example.test`;
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Jo Newcomer');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Name of your company').fill(company);
  await page.getByLabel('New Zealand').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = /\b(\d{6})\b/.exec(await newestMail(page, loginId))?.[1] ?? '';
  await page.getByLabel('Code from the email').fill(code);
  await page.getByLabel('Choose a password').fill('a-long-enough-password-7');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page).toHaveURL(/\/welcome/);
}

async function payWith(page: Page, card: string, webhook: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
  await page.getByLabel(card).check();
  await page.getByText('What becomes of the webhook').click();
  await page.getByLabel(webhook).check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

test('an owner signs up, sets the company up in her own order, pays and keeps a first client', async ({
  page,
}) => {
  const company = unique('Paying Advisers');
  await signUp(page, company);
  await page.goto('/clients');
  await expect(page).toHaveURL(/\/home$/);
  await page
    .getByRole('link', { name: /set up/i })
    .first()
    .click();
  await expect(page.getByText('0 of 5 done')).toBeVisible();

  // The plan first: a card that is declined, then a bank that takes a moment, its webhook lost.
  await page.getByRole('link', { name: 'Plan and payment' }).click();
  await expect(page.getByText('NZD 171.35')).toBeVisible();
  await page.getByRole('button', { name: 'Choose Monthly and pay' }).click();
  await payWith(page, 'A card that is declined', 'It is lost');
  await expect(page.getByRole('alert')).toContainText('declined');
  await payWith(page, 'A bank that takes a moment, then pays', 'It is lost');
  await expect(page).toHaveURL(/\/checkout\/confirmation\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('link', { name: 'Go on with the set-up' }).click();

  // The company by its number; its sector is missing at first.
  await expect(page.getByRole('heading', { level: 2, name: 'Company' })).toBeVisible();
  await page.getByLabel('Address line 1').fill('1 Sample Street');
  await page.getByLabel('Town or city').fill('Wellington');
  await page.getByLabel('Postcode').fill('6011');
  await page.getByLabel(/^NZBN/).fill('9429041561141');
  await page.getByRole('button', { name: 'Look up by NZBN' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Address line 1')).toHaveValue('1 Sample Street');
  await page.getByLabel(/^NZBN/).fill('');
  await page.getByLabel('Legal name').fill(`${company} Limited`);
  await page.getByLabel('What your company does').selectOption('accounting');
  await page.getByRole('button', { name: 'Save and go on' }).last().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Compliance officer' })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: /is restricted/ })).toBeVisible();
  await page.goto('/onboard');
  await page.getByLabel('Jo Newcomer (you)').check();
  await page.getByRole('button', { name: 'Save and go on' }).click();

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('Your company is set up.')).toBeVisible();
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('First');
  await page.getByLabel('Family name').fill('Client');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'First Client' })).toBeVisible();

  // The portal's way round: cancelled at the month's end, and everybody is told when it is over.
  await page.goto('/settings?view=billing');
  await page.getByRole('button', { name: 'Card, invoices and cancelling' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await expect(page.getByText('Cancelled')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Assay' }).click();
  await expect(async () => {
    await page.goto('/clients');
    await expect(page.getByText('No active subscription.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('link', { name: 'See plans' }).click();
  await expect(page.getByRole('button', { name: 'Choose Monthly and pay' })).toBeVisible();
});
