import type { Browser, Locator, Page } from 'playwright/test';
import { expect, test, unique } from '#tests/support/browser/journey.ts';
import { continueFrom, picture, selectFiles } from '#tests/support/browser/recipient.ts';

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
async function sendRequest(
  page: Page,
  { hasDetails = true, proof = 'required' } = {},
): Promise<{ requestUrl: string; link: string }> {
  const family = unique('Wholesample');
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Wiremu');
  await page.getByLabel('Family name').fill(family);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Wiremu ${family}` })).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}/documents?request=new#requests`);
  const form = page.getByRole('form', { name: 'New document request' });
  await form.getByLabel(/^Proof of address/).selectOption(proof);
  if (!hasDetails) await form.getByLabel('Your details').selectOption('');
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
    hasTouch: true,
    storageState: { cookies: [], origins: [] },
  });
  return context.newPage();
}

/** What a journey has of its browser. */
interface Surroundings {
  page: Page;
  browser: Browser;
  baseURL: string | undefined;
  javaScriptEnabled: boolean | undefined;
}

/**
 * Creates a request, opens its link on the recipient's phone, and presses "Start".
 * @returns what `sendRequest` returns, and the page on the phone
 */
async function startAnswering(
  { page, browser, baseURL, javaScriptEnabled }: Surroundings,
  options: Parameters<typeof sendRequest>[1] = {},
): Promise<{ requestUrl: string; link: string; theirs: Page }> {
  const request = await sendRequest(page, options);
  const theirs = await phone(browser, baseURL, javaScriptEnabled);
  await theirs.goto(request.link);
  await theirs.getByRole('button', { name: 'Start' }).click();
  return { ...request, theirs };
}

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

async function fillDetails(theirs: Page): Promise<void> {
  await theirs.getByLabel('Full name').fill('Wiremu Wholesample');
  await theirs.getByLabel('Date of birth').fill('1985-03-12');
  await theirs.getByLabel('Address line 1').fill('4 Invented Road');
  await theirs.getByLabel('Town or city').fill('Nelson');
  await theirs.getByLabel('Postcode').fill('7010');
}

/** Goes from the first item to the check before submitting, item by item. */
async function answerAll(theirs: Page): Promise<void> {
  await expect(heading(theirs, 'Your details')).toBeVisible();
  await fillDetails(theirs);
  await continueFrom(theirs);
  await addFiles(theirs);
}

/** The same from the second item, the passport. */
async function addFiles(theirs: Page): Promise<void> {
  await expect(heading(theirs, /^Passport/)).toBeVisible();
  await selectFiles(theirs, picture);
  await continueFrom(theirs);
  await expect(heading(theirs, /^Proof of address/)).toBeVisible();
  await selectFiles(theirs, pdf);
  await continueFrom(theirs);
  await expect(heading(theirs, 'Check your answers')).toBeVisible();
}

/** Finds on the staff page of the request what `answerAll` enters. */
async function expectReceived(page: Page, requestUrl: string): Promise<void> {
  await page.goto('/home');
  await page.goto(requestUrl);
  const requests = page.locator('#requests');
  await expect(requests.getByRole('link', { name: 'Download passport.png' })).toBeVisible();
  await expect(requests.getByRole('link', { name: 'Download bill.pdf' })).toBeVisible();
  for (const detail of ['Wiremu Wholesample', '12 Mar 1985', '4 Invented Road, Nelson 7010'])
    await expect(requests.getByText(detail, { exact: true })).toBeVisible();
}

const consent = (theirs: Page) => theirs.getByLabel(/^I consent/).check();
const submit = (theirs: Page) => theirs.getByRole('button', { name: 'Submit' }).click();

test('every item has a page, and one click submits what was saved on all of them', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { requestUrl, theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await answerAll(theirs);
  await consent(theirs);
  await submit(theirs);
  const thanks = theirs.getByRole('status').filter({ hasText: 'Thank you. Everything was sent' });
  await expect(thanks).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled !== false) await expect(thanks).toBeFocused();
  await theirs.context().close();

  await expectReceived(page, requestUrl);
});

/** What `fillDetails` typed. */
async function expectDetails(theirs: Page): Promise<void> {
  await expect(theirs.getByLabel('Full name')).toHaveValue('Wiremu Wholesample');
  await expect(theirs.getByLabel('Date of birth')).toHaveValue('1985-03-12');
  await expect(theirs.getByLabel('Address line 1')).toHaveValue('4 Invented Road');
  await expect(theirs.getByLabel('Town or city')).toHaveValue('Nelson');
  await expect(theirs.getByLabel('Postcode')).toHaveValue('7010');
}

