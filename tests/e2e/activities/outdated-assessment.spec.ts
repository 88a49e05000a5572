import type { Page } from 'playwright/test';
import { addParty, createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';

test.use({ asLoginId: 'officer@demo.test' });

/** Questions to which "Yes" is the lower risk. */
const yes = /(economic and lawful purpose|fit what you know)/;

/** Answers what the record does not, and submits and approves the assessment of an activity. */
async function assess(page: Page, activity: string, isScripted: boolean): Promise<void> {
  await page.goto(`${activity}/risk_assessments/create`);
  const choices = page.getByRole('group').filter({ has: page.getByRole('radio') });
  for (const group of await choices.all()) {
    if ((await group.getByRole('radio', { checked: true }).count()) > 0) continue;
    const isYes = yes.test((await group.textContent()) ?? '');
    const answer = group.getByRole('radio', { name: isYes ? 'Yes' : 'No', exact: true });
    await ((await answer.count()) > 0 ? answer : group.getByRole('radio').first()).check();
  }
  for (const country of await page.getByLabel('Country 1', { exact: true }).all())
    if ((await country.inputValue()) === '') await country.selectOption('NZL');
  // Without script, questions that depend on answers appear once the answers were sent.
  if (!isScripted) await page.getByRole('button', { name: 'Recalculate' }).click();
  for (const question of [/^What is being done/, /^Where does the money come from/])
    await page.getByRole('textbox', { name: question }).fill('A shop that the client no longer runs');
  await page.getByRole('checkbox', { name: 'No match', exact: true }).check();
  // With script, selecting a file is enough.
  await page
    .getByLabel(/^Add (more )?files for Where does the money come from/)
    .setInputFiles({ name: 'sale.pdf', mimeType: 'application/pdf', buffer: samplePdf() });
  if (isScripted) await expect(page.getByRole('checkbox', { name: /sale\.pdf/ }).first()).toBeChecked();
  const carriedOver = page.getByRole('checkbox', { name: /^Confirm that this answer is still correct/ });
  for (const answer of await carriedOver.all()) await answer.check();
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await page.getByRole('link', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Assessment approved.')).toBeVisible();
}

test('a higher value outdates the assessment and withdraws the outcome until both are decided again', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  const { name } = await createByName(page);
  const title = unique('Sale of a shop');
  await page.goto('/activities/create');
  await page.getByLabel('Name', { exact: true }).fill(title);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByLabel(/^Maximum transaction value/).fill('1,000');
  await addParty(page, name, isScripted);
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const activity = new URL(page.url()).pathname;
  const needs = page.getByRole('region', { name: 'Completion checklist' });
  const outcome = page.getByRole('radio', { name: 'Approved', exact: true });
  const setOutcome = async () => {
    await page.goto(activity);
    await outcome.check();
    await page.getByRole('button', { name: 'Set outcome' }).click();
    await expect(page.getByText('Outcome saved.')).toBeVisible();
    await expect(needs.getByText(/Set the outcome|outcome is outdated/)).toHaveCount(0);
  };

  await assess(page, activity, isScripted);
  await setOutcome();
  await expect(needs.getByText(/no risk assessment|assessment is/)).toHaveCount(0);

  await page.goto(`${activity}/edit`);
  await page.getByLabel(/^Maximum transaction value/).fill('25,000');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('NZD 25,000').first()).toBeVisible();
  const outdated = needs.getByRole('listitem').filter({ hasText: 'The risk assessment is outdated.' });
  await expect(outdated).toContainText('Changed since: Maximum transaction value.');
  await expect(needs.getByText('Set the outcome: approved or declined.')).toBeVisible();
  await expect(outcome).not.toBeChecked();

  await outdated.getByRole('link').click();
  await assess(page, activity, isScripted);
  await setOutcome();
  await expect(needs.getByText(/outdated/)).toHaveCount(0);
});
