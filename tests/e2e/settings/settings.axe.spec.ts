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

test('no page of the settings has axe violations or a horizontal scroll', async ({ page }) => {
  await expectAccessiblePages(page, '/settings', ['/settings']);
  await expectAccessiblePages(page, '/settings/policies', ['/settings/policies']);
  await expectAccessiblePages(page, '/settings/team', ['/settings/team']);
  await expectAccessiblePages(page, '/settings/worklists', ['/settings/worklists']);
  await expectAccessiblePages(page, '/settings/lists', ['/settings/lists']);
  await expectAccessiblePages(page, '/settings/billing', ['/settings/billing']);
  await expectAccessiblePages(page, '/settings/retention', ['/settings/retention']);
  await expectAccessiblePages(page, '/settings/privacy', ['/settings/privacy']);
  await expectAccessiblePages(page, '/settings/rules', ['/settings/rules']);
  await expectAccessiblePages(page, '/settings/law-changes', ['/settings/law-changes']);
  await expectAccessiblePages(page, '/settings/support', ['/settings/support']);
  await expectAccessiblePages(page, '/settings/audit', ['/settings/audit']);
  await expectAccessiblePages(page, '/settings/stream', ['/settings/stream']);
  await expectAccessiblePages(page, '/settings/sso', ['/settings/sso']);
  await expectAccessiblePages(page, '/settings/access', ['/settings/access']);
  await expectAccessiblePages(page, '/settings/notifications', ['/settings/notifications']);
  await expectAccessiblePages(page, '/settings/sessions', ['/settings/sessions']);
  await expectAccessiblePages(page, '/settings/*', ['/settings/nowhere']);
  // The navigation is a column.
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.goto('/settings');
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect(links).toHaveCount(17);
});

test('forms and questions of the settings have no axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/settings/billing', ['/settings/billing?confirm=monthly']);
  await expectAccessiblePages(page, '/settings/team', ['/settings/team?invite=new']);
  await expectAccessiblePages(page, '/settings/worklists', ['/settings/worklists?worklist=new']);
  await expectAccessiblePages(page, '/settings/privacy', ['/settings/privacy?breach=new']);
  await page.goto('/settings/team');
  await page.getByRole('link', { name: 'Min-Ji Mockford' }).click();
  await expect(page.getByRole('link', { name: 'Remove' })).toBeVisible();
  await expectAccessible(page, '/settings/team', 'a member');
  await page.getByRole('link', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expectAccessible(page, '/settings/team', 'removing a member');
  await page.goto('/settings/worklists');
  await page.getByRole('link', { name: 'Edit Default (daily)' }).click();
  await expectAccessible(page, '/settings/worklists', 'a worklist');
  await page.goto('/settings/law-changes');
  await page.getByRole('row').filter({ hasText: 'Corrected rule' }).getByRole('link').click();
  await expect(page.getByRole('link', { name: 'All law changes' })).toBeVisible();
  await expectAccessible(page, '/settings/law-changes', 'clients that a law change affects');
});

test('what a client’s record opens in the settings has no axe violations', async ({ page }) => {
  await page.goto('/clients?q=Nerquand');
  const href = await page.getByRole('link', { name: 'Basilio Nerquand' }).getAttribute('href');
  const id = href?.split('/').at(-1);
  await expectAccessiblePages(page, '/settings/retention', [`/settings/retention?client=${id}`]);
  await expectAccessiblePages(page, '/settings/privacy', [`/settings/privacy?client=${id}`]);
  await page.goto('/settings/retention');
  await page.getByRole('link', { name: 'Confirm… the destruction of Barnaby Quillfeather' }).click();
  await expect(page.getByRole('button', { name: /^Confirm \(/ })).toBeVisible();
  await expectAccessible(page, '/settings/retention', 'a destruction');
});

test('previewed policies, a verified log and a receiver of it have no axe violations', async ({ page }) => {
  await page.goto('/settings/policies');
  await page.getByRole('textbox', { name: 'High risk' }).fill('11');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('button', { name: 'Save policies' })).toBeVisible();
  await expectAccessible(page, '/settings/policies', 'previewed policies');
  await page.goto('/settings/audit');
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByText(/events verified/)).toBeVisible();
  await expectAccessible(page, '/settings/audit', 'a verified log');
});

test('a breach that is open, and a request, have no axe violations', async ({ page }) => {
  const summary = unique('Report left in a café');
  await page.goto('/settings/privacy?breach=new');
  await page.getByLabel('Summary').fill(summary);
  await page.getByLabel('At', { exact: true }).fill('00:00');
  await page.getByLabel('Description, and how it was noticed').fill('A guest called.');
  await page.getByLabel('Unauthorised or accidental disclosure').check();
  await page.getByLabel('Identity documents or their numbers').check();
  await page.getByRole('button', { name: 'Record breach' }).click();
  await expect(page.getByRole('region', { name: summary })).toBeVisible();
  await expectAccessible(page, '/settings/privacy', 'a breach');
});
