import { clientTabs } from '#rules/clients/client-tabs.ts';
import { expect, pageProblems, test, unique } from '#tests/support/browser/journey.ts';

// Many pages, each checked by axe.
test.slow();

test('no tab of a client has axe violations or a horizontal scroll', async ({ page }) => {
  await page.goto('/clients?q=Nerquand');
  await page.getByRole('link', { name: 'Basilio Nerquand' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Basilio Nerquand' })).toBeVisible();
  const client = new URL(page.url()).pathname;
  for (const tab of clientTabs) {
    await page.goto(`${client}?tab=${tab}`);
    expect(await pageProblems(page, [1280, 390, 320]), tab).toEqual([]);
  }
  await page.locator('summary', { hasText: /^More/ }).click();
  expect(await pageProblems(page), 'the open menu').toEqual([]);
});

test('forms of parties and findings, open, rejected and filled, have no axe violations', async ({ page }) => {
  const expectNothingWrong = async (what: string) => {
    expect(await pageProblems(page), what).toEqual([]);
  };
  await page.goto('/clients/create?type=trust');
  await page.getByLabel('Legal name').fill(unique('Rimu Sample Trust'));
  await page.getByLabel('Trust type').selectOption('discretionary');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('heading', { name: 'Outstanding requirements' })).toBeVisible();
  const client = new URL(page.url()).pathname;
  await expectNothingWrong('a new trust');
  for (const query of [
    '?party=new',
    '?party=new&q=sample',
    '?party=new&with=business',
    '?record=politicalExposure',
    '?record=sourceValue',
    '?funds=new',
    '?record=structure',
    '?record=entity',
    '?record=ownership',
    '?record=unusual',
  ]) {
    await page.goto(client + query);
    await expectNothingWrong(query);
  }
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNothingWrong('a refused finding');
  await page.getByLabel(/^What is unusual/).fill('Paid twice, once from abroad');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Finding recorded')).toBeVisible();
  await page.goto(`${client}?withdraw=unusual`);
  await expectNothingWrong('taking back');

  await page.goto(`${client}/permits`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNothingWrong('permits');
  // The demo's client with a permit.
  await page.goto('/clients?q=Nerquand');
  await page.getByRole('link', { name: 'Basilio Nerquand' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Basilio Nerquand' })).toBeVisible();
  await expectNothingWrong('a client with a permit');
  await page.goto(`${new URL(page.url()).pathname}/permits`);
  await expect(page.getByRole('heading', { name: /^INVENTED-2026-004/ })).toBeVisible();
  await expectNothingWrong('a permit');

  await page.goto(`${client}?party=new&with=person`);
  await page.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNothingWrong('a refused party');
  await page.getByLabel('Given names').fill('Tui');
  await page.getByLabel('Family name').fill(unique('Partyton'));
  await page.getByLabel('Trustee', { exact: true }).check();
  await page.getByRole('button', { name: 'Add party' }).click();
  await expect(page.getByText('Party added.')).toBeVisible();
  await expectNothingWrong('with a party');
  for (const name of [/^Edit/, /^End/]) {
    await page.goto(`${client}?tab=people`);
    await page.getByRole('region', { name: 'Parties' }).getByRole('link', { name }).click();
    await expect(page.locator('#party-heading')).toBeVisible();
    await expectNothingWrong(String(name));
  }
});
