import { expect, pageProblems, test } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'new@demo.test' });

const steps = ['company', 'officer', 'templates', 'team', 'plan'];

test('setup, billing and the return from a checkout have no axe violations', async ({ page }) => {
  for (const path of [...steps.map((step) => `/onboard?step=${step}`), '/settings?view=billing']) {
    await page.goto(path);
    expect(await pageProblems(page)).toEqual([]);
  }
  // An open checkout is a confirmation page too, without a payment.
  await page.getByRole('button', { name: 'Choose Monthly and pay' }).click();
  await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
  const sessionId = page.url().split('/').at(-1);
  await page.goto(`/checkout/confirmation?session_id=${sessionId}`);
  await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});
