import type { Browser, Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/e2e-helpers.ts';

const picture = {
  name: 'passport.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const archive = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('PK\x03\x04 not a picture') };
const pdf = {
  name: 'bill.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\ntrailer\n<< /Size 4 /Root 1 0 R >>\n%%EOF\n',
  ),
};

/**
 * Creates a request to a new client for passport, details and proof of address, delivered as a link.
 * @returns the staff page and the link
 */
async function sendRequest(page: Page): Promise<{ requestUrl: string; link: string }> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Wiremu');
  await page.getByLabel('Family name').fill(unique('Wholesample'));
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}?request=new#requests`);
  const form = page.getByRole('form', { name: 'New document request' });
  await form.getByLabel(/^Proof of address/).selectOption('required');
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: /^Request to/ })).toBeVisible();
  const link = (await page.getByText(/\/document_request\/[\w-]{43}/).textContent()) ?? '';
  return { requestUrl: page.url(), link: new URL(link.trim()).pathname };
}

/** A small phone of a signed-out recipient. */
async function phone(
  browser: Browser,
  baseURL: string | undefined,
  javaScriptEnabled: boolean | undefined,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    javaScriptEnabled: javaScriptEnabled !== false,
    viewport: { width: 390, height: 700 },
    storageState: { cookies: [], origins: [] },
  });
  return context.newPage();
}

const card = (page: Page, label: RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: label }) });

/** Opens a request by its link on the recipient’s phone, and starts it. */
async function start(link: string, ...on: Parameters<typeof phone>): Promise<Page> {
  const theirs = await phone(...on);
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Start' }).click();
  return theirs;
}

/** Fills in every card without pressing its button. */
async function fillAll(theirs: Page): Promise<void> {
  await card(theirs, /^Passport/)
    .getByLabel('Choose files')
    .setInputFiles(picture);
  await card(theirs, /^Proof of address/)
    .getByLabel('Choose files')
    .setInputFiles(pdf);
  const details = card(theirs, /^Your details/);
  await details.getByLabel('Full name').fill('Wiremu Wholesample');
  await details.getByLabel('Date of birth').fill('1985-03-12');
  await details.getByLabel('Address line 1').fill('4 Invented Road');
  await details.getByLabel('Town or city').fill('Nelson');
  await details.getByLabel('Postcode').fill('7010');
  await theirs.getByLabel(/^I consent/).check();
}

const sendEverything = (theirs: Page) => theirs.getByRole('button', { name: 'Submit' }).click();

test('one click submits the input and files of every card', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { requestUrl, link } = await sendRequest(page);
  const theirs = await start(link, browser, baseURL, javaScriptEnabled);
  await fillAll(theirs);
  await sendEverything(theirs);
  const thanks = theirs.getByRole('status').filter({ hasText: 'Thank you. Everything was sent' });
  await expect(thanks).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled !== false) await expect(thanks).toBeFocused();
  await theirs.context().close();

  await page.goto('/home');
  await page.goto(requestUrl);
  const requests = page.locator('#requests');
  await expect(requests.getByText('passport.png').first()).toBeVisible();
  await expect(requests.getByText('bill.pdf').first()).toBeVisible();
  await expect(requests.getByText('Wiremu Wholesample').first()).toBeVisible();
});

test('valid parts are saved, errors are shown at fields with input preserved, before any submission', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { link } = await sendRequest(page);
  const theirs = await start(link, browser, baseURL, javaScriptEnabled);
  await fillAll(theirs);
  const [passport, bill, details] = [/^Passport/, /^Proof of address/, /^Your details/].map((label) =>
    card(theirs, label),
  ) as [ReturnType<typeof card>, ReturnType<typeof card>, ReturnType<typeof card>];
  await bill.getByLabel('Choose files').setInputFiles([archive, pdf]);
  await details.getByLabel('Date of birth').fill('');
  await sendEverything(theirs);

  const summary = theirs.getByRole('alert');
  await expect(summary).toContainText('Not sent yet. There are 2 errors to fix');
  await expect(summary).toContainText(/Proof of address[^:]*: bill\.jpg is a ZIP archive/);
  await expect(summary).toContainText('Saved: Passport');
  await expect(summary).toBeInViewport();
  await expect(summary).toBeFocused();
  await expect(passport.getByText('File 1', { exact: true })).toBeVisible();
  // Of two files the valid one is stored, and the other is named at the field.
  await expect(bill.getByText('File 1', { exact: true })).toBeVisible();
  await expect(bill.getByText(/^Error: bill\.jpg is a ZIP archive/)).toBeVisible();
  await expect(details.getByText(/^Error: Enter the date of birth/)).toBeVisible();
  await expect(details.getByLabel('Full name')).toHaveValue('Wiremu Wholesample');
  await expect(details.getByLabel('Postcode')).toHaveValue('7010');
  await expect(theirs.getByLabel(/^I consent/)).toBeChecked();
  await expect(theirs.getByText('Still needed: Your details.')).toBeVisible();
  await expect(theirs.getByText(/^Thank you/)).toHaveCount(0);

  await summary.getByRole('link', { name: /Enter the date of birth/ }).click();
  await details.getByLabel('Date of birth').fill('1985-03-12');
  await sendEverything(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeInViewport();
  await theirs.context().close();
});

