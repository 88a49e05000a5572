import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { landedOn } from '#tests/support/browser/landing.ts';
import { chooseInMore } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('an owner edits the company, previews a policy before saving, and finds both in the verified log', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/home');
  if (javaScriptEnabled === false) await page.goto('/settings');
  else await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  const legalName = unique('Demo Legal');
  await page.getByLabel('ACN').fill('123 456 789');
  await page.getByLabel('Legal name').fill(legalName);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('1 error to fix');
  await page.getByLabel('ACN').fill('004 085 616');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  await expect(page.getByLabel('Legal name')).toHaveValue(legalName);

  await page.getByRole('link', { name: 'Policies' }).click();
  const days = page.getByLabel('Document request link expires after (days)');
  const before = Number(await days.inputValue());
  const after = String(before === 20 ? 21 : 20);
  await page.getByLabel('Retention period (years)').fill('1');
  await days.fill(after);
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByText(/The legal minimum is \d years/)).not.toHaveCount(0);
  await page.getByLabel('Retention period (years)').fill('7');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByText(/Open links do not change/)).toBeVisible();
  await page.getByRole('button', { name: 'Save policies' }).click();
  await landedOn(page, javaScriptEnabled !== false).told('', 'Policies saved.');
  await expect(days).toHaveValue(after);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByText(/[\d,]+ events verified/)).toBeVisible();
  await page.getByLabel('Search', { exact: true }).fill('policies changed');
  await page.getByRole('button', { name: 'Apply' }).click();
  const newest = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem').first();
  await expect(newest).toContainText('Company: policies changed');
  await expect(newest).toContainText(`${after} days`);
});

test('a legal hold is placed from the client page, and released', async ({ page }) => {
  const { path } = await createByName(page);
  await page.goto(path);
  await chooseInMore(page, 'Place a legal hold');
  await page.getByRole('textbox', { name: 'Reason' }).fill('A case at court.');
  await page.getByRole('button', { name: 'Place legal hold' }).click();
  await expect(page.getByText('Legal hold placed.')).toBeVisible();
  await page.getByRole('link', { name: /^Release legal hold on/ }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The case is over.');
  await page.getByRole('button', { name: 'Release legal hold' }).click();
  await expect(page.getByText('Legal hold released.')).toBeVisible();
});

test('an owner streams audit events to a receiver, sees the secret once, and removes it', async ({
  page,
}) => {
  await page.goto('/settings/stream');
  await page.getByLabel('URL of the receiver').fill('http://10.0.0.8/events');
  await page.getByRole('button', { name: 'Send audit events' }).click();
  await expect(page.getByRole('alert')).toContainText('The URL must be on a public address');
  const receiver = await page
    .locator('code')
    .filter({ hasText: /^https?:/ })
    .textContent();
  await page.getByLabel('URL of the receiver').fill(receiver ?? '');
  await page.getByRole('button', { name: 'Send audit events' }).click();
  await expect(page.getByText(/^assay_siem_/)).toBeVisible();
  await page.goto('/settings/stream');
  await expect(page.getByText('Events waiting')).toBeVisible();
  await expect(page.getByText(/^assay_siem_/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Remove receiver' }).click();
  await page.getByRole('button', { name: 'Remove receiver' }).click();
  await expect(page.getByText('Receiver removed.')).toBeVisible();
  await expect(page.getByLabel('URL of the receiver')).toBeVisible();
});

test.describe('settings of an auditor', () => {
  test.use({ asLoginId: 'auditor@demo.test' });

  test('show the company, its policies and the log, without actions or retention', async ({ page }) => {
    await page.goto('/home');
    await expect(page.getByText('You have read-only access.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Needs review' })).toHaveCount(0);
    await page.goto('/settings');
    await expect(page.getByText('Only an owner can change these details.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Retention' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('button', { name: 'Verify the log' })).toBeVisible();
    await page.goto('/settings/nothing');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    // The way on is where it always is.
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test('the rules in force are printed as tables with provision, certainty and the source’s address', async ({
  page,
}) => {
  await page.goto('/settings/rules?on=2026-11-24');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: /^Deadlines ?, New Zealand$/ })
    .click();
  await expect(page.getByRole('table', { name: 'Deadlines, New Zealand' })).toBeInViewport();
  // A sheet of paper is narrower than the screens on which rows become cards.
  await page.setViewportSize({ width: 673, height: 950 });
  await page.emulateMedia({ media: 'print' });
  const table = page.getByRole('table', { name: 'Activities and dealings, Australia' });
  const row = table.getByRole('row').filter({ hasText: 'AU Rules 6-33(1), 5-20' });
  await expect(row).toHaveCSS('display', 'table-row');
  await expect(row.getByText('https://www.legislation.gov.au/F2026C00274')).toBeVisible();
  await expect(row).toContainText('Statute, rule or supervisor’s guidance read');
  await expect(table.getByRole('columnheader', { name: 'Certainty and source' })).toBeVisible();
  await expect(page.getByText(/printed by Ola Sampleton/)).toBeVisible();
  for (const name of ['Apply', 'Menu']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
});
