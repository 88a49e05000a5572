import { type Page, test } from 'playwright/test';
import { expect, newestMail, signIn, unique } from '#tests/support/journey.ts';

const reason = 'The invoice of October is unpaid';

/** Signs a company up, as its owner does: one that no other journey works in. */
async function signUp(page: Page, company: string): Promise<string> {
  const loginId = `${company.replaceAll(' ', '-').toLowerCase()}@example.test`;
  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Jo Newcomer');
  await page.getByLabel('Email address').fill(loginId);
  await page.getByLabel('Name of your company').fill(company);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = /\b(\d{6})\b/.exec(await newestMail(page, loginId))?.[1] ?? '';
  await page.getByLabel('Code from the email').fill(code);
  await page.getByLabel('Choose a password').fill('a-long-enough-password-7');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page).toHaveURL(/\/welcome/);
  return loginId;
}

test('an admin restricts a company, its members read why, and the restriction is lifted', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const name = unique('Restricted Journey');
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const theirs = await context.newPage();
  const loginId = await signUp(theirs, name);

  await page.goto('/admin/companies');
  await expect(page).toHaveURL(/\/admin\/login\?redirectTo=/);
  await signIn(page, 'admin@demo.test', '/admin/login');
  await expect(page).toHaveURL(/\/admin\/home$/);
  await expect(page.getByRole('heading', { name: 'What needs attention' })).toBeVisible();
  await page.locator('summary', { hasText: 'The same as a table' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(12);

  await page.getByRole('link', { name: 'Companies', exact: true }).first().click();
  await page.getByLabel('Name, NZBN, ABN or ACN').fill(name.toUpperCase());
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('1 shown, of 1')).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Restrict access' }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Restrict access' }).click();
  await expect(page.getByText('Access is restricted. Members are shown the reason.')).toBeVisible();

  await theirs.goto('/home');
  await expect(theirs.getByText(reason)).toBeVisible();
  // Members have no business here.
  await theirs.goto('/admin/home');
  await expect(theirs).toHaveURL(/\/admin\/login/);

  await page.getByRole('link', { name: 'Lift the restriction' }).click();
  await page.getByLabel('Reason').fill('Paid today');
  await page.getByRole('button', { name: 'Lift the restriction' }).click();
  await expect(page.getByText('The restriction is lifted.')).toBeVisible();
  const acts = page.getByRole('region', { name: 'What admins did' }).getByRole('listitem');
  await expect(acts.first()).toContainText('Paid today');
  await expect(acts.nth(1)).toContainText(reason);
  await theirs.goto('/home');
  await expect(theirs.getByText(reason)).toHaveCount(0);
  await context.close();

  await page.goto('/admin/users');
  await page.getByLabel('Name or email').fill(loginId);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('1 shown, of 1')).toBeVisible();
  await page.getByRole('link', { name: /^Suspend/ }).click();
  await page.getByLabel('Reason').fill('Reported by somebody');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('alert')).toContainText('The last active owner cannot be suspended');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
});
