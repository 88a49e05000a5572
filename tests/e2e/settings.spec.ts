import { expect, test, unique } from '#tests/support/journey.ts';

test.use({ asLoginId: 'owner@demo.test' });

test('an owner changes the company, sees what a policy touches before saving it, and finds both in the verified log', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/home');
  if (javaScriptEnabled === false) await page.goto('/settings');
  else await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  const legalName = unique('Demo Legal');
  await page.getByLabel('ACN').fill('123 456 789');
  await page.getByLabel('Legal name').fill(legalName);
  await page.getByRole('button', { name: 'Save changes' }).last().click();
  await expect(page.getByRole('alert')).toContainText('one thing to correct');
  await page.getByLabel('ACN').fill('004 085 616');
  await page.getByRole('button', { name: 'Save changes' }).last().click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  await expect(page.getByLabel('Legal name')).toHaveValue(legalName);

  await page.getByRole('link', { name: 'Policies' }).click();
  const days = page.getByLabel('Days that the link of a document request is open');
  const before = Number(await days.inputValue());
  const after = String(before === 20 ? 21 : 20);
  await page.getByLabel('Years of keeping').fill('1');
  await days.fill(after);
  await page.getByRole('button', { name: 'See what changes' }).click();
  await expect(page.getByText(/The law wants at least \d years/).first()).toBeVisible();
  await page.getByLabel('Years of keeping').fill('7');
  await page.getByRole('button', { name: 'See what changes' }).click();
  await expect(page.getByText(/Links that are open keep their end/)).toBeVisible();
  await page.getByRole('button', { name: 'Save these policies' }).click();
  await expect(page.getByText('Policies saved.')).toBeVisible();
  await expect(days).toHaveValue(after);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Verify the log' }).click();
  await expect(page.getByText(/[\d,]+ events, unbroken/)).toBeVisible();
  await page.getByLabel('What happened').fill('policies changed');
  await page.getByRole('button', { name: 'Apply' }).click();
  const newest = page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem').first();
  await expect(newest).toContainText('Company: policies changed');
  await newest.locator('summary').click();
  await expect(newest).toContainText(`${after} days`);
});

test('records are held back from the page of a client, and let go again', async ({ page }) => {
  await page.goto('/clients');
  await page.locator('tbody').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Hold these records back from destruction' }).click();
  await page.getByRole('textbox', { name: 'Why' }).fill('A case at court.');
  await page.getByRole('button', { name: 'Hold the records back' }).click();
  await expect(page.getByText('The records are held back from destruction.')).toBeVisible();
  await page.getByRole('link', { name: /^Lift the hold on/ }).click();
  await page.getByRole('textbox', { name: 'Why' }).fill('The case is over.');
  await page.getByRole('button', { name: 'Lift the hold' }).click();
  await expect(page.getByText('The hold is lifted.')).toBeVisible();
});

test.describe('somebody who reads only', () => {
  test.use({ asLoginId: 'auditor@demo.test' });

  test('sees the company, its policies and the log, and nothing to change or of retention', async ({
    page,
  }) => {
    await page.goto('/home');
    await expect(page.getByText('You read everything here and change nothing.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'To decide' })).toHaveCount(0);
    await page.goto('/settings');
    await expect(page.getByText('An owner of your company can change these details.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Retention' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('button', { name: 'Verify the log' })).toBeVisible();
    await page.goto('/settings?view=nothing');
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible();
  });
});
