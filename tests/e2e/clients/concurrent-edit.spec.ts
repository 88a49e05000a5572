import { axeViolations, expect, test, unique } from '#tests/support/browser/journey.ts';

test('two tabs that edit one client keep both changes', async ({ page, context, javaScriptEnabled }) => {
  await page.goto('/clients/create?type=individual');
  const name = unique('Two tabs');
  await page.getByLabel('Given names').fill('Mere');
  await page.getByLabel('Family name').fill(name);
  await page.getByLabel('Occupation').fill('Nurse');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
  const edit = `${new URL(page.url()).pathname}/edit`;

  await page.goto(edit);
  const tab = await context.newPage();
  await tab.goto(edit);
  await tab.getByLabel('Occupation').fill('Midwife');
  await tab.getByLabel('Email').fill('theirs@merged.example');
  await tab.getByRole('button', { name: 'Save changes' }).click();
  await expect(tab.getByText('Changes saved.')).toBeVisible();

  await page.getByLabel('Occupation').fill('Surgeon');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You changed the same fields.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Occupation' })).toHaveValue('Surgeon');
  await expect(page.getByLabel('Email')).toHaveValue('theirs@merged.example');
  if (javaScriptEnabled !== false) expect(await axeViolations(page)).toEqual([]);
  const saves = page.getByRole('button', { name: 'Save with my changes' });
  await saves.click();
  await expect(page.getByText('Choose one of the two versions')).toBeVisible();
  await page
    .getByRole('group', { name: 'Occupation' })
    .getByLabel(/^Saved by .*: Midwife/)
    .check();
  await saves.click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
  await expect(page.getByText('Midwife')).toBeVisible();
  await expect(page.getByText('theirs@merged.example')).toBeVisible();
});
