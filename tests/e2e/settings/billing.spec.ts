import type { Page } from 'playwright/test';
import { expect, newestEmail, anyone as test, unique } from '#tests/support/browser/journey.ts';
import { newOwnerPassword, openNewCompany, ownerAddress } from '#tests/support/browser/new-company.ts';

/** Presses a button on the payment service's card page, and returns. */
async function inPortal(page: Page, ...buttons: string[]): Promise<void> {
  await page.goto('/settings/billing');
  await page.getByRole('button', { name: 'Manage payment and invoices' }).click();
  for (const name of buttons) await page.getByRole('button', { name }).click();
  await page.getByRole('link', { name: 'Back to Assay' }).click();
}

test('a failed payment is shown on every page and emailed, by role, until it is paid', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const company = unique('Failing Advisers');
  await openNewCompany(page, company);

  // The home page links to the invitation itself.
  await page.getByRole('link', { name: 'Invite people' }).click();
  const loginId = `${unique('moana').replace(' ', '.')}@invited.test`;
  await page.getByLabel('Email address').fill(loginId);
  await page.getByRole('radio', { name: 'Member' }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${loginId}`)).toBeVisible();
  const link = /href="([^"]*\/welcome\?[^"]*)"/.exec(await newestEmail(page, loginId))?.[1] ?? '';
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const theirs = await context.newPage();
  await theirs.goto(link.replaceAll('&amp;', '&'));
  await theirs.getByLabel('Your name').fill('Moana Joinsample');
  await theirs.getByLabel('Choose a password').fill('four words of their own');
  await theirs.getByRole('button', { name: /^Join/ }).click();
  await expect(theirs.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(theirs.getByText('payment')).toHaveCount(0);

  await inPortal(page, 'Use a card that will be declined', 'End the month now');
  const banner = page.getByRole('complementary', { name: 'Messages' });
  await expect(async () => {
    await page.goto('/home');
    await expect(banner).toContainText('Your last payment failed.', { timeout: 1_000 });
  }).toPass();
  await expect(banner).toContainText(
    /Billable checks, new document requests and monitoring continue until \d+ [A-Z][a-z]{2} \d{4}, then stop unless payment is made\./,
  );
  const stops = /until (\d+ [A-Z][a-z]{2} \d{4})/.exec((await banner.textContent()) ?? '')?.[1] ?? '';
  await theirs.goto('/clients');
  const told = theirs.getByRole('complementary', { name: 'Messages' });
  await expect(told).toContainText(`The last payment of ${company} failed.`);
  await expect(told).toContainText(`until ${stops}, then stop unless an owner pays.`);
  await told.getByRole('link', { name: 'See who can pay' }).click();
  await expect(theirs.getByText('Jo Newcomer')).toBeVisible();

  let mail = '';
  // Sent by a job, after the banner is shown.
  await expect(async () => {
    mail = await newestEmail(page, ownerAddress(company));
    expect(mail).toContain(`payment for ${company} failed, pay by ${stops}`);
  }).toPass({ timeout: 60_000 });
  expect(mail).toContain('/settings/billing');

  await banner.getByRole('link', { name: 'Pay or change card' }).click();
  await expect(page.getByText(`continue until`)).toBeVisible();
  await expect(page.getByText('Next renewal')).toHaveCount(0);
  await inPortal(page, 'Use a card that works');
  await expect(async () => {
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await expect(page.getByText(/payment .*failed/)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await theirs.goto('/home');
  await expect(theirs.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(theirs.getByText(/payment .*failed/)).toHaveCount(0);
  await context.close();
});

test('a change of plan shows its cost first, and a used reset link shows no password form', async ({
  page,
}) => {
  const company = unique('Changing Advisers');
  await openNewCompany(page, company);
  await page.goto('/settings/billing');
  await page.getByRole('link', { name: 'Change to Pay as you go' }).click();
  const question = page.getByRole('heading', { name: 'Change to Pay as you go?' });
  await expect(question).toBeVisible();
  await expect(page.getByText('Your plan changes today.')).toBeVisible();
  await expect(page.getByText('Unused time on Monthly')).toBeVisible();
  await expect(page.getByText(/^NZD 171\.\d\d credit$/)).toBeVisible();
  await page.getByRole('link', { name: 'Go back' }).click();
  await expect(page.getByRole('link', { name: 'Change to Pay as you go' })).toBeVisible();

  await page.getByRole('link', { name: 'Change to Pay as you go' }).click();
  await page.getByRole('button', { name: 'Change to Pay as you go' }).click();
  await expect(page.getByText('Plan changed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pay as you go (your plan)' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change to Monthly' })).toBeVisible();

  // Cancelled at the portal, and resumed.
  await inPortal(page, 'Cancel at the end of the month');
  await expect(async () => {
    await page.goto('/settings/billing');
    await expect(page.getByText(/^It ends on/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole('link', { name: 'Stay on Pay as you go' }).click();
  await expect(page.getByRole('heading', { name: 'Stay on Pay as you go?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay on Pay as you go' }).click();
  await expect(page.getByText('Plan changed.')).toBeVisible();
  await expect(page.getByText(/^It ends on/)).toHaveCount(0);

  const loginId = ownerAddress(company);
  await page.context().clearCookies();
  await page.goto('/login?view=forgotten');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('we have sent it a link to choose a new password')).toBeVisible();
  const link = /href="([^"]*\/login\?reset[^"]*)"/.exec(await newestEmail(page, loginId))?.[1] ?? '';
  const path = link.replaceAll('&amp;', '&');
  await page.goto(path);
  await page.getByLabel('New password').fill(`${newOwnerPassword}-again`);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('Password changed. All other sessions were ended.')).toBeVisible();
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'This link was used or has expired' })).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveCount(0);
});
