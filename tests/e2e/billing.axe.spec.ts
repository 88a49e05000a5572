import { expect, pageProblems, test } from '#tests/support/e2e-helpers.ts';

test.use({ asLoginId: 'new@demo.test' });

const steps = ['company', 'officer', 'templates', 'team', 'plan'];

test('the set-up, billing and the way back from a checkout have nothing that axe finds', async ({ page }) => {
  for (const path of [...steps.map((step) => `/onboard?step=${step}`), '/settings?view=billing']) {
    await page.goto(path);
    expect(await pageProblems(page)).toEqual([]);
  }
  // An open checkout is a confirmation page too, and pays for nothing.
  await page.getByRole('button', { name: 'Choose Monthly and pay' }).click();
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
  const sessionId = page.url().split('/').at(-1);
  await page.goto(`/checkout/confirmation?session_id=${sessionId}`);
  await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});
