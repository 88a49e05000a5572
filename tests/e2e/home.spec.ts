import { addDays, formatDate } from '#rules/dates/calendar-dates.ts';
import { anyone, expect, test, unique } from '#tests/support/browser/journey.ts';
import { openNewCompany } from '#tests/support/browser/new-company.ts';
import { overdueReviews } from '#tests/support/browser/overdue-reviews.ts';
import { workThrough } from '#tests/support/browser/work-through.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

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

test.describe('a compliance officer', () => {
  test.use({ asLoginId: 'officer@demo.test' });

  test('an overdue review of a colleague’s client is listed at home, and gone once it is completed', async ({
    page,
  }, { project }) => {
    // Each project completes a review of its own: both run on one server.
    const { name, owner } = overdueReviews[project.name as keyof typeof overdueReviews];
    const listed = page
      .getByRole('region', { name: 'Overdue reviews of others' })
      .getByRole('listitem')
      .filter({ hasText: name });
    const link = listed.getByRole('link', { name });
    await page.goto('/home');
    await expect(listed).toContainText(`Low risk · due ${formatDate(addDays(testDay(), -1))} · ${owner}`);

    await link.click();
    await expect(page.getByRole('heading', { level: 2, name: `Review of ${name}` })).toBeVisible();
    const review = new URL(page.url());
    const facts = page.getByRole('definition');
    await expect(facts.filter({ hasText: / overdue$/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Start review' }).click();
    await expect(facts.filter({ hasText: /^In progress$/ })).toHaveCount(1);
    // Begun is not done.
    await page.goto('/home');
    await expect(link).toBeVisible();
    await link.click();
    const findings = `${name} lives and works as on record.`;
    await page.getByLabel('Findings').fill(findings);
    await page.getByRole('radio', { name: 'Low' }).check();
    await page.getByRole('button', { name: 'Complete review' }).click();
    await expect(page.getByText('Review completed')).toBeVisible();

    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expect(listed).toHaveCount(0);
    await page.goto(review.pathname + review.search);
    await expect(page.getByRole('region', { name: 'Findings' })).toContainText(findings);
    await expect(facts.filter({ hasText: /^Completed$/ })).toHaveCount(1);
  });
});

anyone(
  'imported clients are assigned, enrolled and started from home, until nothing waits',
  async ({ page }) => {
    await openNewCompany(page, unique('Moving In'));
    await page.goto('/clients/import');
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
