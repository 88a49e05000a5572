import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

/** Names that stand on the list that every journey uploads: whoever comes later uploads the same, which changes nothing. */
const listed = { chromium: 'Wiremu Chromiumlisted', 'no-js': 'Wiremu Scriptlesslisted' };
const csv = `id,name,type,date_of_birth,reason\n${Object.values(listed)
  .map((name, index) => `${index},${name},person,1961-02-03,sanction`)
  .join('\n')}\n`;

async function uploadList(page: Page): Promise<void> {
  await page.goto('/settings?view=lists');
  const file = { name: 'own-list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: /^Upload/ }).click();
  await expect(page.getByText('Our own list').first()).toBeVisible();
}

test('a client is screened, its match decided with both records in sight, and not asked about again', async ({
  page,
}, { project }) => {
  await uploadList(page);
  const name = listed[project.name as keyof typeof listed];
  const [given = '', family = ''] = name.split(' ');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill(given);
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const client = new URL(page.url()).pathname;
  const panel = page.getByRole('region', { name: 'Screening' });
  await panel.getByRole('button', { name: 'Screen now' }).click();
  await expect(panel.getByText('A match waits for a decision')).toBeVisible();
  await panel
    .getByRole('link', { name: /\d{4}, / })
    .first()
    .click();

  const match = page.getByRole('region', { name: new RegExp(`^${name}`) });
  await expect(match.getByRole('table')).toContainText('1961-02-03');
  await expect(match.getByText('What makes the score')).toBeVisible();
  await match.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await match.getByRole('radio', { name: 'No, not the same' }).check();
  await match.getByLabel('If not, what tells them apart').selectOption('otherBirthDate');
  await match.getByLabel('Why', { exact: true }).fill('Born in 1990, seen in the passport');
  await match.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page.getByText('All matches are decided: the alert is closed.')).toBeVisible();
  await expect(page.getByText('Born in 1990, seen in the passport').first()).toBeVisible();

  await page.goto(client);
  await panel.getByRole('button', { name: 'Screen now' }).click();
  await expect(page.getByText('nothing new to decide')).toBeVisible();
});

test('worklists are made in the settings, and clients are watched by them', async ({ page }) => {
  const name = unique('Weekly');
  await page.goto('/settings?view=worklists&worklist=new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('How often').selectOption('weekly');
  await page.getByRole('button', { name: 'Make the worklist' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose the day of the week');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.getByLabel('Day of the week').selectOption('5');
  await page.getByRole('button', { name: 'Make the worklist' }).click();
  await expect(page.getByText(`${name} is made.`)).toBeVisible();

  const family = unique('Watched');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).last().click();
  const panel = page.getByRole('region', { name: 'Screening' });
  await panel.getByText('Have it watched').click();
  await panel.getByLabel('Worklist').selectOption({ label: name });
  await panel.getByRole('button', { name: 'Enrol' }).click();
  await expect(panel.getByRole('link', { name })).toBeVisible();
  await panel.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: family });
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row.getByText(/Paused since/)).toBeVisible();
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row.getByText('Watched', { exact: true })).toBeVisible();
});

test('a review is taken up and recorded, and the next one has its day', async ({ page }) => {
  await page.goto('/monitoring?view=reviews&due=');
  const first = page
    .getByRole('table')
    .getByRole('link')
    .nth(Math.floor(Math.random() * 20));
  await first.click();
  await expect(page.getByRole('heading', { level: 2, name: /^Review of/ })).toBeVisible();
  const start = page.getByRole('button', { name: 'Take up the review' });
  if (await start.isVisible()) await start.click();
  await page.getByRole('button', { name: 'Record the review' }).click();
  await expect(page.getByRole('alert')).toContainText('Write down what the review found');
  await page.getByLabel('What the review found').fill('Ownership and purpose are as they were.');
  await page.getByRole('radio', { name: 'Medium' }).check();
  await page.getByRole('button', { name: 'Record the review' }).click();
  await expect(page.getByText('The review is recorded')).toBeVisible();
  await expect(page.getByText('Next review')).toBeVisible();
});

test('the next alert is taken up, put off is refused for a match, and one is closed with why', async ({
  page,
}) => {
  await page.goto('/monitoring');
  await expect(page.getByRole('heading', { level: 1, name: 'Monitoring' })).toBeVisible();
  await page.getByRole('button', { name: 'Take up the next' }).click();
  await expect(page.getByText(/This one is yours|Nothing is left/)).toBeVisible();
  const close = page.getByRole('button', { name: 'Close', exact: true });
  if (!(await close.isVisible())) return;
  await close.click();
  await expect(page.getByRole('alert')).toContainText('Choose the outcome');
  await page.getByLabel('What came of it').selectOption({ index: 1 });
  await page.getByLabel('Why it is closed').fill('Looked at, and settled by mail');
  await close.click();
  await expect(page.getByText('Looked at, and settled by mail').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open it again' }).click();
  await expect(page.getByText('Open again.')).toBeVisible();
});
