import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, expectAccessible, newestEmail, test, unique } from '#tests/support/browser/journey.ts';
import { continueFrom, picture, selectFiles } from '#tests/support/browser/recipient.ts';

/** Whether a list of choices is narrower than its longest choice. */
function isCut(list: HTMLElement | SVGElement): boolean {
  const shown = list.getBoundingClientRect().width;
  list.style.width = 'max-content';
  const whole = list.getBoundingClientRect().width;
  list.style.width = '';
  return shown < whole;
}

test('a request on the client’s page and behind its link has no axe violations', async ({ page }) => {
  const check = (what: string) => expectAccessible(page, '/document_request/:transaction_id', what);
  const { path } = await createByName(page);
  await page.goto(`${path}/documents?request=new#requests`);
  const email = `${unique('axe').replace(' ', '')}@example.test`;
  const form = page.getByRole('form', { name: 'New document request' });
  await form.getByLabel('Recipient email').fill(email);
  await expectAccessible(page, '/clients/:id/documents', 'a new request');
  expect(await form.getByLabel(/^Passport,/).evaluate(isCut)).toBe(false);
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: /^Request to/ })).toBeVisible();
  await expectAccessible(page, '/clients/:id/documents', 'a sent request');
  let link = '';
  await expect(async () => {
    link = /href="([^"]*\/document_request\/[\w-]{43})"/.exec(await newestEmail(page, email))?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 90_000 });
  await page.goto(new URL(link).pathname);
  await check('start');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^1 of /)).toBeVisible();
  await check('an item');
  await continueFrom(page);
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await check('an item without files');
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(page.getByRole('heading', { name: 'Documents needed' })).toBeVisible();
  await check('all documents');
  await page.getByRole('link', { name: /^Passport/ }).click();
  await selectFiles(page, picture);
  await expect(page.getByText('Saved.')).toBeVisible();
  await check('an item with a file');
  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('link', { name: 'Check your answers' }).click();
  await page.getByLabel(/^I consent/).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent yet' })).toBeVisible();
  await check('a refused submission');
  await page.goto(`/document_request/${'a'.repeat(43)}`);
  await check('an unknown link');
});
