import type { Page } from 'playwright/test';
import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { axeViolations, expect, test, unique } from '#tests/support/browser/journey.ts';

const saves = (page: Page) => page.getByRole('button', { name: 'Save with my changes' });

test('two users who edit one client keep both changes', async ({ page, colleague, javaScriptEnabled }) => {
  const { path } = await createByName(page);
  const edit = `${path}/edit`;
  await page.goto(edit);
  await page.getByLabel('Occupation').fill('Nurse');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();

  await page.goto(edit);
  const officer = await colleague('officer@demo.test');
  await officer.goto(edit);
  await officer.getByLabel('Occupation').fill('Midwife');
  await officer.getByLabel('Email').fill('theirs@merged.example');
  await officer.getByRole('button', { name: 'Save changes' }).click();
  await expect(officer.getByText('Changes saved.')).toBeVisible();

  await page.getByLabel('Occupation').fill('Surgeon');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You changed the same fields.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Occupation' })).toHaveValue('Surgeon');
  await expect(page.getByLabel('Email')).toHaveValue('theirs@merged.example');
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);
  await saves(page).click();
  await expect(page.getByText('Choose one of the two versions')).toBeVisible();
  await page
    .getByRole('group', { name: 'Occupation' })
    .getByLabel(/^Saved by .*: Midwife/)
    .check();
  await saves(page).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  await expect(page.getByText('Midwife')).toBeVisible();
  await expect(page.getByText('theirs@merged.example')).toBeVisible();
});

test('two users who change one party keep both changes', async ({ page, colleague, javaScriptEnabled }) => {
  const { name: party } = await createByName(page);
  const company = unique('Shared Holdings');
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill(company);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
  const path = new URL(page.url()).pathname;
  await page.goto(`${path}/people?party=new&q=${encodeURIComponent(party)}#parties`);
  const partiesOf = (of: Page) => of.getByRole('region', { name: 'Parties' });
  await partiesOf(page).getByRole('link', { name: party, exact: true }).click();
  await partiesOf(page).getByRole('checkbox', { name: 'Shareholder', exact: true }).check();
  await partiesOf(page).getByLabel('Ownership %').fill('10');
  await partiesOf(page).getByRole('button', { name: 'Add party' }).click();
  await expect(partiesOf(page).getByText('Shareholder · 10 %')).toBeVisible();

  const officer = await colleague('officer@demo.test');
  await officer.goto(`${path}/people`);
  for (const of of [page, officer]) {
    await partiesOf(of)
      .getByRole('link', { name: `Edit ${party}` })
      .click();
    await expect(partiesOf(of).getByLabel('Ownership %')).toHaveValue('10');
  }
  await partiesOf(officer).getByLabel('Ownership %').fill('30');
  await partiesOf(officer).getByLabel('Basis of control').fill('Appoints the board');
  await partiesOf(officer).getByRole('button', { name: 'Save party' }).click();
  await expect(officer.getByText('Party saved.')).toBeVisible();

  await partiesOf(page).getByLabel('Ownership %').fill('20');
  await partiesOf(page).getByLabel('Authority to act').fill('Resolution of 1 May');
  await partiesOf(page).getByRole('button', { name: 'Save party' }).click();
  await expect(page.getByText('You changed the same fields.')).toBeVisible();
  const parties = partiesOf(page);
  await expect(parties.getByLabel('Basis of control')).toHaveValue('Appoints the board');
  await expect(parties.getByLabel('Authority to act')).toHaveValue('Resolution of 1 May');
  await parties
    .getByText(/^Fields that only .* changed: 1$/)
    .last()
    .click();
  await expect(parties.getByRole('row', { name: /Basis of control/ })).toContainText('Appoints the board');
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);
  await saves(page).click();
  await expect(page.getByText('Choose one of the two versions')).toBeVisible();
  const share = parties.getByRole('group', { name: 'Ownership %' });
  await expect(share.getByRole('radio', { name: 'Yours: 20' })).toBeVisible();
  await share.getByRole('radio', { name: /^Saved by .*: 30$/ }).check();
  await saves(page).click();
  await expect(page.getByText('Party saved.')).toBeVisible();

  await expect(parties.getByText('Shareholder · 30 %')).toBeVisible();
  await expect(parties.getByText('Control: Appoints the board')).toBeVisible();
  await expect(parties.getByText('Authority: Resolution of 1 May')).toBeVisible();
});
