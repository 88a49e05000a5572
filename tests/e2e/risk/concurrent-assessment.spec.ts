import type { Page } from 'playwright/test';
import { approve, completeAssessment, createByName } from '#tests/support/browser/cdd-journey.ts';
import { axeViolations, expect, test } from '#tests/support/browser/journey.ts';
import { openTab } from '#tests/support/browser/record-page.ts';

test.use({ asLoginId: 'officer@demo.test' });

const media = 'Is there confirmed adverse news about the client or those who own or control it?';

const commentOnPep = /^Comment on .*politically exposed person/;
const pepOf = (page: Page) => page.getByRole('group', { name: /politically exposed person \(PEP\)/ });

async function comment(page: Page, question: RegExp, text: string): Promise<void> {
  const folded = page.locator('details', { has: page.locator('summary', { hasText: question }) });
  await folded.locator('summary').click();
  await folded.getByRole('textbox').fill(text);
}

test('two users who answer one assessment keep both changes, and the merged answers decide the level', async ({
  page,
  colleague,
  javaScriptEnabled,
}) => {
  const isScripted = javaScriptEnabled !== false;
  const { path } = await createByName(page);
  await page.goto(`${path}/risk_assessments/create`);
  await pepOf(page).getByRole('radio', { name: 'No', exact: true }).check();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const draft = new URL(page.url()).pathname;

  const staff = await colleague('staff@demo.test');
  await staff.goto(draft);
  await pepOf(staff).getByRole('radio', { name: 'Yes, in another country' }).check();
  await comment(staff, commentOnPep, 'Minister of another country');
  await staff.getByRole('button', { name: 'Save draft' }).click();
  await expect(staff.getByText('Draft saved.')).toBeVisible();

  await pepOf(page).getByRole('radio', { name: 'Yes, in an international organisation' }).check();
  await comment(page, /^Comment on Is there confirmed adverse news/, 'Searched three newspapers');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('You changed the same fields.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: commentOnPep })).toHaveValue('Minister of another country');
  await expect(page.getByRole('textbox', { name: `Comment on ${media}` })).toHaveValue(
    'Searched three newspapers',
  );
  if (isScripted) expect(await axeViolations(page)).toEqual([]);
  const notice = page.locator('#stale');
  const saves = page.getByRole('button', { name: 'Save with my changes' });
  await saves.click();
  await expect(page.getByText('Choose one of the two versions')).toBeVisible();
  await expect(
    notice.getByRole('radio', { name: 'Yours: Yes, in an international organisation' }),
  ).toBeVisible();
  await notice.getByRole('radio', { name: /^Saved by .*: Yes, in another country$/ }).check();
  await saves.click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await expect(pepOf(page).getByRole('radio', { name: 'Yes, in another country' })).toBeChecked();
  await expect(page.getByText(/floor: high/)).toBeVisible();

  await staff.goto(draft);
  await completeAssessment(staff, isScripted);
  await page.goto(draft);
  await expect(page.getByText('Searched three newspapers')).toBeVisible();
  await approve(page);
  await page.goto(path);
  await expect(page.getByRole('navigation', { name: 'Client progress' })).toBeVisible();
  await expect(page.getByText('High risk', { exact: true }).first()).toBeVisible();
  await openTab(page, 'History');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText(/^High since/)).toBeVisible();
});
