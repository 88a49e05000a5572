import type { Page } from 'playwright/test';
import { activityTabs } from '#rules/activities/activity-tabs.ts';
import { clientTabs, clientTabUrl } from '#rules/clients/client-tabs.ts';
import { businessVerificationTabs } from '#rules/verification-pages/business-tabs.ts';
import { identityVerificationTabs } from '#rules/verification-pages/identity-tabs.ts';
import { chooseMethod, createByName } from '#tests/support/browser/cdd-journey.ts';
import { expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

/** Links that act, by what they open: a form, a step of one, or a page that changes a record. */
const acts =
  /\/(edit|create)$|\/(edit|create)\?|[?&](action|add|change|confirm|copy|decide|do|edit|end|evidence|funds|party|record|remove|request=new|step|takeOut|verify|withdraw)\b|view=(access|privacy|impact)\b/;

/** What the printed page shows of what only a screen can do. */
async function printedActs(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByText(/printed by/), path).toBeVisible();
  const links = await page.locator('a:visible').evaluateAll((found) => found.map((link) => link.outerHTML));
  const controls = await page
    .locator('button:visible, input:visible, select:visible, textarea:visible, nav:visible')
    .evaluateAll((found) => found.map((control) => control.outerHTML));
  return [...controls, ...links.filter((link) => acts.test(/href="([^"]*)"/.exec(link)?.[1] ?? ''))].map(
    (html) => `${path}: ${html.slice(0, 300)}`,
  );
}

/** Opens the pages as on paper, and expects them to have a heading and no acts. */
async function expectPrintable(page: Page, paths: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const printed: string[] = [];
  for (const path of paths) printed.push(...(await printedActs(page, path)));
  expect(printed).toEqual([]);
  await page.emulateMedia({ media: null });
}

const tabsOf = (path: string, tabs: readonly string[]) => tabs.map((tab) => `${path}?tab=${tab}`);

test('no button and no link that acts is printed of a client or an activity', async ({ page }) => {
  await page.goto('/clients?q=Calham');
  const client = await page.getByRole('link', { name: 'Calham Bay Farms Trust' }).getAttribute('href');
  await page.goto('/activities');
  const activity = await page.locator('main a[href^="/activities/0"]').first().getAttribute('href');
  await expectPrintable(page, [
    ...clientTabs.map((tab) => clientTabUrl(client?.split('/').at(-1) ?? '', tab)),
    ...tabsOf(activity ?? '', activityTabs),
  ]);
});

test('nor of an identity verification with a document', async ({ page }) => {
  const { path } = await createByName(page);
  await chooseMethod(page, path, /Original documents sighted/);
  await page.getByRole('button', { name: 'Start the verification' }).click();
  await expect(page.getByText('Verification started.')).toBeVisible();
  const verification = new URL(page.url()).pathname;
  await expectPrintable(page, [
    ...tabsOf(verification, identityVerificationTabs),
    `${verification}?do=addDocument`,
  ]);
});

test('nor of a business verification', async ({ page }) => {
  const name = unique('Printed Holdings');
  await page.goto('/clients/create?type=company');
  await page.getByLabel('Legal name').fill(name);
  await page.getByRole('button', { name: 'Create client' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}/identity`);
  await page.getByRole('button', { name: 'Verify the business' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Verification of ${name}` })).toBeVisible();
  await expectPrintable(page, tabsOf(new URL(page.url()).pathname, businessVerificationTabs));
});

test('nor of an assessment, approved or a draft', async ({ page }) => {
  await page.goto('/clients?q=Calham');
  await page.getByRole('link', { name: 'Calham Bay Farms Trust' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calham Bay Farms Trust' })).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}/risk`);
  const approved = await page.locator('main a[href*="/risk_assessments/0"]').first().getAttribute('href');
  const { path } = await createByName(page);
  await page.goto(`${path}/risk_assessments/create`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const draft = new URL(page.url()).pathname;
  await expectPrintable(page, [approved ?? '', draft, `${draft}?confirm=void`]);
});

test('nor of a template', async ({ page }) => {
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template for clients' }).click();
  await page.getByLabel('Name', { exact: true }).fill(unique('Printed template'));
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Printed template/ })).toBeVisible();
  const template = new URL(page.url()).pathname;
  await expectPrintable(page, [
    template,
    ...['preview', 'impact', 'print'].map((view) => `${template}?view=${view}`),
    `${template}?confirm=discard`,
  ]);
});