test('a card’s Save preserves input of the others, and shows its message in the card', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { link } = await sendRequest(page);
  const theirs = await start(link, browser, baseURL, javaScriptEnabled);
  const details = card(theirs, /^Your details/);
  const bill = card(theirs, /^Proof of address/);
  await details.getByLabel('Full name').fill('Wiremu Halfway');
  await bill.getByLabel('Choose files').setInputFiles(pdf);
  await bill.getByRole('button', { name: /^Save/ }).click();
  const saved = bill.getByRole('status').filter({ hasText: 'Saved.' });
  await expect(saved).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled !== false) await expect(saved).toBeFocused();
  await expect(details.getByLabel('Full name')).toHaveValue('Wiremu Halfway');
  await expect(theirs.getByRole('alert')).toHaveCount(0);
  await bill.getByRole('button', { name: /^Remove/ }).click();
  await expect(bill.getByRole('status').filter({ hasText: 'File removed.' })).toBeInViewport({ ratio: 1 });
  await expect(details.getByLabel('Full name')).toHaveValue('Wiremu Halfway');
  await theirs.context().close();
});

test('a later tab shows that all was submitted, and an expired link says so', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { requestUrl, link } = await sendRequest(page);
  const theirs = await start(link, browser, baseURL, javaScriptEnabled);
  await expect(theirs.getByRole('heading', { name: 'Documents needed' })).toBeVisible();
  const [same, other, third] = [
    await theirs.context().newPage(),
    await theirs.context().newPage(),
    await theirs.context().newPage(),
  ];
  for (const tab of [theirs, same, other, third]) {
    await tab.goto(link);
    await fillAll(tab);
  }
  await card(other, /^Passport/)
    .getByLabel('Choose files')
    .setInputFiles({ ...pdf, name: 'other.pdf' });
  await sendEverything(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await sendEverything(same);
  await expect(same.getByText(/^Thank you/)).toBeVisible();
  await expect(same.getByRole('alert')).toHaveCount(0);
  await sendEverything(other);
  await expect(other.getByRole('alert')).toContainText(
    'other.pdf was not saved: this request has already been submitted',
  );
  await expect(other.getByRole('alert')).toBeInViewport();

  await page.goto('/home');
  await page.goto(requestUrl);
  await page.getByText('Cancel the request', { exact: true }).first().click();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Met in person instead');
  await page.getByRole('button', { name: 'Cancel the request' }).click();
  await expect(page.getByText('Cancelled').first()).toBeVisible();
  await sendEverything(third);
  await expect(third.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await expect(third.getByText('What you just sent was not submitted.')).toBeVisible();
  await theirs.context().close();
});

test('a lost connection leaves all input on the page for another attempt', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { link } = await sendRequest(page);
  const theirs = await start(link, browser, baseURL, javaScriptEnabled);
  await fillAll(theirs);
  // Without script the browser shows its own error page, with a way back.
  if (javaScriptEnabled !== false) {
    await theirs.context().setOffline(true);
    await sendEverything(theirs);
    const told = theirs.getByRole('alert');
    await expect(told).toContainText('This was not sent');
    await expect(told).toBeInViewport();
    await expect(told).toBeFocused();
    await theirs.context().setOffline(false);
  }
  await sendEverything(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await theirs.context().close();
});

test('an oversized form is rejected with a visible message', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { link } = await sendRequest(page);
  const theirs = await start(link, browser, baseURL, javaScriptEnabled);
  await fillAll(theirs);
  const name = card(theirs, /^Your details/).getByLabel('Full name');
  await name.evaluate((input) => input.removeAttribute('maxlength'));
  await name.fill('Wiremu '.repeat(170_000));
  await sendEverything(theirs);
  const summary = theirs.getByRole('alert');
  await expect(summary).toContainText('longer than 1 MB');
  await expect(summary).toBeInViewport();
  await expect(summary).toBeFocused();
  await theirs.context().close();
});