test('what was typed on a page and not sent is asked about, filled in again on Back and Reload, and sent', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { requestUrl, theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await expect(heading(theirs, 'Your details')).toBeVisible();
  await fillDetails(theirs);
  const all = theirs.getByRole('link', { name: 'All documents' });
  if (javaScriptEnabled === false) {
    await all.click();
    await expect(heading(theirs, 'Your details')).toHaveCount(0);
    await theirs.getByRole('link', { name: /^Your details/ }).click();
    await answerAll(theirs);
  } else {
    const asked = theirs.waitForEvent('dialog');
    const left = all.click();
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await left;
    await expect(theirs.getByLabel('Town or city')).toHaveValue('Nelson');

    theirs.on('dialog', (question) => question.accept());
    await all.click();
    await expect(heading(theirs, 'Your details')).toHaveCount(0);
    // Browsers show the page on Back as it was left; on Reload the server sends it anew.
    await theirs.goBack();
    await expectDetails(theirs);
    await theirs.reload();
    await expectDetails(theirs);
    await continueFrom(theirs);
    await expect(heading(theirs, /^Passport/)).toBeVisible();

    // Back from a page that script has put in place of the former one.
    await theirs.goBack();
    await expect(heading(theirs, 'Your details')).toBeVisible();
    await expect(theirs.getByLabel('Full name')).toHaveValue('');
    expect(await theirs.evaluate(() => sessionStorage.getItem('assay-unsent'))).toBe('{}');
    await theirs.goForward();
    await addFiles(theirs);
  }
  await consent(theirs);
  await submit(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await theirs.context().close();
  await expectReceived(page, requestUrl);
});

test('two photos are sent from a phone in at most 8 taps, without scrolling sideways', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { link } = await sendRequest(page, { hasDetails: false });
  const theirs = await phone(browser, baseURL, javaScriptEnabled);
  let taps = 0;
  const tap = async (target: Locator) => {
    await expect(target).toBeVisible();
    const sideways = await theirs.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    taps += 1;
    await target.tap();
  };
  await theirs.goto(link);
  await tap(theirs.getByRole('button', { name: 'Start' }));
  for (const item of [/^Passport/, /^Proof of address/]) {
    await expect(heading(theirs, item)).toBeVisible();
    const chooser = theirs.waitForEvent('filechooser');
    await tap(theirs.getByLabel('Take a photo'));
    await (await chooser).setFiles(picture);
    if (javaScriptEnabled !== false) await expect(theirs.getByText('Saved.')).toBeVisible();
    await tap(theirs.getByRole('button', { name: 'Save and continue' }));
  }
  await tap(theirs.getByLabel(/^I consent/));
  await tap(theirs.getByRole('button', { name: 'Submit' }));
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  expect(taps).toBeLessThanOrEqual(8);
  await theirs.context().close();
});

test('valid parts are saved, errors are shown at fields with input preserved, before any submission', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await fillDetails(theirs);
  await theirs.getByLabel('Date of birth').fill('');
  await continueFrom(theirs);
  const summary = theirs.getByRole('alert');
  await expect(summary).toContainText('There is 1 error to fix');
  await expect(summary).toBeInViewport();
  await expect(summary).toBeFocused();
  await expect(theirs.getByText(/^Error: Enter the date of birth/)).toBeVisible();
  await expect(theirs.getByLabel('Full name')).toHaveValue('Wiremu Wholesample');
  await expect(theirs.getByLabel('Postcode')).toHaveValue('7010');

  // Of two files the valid one is stored, and the other is named at the field.
  await theirs.getByRole('link', { name: 'All documents' }).click();
  await theirs.getByRole('link', { name: /^Proof of address/ }).click();
  await selectFiles(theirs, [archive, pdf]);
  await expect(summary).toContainText('bill.jpg is a ZIP archive');
  await expect(theirs.getByText('File 1', { exact: true })).toBeVisible();
  await expect(theirs.getByText(/^Error: bill\.jpg is a ZIP archive/)).toBeVisible();

  await theirs.getByRole('link', { name: 'All documents' }).click();
  await expect(theirs.getByText('1 of 3 done')).toBeVisible();
  await expect(theirs.getByText(/^Still needed: Your details, Passport/)).toBeVisible();
  await theirs.getByRole('link', { name: 'Check your answers' }).click();
  await consent(theirs);
  await submit(theirs);
  await expect(summary).toContainText('Not sent yet. There are 2 errors to fix');
  await expect(summary).toBeInViewport();
  await expect(summary).toBeFocused();
  await expect(theirs.getByLabel(/^I consent/)).toBeChecked();
  await expect(theirs.getByText(/^Thank you/)).toHaveCount(0);

  await summary.getByRole('link', { name: /^Your details/ }).click();
  await fillDetails(theirs);
  await continueFrom(theirs);
  await selectFiles(theirs, picture);
  await continueFrom(theirs);
  await expect(heading(theirs, 'Check your answers')).toBeVisible();
  await consent(theirs);
  await submit(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeInViewport();
  await theirs.context().close();
});

