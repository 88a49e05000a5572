import { expect, anyone as test, unique } from '#tests/support/browser/journey.ts';

test('an oversized form shows an error page', async ({ page }) => {
  await page.goto('/login?view=forgotten');
  await page.getByLabel('Email address').evaluate((field) => {
    field.removeAttribute('maxlength');
    field.setAttribute('type', 'text');
    (field as HTMLInputElement).value = `${'x'.repeat(2 * 1024 * 1024)}@example.test`;
  });
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'This form is too large' })).toBeVisible();
  await expect(page.getByText('Go back and shorten the text')).toBeVisible();
});

for (const realm of ['/login', '/admin/login']) {
  test(`too many requested codes at ${realm} show an error and preserve the address`, async ({ page }) => {
    const stranger = `${unique('stranger').replace(' ', '-')}@example.test`;
    await page.goto(realm);
    await page.getByLabel('Email address').fill(stranger);
    await page.getByRole('button', { name: 'Email me a code instead' }).click();
    await expect(page.getByRole('heading', { name: 'Enter the code from the email' })).toBeVisible();
    // An earlier code remains valid, so the page with its field stays.
    const refused = page.getByText('A code you already received still works.');
    for (let asked = 1; asked < 5; asked += 1) {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await page.getByRole('button', { name: 'Resend code' }).click();
      expect((await answered).status()).toBe(200);
    }
    await expect(refused).toBeHidden();
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.getByText(/Too many attempts\. Wait \d+ minutes, then try again\./)).toBeVisible();
    await expect(refused).toBeVisible();
    await expect(page.getByText(stranger)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeEditable();
    // No field is invalid.
    await expect(page.getByText(/to correct/)).toHaveCount(0);
  });
}
