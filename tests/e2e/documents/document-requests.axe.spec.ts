import { expect, newestEmail, pageProblems, test, unique } from '#tests/support/browser/journey.ts';
import { continueFrom, picture, selectFiles } from '#tests/support/browser/recipient.ts';

test(`a request on the client’s page and behind its link has no axe violations`, async ({ page }) => {
  const check = async () => {
    expect(await pageProblems(page, [1280, 390, 320])).toEqual([]);
  };
  await page.goto('/clients?type=individual&status=active');
  await page.getByRole('table').getByRole('link').nth(3).click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}?request=new#requests`);
  const email = `${unique('axe').replace(' ', '')}@example.test`;
  const form = page.getByRole('form', { name: 'New document request' });
  await form.getByLabel('Recipient email').fill(email);
  await check();
  await form.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: /^Request to/ })).toBeVisible();
  await check();
  let link = '';
  await expect(async () => {
    link = /href="([^"]*\/document_request\/[\w-]{43})"/.exec(await newestEmail(page, email))?.[1] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 90_000 });
  await page.goto(new URL(link).pathname);
  await check();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/^1 of /)).toBeVisible();
  await check();
  await continueFrom(page);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(page.getByRole('heading', { name: 'Documents needed' })).toBeVisible();
  await check();
  await page.getByRole('link', { name: /^Passport/ }).click();
  await selectFiles(page, picture);
  await expect(page.getByText('Saved.')).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('link', { name: 'Check your answers' }).click();
  await page.getByLabel(/^I consent/).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not sent yet' })).toBeVisible();
  await check();
  await page.goto(`/document_request/${'a'.repeat(43)}`);
  await check();
});
