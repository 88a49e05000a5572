import type { Browser, Page } from 'playwright/test';
import { createByName, laterExpiry, uniqueDocumentNumber } from '#tests/support/browser/cdd-journey.ts';
import { expect, newestEmail, test, unique } from '#tests/support/browser/journey.ts';
import { continueFrom, picture, selectFiles } from '#tests/support/browser/recipient.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

/** The link of the newest email to an address, once it has arrived. */
async function linkIn(page: Page, to: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const html = await newestEmail(page, to);
    link = /href="([^"]*\/document_request\/[\w-]{43})"/.exec(html)?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 90_000 });
  return new URL(link).pathname;
}

/** A phone of a signed-out recipient. */
async function phone(
  browser: Browser,
  baseURL: string | undefined,
  javaScriptEnabled: boolean,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled,
    viewport: { width: 390, height: 800 },
    storageState: { cookies: [], origins: [] },
  });
  return context.newPage();
}

test('a client is requested by email, submits on a phone, resubmits and completes', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { path: client } = await createByName(page, 'Aroha', 'Askedsample');
  const email = `${unique('aroha').replace(' ', '')}@example.test`;
  await page.goto(`${client}/documents?request=new#requests`);
  const form = page.getByRole('form', { name: 'New document request' });
  await form.getByLabel('Recipient email').fill(email);
  await form.getByLabel('Your details').selectOption('');
  await form.getByLabel('Message').fill('Before we can act for you.');
  await form.getByRole('button', { name: 'Preview email' }).click();
  await expect(page.getByText('(link)')).toBeVisible();
  const preview = page.getByRole('region', { name: 'Email preview' });
  await expect(preview).toBeInViewport();
  await expect(preview).toBeFocused();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: /^Request to/ })).toBeVisible();
  const requestUrl = page.url();

  const theirs = await phone(browser, baseURL, javaScriptEnabled !== false);
  await theirs.goto(await linkIn(page, email));
  await expect(theirs.getByText('Before we can act for you.')).toBeVisible();
  await theirs.getByRole('button', { name: 'Start' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: /^Passport, the page/ })).toBeVisible();
  await selectFiles(theirs, {
    name: 'passport.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('PK\x03\x04 not a picture'),
  });
  await expect(theirs.getByRole('alert').getByText(/ZIP archive/)).toBeVisible();
  await selectFiles(theirs, picture);
  await expect(theirs.getByText('Saved.')).toBeVisible();
  await continueFrom(theirs);
  await theirs.getByLabel(/^I consent/).check();
  await theirs.getByRole('button', { name: 'Submit' }).click();
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();

  await page.goto('/home');
  await page.goto(requestUrl);
  await page.getByLabel('Reason for rejection').fill('The photo is too small to read.');
  await page.getByRole('button', { name: /^Reject/ }).click();
  await page.getByRole('button', { name: 'Request changes' }).click();
  const request = page.getByRole('region', { name: /^Request to/ });
  await expect(request.getByText('Changes requested', { exact: true })).toBeVisible();

  await theirs.reload();
  await theirs.getByRole('link', { name: /^Passport/, description: /Changes requested/ }).click();
  await expect(theirs.getByText('The photo is too small to read.')).toBeVisible();
  await selectFiles(theirs, { ...picture, buffer: Buffer.concat([picture.buffer]) });
  // The same file again is the rejected one.
  await expect(theirs.getByText(/^Error: .*not accepted\. Upload a different/)).toBeVisible();

  await page.goto('/home');
  await page.goto(requestUrl);
  await page.locator('summary', { hasText: 'Cancel the request' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Met in person instead');
  await page.getByRole('button', { name: 'Cancel the request' }).click();
  // As its status, and in its timeline.
  await expect(request.getByText('Cancelled', { exact: true })).toHaveCount(2);
  // Without the fragment, which would be another position on the open page.
  const over = await theirs.goto(new URL(theirs.url()).pathname);
  expect(over?.status()).toBe(410);
  await expect(theirs.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await theirs.context().close();
});

test('a client’s submission becomes evidence of a verification once accepted', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { path: client } = await createByName(page, 'Aroha', 'Askedsample');
  await page.goto(`${client}/identity?verify=documentSighted#verifications`);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByText('Verification started.')).toBeVisible();
  const verification = new URL(page.url()).pathname;
  await openTab(page, 'Submitted by the client', 'Identity verification');
  await page.getByRole('link', { name: 'Ask the client for documents' }).click();

  // Saved as a draft first, and changed.
  const form = page.getByRole('form', { name: 'New document request' });
  await expect(form.getByLabel('Use as evidence for')).not.toHaveValue('');
  await form.getByLabel('Your details').selectOption('');
  await form.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('link', { name: 'Edit draft' }).click();
  const draft = page.getByRole('form', { name: 'Edit draft' });
  await draft.getByLabel('Your details').selectOption('required');
  await draft.getByLabel('Message').fill('For your verification.');
  await draft.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Accepted items become evidence for')).toBeVisible();
  const requestUrl = page.url();
  const link = (await page.getByText(/\/document_request\/[\w-]{43}/).textContent()) ?? '';

  const theirs = await phone(browser, baseURL, javaScriptEnabled !== false);
  await theirs.goto(new URL(link.trim()).pathname);
  await theirs.getByRole('button', { name: 'Start' }).click();
  await theirs.getByLabel('Full name').fill('Aroha Someone');
  await theirs.getByLabel('Date of birth').fill('1985-03-12');
  await theirs.getByLabel('Address line 1').fill('4 Invented Road');
  await theirs.getByLabel('Town or city').fill('Nelson');
  await theirs.getByLabel('Postcode').fill('7010');
  await continueFrom(theirs);
  await expect(theirs.getByText('Saved: Your details.')).toBeVisible();
  await selectFiles(theirs, picture);
  await expect(theirs.getByText('Saved.')).toBeVisible();
  await continueFrom(theirs);
  await theirs.getByLabel(/^I consent/).check();
  await theirs.getByRole('button', { name: 'Submit' }).click();
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await theirs.context().close();

  await page.goto('/home');
  await page.goto(requestUrl);
  const decide = page.getByRole('form', { name: /^Review Passport/ });
  await decide.getByRole('button', { name: /^Accept/ }).click();
  // The number must be read from the file, or the file accepted alone.
  await expect(decide.getByRole('alert')).toBeVisible();
  await decide.getByLabel('Number', { exact: true }).fill(uniqueDocumentNumber('LN'));
  await decide.getByLabel('Expiry date').fill(laterExpiry());
  await decide.getByRole('button', { name: /^Accept/ }).click();
  await expect(page.getByText('the identity document is recorded there')).toBeVisible();
  await page
    .getByRole('form', { name: 'Review Your details' })
    .getByRole('button', { name: /^Accept/ })
    .click();
  await expect(page.getByText('The request is complete')).toBeVisible();

  await page.goto(verification);
  await expect(
    page
      .getByRole('region', { name: 'Identity documents' })
      .getByRole('listitem')
      .filter({ hasText: 'New Zealand passport' }),
  ).toBeVisible();
  await openTab(page, /^Submitted by the client/, 'Identity verification');
  const given = page.getByRole('region', { name: 'Submitted by the client' });
  await expect(given.getByText(/accepted by/)).toHaveCount(2);
  const born = given.getByRole('definition').filter({ hasText: '12 Mar 1985' });
  await expect(born).toContainText('now on the record, which lacked it');
  await expect(given.getByText('does not match the record')).toBeVisible();
  await page.goto(`${client}/history`);
  await expect(page.getByText('Accepted a request item')).toHaveCount(2);
});
