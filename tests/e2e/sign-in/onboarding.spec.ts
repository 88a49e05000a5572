import { expect, anyone as test, unique } from '#tests/support/browser/journey.ts';
import { landedOn } from '#tests/support/browser/landing.ts';
import { payWith, signUp } from '#tests/support/browser/new-company.ts';

test('an owner signs up, completes setup in another order, pays and creates a first client', async ({
  page,
  javaScriptEnabled,
}) => {
  const company = unique('Paying Advisers');
  await signUp(page, company);
  await page.goto('/clients');
  await expect(page).toHaveURL(/\/home$/);
  await page
    .getByRole('main')
    .getByRole('link', { name: /company setup/i })
    .click();
  await expect(page.getByText('0 of 5 done')).toBeVisible();

  // The plan first: a declined card, then a bank with a delay, its webhook lost.
  await page.getByRole('link', { name: 'Plan and payment' }).click();
  await expect(page.getByText('NZD 171.35')).toBeVisible();
  await page.getByRole('button', { name: 'Choose Monthly and pay' }).click();
  await payWith(page, 'A card that is declined', 'Not delivered');
  await expect(page.getByRole('alert')).toContainText('declined');
  await payWith(page, 'Delayed payment that succeeds', 'Not delivered');
  await expect(page).toHaveURL(/\/checkout\/confirmation\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('link', { name: 'Continue setup' }).click();

  // The company by its number; its sector is missing at first.
  await expect(page.getByRole('heading', { level: 2, name: 'Company' })).toBeVisible();
  // Only the facts of the countries that regulate the company.
  await expect(page.getByLabel('First day of captured activities')).toBeVisible();
  await expect(page.getByLabel('Tranche')).toBeHidden();
  await page.getByLabel('Address line 1').fill('1 Sample Street');
  await page.getByLabel('Town or city').fill('Wellington');
  await page.getByLabel('Postcode').fill('6011');
  await page.getByLabel(/^NZBN/).fill('9429041561141');
  await page.getByRole('button', { name: 'Look up by NZBN' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Address line 1')).toHaveValue('1 Sample Street');
  await page.getByLabel(/^NZBN/).fill('');
  await page.getByLabel('Legal name').fill(`${company} Limited`);
  await page.getByLabel('Sector').selectOption('accounting');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Compliance officer' })).toBeVisible();
  await landedOn(page, javaScriptEnabled !== false).told('', /./);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: /is restricted/ })).toBeVisible();
  await page.goto('/onboard');
  await page.getByLabel('Jo Newcomer (you)').check();
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('Your company is set up.')).toBeVisible();
  await expect(
    page.getByRole('heading', { name: 'Record the missing details of your company' }),
  ).toBeVisible();
  await expect(
    page.getByText(
      'First day of captured activities in New Zealand: not recorded. The Act applies from your',
    ),
  ).toBeVisible();
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('First');
  await page.getByLabel('Family name').fill('Client');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First Client' })).toBeVisible();

  // A round trip through the portal: cancelled at the end of the month, and everyone notified when it has ended.
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Manage payment and invoices' }).click();
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
