import { demoStaff } from '#demo/demo-accounts.ts';
import { expect, test } from '#tests/support/browser/journey.ts';

test('a search from the header finds clients, pages and actions, and leads to them', async ({ page }) => {
  await page.goto('/home');
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('tāmihana');
  await page.getByRole('searchbox', { name: 'Search everything' }).press('Enter');
  await expect(page).toHaveURL(/\/search\?q=/);
  const clients = page.getByRole('region', { name: 'Clients' });
  await expect(clients.getByRole('listitem').filter({ hasText: 'Tāmihana' })).not.toHaveCount(0);
  await expect(clients.getByRole('link', { name: 'Search all clients' })).toBeVisible();
  await page.goto('/search?q=new+client');
  await page.getByRole('region', { name: 'Actions' }).getByRole('link', { name: 'New client' }).click();
  await expect(page).toHaveURL(/\/clients\/create$/);
  await page.goto('/search?q=zzzzqqqq');
  await expect(page.getByRole('main')).toContainText('Nothing found for “zzzzqqqq”');
});

test('Ctrl+K opens the search as a dialog that keys alone can use', async ({ page }, { project }) => {
  if (project.name === 'no-js') {
    // Without script the same results are a page, as above.
    await page.goto('/search?q=monitoring');
    await expect(page.getByRole('region', { name: 'Pages' }).getByRole('link')).toHaveText(['Monitoring']);
    return;
  }
  await page.goto('/clients');
  const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.type('monitoring');
  await expect(page.getByRole('option', { name: /^Monitoring/ })).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('audit');
  const options = page.getByRole('option');
  await expect(options.filter({ hasText: 'Audit log' })).toBeVisible();
  while ((await page.locator('[role=option][aria-selected=true]', { hasText: 'Audit log' }).count()) === 0) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/audit$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the account menu leads to the profile, password and sessions, and closes on Escape and outside', async ({
  page,
}, { project }) => {
  await page.goto('/clients');
  const menu = page.getByRole('navigation', { name: 'Your account' });
  const summary = page.locator('header summary').filter({ hasText: demoStaff.name, visible: true });
  await summary.click();
  await expect(menu.getByRole('link')).toHaveText([
    'Your profile',
    'Change password',
    'Second factor',
    'Where you are signed in',
    'Notification settings',
  ]);
  if (project.name !== 'no-js') {
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(summary).toBeFocused();
    await summary.click();
    await expect(menu).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(menu).toBeHidden();
    await summary.click();
  }
  await menu.getByRole('link', { name: 'Where you are signed in' }).click();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
});
