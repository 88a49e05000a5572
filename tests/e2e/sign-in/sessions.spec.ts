import { expect, newestEmail, anyone as test, unique } from '#tests/support/browser/journey.ts';
import { ownerAddress, signUp } from '#tests/support/browser/new-company.ts';

const after = 'eleven quiet lighthouses';

test('a new password ends the session of another browser at its next page', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  // A user whom no other journey signs in.
  const company = unique('Sessions Journey');
  await signUp(page, company);
  const loginId = ownerAddress(company);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const other = await elsewhere.newPage();
  await other.goto('/login?view=forgotten');
  await other.getByLabel('Email address').fill(loginId);
  await other.getByRole('button', { name: /link/i }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  const link = /href="([^"]*reset=[^"]*)"/.exec(await newestEmail(other, loginId))?.[1] ?? '';
  await other.goto(link.replaceAll('&amp;', '&'));
  await other.getByLabel('New password').fill(after);
  await other.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(other.getByText('Password changed. All other sessions were ended.')).toBeVisible();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  if (javaScriptEnabled === false) await page.goto('/settings');
  else await page.getByRole('link', { name: 'Company', exact: true }).click();
  await expect(page).toHaveURL(/\/login\?logout_reason=unauthorised$/);
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await elsewhere.close();
});
