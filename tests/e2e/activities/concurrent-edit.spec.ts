import { startAssessedWork } from '#tests/support/browser/cdd-journey.ts';
import { axeViolations, expect, test, unique } from '#tests/support/browser/journey.ts';

test.use({ asLoginId: 'officer@demo.test' });

test('two users who edit one engagement keep both changes, and the merged save outdates its assessment and outcome', async ({
  page,
  colleague,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  const activity = await startAssessedWork(page, unique('Sale of a mill'), '12,500', isScripted);
  await page.goto(activity);
  const needs = page.getByRole('region', { name: 'Completion checklist' });
  const outcome = page.getByRole('radio', { name: 'Approved', exact: true });
  await outcome.check();
  await page.getByRole('button', { name: 'Set outcome' }).click();
  await expect(page.getByText('Outcome saved.')).toBeVisible();

  await page.goto(`${activity}/edit`);
  const owner = await colleague('owner@demo.test');
  await owner.goto(`${activity}/edit`);
  await owner.getByLabel(/^Purpose/).fill('Moving abroad');
  await owner.getByLabel(/^Nature/).fill('Sale with its stock');
  await owner.getByRole('button', { name: 'Save changes' }).click();
  await owner.waitForURL((url) => url.pathname === activity);

  await page.getByLabel(/^Purpose/).fill('Settling an estate');
  await page.getByLabel(/^Maximum transaction value/).fill('48,000');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You changed the same fields.')).toBeVisible();
  await expect(page.getByLabel(/^Nature/)).toHaveValue('Sale with its stock');
  await expect(page.getByLabel(/^Maximum transaction value/)).toHaveValue('48,000');
  if (isScripted) expect(await axeViolations(page)).toEqual([]);
  const saves = page.getByRole('button', { name: 'Save with my changes' });
  await saves.click();
  await expect(page.getByText('Choose one of the two versions')).toBeVisible();
  const purpose = page.getByRole('group', { name: 'Purpose', exact: true });
  await expect(purpose.getByRole('radio', { name: 'Yours: Settling an estate' })).toBeVisible();
  await purpose.getByRole('radio', { name: /^Saved by .*: Moving abroad$/ }).check();
  await saves.click();
  await page.waitForURL((url) => url.pathname === activity);

  const details = page.getByRole('region', { name: 'Record details' });
  for (const text of ['Moving abroad', 'Sale with its stock', 'NZD 48,000'])
    await expect(details.getByText(text)).toBeVisible();
  const outdated = needs.getByRole('listitem').filter({ hasText: 'The risk assessment is outdated.' });
  await expect(outdated).toContainText(/Changed since: .*Maximum transaction value/);
  await expect(outcome).not.toBeChecked();
  await expect(page.getByRole('navigation', { name: 'Engagement progress' })).toContainText(
    'Assessment outdated',
  );
  await page.goto(`${activity}?tab=risk`);
  await expect(page.getByRole('link', { name: /^Approved, outdated/ })).toBeVisible();
});
