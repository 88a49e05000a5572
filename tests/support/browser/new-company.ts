import { type Browser, expect, type Page } from 'playwright/test';
import { newestEmail } from './journey.ts';

export const newOwnerPassword = 'a-long-enough-password-7';

/** The address with which `signUp` signs a user up for a company. */
export const ownerAddress = (company: string) => `${company.replaceAll(' ', '-').toLowerCase()}@example.test`;

/** Signs a new user up, to the page that links to setup. */
export async function signUp(page: Page, company: string): Promise<void> {
  const loginId = ownerAddress(company);
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Jo Newcomer');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Company name').fill(company);
  await page.getByLabel('New Zealand').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = /\b(\d{6})\b/.exec(await newestEmail(page, loginId))?.[1] ?? '';
  await page.getByLabel('Code from the email').fill(code);
  await page.getByLabel('Choose a password').fill(newOwnerPassword);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page).toHaveURL(/\/welcome/);
}

/** Pays on the payment service's page. */
export async function payWith(page: Page, card: string, webhook: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
  await page.getByLabel(card).check();
  await page.getByText('Webhook behaviour').click();
  await page.getByLabel(webhook).check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

/** Signs a new user up, completes company setup and pays for the monthly plan, to the home page. */
export async function openNewCompany(page: Page, company: string): Promise<void> {
  await signUp(page, company);
  await page.goto('/onboard?step=company');
  await page.getByLabel('Legal name').fill(`${company} Limited`);
  await page.getByLabel('Sector').selectOption('accounting');
  await page.getByLabel('Address line 1').fill('1 Sample Street');
  await page.getByLabel('Town or city').fill('Wellington');
  await page.getByLabel('Postcode').fill('6011');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByLabel('Jo Newcomer (you)').check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Compliance officer' })).toHaveCount(0);
  await page.goto('/onboard?step=plan');
  await page.getByRole('button', { name: 'Choose Monthly and pay' }).click();
  await payWith(page, 'A card that works', 'It is sent at once');
  await expect(page.getByRole('heading', { name: 'Your payment is confirmed' })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
}

/** The link to join a team in an invitation, as the outbox shows it. */
export function invitationLink(mail: string): string {
  const link = /href="([^"]*\/welcome\?[^"]*)"/.exec(mail)?.[1];
  if (link === undefined) throw new Error('There is no link in the mail.');
  return link.replaceAll('&amp;', '&');
}

/** Invites someone as a member, who joins in a browser of their own. @returns their home page */
export async function addColleague(
  page: Page,
  browser: Browser,
  { loginId, name, isScripted }: { loginId: string; name: string; isScripted: boolean },
): Promise<Page> {
  await page.goto('/settings/team');
  await page.getByRole('link', { name: 'Invite member' }).click();
  await page.getByLabel('Email address').fill(loginId);
  await page.getByRole('radio', { name: 'Member' }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${loginId}`)).toBeVisible();
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: { cookies: [], origins: [] },
    javaScriptEnabled: isScripted,
  });
  const theirs = await context.newPage();
  await theirs.goto(invitationLink(await newestEmail(page, loginId)));
  await theirs.getByLabel('Your name').fill(name);
  await theirs.getByLabel('Choose a password').fill(newOwnerPassword);
  await theirs.getByRole('button', { name: /^Join/ }).click();
  await expect(theirs.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  return theirs;
}
