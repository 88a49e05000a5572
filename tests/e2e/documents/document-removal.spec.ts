import type { Browser, Page } from 'playwright/test';
import { expect, signIn, test, unique } from '#tests/support/browser/journey.ts';
import { chooseInMore, openTab } from '#tests/support/browser/record-page.ts';
import { samplePdf } from '#tests/support/files/sample-files.ts';

const neutral = 'This document must be retained and cannot be removed.';

/** A page of another user of the demo company. */
async function toPage(
  browser: Browser,
  loginId: string,
  options: { baseURL: string | undefined; javaScriptEnabled: boolean | undefined },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: options.baseURL ?? '',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await signIn(page, loginId);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return page;
}

/** Adds a document to the record that the page shows. */
async function addDocument(page: Page, name: string): Promise<void> {
  await openTab(page, 'Documents');
  const panel = page.getByRole('region', { name: 'Documents' });
  const buffer = samplePdf([`(${name})`]);
  await panel.getByLabel('Files').setInputFiles([{ name, mimeType: 'application/pdf', buffer }]);
  await panel.getByRole('button', { name: 'Add documents' }).click();
  await expect(panel.getByRole('link', { name: `Download ${name}` })).toBeVisible();
}

test('a document of a relationship is removed by a second person’s confirmation, not on legal hold', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const name = unique('Removable');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(name);
  await page.getByLabel('Client since').fill('2024-02-29');
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ana ${name}` })).toBeVisible();
  const client = new URL(page.url()).pathname;
  await addDocument(page, 'deed.pdf');
  const panel = page.getByRole('region', { name: 'Documents' });

  await panel.getByRole('link', { name: 'Remove deed.pdf' }).click();
  await panel.getByLabel('Reason').fill('Of another trust');
  await panel.getByRole('button', { name: 'Request removal' }).click();
  await expect(panel.getByText('Removal requested. Another owner or compliance officer')).toBeVisible();
  await expect(panel.getByText(/Removal requested by .*: Of another trust/)).toBeVisible();
  await expect(panel.getByRole('link', { name: /Confirm removal/ })).toHaveCount(0);

  // A legal hold placed meanwhile blocks it, with a neutral message.
  const officer = await toPage(browser, 'officer@demo.test', { baseURL, javaScriptEnabled });
  await officer.goto(client);
  await chooseInMore(officer, 'Place a legal hold');
  await officer.getByRole('textbox', { name: 'Reason' }).fill('A case at court.');
  await officer.getByRole('button', { name: 'Place legal hold' }).click();
  await expect(officer.getByText('Legal hold placed.')).toBeVisible();
  await officer.goto(`${client}/documents`);
  await expect(officer.getByText(neutral)).toBeVisible();
  await expect(officer.getByRole('link', { name: /Confirm removal/ })).toHaveCount(0);
  await page.goto(`${client}/documents`);
  await expect(panel.getByText(neutral)).toBeVisible();
  await page.goto('/clients');
  await expect(page.getByText('A case at court.')).toHaveCount(0);

  await expect(officer.getByText('On legal hold', { exact: true })).toBeVisible();
  await chooseInMore(officer, 'Release legal hold');
  await officer.getByRole('textbox', { name: 'Reason' }).fill('It was settled.');
  await officer.getByRole('button', { name: 'Release legal hold' }).click();
  await expect(officer.getByText('Legal hold released.')).toBeVisible();

  const waiting = officer.getByRole('region', { name: 'Document removals to confirm' });
  const line = waiting.getByRole('listitem').filter({ has: officer.locator(`a[href^="${client}"]`) });
  await line.getByRole('link', { name: 'deed.pdf' }).click();
  const theirs = officer.getByRole('region', { name: 'Documents' });
  await theirs.getByRole('link', { name: 'Confirm removal of deed.pdf' }).click();
  await theirs.getByRole('button', { name: 'Remove document' }).click();
  await expect(theirs.getByText('Document removed.')).toBeVisible();
  await expect(theirs.getByText(/Removed .* by .*, requested by .*: Of another trust/)).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Download deed.pdf' })).toHaveCount(0);
  await officer.context().close();
});

test('a former client’s document stays until its retention ends, with the reason next to it', async ({
  page,
}) => {
  await page.goto('/clients?q=Percival+Thornbury');
  await page
    .getByRole('table')
    .getByRole('link', { name: /Percival Thornbury/ })
    .click();
  const file = `${unique('letter')}.pdf`.replaceAll(' ', '-');
  await addDocument(page, file);
  const line = page
    .getByRole('region', { name: 'Documents' })
    .getByRole('listitem')
    .filter({ hasText: file });
  await expect(line).toContainText(
    /This document must be retained until \d+ \w+ \d{4} \(required by NZ s50, AU s111\)\./,
  );
  await expect(line.getByRole('link', { name: /Remove/ })).toHaveCount(0);
});
