import type { Page } from 'playwright/test';
import { expect, pageProblems, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

async function expectNothingWrong(page: Page, path: string): Promise<void> {
  await page.goto(path);
  expect(await pageProblems(page), path).toEqual([]);
}

/** A new person's page, and a draft assessment of that person. */
async function assessed(page: Page): Promise<{ client: string; drafts: string[] }> {
  await page.goto('/clients/create?type=individual');
  await page.getByLabel('Given names').fill('Ana');
  await page.getByLabel('Family name').fill(unique('Compared'));
  await page.getByRole('button', { name: 'Create client' }).last().click();
  await expect(page.getByRole('link', { name: 'Edit' }).first()).toBeVisible();
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
  for (const path of [
    '/templates',
    '/templates?archived=true',
    '/templates?view=countries',
    '/templates?view=countries&list=firm',
    '/risk_assessment_templates/create/clients',
  ]) {
    await expectNothingWrong(page, path);
  }
  await page.goto('/templates?view=countries&list=increasedMonitoring');
  await page.getByLabel('As at').fill('2001-01-01');
  await page.getByRole('button', { name: 'Save the list' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await pageProblems(page)).toEqual([]);
});

test('a template’s editor, preview, impact and print view have no axe violations', async ({ page }) => {
  await page.goto('/risk_assessment_templates/create/clients');
  await page.getByLabel('Name', { exact: true }).fill(unique('Looked at'));
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.waitForURL(/\/edit\/clients$/);
  const editor = new URL(page.url()).pathname;
  for (const view of ['', '?view=preview', '?view=impact', '?view=print', '?confirm=discard']) {
    await expectNothingWrong(page, `${editor}${view}`);
  }
});

test('assessments, and a comparison of two, have no axe violations', async ({ page }) => {
  const { client, drafts } = await assessed(page);
  const [earlier = '', later = ''] = drafts;
  for (const path of [
    `${client}/risk_assessments/create`,
    later,
    `${later}?confirm=void`,
    `${later}?compare=${earlier.split('/').at(-1)}`,
  ]) {
    await expectNothingWrong(page, path);
  }
  await expect(page.getByRole('row', { name: /What kind of client is it\?/ })).toContainText(
    /Trust.*Charity/s,
  );
});
