import { expect, pageProblems, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

// Many pages, each checked by axe.
test.slow();

test('monitoring and its settings have no axe violations', async ({ page }) => {
  const look = async (path: string) => {
    await page.goto(path);
    expect(await pageProblems(page), path).toEqual([]);
  };
  for (const path of [
    '/monitoring',
    '/monitoring?status=closed',
    '/monitoring?view=worklists',
    '/monitoring?view=reviews&due=',
    '/monitoring?view=evidence',
    '/monitoring?view=lists',
    '/settings?view=worklists',
    '/settings?view=worklists&worklist=new',
  ]) {
    await look(path);
  }
  for (const [list, link] of [
    ['/monitoring?view=worklists', 'table a'],
    ['/monitoring?view=reviews&due=', 'table a'],
    ['/monitoring', 'table a'],
  ] as const) {
    await page.goto(list);
    const href = await page
      .locator(link)
      .first()
      .getAttribute('href', { timeout: 2000 })
      .catch(() => null);
    if (href !== null) await look(href);
  }
});
