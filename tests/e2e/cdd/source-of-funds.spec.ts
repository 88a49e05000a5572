import type { Page } from 'playwright/test';
import { addParty, selectNewZealandAlone } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';

/** Creates a trust, whose source of wealth or of funds must be verified. @returns its name */
async function createTrust(page: Page): Promise<string> {
  const name = unique('Kōwhai Sample Trust');
  await page.goto('/clients/create?type=trust');
  await page.getByLabel('Legal name').fill(name);
  await page.getByLabel('Trust type').selectOption('fixed');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return name;
}

/** Adds a document to the client whose page is open. */
async function addDocument(page: Page, name: string): Promise<void> {
  await openTab(page, 'Documents');
  const documents = page.getByRole('region', { name: /^Documents/ });
  await documents
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: samplePdf(['(sale)']) });
  await documents.getByRole('button', { name: /Add|Upload/ }).click();
  await expect(documents.getByRole('link', { name: `Download ${name}` })).toBeVisible();
}

test('a source is added from a requirement, given its document, verified and rejected again', async ({
  page,
}) => {
  await createTrust(page);

  const missing = page.getByRole('region', { name: 'Outstanding requirements' });
  const wanted = missing.getByText('Verify the source of wealth or of funds').filter({ visible: true });
  const funds = page.getByRole('region', { name: 'Source of funds and wealth' });
  await expect(wanted).toBeVisible();

  await addDocument(page, 'settlement.pdf');

  await openTab(page, 'Risk');
  await funds.getByRole('link', { name: 'Add line' }).click();
  await funds.getByLabel('Amount').fill('plenty');
  await funds.getByRole('button', { name: 'Add line' }).click();
  await expect(funds.getByRole('alert')).toContainText('Select a source type');
  await expect(funds.getByLabel('Amount')).toHaveValue('plenty');
  await funds.getByRole('radio', { name: 'Source of wealth' }).check();
  await funds.getByLabel('Source type').selectOption({ label: 'Sale of property' });
  await funds.getByLabel('Amount').fill('640,000');
  await funds.getByLabel(/^From/).fill('Sale of the house at 12 Sample Street');
  await funds.getByLabel(/settlement\.pdf/).check();
  await funds.getByRole('button', { name: 'Add line' }).click();
  await expect(page.getByText('Line added.')).toBeVisible();
  await expect(funds.getByText('NZD 640,000 of NZD 640,000 evidenced, NZD 0 verified')).toBeVisible();

  await funds.getByRole('link', { name: /^Verify/ }).click();
  await funds.getByLabel('Corroboration').fill('Price and day agree with the register of titles');
  await funds.getByRole('button', { name: 'Verify line' }).click();
  await expect(page.getByText('Line verified.')).toBeVisible();
  await openTab(page, 'Overview');
  await expect(missing).toBeVisible();
  await expect(wanted).toHaveCount(0);

  await openTab(page, 'Risk');
  await funds.getByRole('link', { name: /^Reject/ }).click();
  await funds.getByLabel('Reason').fill('The statement was altered');
  await funds.getByRole('button', { name: 'Reject line' }).click();
  await expect(page.getByText('Line rejected.')).toBeVisible();
  await openTab(page, 'Overview');
  await expect(wanted).toBeVisible();
});

