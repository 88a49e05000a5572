import { expect, expectAccessible, expectAccessiblePages, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

// Many pages, each checked by axe.
test.slow();

test('no view of monitoring has axe violations', async ({ page }) => {
  await page.goto('/monitoring');
  const tabs = page.getByRole('navigation', { name: 'Views of monitoring' }).getByRole('link');
  const views = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(views.length).toBeGreaterThan(3);
  await expectAccessiblePages(page, '/monitoring', [
    ...views,
    '/monitoring?status=closed',
    '/monitoring?view=reviews&due=',
  ]);
});

test('an alert, a match, a review and a worklist have no axe violations', async ({ page }) => {
  await page.goto('/monitoring?type=screeningMatch');
  await page
    .getByRole('table', { name: 'Alerts' })
    .getByRole('link', { name: /Fermina Chulbogue/ })
    .click();
  await expect(page.getByRole('region', { name: /^Fermina/ })).toBeVisible();
  await expectAccessible(page, '/monitoring', 'a match to decide');
  for (const [list, name] of [
    ['/monitoring', 'William Stenham'],
    ['/monitoring?view=reviews&due=', 'William Stenham'],
    ['/monitoring?view=worklists', 'Default (daily)'],
  ] as const) {
    await page.goto(list);
    await page.getByRole('table').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/[?&](alert|review|worklist)=/);
    await expectAccessible(page, '/monitoring', `${name} of ${list}`);
  }
});
