import type { Page } from 'playwright/test';
import { addParty, outstandingCount, selectNewZealandAlone } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { statusOf } from '#tests/support/browser/record-page.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Create engagement' }).click();

/** A client unique to the journey, created through its form. */
async function createPerson(page: Page): Promise<string> {
  const family = unique('Kererū');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Wiremu');
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Wiremu ${family}` })).toBeVisible();
  return `Wiremu ${family}`;
}

async function recordActivity(page: Page, customer: string, scripted: boolean): Promise<string> {
  const name = unique('Sale of a cottage');
  await page.goto('/activities');
  await page.getByRole('link', { name: 'New engagement' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByLabel(/^Maximum transaction value/).fill('12,500.50');
  await addParty(page, customer, scripted);
  await expect(page.getByLabel(`Capacity of ${customer}`)).toHaveValue('customer');
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

test.describe('a compliance officer', () => {
  test.use({ asLoginId: 'officer@demo.test' });

  test('an activity is created with a customer, completed field by field, moved on where allowed, and found', async ({
    page,
    javaScriptEnabled,
  }) => {
    const customer = await createPerson(page);
    const name = await recordActivity(page, customer, javaScriptEnabled !== false);
    await expect(
      page.getByRole('region', { name: 'Record details' }).getByText('NZD 12,500.50'),
    ).toBeVisible();
    const needs = page.getByRole('region', { name: 'Completion checklist' });
    await expect(needs.getByText('Describe the purpose of the engagement.')).toBeVisible();
    await expect(needs.getByText(`CDD on ${customer} is not complete.`)).toBeVisible();

    await needs.getByRole('link', { name: /Describe the purpose/ }).click();
    await page.getByLabel(/^Purpose/).fill('Moving to a smaller home');
    await page.getByLabel(/^Nature/).fill('One sale');
    await page.getByLabel(/^Captured activity/).selectOption('nz.a6');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Moving to a smaller home')).toBeVisible();

    // Beside the captured activity in New Zealand alone the work counts as a designated service in Australia.
    await expect(page.getByRole('button', { name: 'Start work' })).toBeDisabled();
    const beforeStart = needs.getByRole('listitem').filter({ hasText: 'No designated service in Australia' });
    await beforeStart.getByRole('link').click();
    await selectNewZealandAlone(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('No geographical link with Australia (AU s6(6))')).toBeVisible();
    await page.getByRole('button', { name: 'Start work' }).click();
    await expect(statusOf(page)).toHaveText('In progress');
    await expect(page.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
    await expect(needs.getByText('There is no risk assessment')).toBeVisible();

    const url = new URL(page.url()).pathname;
    await page.goto('/activities?view=board&assignee=me');
    const column = page.getByRole('region', { name: /In progress/ });
    await expect(column.getByRole('link', { name })).toBeVisible();
    await page.goto(`/activities?q=${encodeURIComponent(name)}`);
    await page.getByRole('table').getByRole('link', { name }).click();
    await expect(page).toHaveURL(url);
  });
});

test('putting on hold requires confirmation, and resuming restores the status', async ({
  page,
  javaScriptEnabled,
}) => {
  const customer = await createPerson(page);
  await recordActivity(page, customer, javaScriptEnabled !== false);
  const status = statusOf(page);
  await page.getByRole('link', { name: 'Put on hold' }).click();
  await page.getByLabel(/^Reason/).fill('The vendor travels');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await expect(status).toHaveText('On hold');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toHaveText('To do');
  await page.getByRole('link', { name: 'Cancel engagement' }).click();
  await page.getByRole('button', { name: 'Cancel engagement' }).click();
  await expect(status).toHaveText('Cancelled');
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
  // Without a next step a phone has no bar at its bottom.
  await page.setViewportSize({ width: 390, height: 700 });
  await expect(page.locator('.record-action')).toBeHidden();
});

test('a wrong amount is shown as a field error, and input is preserved', async ({
  page,
  javaScriptEnabled,
}) => {
  const customer = await createPerson(page);
  await page.goto('/activities/create');
  await page.getByLabel('Name', { exact: true }).fill('Sample matter');
  await page.getByLabel(/^Maximum transaction value/).fill('a lot');
  await addParty(page, customer, javaScriptEnabled !== false);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Enter an amount such as 12,500');
  await expect(page.getByLabel(/^Maximum transaction value/)).toHaveValue('a lot');
  await expect(page.getByLabel(`Capacity of ${customer}`)).toHaveValue('customer');
});

test('a client’s page shows outstanding requirements with reasons, and changes the status', async ({
  page,
}) => {
  await createPerson(page);
  const panel = page.getByRole('region', { name: 'Outstanding requirements' });
  const identity = panel.getByRole('listitem').filter({ hasText: 'Verify the client’s identity.' });
  await expect(identity).toContainText('NZ s16');
  await panel.getByRole('button', { name: 'Start onboarding' }).click();
  await expect(page.getByText('Client status updated.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Activate' })).toBeDisabled();
  const listed = await outstandingCount(panel);
  await expect(panel.getByText(`${listed} requirements outstanding`)).toBeVisible();
  await expect(panel.getByText('Verify the client’s identity.')).toBeVisible();
  await panel.getByRole('link', { name: 'Decline' }).click();
  await panel.getByLabel(/^Reason/).fill('No longer needed');
  await panel.getByRole('button', { name: 'Decline' }).click();
  await expect(panel.getByText('is now: declined')).toBeVisible();
});
