import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { landedOn } from '#tests/support/browser/landing.ts';

test.use({ asLoginId: 'officer@demo.test' });

test('a country list is changed, with an entry in its history', async ({ page, javaScriptEnabled }) => {
  // Two journeys that save one list would cause version conflicts.
  const list = javaScriptEnabled === false ? 'FATF increased monitoring' : 'Internal list of countries';
  await page.goto('/templates');
  await page.getByRole('link', { name: 'Country lists' }).click();
  const edit = page.getByRole('link', { name: `Edit ${list}` });
  await edit.click();
  await expect(edit).toHaveCount(0);
  // The FATF's countries are shown with their day and source, and cannot be unticked.
  await expect(page.getByRole('heading', { name: 'On the FATF’s list of 19 Jun 2026' })).toBeVisible();
  await expect(page.getByText('supplied with Assay and cannot be removed')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Myanmar', exact: true })).toHaveCount(0);
  await page.locator('summary', { hasText: 'Add countries' }).click();
  const country = page.getByRole('checkbox', { name: 'Cayman Islands' });
  const isOn = await country.isChecked();
  await country.setChecked(!isOn);
  const note = unique('Reviewed');
  await page.getByLabel('Note').fill(note);
  // The clients affected are shown first, and everything typed stays.
  await page.getByRole('button', { name: 'Preview affected clients' }).click();
  await expect(page.getByRole('heading', { name: 'Preview: clients affected' })).toBeVisible();
  await expect(page.getByText(/\d of [\d,]+ clients checked would be affected/)).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue(note);
  await expect(country).toBeChecked({ checked: !isOn });
  await page.getByRole('button', { name: 'Save the list' }).click();
  await landedOn(page, javaScriptEnabled !== false).told('', `${list}: `);

  await page.getByRole('link', { name: `Edit ${list}` }).click();
  const entry = page.getByRole('listitem').filter({ hasText: note });
  await expect(entry).toContainText(`${isOn ? 'Removed' : 'Added'}: Cayman Islands`);
});

test('answers are scored in a template’s preview, without a save', async ({ page, javaScriptEnabled }) => {
  await page.goto('/templates');
  await page.getByRole('link', { name: 'Client risk, New Zealand', exact: true }).click();
  await page.getByRole('link', { name: 'Preview' }).click();
  const pep = page.getByRole('group', { name: /politically exposed person \(PEP\)/ });
  await pep.getByRole('radio', { name: 'Yes, in another country' }).check();
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Recalculate' }).click();
  await expect(page.getByText(/floor: high/)).toBeVisible();
  await expect(pep.getByRole('radio', { name: 'Yes, in another country' })).toBeChecked();
  await expect(page.getByRole('button', { name: /Save|Submit/ })).toHaveCount(0);
});
