import { expect, expectAccessible, expectAccessiblePages, test } from '#tests/support/browser/journey.ts';

const steps = ['company', 'officer', 'templates', 'team', 'plan'];

// Many pages, each checked by axe.
test.slow();

test.describe('an owner whose company is not set up', () => {
  test.use({ asLoginId: 'new@demo.test' });

  test('finds no axe violations in setup, billing and the return from a checkout', async ({ page }) => {
    await expectAccessiblePages(page, '/home', ['/home']);
    await expectAccessiblePages(
      page,
      '/onboard',
      steps.map((step) => `/onboard?step=${step}`),
    );
    await expectAccessiblePages(page, '/settings/billing', ['/settings/billing']);
    await page.getByRole('button', { name: 'Choose Monthly and pay' }).click();
    await expect(page.getByRole('heading', { name: 'Pay', exact: true })).toBeVisible();
    await expectAccessible(page, '/sandbox/payments/checkout/:id');
    // An open checkout is a confirmation page too, without a payment.
    const sessionId = page.url().split('/').at(-1);
    await page.goto(`/checkout/confirmation?session_id=${sessionId}`);
    await expect(page.getByRole('heading', { name: 'Payment not completed' })).toBeVisible();
    await expectAccessible(page, '/checkout/confirmation');
  });
});

test.describe('an owner who pays', () => {
  test.use({ asLoginId: 'owner@demo.test' });

  test('finds no axe violations where the payment and the invoices are', async ({ page }) => {
    await page.goto('/settings/billing');
    await page.getByRole('button', { name: 'Manage payment and invoices' }).click();
    await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible();
    await expectAccessible(page, '/sandbox/payments/portal/:id');
    await page.getByRole('button', { name: 'End the month now' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^SANDBOX-/ })
      .click();
    await expectAccessible(page, '/sandbox/payments/invoice/:id');
  });
});
