import { anyone, expect, test, unique } from '#tests/support/browser/journey.ts';
import { openNewCompany } from '#tests/support/browser/new-company.ts';
import { workThrough } from '#tests/support/browser/work-through.ts';

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

anyone(
  'imported clients are assigned, enrolled and started from home, until nothing waits',
  async ({ page }) => {
    await openNewCompany(page, unique('Moving In'));
    await page.goto('/clients?view=import');
    await page.getByLabel('CSV file').setInputFiles({
      name: 'clients.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('First name,Surname\r\nAroha,Incoming\r\nBen,Incoming\r\n'),
    });
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByRole('button', { name: 'Validate rows' }).click();
    await workThrough(page, /No clients have been created yet/);
    await page.getByRole('button', { name: 'Import selected rows' }).click();
    await workThrough(page, /2 clients were created as drafts/);

    const card = page.getByRole('region', { name: 'Imported clients' });
    const work = page.getByRole('region', { name: 'My work' });
    /** Opens a step of the card and chooses all of the clients that it counts. */
    const openStep = async (act: string) => {
      await card.getByRole('link', { name: act }).click();
      await page.getByRole('radio', { name: 'All 2 clients in this list' }).check();
    };
    await page.goto('/home');
    await expect(work).toContainText('None of your own work is waiting. The company’s is: Imported clients');
    await expect(card).toContainText('0 of 2 imported clients started');
    await expect(card.getByRole('listitem')).toContainText([
      '2 without a relationship owner',
      '2 not in a worklist',
      '2 not in onboarding',
    ]);

    await openStep('Assign');
    await page.getByLabel('Set relationship owner').selectOption({ label: 'Jo Newcomer' });
    await page.getByRole('button', { name: 'Assign' }).click();
    await workThrough(page, /Finished: 2 of 2 done/);
    await page.goto('/home');
    await expect(card.getByRole('listitem')).toContainText(['2 not in a worklist', '2 not in onboarding']);
    await expect(work.getByRole('listitem')).toHaveCount(2);

    await openStep('Enrol in monitoring');
    await page.getByRole('button', { name: 'Enrol in monitoring' }).click();
    await workThrough(page, /Finished: 2 of 2 done/);
    await page.goto('/home');
    await expect(card.getByRole('listitem')).toContainText(['2 not in onboarding']);

    await openStep('Start onboarding');
    await page.getByRole('button', { name: 'Start onboarding' }).click();
    await workThrough(page, /Finished: 2 of 2 done/);
    await page.goto('/home');
    await expect(work.getByRole('link', { name: 'Aroha Incoming' }).first()).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);
