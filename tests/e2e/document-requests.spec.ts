import type { Browser, Page } from 'playwright/test';
import { expect, newestMail, test, unique } from '#tests/support/journey.ts';

const picture = {
  name: 'passport.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

async function newClient(page: Page): Promise<string> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Aroha');
  await page.getByLabel('Family name').fill(unique('Askedsample'));
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  return new URL(page.url()).pathname;
}

/** The link of the newest mail to an address, once it is there. */
async function linkIn(page: Page, to: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const html = await newestMail(page, to);
    link = /href="([^"]*\/document_request\/[\w-]{43})"/.exec(html)?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 90_000 });
  return new URL(link).pathname;
}

/** A phone of somebody who is not signed in. */
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

test('a client is asked by mail, gives on a phone, is asked again and is done', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  test.setTimeout(180_000);
  const client = await newClient(page);
  const email = `${unique('aroha').replace(' ', '')}@example.test`;
  await page.goto(`${client}?request=new#requests`);
  const form = page.getByRole('form', { name: 'Ask for documents' });
  await form.getByLabel('Their email address').fill(email);
  await form.getByLabel('Your details').selectOption('');
  await form.getByLabel(/^Proof of address/).selectOption('');
  await form.getByLabel('Message').fill('Before we can act for you.');
  await form.getByRole('button', { name: 'Read the mail first' }).click();
  await expect(page.getByText('(the link stands here)')).toBeVisible();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: /^Asked of/ })).toBeVisible();
  const requestUrl = page.url();

  const theirs = await phone(browser, baseURL, javaScriptEnabled !== false);
  await theirs.goto(await linkIn(page, email));
  await expect(theirs.getByText('Before we can act for you.')).toBeVisible();
  await theirs.getByRole('button', { name: 'Start' }).click();
  const item = theirs.getByRole('listitem').filter({ hasText: 'Passport, the page' });
  await item.getByLabel('Choose files').setInputFiles({
    name: 'passport.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('PK\x03\x04 not a picture'),
  });
  await item.getByRole('button', { name: /^Save/ }).click();
  await expect(item.getByText(/ZIP archive/).first()).toBeVisible();
  await item.getByLabel('Choose files').setInputFiles(picture);
  await item.getByRole('button', { name: /^Save/ }).click();
  await expect(item.getByText('Saved.')).toBeVisible();
  await theirs.getByLabel(/^I agree/).check();
  await theirs.getByRole('button', { name: 'Send everything' }).click();
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();

  await page.goto('/home');
  await page.goto(requestUrl);
  await page.getByLabel('What is wrong with it').fill('The photo is too small to read.');
  await page.getByRole('button', { name: /^Do not accept/ }).click();
  await page.getByRole('button', { name: 'Ask again for what was not accepted' }).click();
  await expect(page.getByText('Changes asked for').first()).toBeVisible();

  await theirs.reload();
  await expect(theirs.getByText('The photo is too small to read.')).toBeVisible();
  await item
    .getByLabel('Choose files')
    .setInputFiles({ ...picture, buffer: Buffer.concat([picture.buffer]) });
  await item.getByRole('button', { name: /Add to it|Save/ }).click();
  // The same file once more is the one that was not accepted.
  await expect(item.getByText(/not accepted\. Give another/).first()).toBeVisible();

  await page.goto('/home');
  await page.goto(requestUrl);
  await page.getByText('Cancel the request', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Met in person instead');
  await page.getByRole('button', { name: 'Cancel the request' }).click();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
  const over = await theirs.goto(theirs.url());
  expect(over?.status()).toBe(410);
  await expect(theirs.getByRole('heading', { name: 'This link is no longer in use' })).toBeVisible();
  await theirs.context().close();
});
