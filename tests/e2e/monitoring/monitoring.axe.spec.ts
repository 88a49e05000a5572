import { expect, expectAccessible, expectAccessiblePages, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

// Many pages, each checked by axe.
test.slow();

test('no page of monitoring has axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/monitoring', ['/monitoring', '/monitoring?status=closed']);
  await expectAccessiblePages(page, '/monitoring/worklists', ['/monitoring/worklists']);
  await expectAccessiblePages(page, '/monitoring/reviews', [
    '/monitoring/reviews',
    '/monitoring/reviews?due=',
  ]);
  await expectAccessiblePages(page, '/monitoring/evidence', ['/monitoring/evidence']);
  await expectAccessiblePages(page, '/monitoring/lists', ['/monitoring/lists']);
  await expectAccessiblePages(page, '/monitoring/*', ['/monitoring/nowhere']);
  const links = page.getByRole('navigation', { name: 'Views of monitoring' }).getByRole('link');
  await expect(links).toHaveCount(5);
});

test('an alert, a match, a review and a worklist have no axe violations', async ({ page }) => {
  await page.goto('/monitoring?type=screeningMatch');
  await page
    .getByRole('table', { name: 'Alerts' })
    .getByRole('link', { name: /Fermina Chulbogue/ })
    .click();
  await expect(page.getByRole('region', { name: /^Fermina/ })).toBeVisible();
  await expectAccessible(page, '/monitoring/alerts/:id', 'a match to decide');
  const openFirst = async (list: string, name: string) => {
    await page.goto(list);
    await page.getByRole('table').getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/monitoring\/(alerts|reviews|worklists)\/[\w-]+/);
  };
  await openFirst('/monitoring', 'William Stenham');
  await expectAccessible(page, '/monitoring/alerts/:id', 'an alert');
  await openFirst('/monitoring/reviews?due=', 'William Stenham');
  await expectAccessible(page, '/monitoring/reviews/:id');
  await openFirst('/monitoring/worklists', 'Default (daily)');
  await expectAccessible(page, '/monitoring/worklists/:id');
});
