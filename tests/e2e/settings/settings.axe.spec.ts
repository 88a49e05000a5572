import {
  expect,
  expectAccessible,
  expectAccessiblePages,
  test,
  unique,
} from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

// Many pages each, all checked by axe.
test.slow();

test('no view of the settings has axe violations or a horizontal scroll', async ({ page }) => {
  await page.goto('/settings');
  const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  const views = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(views.length).toBeGreaterThan(3);
  await expectAccessiblePages(page, '/settings', views);
});

test('forms and questions of the settings have no axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/settings', [
    '/settings?view=billing&confirm=monthly',
    '/settings?view=team&invite=new',
    '/settings?view=worklists&worklist=new',
    '/settings?view=privacy&breach=new',
  ]);
  await page.goto('/settings?view=team');
  await page.getByRole('link', { name: 'Min-Ji Mockford' }).click();
  await expect(page.getByRole('link', { name: 'Remove' })).toBeVisible();
  await expectAccessible(page, '/settings', 'a member');
  await page.getByRole('link', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expectAccessible(page, '/settings', 'removing a member');
  await page.goto('/settings?view=worklists');
  await page.getByRole('link', { name: 'Edit Default (daily)' }).click();
  await expectAccessible(page, '/settings', 'a worklist');
  await page.goto('/settings?view=law-changes');
  await page.getByRole('row').filter({ hasText: 'Corrected rule' }).getByRole('link').click();
  await expect(page.getByRole('link', { name: 'All law changes' })).toBeVisible();
  await expectAccessible(page, '/settings', 'clients that a law change affects');
});

test('what a client’s record opens in the settings has no axe violations', async ({ page }) => {
  await page.goto('/clients?q=Nerquand');
  const href = await page.getByRole('link', { name: 'Basilio Nerquand' }).getAttribute('href');
  const id = href?.split('/').at(-1);
  await expectAccessiblePages(page, '/settings', [
    `/settings?view=retention&client=${id}`,
    `/settings?view=privacy&client=${id}`,
  ]);
  await page.goto('/settings?view=retention');
  await page.getByRole('link', { name: 'Confirm… the destruction of Barnaby Quillfeather' }).click();
  await expect(page.getByRole('button', { name: /^Confirm \(/ })).toBeVisible();
  await expectAccessible(page, '/settings', 'a destruction');
});

test('previewed policies, a verified log and a receiver of it have no axe violations', async ({ page }) => {
  await page.goto('/settings?view=policies');
  await page.getByRole('textbox', { name: 'High risk' }).fill('11');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('button', { name: 'Save policies' })).toBeVisible();
  await expectAccessible(page, '/settings', 'previewed policies');
  await page.goto('/settings?view=audit');
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByText(/events verified/)).toBeVisible();
  await expectAccessible(page, '/settings', 'a verified log');
});

test('a breach that is open, and a request, have no axe violations', async ({ page }) => {
  const summary = unique('Report left in a café');
  await page.goto('/settings?view=privacy&breach=new');
  await page.getByLabel('Summary').fill(summary);
  await page.getByLabel('At', { exact: true }).fill('00:00');
  await page.getByLabel('Description, and how it was noticed').fill('A guest called.');
  await page.getByLabel('Unauthorised or accidental disclosure').check();
  await page.getByLabel('Identity documents or their numbers').check();
  await page.getByRole('button', { name: 'Record breach' }).click();
  await expect(page.getByRole('region', { name: summary })).toBeVisible();
  await expectAccessible(page, '/settings', 'a breach');
});
