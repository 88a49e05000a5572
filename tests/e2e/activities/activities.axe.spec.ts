import { activityTabs } from '#rules/activities/activity-tabs.ts';
import { createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, expectAccessible, expectAccessiblePages, test } from '#tests/support/browser/journey.ts';

// Many pages each, all checked by axe.
test.slow();

test('the list of activities, its board and a rejected activity have no axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/activities', [
    '/activities',
    '/activities?view=board',
    '/activities?q=zzzzqqqq',
  ]);
  await expectAccessiblePages(page, '/activities/create', ['/activities/create']);
  await page.getByLabel(/^Maximum transaction value/).fill('a lot');
  await page.getByRole('button', { name: 'Create engagement' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, '/activities/create', 'a refused activity');
});

test('an activity, its forms, and what replaces CDD on its other party have no axe violations', async ({
  page,
}) => {
  // The demo's brokered sale, whose buyer does not respond.
  await page.goto('/activities?q=Invented+Terrace');
  await page.getByRole('link', { name: /14 Invented Terrace/ }).click();
  await page.waitForURL(/\/activities\/[0-9a-f-]{36}$/);
  const activity = new URL(page.url()).pathname;
  await expectAccessiblePages(page, '/activities/:id', [
    ...activityTabs.map((tab) => `${activity}?tab=${tab}`),
    `${activity}?confirm=cancelled`,
    `${activity}?tab=documents&evidence=pack`,
  ]);
  await expectAccessiblePages(page, '/activities/:id/edit', [`${activity}/edit`]);
  await page.goto(`${activity}?tab=parties`);
  await page.getByRole('link', { name: 'View record Quillon Nonreplyton' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Non-cooperation: Quillon Nonreplyton' }),
  ).toBeVisible();
  await expectAccessible(page, '/activities/:id/non-cooperation/:clientId', 'a record');
  const arrangement = new URL(page.url()).pathname.replace('non-cooperation', 'arrangements');
  await expectAccessiblePages(page, '/activities/:id/arrangements/:clientId', [arrangement]);
  await expectAccessiblePages(page, '/activities/:id/risk_assessments/create', [
    `${activity}/risk_assessments/create`,
  ]);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expectAccessible(page, '/activities/:resourceId/risk_assessments/:riskAssessmentId', 'a draft');
});

test('an activity in review has no axe violations', async ({ page }) => {
  await page.goto('/activities?status=inReview');
  await page.getByRole('table').getByRole('link', { name: 'Purchase of 63 Kōwhai Crescent' }).click();
  await expect(page.getByRole('region', { name: 'Completion checklist' })).toBeVisible();
  await expectAccessible(page, '/activities/:id', 'in review');
});

test('the confirmation of declining a client has no axe violations', async ({ page }) => {
  const { path } = await createByName(page);
  await page.goto(path);
  await page.getByRole('button', { name: 'Start onboarding' }).click();
  await page.getByRole('link', { name: 'Decline' }).click();
  await expect(page.getByRole('region', { name: 'Decline?' })).toBeVisible();
  await expectAccessible(page, '/clients/:id', 'declining');
});