test('a saved file is listed on its page with the message in view, and can be removed', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await theirs.getByRole('link', { name: 'All documents' }).click();
  await theirs.getByRole('link', { name: /^Proof of address/ }).click();
  await selectFiles(theirs, pdf);
  const saved = theirs.getByRole('status').filter({ hasText: 'Saved.' });
  await expect(saved).toBeInViewport({ ratio: 1 });
  if (javaScriptEnabled !== false) await expect(saved).toBeFocused();
  await expect(theirs.getByRole('alert')).toHaveCount(0);
  await theirs.getByRole('button', { name: /^Remove/ }).click();
  await expect(theirs.getByRole('status').filter({ hasText: 'File removed.' })).toBeInViewport({ ratio: 1 });
  await expect(theirs.getByText('File 1', { exact: true })).toHaveCount(0);
  await theirs.context().close();
});

test('a later tab shows that all was submitted, and an expired link says so', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { link, requestUrl, theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await answerAll(theirs);
  const [same, other, third] = [
    await theirs.context().newPage(),
    await theirs.context().newPage(),
    await theirs.context().newPage(),
  ];
  for (const tab of [same, third]) await tab.goto(theirs.url());
  await other.goto(link);
  await other.getByRole('link', { name: /^Passport/ }).click();
  await expect(heading(other, /^Passport/)).toBeVisible();
  for (const tab of [theirs, same, third]) await consent(tab);
  await submit(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await submit(same);
  await expect(same.getByText(/^Thank you/)).toBeVisible();
  await expect(same.getByRole('alert')).toHaveCount(0);
  await selectFiles(other, { ...pdf, name: 'other.pdf' });
  await expect(other.getByRole('alert')).toContainText(
    'other.pdf was not saved: this request has already been submitted',
  );
  await expect(other.getByRole('alert')).toBeInViewport();

  await page.goto('/home');
  await page.goto(requestUrl);
  await page.locator('summary', { hasText: 'Cancel the request' }).click();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Met in person instead');
  await page.getByRole('button', { name: 'Cancel the request' }).click();
  // As its status, and in its timeline.
  const request = page.getByRole('region', { name: /^Request to/ });
  await expect(request.getByText('Cancelled', { exact: true })).toHaveCount(2);
  await submit(third);
  await expect(third.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await expect(third.getByText('What you just sent was not submitted.')).toBeVisible();
  await theirs.context().close();
});

test('resumes what a failed connection interrupted', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await answerAll(theirs);
  await consent(theirs);
  // Without script the browser shows its own error page, with a way back.
  if (javaScriptEnabled === false) {
    await submit(theirs);
  } else {
    await theirs.context().setOffline(true);
    await submit(theirs);
    const told = theirs.getByRole('alert');
    await expect(told).toContainText('This was not sent');
    await expect(told).toBeInViewport();
    await expect(told).toBeFocused();
    await expect(theirs.getByLabel(/^I consent/)).toBeChecked();
    await theirs.context().setOffline(false);
  }
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await theirs.context().close();
});

test('an oversized form is rejected with a visible message', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { theirs } = await startAnswering({ page, browser, baseURL, javaScriptEnabled });
  await fillDetails(theirs);
  const name = theirs.getByLabel('Full name');
  await name.evaluate((input) => input.removeAttribute('maxlength'));
  await name.fill('Wiremu '.repeat(170_000));
  await continueFrom(theirs);
  const summary = theirs.getByRole('alert');
  await expect(summary).toContainText('longer than 1 MB');
  await expect(summary).toBeInViewport();
  await expect(summary).toBeFocused();
  await theirs.context().close();
});

