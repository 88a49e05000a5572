import { expect, signIn, anyone as test, unique } from '#tests/support/browser/journey.ts';
import { landedOn } from '#tests/support/browser/landing.ts';
import { ownerAddress, signUp } from '#tests/support/browser/new-company.ts';

const reason = 'The invoice of October is unpaid';

test('an admin restricts a company, its members see the reason, and the restriction is lifted', async ({
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
  const landed = landedOn(page, javaScriptEnabled !== false);
  await signUp(theirs, name);
  const loginId = ownerAddress(name);

  await page.goto('/admin/companies');
  await expect(page).toHaveURL(/\/admin\/login\?redirectTo=/);
  await signIn(page, 'admin@demo.test', '/admin/login');
  await expect(page).toHaveURL(/\/admin\/home$/);
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await page.locator('summary', { hasText: 'View as table' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(12);

  await page.getByRole('navigation').getByRole('link', { name: 'Companies', exact: true }).click();
  await page.getByLabel('Name, NZBN, ABN or ACN').fill(name.toUpperCase());
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('1 shown, of 1')).toBeVisible();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Restrict access' }).click();
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Restrict access' }).click();
  await landed.told('', 'Access restricted. Members can see the reason.');

  await theirs.goto('/home');
  await expect(theirs.getByText(reason)).toBeVisible();
  // Members have no access here.
  await theirs.goto('/admin/home');
  await expect(theirs).toHaveURL(/\/admin\/login/);

  await page.getByRole('link', { name: 'Remove restriction' }).click();
  await page.getByLabel('Reason').fill('Paid today');
  await page.getByRole('button', { name: 'Remove restriction' }).click();
  await landed.told('', 'Restriction removed.');
  const permissions = page.getByRole('region', { name: 'Admin actions' }).getByRole('listitem');
  await expect(permissions.first()).toContainText('Paid today');
  await expect(permissions.nth(1)).toContainText(reason);
  await theirs.goto('/home');
  await expect(theirs.getByText(reason)).toHaveCount(0);
  await context.close();

  await page.goto('/admin/users');
  await page.getByLabel('Name or email').fill(loginId);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('1 shown, of 1')).toBeVisible();
  await page.getByRole('link', { name: /^Suspend/ }).click();
  await page.getByLabel('Reason').fill('Reported by someone');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('alert')).toContainText('The last active owner cannot be suspended');
  await landed.refused('The last active owner cannot be suspended');

  await page.getByRole('button', { name: 'Sign out' }).click();
  if (javaScriptEnabled !== false) {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Leave' }).click();
  }
  await expect(page).toHaveURL(/\/admin\/login/);
});
