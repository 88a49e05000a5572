import type { Page } from 'playwright/test';
import { addMonths, formatDate } from '#rules/dates/calendar-dates.ts';
import { uniqueDocumentNumber } from '#tests/support/browser/cdd-journey.ts';
import { expect, signIn, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { testDay } from '#tests/support/clock/test-day.ts';

async function newPerson(page: Page): Promise<string> {
  const family = unique('Excepted');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(family);
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${family}` })).toBeVisible();
  return new URL(page.url()).pathname;
}

test('an exception is approved by the officer before a person is verified against the rule', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
  extraHTTPHeaders,
}) => {
  const client = await newPerson(page);
  await page.goto(`${client}/identity?verify=new`);
  await page.getByRole('radio', { name: /Original documents sighted/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await page.waitForURL(/\/individual_verifications\/[\w-]{36}/);
  const verification = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Add a document' }).click();
  await page.getByLabel('Identity document type').selectOption('nzDriverLicence');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Licence number (5a)').fill(uniqueDocumentNumber('VE'));
  await page.getByLabel('Original sighted with the person present').check();
  await page.getByLabel('Name matches the record').check();
  await page.getByLabel('Date of birth matches the record').check();
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByText('Document added.')).toBeVisible();

  // Refused, with the reason, and who may lift it.
  const decision = page.getByRole('region', { name: 'Decision' });
  const refusal = decision.getByText(/The evidence does not meet the verification rule/);
  await expect(refusal).toBeVisible();
  const toException = decision.getByRole('link', { name: /^Go to the exception/ });
  await expect(toException).toHaveAttribute('href', /#exception$/);
  await expect(decision.getByRole('link', { name: /^Verify identity/ })).toHaveCount(0);
  const exception = page.getByRole('region', { name: 'Exception' });
  await expect(exception).toContainText('someone other than the member who started the verification');
  await expect(exception).toContainText('approve an exception from CDD');
  await expect(page.getByRole('link', { name: 'Approve the exception' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Decide', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Not verified', exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Verified', exact: true })).toHaveCount(0);

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
    javaScriptEnabled: javaScriptEnabled ?? true,
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  const officer = await context.newPage();
  await signIn(officer, 'officer@demo.test');
  await expect(officer.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await officer.goto(verification);
  await officer.getByRole('link', { name: 'Approve the exception' }).click();
  await officer.getByLabel('Why the exception is justified').fill('No other document; seen with her family');
  await officer.getByLabel('Exception expiry date').fill(addMonths(testDay(), 14));
  await officer.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(officer.getByRole('alert')).toContainText('12 months at most');
  const endsOn = addMonths(testDay(), 6);
  await officer.getByLabel('Exception expiry date').fill(endsOn);
  await officer.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(officer.getByText('Exception approved.')).toBeVisible();
  const approved = officer.getByRole('region', { name: 'Exception' });
  await expect(approved).toContainText('Rewi Placeholder');
  await expect(approved).toContainText(formatDate(endsOn));
  await context.close();

  await page.goto(verification);
  await page.getByRole('link', { name: 'Decide', exact: true }).click();
  await page.getByRole('radio', { name: 'Verified', exact: true }).check();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Seen with her family; the officer approved it');
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByText('Decision recorded.')).toBeVisible();
  await expect(decision).toContainText(formatDate(endsOn));

  await page.goto(client);
  await expect(page.getByRole('region', { name: 'Outstanding requirements' })).toBeVisible();
  await expect(page.getByText('Verify the client’s identity.').filter({ visible: true })).toHaveCount(0);
  await openTab(page, 'Identity');
  const panel = page.getByRole('region', { name: 'Verifications' });
  await expect(panel.getByText('Verified', { exact: true })).toBeVisible();
});
