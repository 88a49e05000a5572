import {
  expect,
  expectAccessible,
  newestEmail,
  signIn,
  anyone as test,
  unique,
} from '#tests/support/browser/journey.ts';
import { ownerAddress, signUp } from '#tests/support/browser/new-company.ts';

test('a person joins a second company with the same address, and switches between both', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const company = unique('Companies Journey');
  await signUp(page, company);
  const loginId = ownerAddress(company);

  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled ?? true,
  });
  const owner = await elsewhere.newPage();
  await signIn(owner, 'owner@demo.test');
  await expect(owner).toHaveURL(/\/home$/);
  await owner.goto('/settings/team');
  await owner.getByRole('link', { name: 'Invite member' }).click();
  await owner.getByLabel('Email address').fill(loginId);
  await owner.getByRole('radio', { name: 'Member' }).check();
  await owner.getByRole('button', { name: 'Send invitation' }).click();
  await expect(owner.getByText(`Invitation sent to ${loginId}`)).toBeVisible();
  const link = /href="([^"]*\/welcome\?[^"]*)"/.exec(await newestEmail(owner, loginId))?.[1] ?? '';

  await page.goto(link.replaceAll('&amp;', '&'));
  await expect(page.getByLabel('Choose a password')).toHaveCount(0);
  await page.getByRole('button', { name: /^Join Kōwhai/ }).click();
  await expect(page.getByText('Welcome to Kōwhai & Wattle Advisory.')).toBeVisible();

  // A page that is still open in the company before the switch.
  await page.goto('/settings/sessions');
  const tab = await page.context().newPage();
  await tab.goto('/home');
  await tab.locator('summary').filter({ hasText: 'Jo Newcomer' }).click();
  await tab.getByRole('link', { name: 'Switch company' }).filter({ visible: true }).click();
  await expect(tab.getByRole('heading', { level: 1, name: 'Select a company' })).toBeVisible();
  const select = tab.getByRole('button', { name: `Select ${company}` });
  await select.focus();
  await tab.keyboard.press('Enter');
  await expect(tab).toHaveURL(/\/home$/);
  await expect(tab.getByText(company).filter({ visible: true })).not.toHaveCount(0);

  await page.getByLabel('Name', { exact: true }).fill('Someone Else');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Switch to Kōwhai & Wattle Advisory?' }),
  ).toBeVisible();
  await expect(page.getByText('What you entered was not saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to Kōwhai & Wattle Advisory' }).click();
  await expect(page).toHaveURL(/\/settings\/sessions$/);
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('Someone Else');

  // An end of the second membership leaves the first.
  await owner.goto('/settings/team');
  await owner
    .getByRole('row', { name: new RegExp(loginId) })
    .getByRole('link')
    .click();
  await owner.getByRole('link', { name: 'Remove' }).click();
  await expect(owner.getByRole('heading', { name: 'Remove Jo Newcomer from the team?' })).toBeVisible();
  await owner.getByLabel('Reason').fill('Engagement ended');
  await owner.getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText('is no longer on the team.')).toBeVisible();
  await page.goto('/clients');
  await expect(page.getByRole('heading', { level: 1, name: 'Select a company' })).toBeVisible();
  if (javaScriptEnabled !== false) await expectAccessible(page, '/login', 'companies to select');
  await page.getByRole('button', { name: `Select ${company}` }).click();
  await expect(page.getByText(company).filter({ visible: true })).not.toHaveCount(0);
  await elsewhere.close();
});
