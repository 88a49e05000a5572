import type { Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/journey.ts';

async function newPerson(page: Page): Promise<string> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Verified'));
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  return new URL(page.url()).pathname;
}

const uniqueLicence = () =>
  `VJ${String(Date.now())
    .slice(-6)
    .replace(/(\d)\1{5}/, '908172')}`;

async function chooseMethod(page: Page, client: string, method: RegExp): Promise<void> {
  await page.goto(`${client}?verify=new`);
  await page.getByRole('radio', { name: method }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
}

test('a person is verified with documents, asked of their issuer, and decided with a reason', async ({
  page,
}) => {
  const client = await newPerson(page);
  await expect(page.getByText('Verify the client’s identity.').first()).toBeVisible();
  await chooseMethod(page, client, /Electronic, with the client/);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('alert')).toContainText('Confirm that the person agreed');
  await page.getByLabel(/The person agreed that issuers/).check();
  await page.getByRole('radio', { name: 'In person', exact: true }).check();
  await page.getByLabel(/New Zealand credit bureau/).check();
  await page.getByRole('button', { name: 'Start the verification' }).click();

  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByLabel('Kind of identity document').selectOption('nzDriverLicence');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Licence number (5a)').fill('12');
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Licence number (5a)')).toHaveValue('12');
  await page.getByLabel('Licence number (5a)').fill(uniqueLicence());
  await page.getByLabel('Version (5b)').fill('214');
  await page.getByLabel('I saw the original, with the person in front of me').check();
  await page.getByLabel('It shows the name as recorded').check();
  await page.getByLabel('It shows the date of birth as recorded').check();
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByText('The document is added.')).toBeVisible();

  await page.getByRole('link', { name: 'Ask the issuers and sources' }).click();
  await page.getByRole('button', { name: 'Ask them now' }).click();
  const verification = new URL(page.url()).pathname;
  await expect(async () => {
    await page.goto(verification);
    await expect(page.getByRole('button', { name: 'Record the decision' })).toBeVisible({ timeout: 500 });
  }).toPass();
  const checks = page.getByRole('table', { name: /Checks with their source/ });
  await expect(
    checks.getByRole('row', { name: /New Zealand driver licence register.*Matches/ }),
  ).toBeVisible();
  const rule = page.getByRole('region', { name: /New Zealand: identity verification code/ });
  await expect(rule.getByText('Met', { exact: true }).first()).toBeVisible();

  await page.getByRole('radio', { name: 'Verified', exact: true }).check();
  await page.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page.getByRole('alert')).toContainText('Say why');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Licence seen; the register and the bureau agree');
  await page.getByRole('button', { name: 'Record the decision' }).click();
  await expect(page.getByText('Your decision is recorded.')).toBeVisible();

  await page.goto(client);
  const panel = page.getByRole('region', { name: 'Verifications' });
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByText('Verify the client’s identity.').filter({ visible: true })).toHaveCount(0);
});

test('the lines of a passport fill its form in, and a wrong digit is named', async ({ page }) => {
  const client = await newPerson(page);
  await chooseMethod(page, client, /Original documents sighted/);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByLabel('Kind of identity document').selectOption('foreignPassport');
  await page.getByRole('button', { name: 'Go on' }).click();
  const lines = page.getByLabel(/Lines at the foot of the photo page/);
  const specimen =
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
  await lines.fill(specimen.replace('7408122', '7408123'));
  await page.getByRole('button', { name: 'Read and check the lines' }).click();
  await expect(page.getByRole('alert')).toContainText('The check digit of the date of birth does not agree');
  await lines.fill(specimen);
  await page.getByRole('button', { name: 'Read and check the lines' }).click();
  await expect(page.getByLabel('Passport number')).toHaveValue('L898902C3');
  await expect(page.getByText('The family name in the document is not the recorded one.')).toBeVisible();
});

test('a link goes to the person’s phone, and what happens there comes back', async ({ page }) => {
  const client = await newPerson(page);
  await chooseMethod(page, client, /Electronic, by a link/);
  await page.getByRole('radio', { name: 'I hand it over' }).check();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('The link is on its way.')).toBeVisible();
  const verification = new URL(page.url()).pathname;
  const link = await page.getByLabel(/Link to hand over/).inputValue();
  await page.goto(new URL(link).pathname);
  await page.getByRole('button', { name: 'I agree, start' }).click();
  await page.getByRole('radio', { name: 'My face and my passport, both clear' }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(async () => {
    await page.goto(verification);
    await expect(page.getByText('The faces are 97 % alike.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(/on the phone, before the check/)).toBeVisible();
});
