import type { Page } from 'playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessiblePages,
  test,
  unique,
} from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

/** A new person's page, and a draft assessment of that person. */
async function assessed(page: Page): Promise<{ client: string; drafts: string[] }> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Compared'));
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByText('Client created.')).toBeVisible();
  const client = new URL(page.url()).pathname;
  const drafts: string[] = [];
  for (const kind of ['Trust', 'Charity']) {
    await page.goto(`${client}/risk_assessments/create`);
    await page.getByRole('radio', { name: kind, exact: true }).check();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Draft saved.')).toBeVisible();
    drafts.push(new URL(page.url()).pathname);
  }
  return { client, drafts };
}

// Many pages each, all checked by axe.
test.slow();

test('templates and country lists have no axe violations', async ({ page }) => {
  await expectAccessiblePages(page, '/templates', [
    '/templates',
    '/templates?archived=true',
    '/templates?view=countries',
    '/templates?view=countries&list=firm',
  ]);
  await expectAccessiblePages(page, '/risk_assessment_templates/create/:resourceType', [
    '/risk_assessment_templates/create/clients',
  ]);
  await page.goto('/templates?view=countries&list=increasedMonitoring');
  await page.getByLabel('As at').fill('2001-01-01');
  await page.getByRole('button', { name: 'Save the list' }).click();
  await expect(page.getByRole('alert')).not.toHaveCount(0);
  await expectAccessible(page, '/templates', 'a refused list');
});

test('a template’s editor, preview, impact and print view have no axe violations', async ({ page }) => {
  await page.goto('/risk_assessment_templates/create/clients');
  await page.getByLabel('Name', { exact: true }).fill(unique('Looked at'));
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.waitForURL(/\/edit\/clients$/);
  const editor = new URL(page.url()).pathname;
  await expectAccessiblePages(
    page,
    '/risk_assessment_templates/:id/edit/:resourceType',
    ['', '?view=preview', '?view=impact', '?view=print', '?confirm=discard'].map((view) => editor + view),
  );
});

test('assessments, and a comparison of two, have no axe violations', async ({ page }) => {
  const { client, drafts } = await assessed(page);
  const [earlier = '', later = ''] = drafts;
  await expectAccessiblePages(page, '/clients/:id/risk_assessments/create', [
    `${client}/risk_assessments/create`,
  ]);
  await expectAccessiblePages(page, '/clients/:resourceId/risk_assessments/:riskAssessmentId', [
    later,
    `${later}?confirm=void`,
    `${later}?compare=${earlier.split('/').at(-1)}`,
  ]);
  await expect(page.getByRole('row', { name: /What kind of client is it\?/ })).toContainText(
    /Trust.*Charity/s,
  );
});
