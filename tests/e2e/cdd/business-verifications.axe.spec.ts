import { businessVerificationTabs } from '#rules/verification-pages/business-tabs.ts';
import { expect, expectAccessible, test, unique } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

// Many pages, each checked by axe.
test.slow();

test('a business verification with every form open has no axe violations', async ({ page }) => {
  const expectNothingWrong = (what: string) =>
    expectAccessible(page, '/clients/:clientId/kyb_verifications/:verificationId', what);
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill(unique('Paua Sample'));
  await page.getByRole('button', { name: 'Create client' }).click();
  await openTab(page, 'Identity');
  await page.getByRole('button', { name: 'Verify the business' }).click();
  await expect(page.getByRole('heading', { name: 'Find the business in a register' })).toBeVisible();
  const verification = new URL(page.url()).pathname;
  await expectNothingWrong('begun');
  await page.goto(`${verification}?registry=nzbn&q=paua+point`);
  await expectNothingWrong('candidates');
  await page.getByRole('button', { name: /^Order extract.*PAUA POINT AQUACULTURE LIMITED/ }).click();
  await expect(page.getByRole('heading', { name: 'Register extract' })).toBeVisible();
  await expectNothingWrong('extract');
  for (const query of [
    ...businessVerificationTabs.map((tab) => `?tab=${tab}`),
    '?layers=8',
    '?add=entry',
    '?add=holding',
    '?add=role',
    '?decide=notVerified',
    '?tab=people&decide=cancel',
  ]) {
    await page.goto(verification + query);
    await expectNothingWrong(query);
  }
  await page.getByRole('button', { name: 'Cancel the verification' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNothingWrong('refused');
});
