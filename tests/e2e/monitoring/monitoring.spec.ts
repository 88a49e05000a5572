import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { landedOn } from '#tests/support/browser/landing.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'owner@demo.test' });

/** Names on the list that every journey uploads: a later upload is identical, and changes nothing. */
const listed = { chromium: 'Wiremu Chromiumlisted', 'no-js': 'Wiremu Scriptlesslisted' };
const misdated = { chromium: 'Tama Chromiumdated', 'no-js': 'Tama Scriptlessdated' };
const csv = `id,name,type,date_of_birth,reason\n${[...Object.values(listed), ...Object.values(misdated)]
  .map((name, index) => `${index},${name},person,1961-02-03,sanction`)
  .join('\n')}\n`;

async function uploadList(page: Page): Promise<void> {
  const file = { name: 'own-list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  // While another journey's upload is imported, the list is refused for a moment.
  await expect(async () => {
    await page.goto('/settings/lists');
    await page.getByLabel(/list file$/i).setInputFiles(file);
    await page.getByRole('button', { name: /^Upload/ }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Success' })).toBeVisible({ timeout: 15_000 });
  }).toPass();
}

test('a dismissed match is not raised again', async ({ page, javaScriptEnabled }, { project }) => {
  await uploadList(page);
  const name = listed[project.name as keyof typeof listed];
  const [given = '', family = ''] = name.split(' ');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill(given);
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const client = `${new URL(page.url()).pathname}/monitoring`;
  await openTab(page, 'Monitoring');
  const panel = page.getByRole('region', { name: 'Screening' });
  await panel.getByRole('button', { name: 'Screen now' }).click();
  await expect(panel.getByText('1 undecided match on the client or related parties.')).toBeVisible();
  // Monitoring may screen the client besides, with the same alert.
  await panel
    .getByRole('link', { name: /\d{4}, / })
    .first()
    .click();

  const match = page.getByRole('region', { name: new RegExp(`^${name}`) });
  await expect(match.getByRole('table')).toContainText('3 Feb 1961');
  await expect(match.getByText('Score breakdown')).toBeVisible();
  await match.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await match.getByRole('radio', { name: 'False positive' }).check();
  await match.getByLabel('Reason for false positive').selectOption('otherBirthDate');
  await match
    .getByRole('textbox', { name: 'Reason', exact: true })
    .fill('Born in 1990, seen in the passport');
  await match.getByRole('button', { name: 'Save decision' }).click();
  // In the card of the match, one of many.
  await expect(page).toHaveURL(/#match-/);
  await landedOn(page, javaScriptEnabled !== false).told(
    new URL(page.url()).hash,
    'All matches resolved. Alert closed.',
  );
  await expect(page.getByText('Born in 1990, seen in the passport')).not.toHaveCount(0);

  await page.goto(client);
  await panel.getByRole('button', { name: 'Screen now' }).click();
  await expect(page.getByText('no new matches')).toBeVisible();
});

test('an identical name with another date of birth is a match above any threshold, with the reason', async ({
  page,
}, { project }) => {
  await uploadList(page);
  const worklist = unique('Strict');
  await page.goto('/settings/worklists?worklist=new');
  await page.getByLabel('Name', { exact: true }).fill(worklist);
  await page.getByLabel(/^Match threshold/).fill('100');
  await page.getByLabel(/^(Dates of birth|Date of birth matching)/).selectOption('exact');
  await page.getByLabel(/^(How often|Frequency)/).selectOption('daily');
  await page.getByRole('button', { name: 'Create worklist' }).click();

  const [given = '', family = ''] = misdated[project.name as keyof typeof misdated].split(' ');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill(given);
  await page.getByLabel('Family name').fill(family);
  await page.getByLabel('Date of birth').fill('1961-03-02');
  await page.getByRole('button', { name: 'Create client' }).click();
  await openTab(page, 'Monitoring');
  const panel = page.getByRole('region', { name: 'Screening' });
  await panel.getByText('Enrol in monitoring').click();
  await panel.getByLabel('Worklist').selectOption({ label: worklist });
  await panel.getByRole('button', { name: 'Enrol' }).click();
  await expect(panel.getByRole('link', { name: worklist })).toBeVisible();
  await panel.getByRole('button', { name: 'Screen now' }).click();
  // Monitoring may screen the client besides, with the same alert.
  await panel
    .getByRole('link', { name: /\d{4}, / })
    .first()
    .click();

  const match = page.getByRole('region', { name: new RegExp(`^${given} ${family}`) });
  await expect(match.getByRole('heading', { level: 3 })).toContainText('95');
  await expect(match).toContainText('Below the match threshold of 100');
  await expect(match.getByRole('row', { name: /^Date of birth/ })).toContainText('Day and month swapped');
});

test('worklists are created in the settings, and clients enrolled', async ({ page }) => {
  const name = unique('Weekly');
  await page.goto('/settings/worklists?worklist=new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Frequency').selectOption('weekly');
  await page.getByRole('button', { name: 'Create worklist' }).click();
  await expect(page.getByRole('alert')).toContainText('Select a day of the week');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.getByLabel('Day of the week').selectOption('5');
  await page.getByRole('button', { name: 'Create worklist' }).click();
  await expect(page.getByText(`${name} created.`)).toBeVisible();

  const family = unique('Active');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).click();
  await openTab(page, 'Monitoring');
  const panel = page.getByRole('region', { name: 'Screening' });
  await panel.getByText('Enrol in monitoring').click();
  await panel.getByLabel('Worklist').selectOption({ label: name });
  await panel.getByRole('button', { name: 'Enrol' }).click();
  await expect(panel.getByRole('link', { name })).toBeVisible();
  await panel.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: family });
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row.getByText(/Paused since/)).toBeVisible();
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
});