test('every button of every page does what its label says, where the browser does not name it', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  const { link } = await sendRequest(page, { proof: 'optional' });
  const theirs = await phone(browser, baseURL, javaScriptEnabled);
  // Safari before 15.4.
  await theirs.addInitScript(() => Reflect.deleteProperty(SubmitEvent.prototype, 'submitter'));
  const button = (name: string | RegExp) => theirs.getByRole('button', { name });
  // Inputs of files are buttons too.
  const buttons = theirs.getByRole('button').and(theirs.locator('button'));
  /** All buttons of the page: one that is missing here has no test. */
  const expectButtons = (...names: string[]) => expect(buttons).toHaveText(names);
  // Files are uploaded as soon as they are chosen.
  const upload = isScripted ? [] : ['Save and add another file'];
  const noAlert = () => expect(theirs.getByRole('alert')).toHaveCount(0);

  await theirs.goto(link);
  await expectButtons('Start');
  await button('Start').click();
  await expect(heading(theirs, 'Your details')).toBeVisible();
  const ofDetails = ['Change country', 'Find address', 'Save and continue'];
  await expectButtons(...ofDetails);
  await theirs.getByLabel('Country').selectOption('AUS');
  await button('Change country').press('Enter');
  await expect(theirs.getByLabel('State or territory')).toBeVisible();
  await noAlert();
  await theirs.getByLabel('Country').selectOption('NZL');
  await button('Change country').press('Space');
  await expect(theirs.getByLabel('Town or city')).toBeVisible();
  await theirs.getByLabel('Find address').fill('queen');
  await button('Find address').click();
  await expect(theirs.getByRole('group', { name: 'Select an address' })).toBeVisible();
  await expectButtons('Change country', 'Find address', 'Use this address', 'Save and continue');
  await button('Use this address').click();
  await expect(theirs.getByLabel('Address line 1')).not.toHaveValue('');
  await noAlert();
  await theirs.getByLabel('Full name').fill('Wiremu Wholesample');
  // Presses the form's first button, "Save and continue".
  await theirs.getByLabel('Full name').press('Enter');
  await expect(theirs.getByRole('alert')).toContainText('There is 1 error to fix');
  await theirs.getByLabel('Date of birth').fill('1985-03-12');
  await button('Save and continue').click();

  await expect(heading(theirs, /^Passport/)).toBeVisible();
  await expectButtons('Save and continue', ...upload);
  await button('Save and continue').click();
  await expect(theirs.getByRole('alert')).toContainText('Select a file');
  await selectFiles(theirs, picture);
  await expect(theirs.getByText('Saved.')).toBeVisible();
  await expect(theirs.getByText('Added', { exact: true })).toBeVisible();
  await expectButtons('Remove File 1 of Passport, the page with your photo', 'Save and continue', ...upload);
  await button(/^Remove/).click();
  await expect(theirs.getByText('File removed.')).toBeVisible();
  await selectFiles(theirs, picture);
  await expect(theirs.getByText('Saved.')).toBeVisible();
  await button('Save and continue').click();

  await expect(heading(theirs, /^Proof of address/)).toBeVisible();
  await expectButtons('Save and continue', ...upload, 'Skip for now');
  await button('Skip for now').click();
  await expect(heading(theirs, 'Check your answers')).toBeVisible();

  await theirs.getByRole('link', { name: 'All documents' }).click();
  await expect(theirs.getByText('2 of 3 done')).toBeVisible();
  await expectButtons();
  await expect(theirs.getByText('Added', { exact: true })).toHaveCount(2);
  await expect(theirs.getByText('Submitted')).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Check your answers' }).click();
  await expectButtons('Submit');
  await consent(theirs);
  await submit(theirs);
  await expect(theirs.getByText(/^Thank you/)).toBeVisible();
  await expectButtons();
  await expect(theirs.getByText('Submitted', { exact: true })).toHaveCount(2);
  await theirs.context().close();
});

test('what is pressed and chosen during an upload follows it', async ({
  page,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  const { theirs } = await startAnswering(
    { page, browser, baseURL, javaScriptEnabled },
    { hasDetails: false, proof: 'optional' },
  );
  await expect(heading(theirs, /^Passport/)).toBeVisible();
  await selectFiles(theirs, picture);
  await continueFrom(theirs);
  await expect(heading(theirs, /^Proof of address/)).toBeVisible();
  // Without script a page is left by the first button alone.
  const isScripted = javaScriptEnabled !== false;
  const choose = (label: string, files: typeof picture) => theirs.getByLabel(label).setInputFiles(files);
  if (isScripted) {
    const goOn = await holdNextPost(theirs);
    await choose('Select files', pdf);
    await choose('Take a photo', picture);
    await theirs.getByRole('button', { name: 'Skip for now' }).click();
    goOn();
  } else {
    await choose('Select files', pdf);
    await choose('Take a photo', picture);
    await continueFrom(theirs);
  }
  await expect(heading(theirs, 'Check your answers')).toBeVisible();
  await expect(theirs.getByText('2 files')).toBeVisible();
  await theirs.context().close();
});

/** Holds the next form that the page sends until it is let go. */
async function holdNextPost(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/document_request/**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  return letGo;
}
