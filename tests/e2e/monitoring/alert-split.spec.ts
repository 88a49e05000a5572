import { expect, test } from '#tests/support/browser/journey.ts';

test('alerts are worked beside their queue, by links and by keys', async ({ page }, { project }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/monitoring?severity=high');
  const rows = page.getByRole('table', { name: 'Alerts' }).locator('tbody tr');
  const names = await rows.getByRole('link').allTextContents();
  expect(names.length).toBeGreaterThan(1);
  await rows.first().getByRole('link').click();
  const queue = page.getByRole('navigation', { name: 'Alert queue' });
  const current = queue.locator('[aria-current=page]');
  await expect(current).toContainText(names[0] ?? '');
  await expect(page).toHaveURL(/severity=high/);
  await page.getByRole('link', { name: 'Next alert' }).click();
  await expect(current).toContainText(names[1] ?? '');
  if (project.name !== 'no-js') {
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts (?)' })).toBeVisible();
    await page.keyboard.press('k');
    await expect(current).toContainText(names[0] ?? '');
    await page.keyboard.press('j');
    await expect(current).toContainText(names[1] ?? '');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next alert');
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    const reason = page.getByLabel(/^Reason for escalation/);
    await expect(reason).toBeFocused();
    await page.keyboard.type('jk?');
    await expect(reason).toHaveValue('jk?');
    // What was typed about one alert is not carried into the next.
    const leave = page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' });
    await page.getByRole('link', { name: 'Previous alert' }).click();
    await leave.click();
    await expect(current).toContainText(names[0] ?? '');
    await page.keyboard.press('e');
    await expect(reason).toBeFocused();
    await expect(reason).toHaveValue('');
    await page.keyboard.type('Of the first alert');
    await queue.getByRole('link', { name: names[1] ?? '' }).click();
    await leave.click();
    await expect(current).toContainText(names[1] ?? '');
    await expect(reason).toHaveValue('');
    await page.goto('/monitoring?severity=high');
    await expect(page.getByRole('button', { name: 'Keyboard shortcuts (?)' })).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(rows.nth(1).getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(current).toContainText(names[1] ?? '');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(queue).toBeHidden();
  await page.getByRole('link', { name: 'All alerts' }).click();
  await expect(page.getByRole('table', { name: 'Alerts' })).toBeVisible();
  await expect(page).toHaveURL(/severity=high$/);
});