test('a review is started and completed, and the next one has its date', async ({
  page,
  javaScriptEnabled,
}) => {
  // Each project reviews a client of its own: both run on one server.
  const name = javaScriptEnabled === false ? 'Simran Sanjay Banerjee' : "Sione Ma'ake Faleolo";
  await page.goto('/monitoring/reviews?due=');
  await page.getByRole('table', { name: 'Reviews' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Review of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Start review' }).click();
  // At another level it would redirect to an assessment.
  const level = await page
    .locator('dt', { hasText: /^Risk before$/ })
    .locator('xpath=following-sibling::dd')
    .textContent();
  await page.getByRole('button', { name: 'Complete review' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the findings');
  await page.getByLabel('Findings').fill('Ownership and purpose are as they were.');
  await page.getByRole('radio', { name: level ?? '' }).check();
  await page.getByRole('button', { name: 'Complete review' }).click();
  await landedOn(page, javaScriptEnabled !== false).told('', 'Review completed');
  await expect(page.getByText('Next review', { exact: true })).toBeVisible();
});

test('the next alert is claimed, a match cannot be snoozed, and an alert is closed with a reason', async ({
  page,
}) => {
  await page.goto('/monitoring');
  await expect(page.getByRole('heading', { level: 1, name: 'Monitoring' })).toBeVisible();
  await page.getByRole('button', { name: 'Claim next' }).click();
  await expect(page.getByText(/Alert assigned to you\.|No unassigned alerts\./)).toBeVisible();
  const close = page.getByRole('button', { name: 'Close', exact: true });
  if (!(await close.isVisible())) return;
  await close.click();
  await expect(page.getByRole('alert')).toContainText('Select an outcome');
  await page.getByLabel('Result').selectOption({ index: 1 });
  await page.getByLabel('Reason').fill('Looked at, and settled by mail');
  await close.click();
  await expect(page.getByText('Looked at, and settled by mail')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText('Alert reopened.')).toBeVisible();
});