test.describe('a compliance officer', () => {
  // May record that work is outside Australia’s law.
  test.use({ asLoginId: 'officer@demo.test' });

  test('the panel of an engagement’s funds and the step that sums it up say the same, until all of the value is verified', async ({
    page,
    javaScriptEnabled,
  }) => {
    const customer = await createTrust(page);
    await addDocument(page, 'settlement.pdf');
    const title = unique('Sale of an orchard');
    await page.goto('/activities/create');
    await page.getByLabel('Name', { exact: true }).fill(title);
    await page.getByLabel('Type', { exact: true }).selectOption('propertySale');
    await page.getByLabel(/^Maximum transaction value/).fill('630,000');
    await selectNewZealandAlone(page);
    await addParty(page, customer, javaScriptEnabled !== false);
    await page.getByRole('button', { name: 'Create engagement' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const activity = new URL(page.url()).pathname;

    const step = page
      .getByRole('navigation', { name: 'Engagement progress' })
      .getByRole('listitem')
      .filter({ hasText: 'Funds' });
    const panel = page.getByRole('region', { name: 'Source of funds', exact: true });
    const shortfall = panel.getByText(/more must be verified|is not verified/);
    const checklist = page.getByRole('region', { name: 'Completion checklist' });
    /** Opens the engagement and compares all of its places that say what is left to verify. */
    const expectOutstanding = async ({ left, count }: { left: string; count: number }) => {
      await page.goto(activity);
      await expect(step).toContainText(`Funds: Not complete.${count} outstanding`);
      const required = checklist.getByRole('listitem').filter({ hasText: /source of (funds|wealth)/ });
      await expect(required).toHaveCount(count);
      await page.goto(`${activity}?tab=risk`);
      await expect(step).toContainText(`Funds: Not complete.${count} outstanding`);
      await expect(shortfall).toHaveText(`NZD ${left} more must be verified.`);
    };
    /** Adds a line from the engagement, with its document. */
    const addLine = async (amount: string, from: string) => {
      await page.goto(`${activity}?tab=risk`);
      await panel.getByRole('link', { name: 'Add line' }).click();
      const funds = page.getByRole('region', { name: 'Source of funds and wealth' });
      await funds.getByRole('radio', { name: 'Source of funds' }).check();
      await funds.getByLabel('Source type').selectOption({ label: 'Sale of property' });
      await funds.getByLabel('Amount').fill(amount);
      await funds.getByLabel(/^From/).fill(from);
      await funds.getByLabel(/settlement\.pdf/).check();
      await funds.getByRole('button', { name: 'Add line' }).click();
      await expect(page.getByText('Line added.')).toBeVisible();
    };
    const verifyLine = async (amount: string) => {
      await page.goto(`${activity}?tab=risk`);
      await panel.getByRole('link', { name: new RegExp(`^Verify .*NZD ${amount}$`) }).click();
      await page.getByLabel('Corroboration').fill('Price and day agree with the register of titles');
      await page.getByRole('button', { name: 'Verify line' }).click();
      await expect(page.getByText('Line verified.')).toBeVisible();
    };

    // Verified lines that lack a tenth of the value are enough.
    await expectOutstanding({ left: '567,000', count: 2 });
    await addLine('400,000', 'Sale of the house at 12 Sample Street');
    await addLine('230,000', 'Sale of the bach at 3 Sample Street');
    await expectOutstanding({ left: '567,000', count: 2 });
    await verifyLine('400,000');
    await expectOutstanding({ left: '167,000', count: 2 });
    await verifyLine('230,000');
    await page.goto(`${activity}?tab=risk`);
    await expect(panel).toContainText('NZD 630,000 of NZD 630,000 evidenced, NZD 630,000 verified');
    await expect(shortfall).toHaveCount(0);
    await expect(step).toContainText('Funds: Complete.Nothing outstanding');
    await expect(
      page.getByRole('table', { name: 'Source of funds and wealth' }).getByRole('row'),
    ).toHaveCount(3);
  });

  test('of completed work that no law requires it for, the panel says what is not verified, and not that it must be', async ({
    page,
  }) => {
    await page.goto('/activities?status=completed&q=A-000060');
    await page.getByRole('table').getByRole('link', { name: 'Annual accounts and tax returns' }).click();
    await openTab(page, 'Risk and funds', 'Engagement');
    const panel = page.getByRole('region', { name: 'Source of funds', exact: true });
    await expect(panel).toContainText('NZD 0 of NZD 255,000 evidenced, NZD 0 verified');
    await expect(panel).toContainText('NZD 255,000 is not verified.');
    await expect(panel).not.toContainText('must be verified');
    const step = page.getByRole('navigation', { name: 'Engagement progress' }).getByRole('listitem');
    await expect(step.filter({ hasText: 'Funds' })).toContainText('Nothing outstanding');
  });
});
