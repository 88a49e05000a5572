import type { Page } from 'playwright/test';
import { demoStaff } from '#demo/demo-accounts.ts';
import {
  laterExpiry,
  selectNewZealandAlone,
  uniqueDocumentNumber,
} from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { type Landed, landedOn } from '#tests/support/browser/landing.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

/** A phone's window: content out of view there is out of view on larger ones. */
test.use({ viewport: { width: 390, height: 700 } });

/** Sends forms without browser validation: the page must report every error as well. */
const skipBrowserChecks = (page: Page) =>
  page.locator('form').evaluateAll((forms) => {
    for (const form of forms) (form as HTMLFormElement).noValidate = true;
  });

async function newClient(
  page: Page,
  { type = 'individual', name = unique('Landed') }: { type?: 'individual' | 'company'; name?: string } = {},
): Promise<string> {
  await page.goto(`/clients/create?type=${type}`);
  if (type === 'company') await page.getByLabel('Legal name').fill(name);
  else {
    await page.getByLabel('Given names').fill('Lena');
    await page.getByLabel('Family name').fill(name);
  }
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** Sends the form of a button. */
async function press(page: Page, name: string | RegExp, within = 'main'): Promise<void> {
  const button = page
    .locator(within)
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  await expect(button).toBeVisible();
  await skipBrowserChecks(page);
  await button.click();
}

const picture = {
  name: 'page.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

interface Kind {
  forms: string;
  /** The user with the forms; staff by default. */
  asLoginId?: string;
  sends(page: Page, landed: Landed): Promise<void>;
}

/** Every kind of form of the signed-in pages: sent with an error, where possible, and sent correctly. */
const kinds: Kind[] = [
  {
    forms: 'of creating and editing a client, and of its moves',
    async sends(page, { told, refused }) {
      await page.goto('/clients/create?type=individual');
      await press(page, 'Create client');
      await refused('Enter');
      const client = await newClient(page);
      await told('', 'Client created.');
      await page.goto(`${client}/edit`);
      await page.getByLabel('Family name').fill(unique('Landing'));
      await press(page, 'Save changes');
      await told('', 'Changes saved.');
      await press(page, 'Start onboarding');
      await told('#diligence', 'Client status updated.');
      await page.getByRole('link', { name: 'Decline' }).click();
      await page.getByLabel(/^Reason/).fill('Not needed');
      await press(page, 'Decline');
      await told('#diligence', 'Client status updated.');
    },
  },
  {
    forms: 'of a client’s parties and findings',
    async sends(page, { told, refused }) {
      const client = await newClient(page, { type: 'company' });
      await page.goto(`${client}/people?party=new&with=person#parties`);
      await press(page, 'Add party');
      await refused('Select at least one role');
      await page.getByLabel('Given names').fill('Tui');
      await page.getByLabel('Family name').fill(unique('Landparty'));
      await page.getByLabel('Director', { exact: true }).check();
      await press(page, 'Add party');
      await told('#parties', 'Party added.');
      await page.locator('#parties').getByRole('link', { name: /^End / }).click();
      await press(page, 'End role');
      await told('#parties', 'Related party ended.');

      await newClient(page);
      const findings = page.locator('#findings');
      await findings.getByRole('link', { name: 'Political exposure' }).click();
      await press(page, 'Record', '#findings');
      await refused(/./);
    },
  },
  {
    forms: 'of screening a client and having it watched',
    async sends(page, { told }) {
      const name = unique('Landed');
      await newClient(page, { name });
      await openTab(page, 'Monitoring');
      await press(page, 'Screen now');
      await told('#screening', 'screened');
      await page.getByText('Enrol in monitoring').click();
      const worklist = 'Trusts, twice a year';
      await page.getByLabel('Worklist').selectOption({ label: worklist });
      await press(page, 'Enrol', '#screening');
      await told('#screening', 'Enrolled in');
      await page.locator('#screening').getByRole('link', { name: worklist }).click();
      await expect(page.getByRole('heading', { name: 'Enrolled clients' })).toBeVisible();
      await page.getByRole('button', { name: `Pause Lena ${name}` }).click();
      await told('#watched', 'Saved.');
      await page.getByRole('button', { name: `Resume Lena ${name}` }).click();
      await told('#watched', 'Saved.');
    },
  },
  {
    forms: 'of document requests, staff’s side',
    async sends(page, { told, refused }) {
      const client = await newClient(page);
      await page.goto(`${client}/documents?request=new#requests`);
      await page.getByLabel('Recipient name').fill('');
      await press(page, 'Send request');
      await refused('Enter the recipient name');
      await page.getByLabel('Recipient name').fill('Lena Landed');
      await press(page, 'Save as draft');
      await told('#requests', 'Draft saved.');
      await page.getByRole('link', { name: 'Edit draft' }).click();
      await press(page, 'Send request');
      await told('#requests', /Request (sent|ready)/);
      await page.locator('summary', { hasText: /^Cancel the request$/ }).click();
      await press(page, 'Cancel the request');
      await refused('Enter a reason for cancelling');
      await page.getByRole('textbox', { name: 'Reason' }).fill('Met in person');
      await press(page, 'Cancel the request');
      await told('#requests', 'Request cancelled.');
    },
  },
  {
    forms: 'of documents',
    async sends(page, { told }) {
      await newClient(page);
      await openTab(page, 'Documents');
      await page.getByLabel('Files').setInputFiles({ ...picture, buffer: Buffer.from('PK\x03\x04') });
      await press(page, 'Add documents');
      await told('#documents', 'ZIP archive');
      await page.getByLabel('Files').setInputFiles(picture);
      await press(page, 'Add documents');
      await told('#documents', /added|kept/i);
      await page.getByRole('link', { name: /^Remove/ }).click();
      await press(page, 'Remove document');
      await told('#documents', /^Important/);
      await page.locator('#documents').getByLabel('Reason').fill('Another client’s');
      await press(page, 'Remove document');
      await told('#documents', 'Document removed.');
    },
  },
  {
    forms: 'of verifying a person',
    async sends(page, { told, refused }) {
      const client = await newClient(page);
      await page.goto(`${client}/identity?verify=documentSighted#verifications`);
      await press(page, 'Start the verification');
      await told('', 'Verification started.');
      await page.getByRole('link', { name: 'Record consent' }).click();
      await press(page, 'Record consent');
      await refused(/./);
      await page.getByLabel(/^The person consents/).check();
      await page.getByRole('radio', { name: 'In person' }).check();
      await press(page, 'Record consent');
      await told('#act', 'Consent recorded.');
      await page.getByRole('link', { name: 'Add a document' }).click();
      await page.getByLabel('Identity document type').selectOption('foreignPassport');
      await press(page, 'Continue');
      await press(page, 'Add the document');
      await refused(/./);
      await page.getByLabel('Passport number').fill(uniqueDocumentNumber('LL'));
      await page.getByLabel('Issuing country').selectOption('FRA');
      await page.getByLabel('Expires on').fill(laterExpiry());
      await page.getByLabel(/^Original sighted with the person present/).check();
      await page.getByLabel(/^Name matches the record/).check();
      await press(page, 'Add the document');
      await told('#act', 'Document added.');
      await page.getByRole('link', { name: 'Decide', exact: true }).click();
      await press(page, 'Save decision');
      await refused(/./);
      await page.getByRole('radio', { name: 'Not verified' }).check();
      await page
        .getByRole('textbox', { name: 'Reason' })
        .fill('The photo on the page is not that of the person who showed it to us');
      await press(page, 'Save decision');
      await told('#decision', 'Decision recorded.');
    },
  },
  {
    forms: 'of verifying a business',
    async sends(page, { told, refused }) {
      await newClient(page, { type: 'company' });
      await openTab(page, 'Identity');
      await press(page, 'Verify the business');
      await told('', 'Find the business');
      await openTab(page, 'Ownership', 'Business verification');
      await page.getByRole('link', { name: 'Add a person or entity' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Ngaio Sampleton');
      await page.getByLabel('Entity type').selectOption('person');
      await press(page, 'Add', '#ownership');
      await refused('Enter a source');
      await page.getByLabel('Source').fill('Share register');
      await press(page, 'Add', '#ownership');
      await told('#ownership', 'Ownership saved.');
      await page.getByRole('link', { name: 'Cancel the verification' }).click();
      await page.getByLabel('Reason for cancelling').fill('By mistake');
      await press(page, 'Cancel the verification');
      await told('', 'Verification cancelled.');
    },
  },
  {
    forms: 'of activities',
    asLoginId: 'officer@demo.test',
    async sends(page, { told, refused }) {
      const client = await newClient(page);
      await page.goto(`/activities/create?client=${client.split('/').pop()}`);
      await press(page, 'Create engagement');
      await refused('Enter');
      await page.getByLabel('Name', { exact: true }).fill(unique('Landing matter'));
      await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
      await selectNewZealandAlone(page);
      await press(page, 'Create engagement');
      await told('', 'Engagement created.');
      await page
        .getByRole('region', { name: 'Details', exact: true })
        .getByRole('link', { name: /^Edit/ })
        .click();
      await page.getByLabel(/^Purpose/).fill('Moving');
      await press(page, 'Save changes');
      await told('', 'Changes saved.');
      await press(page, 'Start work');
      await told('#next', 'Status updated.');
      await page.locator('#outcome').getByRole('radio', { name: 'Approved' }).check();
      await page.locator('#outcome').getByRole('button', { name: 'Set outcome' }).click();
      await told('#outcome', 'Outcome saved.');
      await page.getByRole('link', { name: 'Put on hold' }).click();
      await page.getByLabel(/^Reason/).fill('Travels');
      await press(page, 'Put on hold');
      await told('#next', 'Status updated.');
      await page.getByRole('link', { name: 'Cancel engagement' }).click();
      await press(page, 'Cancel engagement');
      await told('', 'Status updated.');
    },
  },
  {
    forms: 'of risk assessments',
    asLoginId: 'officer@demo.test',
    async sends(page, { told, refused }) {
      const client = await newClient(page);
      await page.goto(`${client}/risk_assessments/create`);
      await press(page, 'Submit for approval');
      await refused('Answer this question.');
      await press(page, 'Save draft');
      await told('', 'Draft saved.');
      await page.getByRole('link', { name: 'Void assessment' }).click();
      await press(page, 'Void assessment');
      await refused(/./);
      await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Made to look');
      await press(page, 'Void assessment');
      await told('', 'Assessment voided.');
    },
  },
  {
    forms: 'of alerts',
    asLoginId: 'owner@demo.test',
    async sends(page, { told, refused }) {
      // Assigned ones, which no other journey claims; both projects run on one server, each with an alert of its own.
      const name = test.info().project.name === 'chromium' ? 'William Stenham' : 'Charlotte Gallagher';
      const open = async () => {
        await page.goto('/monitoring?status=open');
        await page.getByRole('table').getByRole('link', { name }).click();
      };
      await open();
      await page.locator('summary', { hasText: /^Assignee$/ }).click();
      await page.getByLabel('Assignee', { exact: true }).selectOption({ label: demoStaff.name });
      await press(page, 'Assign');
      await told('', 'Assigned.');
      await open();
      await press(page, 'Claim');
      await told('', 'Alert assigned to you.');
      await press(page, 'Close');
      await refused('Select an outcome');
    },
  },
  {
    forms: 'of templates and lists of countries',
    asLoginId: 'officer@demo.test',
    async sends(page, { told, refused }) {
      await page.goto('/templates');
      await page.getByRole('link', { name: 'New template for clients' }).click();
      await press(page, 'Create draft');
      await refused('Enter');
      await page.getByLabel('Name', { exact: true }).fill(unique('Landing template'));
      await press(page, 'Create draft');
      await told('', 'Draft created');
      await press(page, 'Save draft');
      await told('', 'Draft saved.');
      await page.getByRole('link', { name: 'Preview impact' }).click();
      await page.getByLabel('Change note').fill('Made anew');
      await press(page, /^Publish version/);
      await told('', 'New version published.');
    },
  },
  {
    forms: 'of the company’s settings',
    asLoginId: 'owner@demo.test',
    async sends(page, { told, refused }) {
      await page.goto('/settings');
      await page.getByLabel('ACN').fill('123 456 789');
      await press(page, 'Save changes');
      await refused('1 error to fix');
      await page.getByLabel('ACN').fill('004 085 616');
      await press(page, 'Save changes');
      await told('', 'Changes saved.');
      await page.goto('/settings/audit');
      await press(page, /^Verify/);
      const found = page
        .locator('main')
        .getByRole('status')
        .filter({ hasText: /events verified/ });
      await expect(found).toBeInViewport();
      await page.goto('/settings/team?invite=new');
      await press(page, 'Send invitation');
      await refused('Enter');
      await page.getByLabel('Email address').fill(`${unique('land').replace(' ', '.')}@invited.test`);
      await page.getByRole('radio', { name: 'Member' }).check();
      await press(page, 'Send invitation');
      await told('', 'Invitation sent to');
      await page.goto('/settings/worklists?worklist=new');
      await press(page, 'Create worklist');
      await refused('Enter');
      await page.getByLabel('Name', { exact: true }).fill(unique('Landing list'));
      await page.getByLabel('Frequency').selectOption('daily');
      await press(page, 'Create worklist');
      await told('', 'created.');
    },
  },
  {
    forms: 'of assigning clients and saving views',
    asLoginId: 'officer@demo.test',
    async sends(page, { told, refused }) {
      await page.goto('/clients?type=trust&select=1');
      await page.getByRole('checkbox', { name: 'Select The Tāmihana Family Trust' }).check();
      await page.getByLabel('Set relationship owner').selectOption({ label: demoStaff.name });
      await press(page, 'Assign');
      await told('', /updated|up to date/);
      await page.goto(`/clients?q=${unique('Landed').replace(' ', '+')}`);
      await page.locator('main summary').filter({ hasText: 'View' }).click();
      await press(page, 'Save view');
      await refused('Enter');
      await page.getByLabel('View name').fill(unique('Landing view'));
      await press(page, 'Save view');
      await told('', 'View saved.');
    },
  },
];

for (const { forms, asLoginId = 'staff@demo.test', sends } of kinds) {
  test.describe(asLoginId, () => {
    test.use({ asLoginId });
    test(`the page shows its message in view: forms ${forms}`, async ({ page, javaScriptEnabled }) => {
      await sends(page, landedOn(page, javaScriptEnabled !== false));
    });
  });
}

test('another screen opens at its top, and going back restores the position', async ({
  page,
  javaScriptEnabled,
}) => {
  await page.goto('/clients?view=all');
  const link = page.locator('tbody').getByRole('link').nth(20);
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await link.click();
  await expect(page.getByRole('navigation', { name: 'Client', exact: true })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  if (javaScriptEnabled !== false) await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('a confirmation opened by a link has the focus, and so has a form opened by one', async ({
  page,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  await newClient(page);
  await press(page, 'Start onboarding');
  await page.getByRole('link', { name: 'Decline' }).click();
  const question = page.getByRole('region', { name: 'Decline?' });
  await expect(question).toBeInViewport();
  // Without script the fragment overrides the focus, and scrolls to the confirmation's section.
  if (isScripted) await expect(question).toBeFocused();
  await page.getByRole('link', { name: 'Go back' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Outstanding requirements/ })).toBeInViewport();

  await page
    .locator('#diligence')
    .getByRole('link', { name: /^Record finding.*politically exposed/ })
    .click();
  await expect(
    page.locator('#findings').getByRole('radio', { name: 'Not a PEP', exact: true }),
  ).toBeVisible();
  if (isScripted) {
    await expect(page.locator('#findings')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('#findings :focus')).toHaveCount(1);
  }
});
