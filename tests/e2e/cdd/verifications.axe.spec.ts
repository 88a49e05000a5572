import { identityVerificationTabs } from '#rules/verification-pages/identity-tabs.ts';
import { laterExpiry, uniqueDocumentNumber } from '#tests/support/browser/cdd-journey.ts';
import {
  expect,
  expectAccessible,
  expectAccessiblePages,
  test,
  unique,
} from '#tests/support/browser/journey.ts';

// Many pages, each checked by axe.
test.slow();

test('a verification, its forms and the panel that starts it have no axe violations', async ({ page }) => {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Looked'));
  await page.getByLabel('Date of birth').fill('1985-03-12');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client created.')).toBeVisible();
  const client = new URL(page.url()).pathname;
  await expectAccessiblePages(
    page,
    '/clients/:id/identity',
    ['new', 'electronicRemote', 'distf', 'reliance', 'exception', 'electronicInPerson'].map(
      (method) => `${client}/identity?verify=${method}`,
    ),
  );
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, '/clients/:id/identity', 'a refused start');
  await page.goto(`${client}/identity?verify=documentSighted`);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByRole('heading', { name: /^Identity of/ })).toBeVisible();
  const look = (what: string) =>
    expectAccessible(page, '/clients/:clientId/individual_verifications/:verificationId', what);
  await look('begun');
  const verification = new URL(page.url()).pathname;
  for (const form of [
    'consent',
    ...['nzPassport', 'medicare', 'auDriverLicence'].map((type) => `addDocument&type=${type}`),
  ]) {
    await page.goto(`${verification}?do=${form}`);
    await look(form);
  }
  await page.goto(`${verification}?do=addDocument&type=nzPassport`);
  await page.getByLabel('Passport number').fill(uniqueDocumentNumber('LB'));
  await page.getByLabel('Expires on').fill(laterExpiry());
  await page.getByLabel('Original sighted with the person present').check();
  await page.getByLabel('Name matches the record').check();
  await page.getByRole('button', { name: 'Add the document' }).click();
  await expect(page.getByText('Document added.')).toBeVisible();
  for (const tab of identityVerificationTabs) {
    await page.goto(`${verification}?tab=${tab}`);
    await look(tab);
  }
  await page.goto(`${verification}?tab=rules&do=decide#decision`);
  await look('deciding');
  await page.getByRole('button', { name: 'Save decision' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look('a refused decision');
});
