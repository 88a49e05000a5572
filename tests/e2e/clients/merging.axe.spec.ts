import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, expectAccessible, expectAccessiblePages, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('both steps of merging, and the merged record, have no axe violations', async ({ page }) => {
  const [remains, merged] = [await createByName(page), await createByName(page)];
  await page.goto(`${remains.path}/merge?find=${encodeURIComponent(merged.name)}`);
  await expect(page.getByRole('link', { name: /Compare/ })).not.toHaveCount(0);
  await expectAccessible(page, '/clients/:id/merge', 'the search');
  await expectAccessiblePages(page, '/clients/:id/merge', [
    `${remains.path}/merge?with=${merged.path.split('/').at(-1)}`,
  ]);
  await page.getByLabel('Reason').fill('Entered twice');
  await page.getByRole('button', { name: 'Merge clients' }).click();
  await expect(page.getByText('Merged into this client:')).toBeVisible();
  await page.goto(merged.path);
  await expect(page.getByText('This record is read-only.')).toBeVisible();
  await expectAccessible(page, '/clients/:id', 'a merged record');
});
