import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/journey.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Record activity' }).last().click();

/** A client that no other journey has, through its form. */
async function createPerson(page: Page): Promise<string> {
  const family = unique('Kererū');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Wiremu');
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: `Wiremu ${family}` })).toBeVisible();
  return `Wiremu ${family}`;
}

/** Searches for a client and takes it in as a party, by the combobox or by the buttons that need no script. */
async function addParty(page: Page, name: string, scripted: boolean): Promise<void> {
  if (scripted) {
    await page.getByRole('combobox', { name: 'Find client' }).fill(name);
    await page.getByRole('listbox').getByRole('option').first().click();
  } else {
    await page.getByRole('textbox', { name: 'Find client' }).fill(name);
    await page.getByRole('button', { name: 'Find client' }).click();
    await page.getByRole('button', { name: `Add ${name}` }).click();
  }
  await expect(page.getByLabel(`Capacity of ${name}`)).toHaveValue('customer');
}

async function recordActivity(page: Page, customer: string, scripted: boolean): Promise<string> {
  const name = unique('Sale of a cottage');
  await page.goto('/activities');
  await page.getByRole('link', { name: 'New activity' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByLabel(/^Largest transaction/).fill('12,500.50');
  await addParty(page, customer, scripted);
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

test('an activity is recorded with a customer, says what completion needs, is filled in, moved on, refused with what is missing, and found', async ({
  page,
  javaScriptEnabled,
}) => {
  const customer = await createPerson(page);
  const name = await recordActivity(page, customer, javaScriptEnabled !== false);
  await expect(page.getByText('NZD 12,500.50').first()).toBeVisible();
  const needs = page.getByRole('region', { name: 'What completion still needs' });
  await expect(needs.getByText('Describe the purpose of the activity.')).toBeVisible();
  await expect(needs.getByText(`Due diligence on ${customer} is not finished.`)).toBeVisible();

  await needs.getByRole('link', { name: /Describe the purpose/ }).click();
  await page.getByLabel(/^Purpose/).fill('Moving to a smaller home');
  await page.getByLabel(/^Nature/).fill('One sale');
  await page.getByLabel(/^Captured activity/).fill('Conveyancing');
  await page.getByRole('button', { name: 'Save changes' }).last().click();
  await expect(page.getByText('Moving to a smaller home').first()).toBeVisible();

  await page.getByRole('button', { name: 'Start work' }).click();
  await expect(page.getByText('In progress').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByRole('alert')).toContainText('There is no risk assessment');

  const url = page.url();
  await page.goto('/activities?view=board&assignee=me');
  const column = page.getByRole('region', { name: /In progress/ });
  await expect(column.getByRole('link', { name })).toBeVisible();
  await page.goto(`/activities?q=${encodeURIComponent(name)}`);
  await page.getByRole('table').getByRole('link', { name }).click();
  await expect(page).toHaveURL(url);
});

test('putting on hold asks first, and it comes back to where it was', async ({ page, javaScriptEnabled }) => {
  const customer = await createPerson(page);
  await recordActivity(page, customer, javaScriptEnabled !== false);
  await page.getByRole('link', { name: 'Put on hold' }).click();
  await page.getByLabel(/^Reason/).fill('The vendor travels');
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText('On hold').first()).toBeVisible();
  await page.getByRole('button', { name: 'Take off hold' }).click();
  await expect(page.getByText('To do').first()).toBeVisible();
  await page.getByRole('link', { name: 'Cancel the activity' }).click();
  await page.getByRole('button', { name: 'Cancel the activity' }).click();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0);
});

test('a wrong amount is said beside its field, and nothing that was typed is lost', async ({
  page,
  javaScriptEnabled,
}) => {
  const customer = await createPerson(page);
  await page.goto('/activities/create');
  await page.getByLabel('Name', { exact: true }).fill('Sample matter');
  await page.getByLabel(/^Largest transaction/).fill('a lot');
  await addParty(page, customer, javaScriptEnabled !== false);
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Enter an amount such as 12,500');
  await expect(page.getByLabel(/^Largest transaction/)).toHaveValue('a lot');
  await expect(page.getByLabel(`Capacity of ${customer}`)).toHaveValue('customer');
});

test('a client’s page says what is missing and why, and moves it on', async ({ page }) => {
  await createPerson(page);
  const panel = page.getByRole('region', { name: 'What is missing and why' });
  await expect(panel.getByText(/NZ s/).first()).toBeVisible();
  await panel.getByRole('button', { name: 'Start onboarding' }).click();
  await expect(page.getByText('Client moved on.')).toBeVisible();
  await panel.getByRole('button', { name: 'Make active' }).click();
  await expect(page.getByRole('alert')).toContainText('have to be settled before');
  await panel.getByRole('link', { name: 'Decline' }).click();
  await panel.getByLabel(/^Reason/).fill('No longer needed');
  await panel.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Declined').first()).toBeVisible();
});
