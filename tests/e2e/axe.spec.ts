import { demoAuditor } from '#demo/demo-accounts.ts';
import {
  anyone,
  expect,
  expectAccessible,
  expectAccessiblePages,
  newestEmail,
  test,
  unique,
} from '#tests/support/browser/journey.ts';
import { ownerAddress } from '#tests/support/browser/new-company.ts';

// Many pages each, all checked by axe.
test.slow();
anyone.slow();

anyone('pages for everyone have no axe violations and no horizontal scroll', async ({ page }) => {
  await expectAccessiblePages(page, '/login', [
    '/login',
    '/login?view=forgotten',
    '/login?logout_reason=unauthorised',
  ]);
  await expectAccessiblePages(page, '/signup', ['/signup']);
  await expectAccessiblePages(page, '/welcome', ['/welcome', '/welcome?invite=unknown']);
  await expectAccessiblePages(page, '/admin/login', ['/admin/login']);
  await expectAccessiblePages(page, '/document_request/*', ['/document_request/cut/short']);
  await expectAccessiblePages(page, '*', ['/nowhere-at-all']);
  await expectAccessiblePages(page, '/api/v1/docs', ['/api/v1/docs']);
});

anyone('the further steps of signing in and up have no axe violations', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email address').fill(demoAuditor.loginId);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, '/login', 'a wrong password');
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code from the email' })).toBeVisible();
  await expectAccessible(page, '/login', 'the code of an email');

  await page.goto('/login?view=forgotten');
  await page.getByLabel('Email address').fill(demoAuditor.loginId);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible();
  await expectAccessible(page, '/login', 'a link was sent');
  const link = /href="([^"]*reset=[^"]*)"/.exec(await newestEmail(page, demoAuditor.loginId))?.[1] ?? '';
  await page.goto(link.replaceAll('&amp;', '&'));
  await expect(page.getByLabel('New password')).toBeVisible();
  await expectAccessible(page, '/login', 'a new password');

  await page.goto('/signup');
  await page.getByLabel('Your name').fill('Jo Newcomer');
  await page.getByLabel('Email address').fill(ownerAddress(unique('Looked at')));
  await page.getByLabel('Company name').fill(unique('Looked at'));
  await page.getByLabel('New Zealand').check();
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Code from the email')).toBeVisible();
  await expectAccessible(page, '/signup', 'the code of an email');
});

anyone('pages of the sandbox have no axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/sandbox/components', ['/sandbox/components']);
  await expectAccessiblePages(page, '/sandbox/outbox', ['/sandbox/outbox']);
  await expectAccessiblePages(page, '/sandbox/registries', ['/sandbox/registries']);
  await expectAccessiblePages(page, '/sandbox/verification', ['/sandbox/verification']);
  await expectAccessiblePages(page, '/sandbox/verification/capture/:token', [
    '/sandbox/verification/capture/unknown',
  ]);
  await expectAccessiblePages(page, '/sandbox/siem', ['/sandbox/siem']);
  await expectAccessiblePages(page, '/sandbox/dns', ['/sandbox/dns']);
  await expectAccessiblePages(page, '/sandbox/lists', ['/sandbox/lists']);
  await expectAccessiblePages(page, '/sandbox/payments', ['/sandbox/payments']);
  await expectAccessiblePages(page, '/sandbox/identity-provider', ['/sandbox/identity-provider']);
});

test('pages of every member have no axe violations and no horizontal scroll', async ({ page }) => {
  await expectAccessiblePages(page, '/home', ['/home']);
  await expectAccessiblePages(page, '/search', ['/search?q=tāmihana', '/search?q=zzzzqqqq']);
  await expectAccessiblePages(page, '/notifications', ['/notifications']);
  await expectAccessiblePages(page, '/onboard', ['/onboard']);
  await page.goto('/clients');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type('monitoring');
  await expect(page.getByRole('option', { name: /Monitoring/ })).not.toHaveCount(0);
  await expectAccessible(page, '/clients', 'the search dialog');
});

test('the list of clients and its forms have no axe violations and no horizontal scroll', async ({
  page,
}) => {
  await expectAccessiblePages(page, '/clients', [
    '/clients',
    '/clients?q=zzzzqqqq',
    '/clients?type=trust&sort=-name',
    '/clients?view=all',
  ]);
  await expectAccessiblePages(page, '/clients/create', [
    '/clients/create',
    '/clients/create?type=individual',
    '/clients/create?type=company',
    '/clients/create?type=trust',
    '/clients/create?type=soleTrader',
  ]);
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill('\u202e');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await expectAccessible(page, '/clients/create', 'a refused client');
  await page.goto('/clients?q=Nerquand');
  await page.getByRole('link', { name: 'Basilio Nerquand' }).click();
  await page.getByRole('link', { name: 'Edit Basilio Nerquand' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await expectAccessible(page, '/clients/:id/edit');
});

test.describe('a page without permission', () => {
  test.use({ asLoginId: demoAuditor.loginId });

  test('has no axe violations', async ({ page }) => {
    await page.goto('/settings/retention');
    await expect(page.getByRole('heading', { level: 2, name: 'You do not have permission' })).toBeVisible();
    await expectAccessible(page, '/settings/retention', 'refused');
  });
});
