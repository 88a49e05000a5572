import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test } from '#tests/support/browser/journey.ts';
import { continueFrom, selectFiles } from '#tests/support/browser/recipient.ts';
import { openTab } from '#tests/support/browser/record-page.ts';
import { heicFile } from '#tests/support/files/heic-files.ts';
import { protectedPdf } from '#tests/support/files/protected-files.ts';

const photo = { name: 'photo.heic', mimeType: 'image/heic', buffer: heicFile() };
const statement = {
  name: 'statement.pdf',
  mimeType: 'application/pdf',
  buffer: protectedPdf('aes-256-plain-packed'),
};
const locked = {
  name: 'locked.pdf',
  mimeType: 'application/pdf',
  buffer: protectedPdf('aes-256-password'),
};

async function expectOriginal(page: Page, within: Locator, file: typeof photo): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('link', { name: `Download ${file.name}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(file.name);
  expect((await readFile(await download.path())).equals(file.buffer), file.name).toBe(true);
}

/** Expects the small picture beside a document's name, and the whole one that its name opens. */
async function expectPicture(page: Page, within: Locator): Promise<void> {
  const small = within.getByRole('listitem').filter({ hasText: photo.name }).locator('img');
  await small.scrollIntoViewIfNeeded();
  await expect(small).toHaveJSProperty('complete', true);
  await expect(small).not.toHaveJSProperty('naturalWidth', 0);
  const [whole] = await Promise.all([
    page.context().waitForEvent('page'),
    within.getByRole('link', { name: `${photo.name} (opens in a new tab)` }).click(),
  ]);
  await expect(whole.locator('img')).toHaveJSProperty('naturalWidth', 128);
  await whole.close();
}

test('a HEIC and a PDF that opens without a password are shown, and downloaded byte for byte', async ({
  page,
}) => {
  await createByName(page, 'Hemi', 'Originalsample');
  await openTab(page, 'Documents');
  const panel = page.getByRole('region', { name: 'Documents' });
  await panel.getByLabel('Files').setInputFiles([photo, statement]);
  await panel.getByRole('button', { name: 'Add documents' }).click();
  await expect(page.getByText('2 documents added.')).toBeVisible();
  await expectPicture(page, panel);
  await expectOriginal(page, panel, photo);
  await expectOriginal(page, panel, statement);
});

test('a PDF that needs a password is refused with advice, and nothing of it is stored', async ({ page }) => {
  const { path: client } = await createByName(page, 'Hemi', 'Originalsample');
  await openTab(page, 'Documents');
  const panel = page.getByRole('region', { name: 'Documents' });
  await panel.getByLabel('Files').setInputFiles(locked);
  await panel.getByRole('button', { name: 'Add documents' }).click();
  await expect(
    page.getByText(
      'locked.pdf needs a password to open, so it cannot be checked. Open it with its password, print it or save it as a new PDF without a password, and add that.',
    ),
  ).toBeVisible();
  await page.goto(`${client}/documents`);
  await expect(panel.getByText('No documents yet.')).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveCount(0);
});

test('a recipient sends a HEIC and a protected PDF, which staff see in the submission', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { path: client } = await createByName(page, 'Hemi', 'Originalsample');
  await page.goto(`${client}/documents?request=new#requests`);
  const form = page.getByRole('form', { name: 'New document request' });
  await form.getByLabel(/^Proof of address/).selectOption('required');
  await form.getByLabel('Your details').selectOption('');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: /^Request to/ })).toBeVisible();
  const requestUrl = page.url();
  const link = (await page.getByText(/\/document_request\/[\w-]{43}/).textContent()) ?? '';

  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled !== false,
    viewport: { width: 390, height: 800 },
    storageState: { cookies: [], origins: [] },
  });
  const theirs = await context.newPage();
  const heading = (name: RegExp | string) => theirs.getByRole('heading', { level: 1, name });
  await theirs.goto(new URL(link.trim()).pathname);
  await theirs.getByRole('button', { name: 'Start' }).click();
  await expect(heading(/^Passport/)).toBeVisible();
  await selectFiles(theirs, photo);
  await expect(theirs.getByText('Saved.')).toBeVisible();
  await continueFrom(theirs);
  await expect(heading(/^Proof of address/)).toBeVisible();
  await selectFiles(theirs, locked);
  await expect(theirs.getByRole('alert').getByText(/locked\.pdf needs a password to open/)).toBeVisible();
  await selectFiles(theirs, statement);
  await expect(theirs.getByText('Saved.')).toBeVisible();
  await continueFrom(theirs);
  await expect(heading('Check your answers')).toBeVisible();
  await theirs.getByLabel(/^I consent/).check();
  await theirs.getByRole('button', { name: 'Submit' }).click();
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await context.close();

  await page.goto('/home');
  await page.goto(requestUrl);
  const request = page.getByRole('region', { name: /^Request to/ });
  await expectPicture(page, request.getByRole('listitem').filter({ hasText: /^Passport/ }));
  await expectOriginal(page, request, photo);
  await expectOriginal(page, request, statement);
  await expect(request.getByText(locked.name)).toHaveCount(0);
});
