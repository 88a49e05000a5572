import { anyone, expect, pageProblems, test } from '#tests/support/browser/journey.ts';

const publicPages = [
  '/login',
  '/login?view=forgotten',
  '/signup',
  '/welcome',
  '/admin/login',
  '/nowhere-at-all',
  '/sandbox/outbox',
  '/sandbox/components',
  '/api/v1/docs',
];
const memberPages = [
  '/home',
  '/clients',
  '/clients?q=zzzzqqqq',
  '/clients?type=trust&sort=-name',
  '/clients/create',
  '/clients/create?type=individual',
  '/clients/create?type=company',
  '/clients/create?type=trust',
  '/onboard',
];

for (const path of publicPages) {
  anyone(`${path} has nothing that axe finds, and does not scroll sideways`, async ({ page }) => {
    await page.goto(path);
    expect(await pageProblems(page)).toEqual([]);
  });
}

for (const path of memberPages) {
  test(`${path} has no axe violations and no horizontal scroll`, async ({ page }) => {
    await page.goto(path);
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    expect(await pageProblems(page)).toEqual([]);
  });
}

test('a client, its edit form and a rejected form have no axe violations', async ({ page }) => {
  await page.goto('/clients');
  await page.getByRole('table').getByRole('link').nth(2).click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await expect(page.getByRole('button', { name: /^Save/ }).last()).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill('\u202e');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});
