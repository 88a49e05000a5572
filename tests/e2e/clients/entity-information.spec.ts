import { expect, test, unique } from '#tests/support/browser/journey.ts';

test('a company’s form, powers and owners are recorded from requirements, with input preserved', async ({
  page,
}) => {
  const name = `${unique('Tōtara Sample')} Limited`;
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill(name);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  const missing = page.getByRole('region', { name: 'Outstanding requirements' });
  const wanted = (text: string) => missing.getByRole('listitem').filter({ hasText: text, visible: true });
  const powers = wanted('Record the powers that bind and govern the client');
  await expect(powers).toContainText('NZ reg 11');
  await powers.getByRole('link').click();

  const form = page.getByRole('region', { name: 'Legal form, structure and powers' });
  const record = form.getByRole('button', { name: 'Record', exact: true });
  await form.getByLabel(/^Powers that bind and govern it/).fill('Constitution of 2012');
  await form.getByLabel('There are no nominees').check();
  await form.getByLabel('Sources consulted').fill('Constitution, certified on 2 November 2026');
  await record.click();
  await expect(form.getByRole('alert')).toContainText('Select a source');
  await expect(form.getByLabel(/^Powers that bind and govern it/)).toHaveValue('Constitution of 2012');
  await expect(form.getByLabel('There are no nominees')).toBeChecked();
  await form
    .getByLabel('Source: powers that bind and govern it')
    .selectOption({ label: 'Certified copy of a founding document' });
  await record.click();
  // A source of that kind is a document on the client's record.
  await expect(form.getByRole('alert')).toContainText('Select the document');
  await form.getByLabel('Source: powers that bind and govern it').selectOption({ label: 'Public register' });
  await form.getByLabel('Register: powers that bind and govern it').selectOption({ index: 1 });
  const nominees = 'nominee directors, shareholders or general partners';
  await form.getByLabel(`Source: ${nominees}`).selectOption({ label: 'Public register' });
  await form.getByLabel(`Register: ${nominees}`).selectOption({ index: 1 });
  await record.click();
  await expect(page.getByText('Finding recorded. Requirements recalculated.')).toBeVisible();
  await expect(powers).toHaveCount(0);
  // An empty part stays outstanding.
  await expect(wanted('Record the client’s legal form')).toBeVisible();

  await wanted('Determine the beneficial owners').getByRole('link').click();
  const owners = page.getByRole('region', { name: 'Beneficial ownership' });
  await owners.getByRole('radio', { name: /^Beneficial owners identified/ }).check();
  await owners.getByLabel('Source: the ownership').selectOption({ label: 'Public register' });
  await owners.getByLabel('Register: the ownership').selectOption({ index: 1 });
  await owners.getByLabel('Steps taken').fill('Extract of the register of 1 November 2026');
  await owners.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(owners.getByRole('alert')).toContainText('No related party is a beneficial owner yet');
  await owners.getByRole('radio', { name: /^No beneficial owner/ }).check();
  await owners.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Finding recorded. Requirements recalculated.')).toBeVisible();
  await expect(wanted('Determine the beneficial owners')).toHaveCount(0);

  const findings = page.getByRole('region', { name: 'CDD level' });
  await expect(findings).toContainText(/Constitution of 2012 \([^)]*NZBN/i);
});
