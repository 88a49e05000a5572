import { expect, test } from '#tests/support/browser/journey.ts';

test('bars of the home page are level with their labels', async ({ page }) => {
  await page.goto('/home');
  const rows = page.getByRole('region', { name: 'Clients by risk' }).locator('tbody tr');
  await expect(rows).not.toHaveCount(0);
  const bars = await rows.evaluateAll((elements) =>
    elements.map((row) => {
      const line = row.getBoundingClientRect();
      const bar = row.querySelector('svg')?.getBoundingClientRect();
      return bar && { top: bar.top, middle: line.top + line.height / 2, bottom: bar.bottom };
    }),
  );
  for (const bar of bars) {
    expect(bar?.middle).toBeGreaterThan(bar?.top ?? Number.NaN);
    expect(bar?.middle).toBeLessThan(bar?.bottom ?? Number.NaN);
  }
});

test('labels of the chart of reviews are neither truncated nor overlapping', async ({ page }) => {
  await page.goto('/home');
  const chart = page.getByRole('region', { name: 'Reviews due by month' }).locator('svg');
  await expect(chart).toBeVisible();
  const { frame, labels } = await chart.evaluate((svg) => {
    const toEdges = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left, right };
    };
    return {
      frame: toEdges(svg),
      labels: [...svg.querySelectorAll('g > text:last-of-type')].map(toEdges),
    };
  });
  expect(labels.length).toBeGreaterThan(2);
  let end = frame.left;
  for (const { left, right } of labels) {
    expect(left).toBeGreaterThanOrEqual(end);
    end = right;
  }
  expect(end).toBeLessThanOrEqual(frame.right);
});
