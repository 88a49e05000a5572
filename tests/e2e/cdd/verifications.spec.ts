import type { Page } from 'playwright/test';
import { addDays, addMonths, formatDate } from '#rules/dates/calendar-dates.ts';
import {
  addPassport,
  chooseMethod,
  decideVerified,
  uniqueDocumentNumber,
} from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

async function newPerson(page: Page): Promise<string> {
  const family = unique('Verified');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(family);
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${family}` })).toBeVisible();
  return new URL(page.url()).pathname;
}

test('a person is verified with documents, checked at their issuer, and decided with a reason', async ({
  page,
}) => {
  const client = await newPerson(page);
  await expect(page.getByText('Verify the client’s identity.')).toBeVisible();
  await chooseMethod(page, client, /Electronic – in person/);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('alert')).toContainText('Confirm the person’s consent');
  await page.getByLabel(/The person consents to checks/).check();
  await page.getByRole('radio', { name: 'In person', exact: true }).check();
  await page.getByLabel(/New Zealand credit bureau/).check();
  await page.getByRole('button', { name: 'Start the verification' }).click();

  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByLabel('Identity document type').selectOption('nzDriverLicence');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Licence number (5a)').fill('12');
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Licence number (5a)')).toHaveValue('12');
  await page.getByLabel('Licence number (5a)').fill(uniqueDocumentNumber('VJ'));
  await page.getByLabel('Version (5b)').fill('214');
  await page.getByLabel('Original sighted with the person present').check();
  await page.getByLabel('Name matches the record').check();
  await page.getByLabel('Date of birth matches the record').check();
  await page.getByLabel('Photo matches the person').check();
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByText('Document added.')).toBeVisible();

  await page.getByRole('link', { name: 'Run checks' }).click();
  await page.getByRole('button', { name: 'Run checks now' }).click();
  const verification = new URL(page.url()).pathname;
  await expect(async () => {
    await page.goto(verification);
    await expect(page.getByRole('link', { name: 'Decide', exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  const checks = page.getByRole('table', { name: /Checks by source and matched fields/ });
  await expect(
    checks.getByRole('row', { name: /New Zealand driver licence register.*Matches/ }),
  ).toBeVisible();
  await openTab(page, 'Rules', 'Identity verification');
  const rule = page.getByRole('region', { name: /New Zealand: identity verification code/ });
  // The rule, and each of its seven clauses.
  await expect(rule.getByText('Met', { exact: true })).toHaveCount(8);

  await page.getByRole('link', { name: 'Decide', exact: true }).click();
  // The rules stay beside the decision, also when it is refused and made.
  await expect(rule).toBeVisible();
  await page.getByRole('radio', { name: 'Verified', exact: true }).check();
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a reason');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Licence seen; the register and the bureau agree');
  await expect(rule).toBeVisible();
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByText('Decision recorded.')).toBeVisible();
  await expect(rule).toBeVisible();
  await openTab(page, 'History', 'Identity verification');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Licence seen');

  await page.goto(client);
  await expect(page.getByRole('region', { name: 'Outstanding requirements' })).toBeVisible();
  await expect(page.getByText('Verify the client’s identity.').filter({ visible: true })).toHaveCount(0);
  await openTab(page, 'Identity');
  const panel = page.getByRole('region', { name: 'Verifications' });
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
});

test('a photo that was not compared with the person counts as such, and a certified copy that was compared verifies', async ({
  page,
}) => {
  const client = await newPerson(page);
  const progress = page.getByRole('navigation', { name: 'Client progress' });

  await chooseMethod(page, client, /Original documents sighted/);
  await addPassport(page, () => page.getByLabel('Original sighted with the person present').check());
  const checks = page.getByRole('table', { name: /Checks by source and matched fields/ });
  await expect(checks.getByText('name, date of birth', { exact: true })).toBeVisible();
  await openTab(page, 'Rules', 'Identity verification');
  const rules = page.getByRole('region', { name: 'Verification rules' });
  await expect(rules.getByText('The photo has not been compared with the person.')).toBeVisible();
  await expect(rules.getByText('Rated', { exact: false })).toHaveCount(0);
  await page.goto(client);
  await expect(progress).not.toContainText('Identity: Complete.');

  await chooseMethod(page, client, /Certified copies/);
  await addPassport(page, async () => {
    await page.getByLabel('Certifier’s name').fill('Ngaire Referee');
    await page.getByLabel('Referee type').selectOption('justiceOfThePeace');
    await page.getByLabel('Certified on').fill(addDays(testDay(), -3));
    await page.getByLabel('States true copy and true likeness').check();
    await page.getByLabel(/Referee is independent/).check();
  });
  await decideVerified(page, 'Copy certified by a justice of the peace');
  await page.goto(client);
  await expect(progress).toContainText('Identity: Complete.');
});

test('the MRZ of a passport prefills its form, and a wrong digit is reported', async ({ page }) => {
  const client = await newPerson(page);
  await chooseMethod(page, client, /Original documents sighted/);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByLabel('Identity document type').selectOption('foreignPassport');
  await page.getByRole('button', { name: 'Continue' }).click();
  const lines = page.getByLabel(/Machine-readable zone \(MRZ\)/);
  const specimen =
    'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
  await lines.fill(specimen.replace('7408122', '7408123'));
  await page.getByRole('button', { name: 'Read MRZ' }).click();
  await expect(page.getByRole('alert')).toContainText('The check digit of the date of birth does not agree');
  await lines.fill(specimen);
  await page.getByRole('button', { name: 'Read MRZ' }).click();
  await expect(page.getByLabel('Passport number')).toHaveValue('L898902C3');
  await expect(page.getByText('The family name in the document is not the recorded one.')).toBeVisible();
});

test('a link is sent to the person’s phone, and its result is received', async ({ page }) => {
  const client = await newPerson(page);
  await chooseMethod(page, client, /Electronic – remote \(link\)/);
  await page.getByRole('radio', { name: 'Copy link' }).check();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Link sent.')).toBeVisible();
  const verification = new URL(page.url()).pathname;
  const link = await page.getByLabel(/Private link – share only with this person/).inputValue();
  await page.goto(new URL(link).pathname);
  await page.getByRole('button', { name: 'I consent – start' }).click();
  await page.getByRole('radio', { name: 'My face and my passport, both clear' }).check();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(async () => {
    await page.goto(verification);
    await expect(page.getByText('Face match 97%.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByText(/on the phone, before the check/)).toBeVisible();
});

test('the result of an accredited service is recorded, checked against the code of 2026, and decided', async ({
  page,
}) => {
  const client = await newPerson(page);
  await chooseMethod(page, client, /Accredited digital identity service/);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Enter the provider');
  await expect(alert).toContainText('Select what the result covers');
  await page.getByLabel('Provider').fill('Invented Identity');
  await page.getByLabel('Service', { exact: true }).fill('Invented Identity Check');
  await page.getByLabel('Framework register entry').fill('DISTF 0042, identification service');
  await page.getByLabel('Date of the result').fill('2026-07-02');
  await page.getByLabel('Name', { exact: true }).check();
  await page.getByLabel('Result matches the record').check();
  await page.getByLabel('Result reference').fill('Result 7f3a');
  await page.getByLabel('Date of birth', { exact: true }).check();
  await page.getByLabel('That the identity belongs to this person').check();
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByText('Verification started.')).toBeVisible();
  await expect(page.getByText('Invented Identity Check, Invented Identity')).toBeVisible();
  await openTab(page, 'Rules', 'Identity verification');
  const rule = page.getByRole('region', { name: /code of practice 2026, accredited service/ });
  await expect(rule.getByText('Not met')).toHaveCount(0);
  await expect(rule.getByText('Digital Identity Services Trust Framework Act 2023')).toBeVisible();
  // The company is under Australian law too, whose conditions the service does not meet.
  await expect(page.getByText('a reason does not replace them')).toBeVisible();
  await page.getByRole('link', { name: 'Decide', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Verified', exact: true })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Not verified', exact: true }).check();
  await page
    .getByRole('textbox', { name: 'Reason' })
    .fill('Verified again by documents, which both laws accept');
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByText('Decision recorded.')).toBeVisible();
});

test('an exception is rejected without an end date, and recorded clause by clause', async ({ page }) => {
  const client = await newPerson(page);
  await chooseMethod(page, client, /Exception \(alternative evidence\)/);
  await page
    .getByLabel('Why standard verification is not possible')
    .fill('All papers were lost in the flood');
  await page.getByLabel('Steps taken').fill('Asked the register of births and the family');
  await page.getByLabel('Alternative evidence', { exact: true }).fill('Letter of the marae');
  await page.getByLabel('Programme section').fill('Part 4');
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the exception expiry date');
  await expect(page.locator('#verify-exception\\.endsOn-error')).toContainText(
    'Enter the exception expiry date',
  );
  await expect(page.getByLabel('Steps taken')).toHaveValue('Asked the register of births and the family');
  const endsOn = addMonths(testDay(), 11);
  await page.getByLabel('Exception expiry date').fill(endsOn);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByText('Verification started.')).toBeVisible();
  await expect(page.getByText(`Not approved yet; ends on ${formatDate(endsOn)}`)).toBeVisible();
  await openTab(page, 'Rules', 'Identity verification');
  const nz = page.getByRole('region', {
    name: /exception under the identity verification code of practice 2026/,
  });
  await expect(nz.getByText('Not approved yet.')).toBeVisible();
  const au = page.getByRole('region', { name: /evidence of identity is not available/ });
  await expect(au.getByText('AU Rules 6-10')).toHaveCount(5);
  await expect(au.getByText('Not rated yet.')).toBeVisible();
});
