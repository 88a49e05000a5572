import type { Page } from 'playwright/test';
import { startAssessedWork } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

const assessedValue = '12,500';
const cause = 'Details were changed after the risk assessment was approved.';

/** Saves a maximum transaction value and waits for the page of the engagement. */
async function changeValue(page: Page, activity: string, value: string): Promise<void> {
  await page.goto(`${activity}/edit`);
  await page.getByLabel(/^Maximum transaction value/).fill(value);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL((url) => url.pathname === activity);
  await expect(page.getByText(`NZD ${value}`).first()).toBeVisible();
}

/** Sends the form that records a recheck, which the page does not show, as a program might. @returns the response’s status and page */
async function recordAnyway(page: Page, activity: string): Promise<[number, string]> {
  await page.goto(activity);
  const version = await page.locator('input[name="version"]').first().inputValue();
  const response = await page.request.post(activity, {
    form: { requestKey: crypto.randomUUID(), version, move: 'recheck', reason: 'Looked at the file' },
    headers: { Origin: new URL(page.url()).origin },
    maxRedirects: 0,
  });
  return [response.status(), await response.text()];
}

/** The engagement in the list of those to recheck. */
async function openListed(page: Page, title: string) {
  await page.goto('/monitoring/evidence');
  const list = page.getByRole('region', { name: 'Engagements to recheck' });
  await expect(list).toBeVisible();
  return list.getByRole('row').filter({ has: page.getByRole('link', { name: title }) });
}

test('changed facts make work due for a recheck, which cannot be recorded while requirements are outstanding, until they are set back', async ({
  page,
  colleague,
  javaScriptEnabled,
}) => {
  const title = unique('Sale of a bakery');
  const activity = await startAssessedWork(page, title, assessedValue, javaScriptEnabled !== false);
  await page.goto(activity);
  const due = (of: Page) => of.getByRole('region', { name: 'Recheck due' });
  // What comes before the recheck is in the completion checklist.
  const outstanding = (of: Page) => of.locator('#recheck-requirements');
  await expect(due(page)).toHaveCount(0);
  await expect(await openListed(page, title)).toHaveCount(0);

  const staff = await colleague('staff@demo.test');
  await changeValue(staff, activity, '48,000');
  await expect(due(staff)).toContainText(cause);
  await expect(outstanding(staff)).toContainText('Changed since: Maximum transaction value.');
  await expect(due(staff).getByRole('button')).toHaveCount(0);
  const [, forbidden] = await recordAnyway(staff, activity);
  expect(forbidden).toContain('Only those who may grant CDD exceptions can record that this engagement was');

  // Nor by the officer, before the risk is assessed again.
  const row = await openListed(page, title);
  await expect(row).toContainText(cause);
  await row.getByRole('link').click();
  await page.waitForURL(/#recheck$/);
  await expect(due(page)).toContainText(cause);
  await expect(outstanding(page).getByRole('link', { name: /^Assess risk/ })).toBeVisible();
  await expect(due(page).getByRole('button', { name: 'Record the recheck' })).toHaveCount(0);
  const [status, refused] = await recordAnyway(page, activity);
  expect(status).toBe(422);
  expect(refused).toContain('1 requirement outstanding before “Record the recheck”.');

  await changeValue(staff, activity, assessedValue);
  await expect(due(staff)).toHaveCount(0);
  await expect(await openListed(staff, title)).toHaveCount(0);
  await changeValue(staff, activity, '52,000');
  await expect(due(staff)).toContainText(cause);
  await expect(await openListed(staff, title)).toBeVisible();

  await page.goto(`${activity}?tab=history`);
  const history = page.getByRole('region', { name: 'History' });
  const entries = (what: string) =>
    history.getByRole('listitem').filter({ has: page.getByText(what, { exact: true }) });
  await expect(entries('Recheck due')).toHaveCount(2);
  await expect(entries('Recheck due').first()).toContainText('Changed since: Maximum transaction value.');
  await expect(entries('Rechecked')).toContainText('The details were set back.');
});
