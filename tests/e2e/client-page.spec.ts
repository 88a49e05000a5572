import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/journey.ts';

/** The page of a trust that no other journey has; its name. */
async function createTrust(page: Page): Promise<string> {
  const name = unique('Tōtara Sample Trust');
  await page.goto('/clients/create?type=trust');
  await page.getByLabel('Legal name').fill(name);
  await page.getByLabel('Kind of trust').selectOption('fixed');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

const panel = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('a party is added from the page, refused with what was typed kept, changed and ended', async ({
  page,
}) => {
  await createTrust(page);
  const parties = panel(page, 'Parties');
  await page.getByRole('navigation', { name: 'Begin' }).getByRole('link', { name: 'Add a party' }).click();
  await parties.getByRole('link', { name: 'Enter a new person' }).click();
  await parties.getByLabel('Given names').fill('Tui');
  await parties.getByLabel('Share in percent').fill('half');
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(parties.getByRole('alert')).toContainText('Choose at least one role');
  await expect(parties.getByLabel('Given names')).toHaveValue('Tui');
  await expect(parties.getByLabel('Share in percent')).toHaveValue('half');

  const family = unique('Partyton');
  await parties.getByLabel('Family name').fill(family);
  await parties.getByLabel('Share in percent').fill('');
  await parties.getByLabel('Beneficiary', { exact: true }).check();
  await parties.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByText('Party added.')).toBeVisible();
  const line = parties.getByRole('listitem').filter({ hasText: family });
  await expect(line).toContainText('Beneficiary');
  await expect(page.getByRole('heading', { name: 'Parties 1' })).toBeVisible();

  await parties.getByRole('link', { name: `Change Tui ${family}` }).click();
  await parties.getByLabel('Settlor', { exact: true }).check();
  await parties.getByRole('button', { name: 'Save party' }).click();
  await expect(page.getByText('Party saved.')).toBeVisible();
  await expect(line).toContainText('Settlor');

  await parties.getByRole('link', { name: `End Tui ${family}` }).click();
  await parties.getByLabel(/^Last day/).fill('2001-01-01');
  await parties.getByRole('button', { name: 'Record the end' }).click();
  await expect(parties.getByRole('alert')).toContainText('Enter that day or a later one');
  await parties.getByLabel(/^Last day/).fill('');
  await parties.getByRole('button', { name: 'Record the end' }).click();
  await expect(page.getByText('Recorded: this party no longer belongs to the client.')).toBeVisible();
  await parties.getByRole('link', { name: 'One has ended' }).click();
  await expect(parties.getByText(`Tui ${family}`)).toBeVisible();
});

test('a finding is recorded from what is missing, refused with what was typed kept, and taken back', async ({
  page,
}) => {
  await createTrust(page);
  const missing = panel(page, 'What is missing and why');
  const wanted = 'Obtain and verify the source of wealth or of funds';
  await missing.getByRole('link', { name: new RegExp(wanted) }).click();
  const findings = panel(page, /^Due diligence/);
  await findings.getByLabel(/^How you verified it/).fill('Bank statements');
  await findings.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(findings.getByRole('alert')).toContainText('Choose what you asked for');
  await expect(findings.getByLabel(/^How you verified it/)).toHaveValue('Bank statements');

  await findings.getByRole('radio', { name: 'Source of funds' }).check();
  await findings.getByLabel(/^Where it comes from/).fill('Sale of a house');
  await findings.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Recorded. What the law asks for was worked out anew.')).toBeVisible();
  await expect(findings.getByText('Source of funds: Sale of a house')).toBeVisible();
  await expect(missing.getByText(wanted).filter({ visible: true })).toHaveCount(0);

  await findings.getByRole('link', { name: /^Take back/ }).click();
  await findings.getByLabel('Reason').fill('It was about another trust');
  await findings.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('Taken back. What the law asks for was worked out anew.')).toBeVisible();
  await expect(missing.getByText(wanted).first()).toBeVisible();
});

test('the page says at its top what is missing, leads to each panel, and shows the client’s activities', async ({
  page,
}) => {
  const customer = await createTrust(page);
  await page.getByRole('navigation', { name: 'Begin' }).getByRole('link', { name: 'New activity' }).click();
  await expect(page.getByLabel(`Capacity of ${customer}`)).toHaveValue('customer');
  const name = unique('Sale of a farm');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
  await page.getByRole('button', { name: 'Record activity' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('link', { name: customer }).first().click();

  const activities = panel(page, /^Activities/);
  await expect(activities.getByRole('link', { name })).toBeVisible();
  await expect(activities).toContainText('To do');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: /^Activities/ }).click();
  await expect(page).toHaveURL(/#activities$/);
  await expect(activities).toBeInViewport();
  for (const link of await contents.getByRole('link').all()) {
    const id = (await link.getAttribute('href')) ?? '';
    await expect(page.locator(id), id).toHaveCount(1);
  }
});
